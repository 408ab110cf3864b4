import type pg from 'pg';
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
export async function distribute(client: pg.ClientBase): Promise<void> {
  const citus = await client.query(`select from pg_extension where extname = 'citus'`);
  if (citus.rows.length === 0) return;
  await client.query(`select pg_advisory_xact_lock(hashtextextended('collections distribute', 0))`);
  await letRolesLogin(client);
  await client.query(`set local ${nodeByNode}`);
  const placed: Whole[] = [];
  for (let next = await wholeTables(client); next.length > 0; next = await wholeTables(client))
    for (const table of next) {
      await place(client, table);
      placed.push(table);
    }
  // Their rows are now on the workers, but also still in the local table.
  for (const { name } of placed.toReversed())
    await client.query('select truncate_local_data_after_distributing_table($1)', [name]);
}

/** The transaction's role is used to connect to the workers. */
async function letRolesLogin(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select rolname as name from pg_roles
    where rolname in ('collections_app', 'collections_maintenance') and not rolcanlogin`);
  for (const { name } of rows) await client.query(`alter role ${name} login`);
}

/** Tables that refer to no table that is still undistributed, except themselves. */
async function wholeTables(client: pg.ClientBase): Promise<Whole[]> {
  const { rows } = await client.query<Whole>(`
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
    order by name <> 'merchant', name`);
  return rows;
}

async function place(client: pg.ClientBase, { name, by, isPart, isForced }: Whole): Promise<void> {
  // The owner, who may be no superuser, must read all rows to distribute them.
  if (isForced) await client.query(`alter table ${name} no force row level security`);
  // A reference table: cases and sign-ins join it on every node.
  if (by === 'organisation' && !isPart) await client.query('select create_reference_table($1)', [name]);
  // Colocated, because foreign keys need both rows on one node.
  else
    await client.query('select create_distributed_table($1, $2::text, colocate_with => $3)', [
      name,
      by,
      name === 'merchant' ? 'none' : 'merchant',
    ]);
  if (isForced) await client.query(`alter table ${name} force row level security`);
}
