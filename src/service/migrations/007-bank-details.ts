import { sql, type Migration } from 'kysely';

/** Where money went, and when bank details changed: a payout that is led to another account leaves a trace. */
export const bankDetails: Migration = {
  async up(db) {
    // Where the role of a call cannot reach. The key never leaves the database, but for its backups.
    await sql`
      create table sign_in.account_key (
        id int primary key check (id = 1),
        secret bytea not null
      )`.execute(db);
    await sql`
      insert into sign_in.account_key
        values (1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`.execute(db);
    // A number that people may not read in full: its last four digits, and a fingerprint by which two numbers with the same
    // end are told apart. Of the 256 bits 24 are shown, so that nothing can be appended to what was hashed; without the key
    // no number can be tried, and another merchant's fingerprints are others.
    await sql`
      create or replace function account_mark(merchant text, number text) returns text
        language sql stable strict parallel safe security definer set search_path = ''
        as $$
          select '…' || right(number, 4) || ' (' || left(encode(sha256(secret || convert_to(merchant || '/' || number,
            'UTF8')), 'hex'), 6) || ')'
          from sign_in.account_key
        $$`.execute(db);
    await sql`revoke execute on function account_mark from public`.execute(db);
    await sql`grant execute on function account_mark to collections_app, collections_keeper`.execute(db);

    await sql`
      alter table client
        add column bank_details_changed_date timestamp,
        add column bank_details_changed_by text`.execute(db);
    for (const table of ['payment', 'transaction'])
      await sql`
        alter table ${sql.table(table)}
          add column payment_bank_code int,
          add column payment_branch_code int,
          add column payment_account_number bigint`.execute(db);

    const tables = ['client', 'change'].map((table) => sql.table(table));
    // Policies hold for the owner, too.
    for (const name of tables) await sql`alter table ${name} no force row level security`.execute(db);
    await sql`
      update client set bank_details_changed_date = last.change_date, bank_details_changed_by = last.changed_by
      from (
        select distinct on (merchant, product, client_number) merchant, product, client_number, change_date, changed_by
        from change
        where subject = 'client' and change_type = 'EDIT'
          and field_changed in ('BankCode', 'BranchCode', 'AccountType', 'AccountNumber', 'AccountHolderName')
        order by merchant, product, client_number, change_date desc, change_sequence desc
      ) last
      where client.merchant = last.merchant and client.product = last.product
        and client.client_number = last.client_number`.execute(db);
    for (const name of tables) await sql`alter table ${name} force row level security`.execute(db);
  },
};
