import pg from 'pg';

/**
 * Sends statements in one write and with one Sync, so that after an error PostgreSQL skips the rest: none runs unless all before
 * it succeeded. `pg` by itself sends a Sync after each statement, and PostgreSQL answers each Sync with a write of its own.
 * @param timeoutMs for all of them; the pool's limit if undefined.
 * @returns the result of each.
 * @throws the error of the first that failed.
 */
export const together = (
  client: pg.ClientBase,
  statements: pg.QueryConfig[],
  timeoutMs?: number,
): Promise<pg.QueryResult[]> =>
  new Promise((resolve, reject) => {
    const query = new Together(statements, timeoutMs);
    query.callback = (error, results) => (error ? reject(error) : resolve(results));
    client.query(query);
  });

/** What `pg` calls on a query, as far as its types leave it out; its version is pinned. */
interface Internals {
  name: string | undefined;
  text: string;
  values: unknown[];
  submit(connection: pg.Connection): void;
  prepare(connection: pg.Connection): void;
  handleCommandComplete(message: object, connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
  callback: (error: Error | null, results: pg.QueryResult[]) => void;
}
const Query = pg.Query as unknown as new (text: string) => Internals;
type Connection = pg.Connection & { execute(): void; submittedNamedStatements: Record<string, string> };

/** Many statements in the place of one query of `pg`. */
class Together extends Query {
  private readonly statements: pg.QueryConfig[];
  private place = 0;
  readonly query_timeout: number | undefined;

  constructor(statements: pg.QueryConfig[], timeoutMs: number | undefined) {
    super('');
    this.statements = statements;
    this.query_timeout = timeoutMs;
  }

  /** The statement to which the server's next messages belong. */
  private set current({ name, text, values = [] }: pg.QueryConfig) {
    Object.assign(this, { name, text, values });
  }

  override submit(connection: pg.Connection): void {
    connection.stream.cork();
    for (const statement of this.statements) {
      this.current = statement;
      this.prepare(connection);
    }
    connection.sync();
    connection.stream.uncork();
    this.current = this.statements[0] ?? { text: '' };
  }

  /** Called by `prepare`. */
  _getRows(connection: Connection): void {
    connection.execute();
  }

  override handleCommandComplete(message: object, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection);
    this.current = this.statements[++this.place] ?? { text: '' };
  }

  override handleError(error: Error, connection: Connection): void {
    // The server has not seen those that it skipped.
    for (const { name = '' } of this.statements) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }
}
