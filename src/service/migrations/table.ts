import type pg from 'pg';

export interface Table {
  name: string;
  comment?: string;
  /** Whose rows they are: a call sees those of its own merchant or organisation. None in `sign_in`. */
  of?: 'merchant' | 'organisation';
  /** As in `create table`. What follows `--` behind a column becomes its comment. */
  columns: string;
  /** What follows `create`. */
  indexes?: readonly string[];
  /** What a call may do. */
  call?: string;
  /** What jobs, backups, commands and settings may do. */
  maintenance?: string;
  /** If the policy of its calls is not that of the others. */
  policy?: 'own';
}

/** Makes a table with its comments, indexes, rights and, if it has rows of a merchant or an organisation, its policies. */
export async function createTable(db: pg.ClientBase, table: Table): Promise<void> {
  const { name, comment, of, columns, indexes = [], call, maintenance, policy } = table;
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  await db.query(`create table ${name} (${columns}\n)`);
  if (comment) await db.query(`comment on table ${name} is ${quoted(comment)}`);
  for (const [, column, text = ''] of columns.matchAll(/^ *(\w+) .*-- (.+)$/gm))
    await db.query(`comment on column ${name}.${column} is ${quoted(text)}`);
  for (const it of indexes) await db.query(`create ${it}`);
  if (!of) return;
  // The second wall behind the handlers' own filter: a statement that forgets its merchant finds nothing. It holds for the owner, too.
  await db.query(`alter table ${name} enable row level security`);
  await db.query(`alter table ${name} force row level security`);
  await db.query(`create policy of_maintenance on ${name} to collections_maintenance using (true) with check (true)`);
  if (policy !== 'own')
    await db.query(`
      create policy of_${of} on ${name}
        using (${of} = current_setting('app.${of}', true)) with check (${of} = current_setting('app.${of}', true))`);
  if (call) await db.query(`grant ${call} on ${name} to collections_app`);
  await db.query(`grant ${maintenance} on ${name} to collections_maintenance`);
}
