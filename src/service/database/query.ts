import type pg from 'pg';

/** A statement that batches repeat: each connection keeps its plan under the name. One text for each name. */
interface Named {
  name: string;
  text: string;
}

/** A statement that this side gives up after so many milliseconds, instead of the usual ones. */
interface Timed {
  text: string;
  query_timeout: number;
}

type Statement = string | Named | Timed;

/** Runs a statement and answers its rows. */
export type Query = <Row>(statement: Statement, values?: unknown[]) => Promise<Row[]>;

/** A connection, or a pool for single statements outside a transaction. */
export type Connection = Pick<pg.Pool, 'query'>;

export const queryConfig = (statement: Statement, values?: unknown[]): pg.QueryConfig =>
  typeof statement === 'string' ? { text: statement, values } : { ...statement, values };

export const queryOn =
  (connection: Connection): Query =>
  async <Row>(statement: Statement, values?: unknown[]) =>
    (await connection.query(queryConfig(statement, values))).rows as Row[];
