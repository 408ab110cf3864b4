import type { Migration } from '#service/database/migrate.ts';

/** Where money went, and when bank details changed: a payout that is led to another account leaves a trace. */
export const bankDetails: Migration = {
  async up(db) {
    // Where the role of a call cannot reach. The key never leaves the database, but for its backups.
    await db.query(`
      create table sign_in.account_key (
        id int primary key check (id = 1),
        secret bytea not null
      )`);
    await db.query(`
      insert into sign_in.account_key
        values (1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`);
    // A number that people may not read in full: its last four digits, and a fingerprint by which two numbers with the same
    // end are told apart. Of the 256 bits 24 are shown, so that nothing can be appended to what was hashed; without the key
    // no number can be tried, and another merchant's fingerprints are others.
    await db.query(`
      create or replace function account_mark(merchant text, number text) returns text
        language sql stable strict parallel safe security definer set search_path = ''
        as $$
          select '…' || right(number, 4) || ' (' || left(encode(sha256(secret || convert_to(merchant || '/' || number,
            'UTF8')), 'hex'), 6) || ')'
          from sign_in.account_key
        $$`);
    await db.query(`revoke execute on function account_mark from public`);
    await db.query(`grant execute on function account_mark to collections_app, collections_keeper`);

    await db.query(`
      alter table client
        add column bank_details_changed_date timestamp,
        add column bank_details_changed_by text`);
    for (const table of ['payment', 'transaction'])
      await db.query(`
        alter table ${table}
          add column payment_bank_code int,
          add column payment_branch_code int,
          add column payment_account_number bigint`);

    const tables = ['client', 'change'];
    // Policies hold for the owner, too.
    for (const name of tables) await db.query(`alter table ${name} no force row level security`);
    await db.query(`
      update client set bank_details_changed_date = last.change_date, bank_details_changed_by = last.changed_by
      from (
        select distinct on (merchant, product, client_number) merchant, product, client_number, change_date, changed_by
        from change
        where subject = 'client' and change_type = 'EDIT'
          and field_changed in ('BankCode', 'BranchCode', 'AccountType', 'AccountNumber', 'AccountHolderName')
        order by merchant, product, client_number, change_date desc, change_sequence desc
      ) last
      where client.merchant = last.merchant and client.product = last.product
        and client.client_number = last.client_number`);
    for (const name of tables) await db.query(`alter table ${name} force row level security`);
  },
};
