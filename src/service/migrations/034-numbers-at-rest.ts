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
