import type pg from 'pg';
import type { Migration } from '#service/database/migrate.ts';

/**
 * Numbers as text, so that they can be sealed (docs/decisions.md, 66), and their marks stored with them: the database no longer
 * computes marks, and needs no number for it. An `alter … using` reaches all merchants' rows, where an update would not.
 */
export const numbersAtRest: Migration = {
  async up(db) {
    await db.query(`
      alter table client
        alter column account_number type text,
        add column account_mark text`);
    await letNodesMark(db);
    await db.query(
      `alter table client alter column account_mark type text using account_mark(merchant, account_number)`,
    );
    await db.query(`
      alter table payment
        alter column payment_account_number type text,
        alter column prepared_account type text using account_mark(merchant, prepared_account::text),
        add column payment_account text`);
    await db.query(`
      alter table payment
        alter column payment_account type text using account_mark(merchant, payment_account_number)`);
    await db.query(`alter table transaction drop column payment_account_number`);
    await db.query(`drop function account_mark(text, text)`);
    await db.query(`comment on column sign_in.account_key.secret is 'of the marks; sealed where numbers are'`);
  },
};

/** The nodes of a distributed PostgreSQL compute the marks of their own rows. They have no table of keys, so this tells them the key. */
async function letNodesMark(db: pg.ClientBase): Promise<void> {
  const { rows } = await db.query<{ key: string }>(
    `select encode(secret, 'hex') as key from sign_in.account_key
      where exists (select from pg_extension where extname = 'citus')`,
  );
  const [only] = rows;
  if (!only) return;
  await db.query(`set local citus.propagate_set_commands to 'local'`);
  await db.query(`set local app.account_key to '${only.key}'`);
  await db.query(`
    create or replace function account_mark(merchant text, number text) returns text
      language sql stable strict parallel safe security definer set search_path = ''
      as $$
        select '…' || right(number, 4) || ' (' || left(encode(sha256(decode(current_setting('app.account_key'), 'hex')
          || convert_to(merchant || '/' || number, 'UTF8')), 'hex'), 6) || ')'
      $$`);
}
