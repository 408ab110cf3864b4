import { sql, type Kysely } from 'kysely';
import { nodeByNode } from './pools.ts';

interface Whole {
  name: string;
  by: 'merchant' | 'organisation';
  /** The primary key has further columns. */
  isPart: boolean;
  /** Policies apply to the table's owner too. */
  isForced: boolean;
}

/**
 * On a distributed database (Citus), puts all rows of a merchant, or of an organisation, on one node. It covers every
 * table whose primary key begins with either column, and existing rows. Runs in the caller's transaction; does nothing
 * on other databases.
 */
export async function distribute(connection: Kysely<unknown>): Promise<void> {
  const citus = await sql`select from pg_extension where extname = 'citus'`.execute(connection);
  if (citus.rows.length === 0) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('collections distribute', 0))`.execute(connection);
  await letRolesLogin(connection);
  await sql.raw(`set local ${nodeByNode}`).execute(connection);
  const placed: Whole[] = [];
  for (let next = await wholeTables(connection); next.length > 0; next = await wholeTables(connection))
    for (const table of next) {
      await place(connection, table);
      placed.push(table);
    }
  // Their rows are now on the workers, but also still in the local table.
  for (const { name } of placed.toReversed())
    await sql`select truncate_local_data_after_distributing_table(${name})`.execute(connection);
  await markEverywhere(connection);
}

/** The transaction's role is used to connect to the workers. */
async function letRolesLogin(connection: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select rolname as name from pg_roles
    where rolname in ('collections_app', 'collections_maintenance') and not rolcanlogin`.execute(connection);
  for (const { name } of rows) await sql`alter role ${sql.ref(name)} login`.execute(connection);
}

/** Account marks are computed on every node, so each needs the key of `account_mark`. */
async function markEverywhere(connection: Kysely<unknown>): Promise<void> {
  const key = 'sign_in.account_key';
  const { rows } = await sql<{ isKeyThere: boolean; mayAsk: boolean }>`
    select exists (select from pg_dist_partition where logicalrelid = to_regclass(${key}) and repmodel = 't') as "isKeyThere",
      coalesce(array_to_string(proconfig, ' '), '') like '%citus.%' as "mayAsk"
    from pg_proc where oid = to_regprocedure('account_mark(text, text)')`.execute(connection);
  const [found] = rows;
  if (found?.isKeyThere === false) await sql`select create_reference_table(${key})`.execute(connection);
  if (found?.mayAsk === false)
    await sql`alter function account_mark(text, text) set citus.allow_nested_distributed_execution to on`.execute(
      connection,
    );
}

/** Tables that refer to no table that is still undistributed, except themselves. */
async function wholeTables(connection: Kysely<unknown>): Promise<Whole[]> {
  const { rows } = await sql<Whole>`
    with whole as (
      select oid, oid::regclass::text as name, attname as by, indnkeyatts > 1 as "isPart",
        relforcerowsecurity as "isForced"
      from pg_class join pg_index on indrelid = oid and indisprimary
        join pg_attribute on attrelid = oid and attnum = indkey[0]
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
        and attname in ('merchant', 'organisation')
        and not exists (
          select from pg_dist_partition where logicalrelid = pg_class.oid and (partmethod <> 'n' or repmodel = 't')
        )
    )
    select name, by, "isPart", "isForced" from whole
    where not exists (
      select from pg_constraint join whole other on other.oid = confrelid
      where conrelid = whole.oid and contype = 'f' and confrelid <> conrelid
    )
    order by name <> 'merchant', name`.execute(connection);
  return rows;
}

async function place(connection: Kysely<unknown>, { name, by, isPart, isForced }: Whole): Promise<void> {
  // The owner, who may be no superuser, must read all rows to distribute them.
  if (isForced) await sql`alter table ${sql.ref(name)} no force row level security`.execute(connection);
  // A reference table: cases and sign-ins join it on every node.
  if (by === 'organisation' && !isPart) await sql`select create_reference_table(${name})`.execute(connection);
  // Colocated, because foreign keys need both rows on one node.
  else
    await sql`
      select create_distributed_table(${name}, ${by}::text,
        colocate_with => ${name === 'merchant' ? 'none' : 'merchant'})`.execute(connection);
  if (isForced) await sql`alter table ${sql.ref(name)} force row level security`.execute(connection);
}
