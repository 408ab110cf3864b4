import type pg from 'pg';

/** A table of this program. The tables it refers to are loaded before it. */
export interface CatalogTable {
  schema: string;
  name: string;
  columns: string[];
  /** Row-level policies apply, also to its owner. */
  isGuarded: boolean;
}

interface Sequence {
  schema: string;
  name: string;
  last: number;
  isCalled: boolean;
}

/** The quoted name of a table or sequence. */
export const quotedName = ({ schema, name }: { schema: string; name: string }): string =>
  `${quotedIdentifier(schema)}.${quotedIdentifier(name)}`;

export const quotedIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The owner of the migrations table owns everything of ours; all else in a shared database belongs to others. */
const ours = `c.relowner = (select relowner from pg_class where oid = to_regclass('public.migration'))
  and n.nspname in ('public', 'sign_in')`;

/**
 * A full database takes longer than a call may. One query per limit: a distributed PostgreSQL forwards a query's whole
 * text.
 */
export async function withoutBounds(client: pg.ClientBase): Promise<void> {
  for (const bound of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`set local ${bound} = 0`);
}

/** The migrations applied to the database, in order; none when it is new. */
export async function migrationNames(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.migration') is not null as there`,
  );
  if (!rows[0]?.there) return [];
  const found = await client.query<{ name: string }>('select name from public.migration order by name');
  return found.rows.map(({ name }) => name);
}

/**
 * Every table of the migrations, in an order that foreign keys allow for loading. Without the migrations table: the
 * backup lists the names of the migrations.
 */
export async function tablesOf(client: pg.ClientBase): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable & { id: number; refersTo: number[] }>(`
    select c.oid::bigint as id, n.nspname as schema, c.relname as name, c.relrowsecurity as "isGuarded",
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
        and attgenerated = '' order by attnum) as columns,
      array(select confrelid::bigint from pg_constraint where conrelid = c.oid and contype = 'f') as "refersTo"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration' and ${ours}
    order by n.nspname, c.relname`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered = new Set<(typeof rows)[number]>();
  const add = (row: (typeof rows)[number], above: Set<number>) => {
    if (above.has(row.id)) throw new Error(`the tables around ${row.name} refer to each other in a circle`);
    for (const id of row.refersTo) {
      const other = byId.get(id);
      if (other && other !== row) add(other, new Set([...above, row.id]));
    }
    ordered.add(row);
  };
  for (const row of rows) add(row, new Set());
  return [...ordered].map(({ schema, name, columns, isGuarded }) => ({ schema, name, columns, isGuarded }));
}

export async function sequencesOf(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ schema: string; name: string }>(`
    select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and ${ours} order by n.nspname, c.relname`);
  const sequences: Sequence[] = [];
  for (const row of rows) {
    const found = await client.query<{ last: number; isCalled: boolean }>(
      `select last_value as last, is_called as "isCalled" from ${quotedName(row)}`,
    );
    const [state] = found.rows;
    if (state) sequences.push({ ...row, ...state });
  }
  return sequences;
}
