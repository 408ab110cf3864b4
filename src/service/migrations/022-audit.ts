import type { Migration } from '#service/database/migrate.ts';

/** The audit: one chain of entries for each merchant, and one, `*`, for the installation. */
export const audit: Migration = {
  async up(db) {
    // Other columns derive from the entry's text, which is what the hash covers: they cannot tell anything else.
    await db.query(`
      create table audit_entry (
        merchant text not null,
        sequence bigint not null,
        hash bytea not null,
        entry text not null,
        at text generated always as (entry::jsonb ->> 'At') stored,
        action text generated always as (entry::jsonb ->> 'Action') stored,
        actor text generated always as (entry::jsonb -> 'Actor' ->> 'Id') stored,
        call_sequence bigint generated always as ((entry::jsonb ->> 'CallSequence')::bigint) stored,
        primary key (merchant, sequence)
      )`);
    await db.query(`create index on audit_entry (merchant, call_sequence)`);
    await db.query(`
      comment on column audit_entry.hash is
        'sha256 of the hash before it, the sequence as eight bytes, and the sha256 of the entry'`);
    await db.query(`
      create table audit_checkpoint (
        merchant text primary key,
        sequence bigint not null,
        hash bytea not null,
        checked_at timestamptz,
        checked_sequence bigint not null default 0,
        broken_at bigint
      )`);
    await db.query(
      `comment on table audit_checkpoint is 'the last entry of each chain, so that a tail cut off is seen'`,
    );
    await db.query(`
      comment on column audit_checkpoint.broken_at is 'the first entry that the last check could not prove'`);
    // Personal values in entries are encrypted with a key for each client. Without the key the chain stays whole.
    await db.query(`
      create table audit_key (
        merchant text not null,
        product text not null,
        client_number text not null,
        key bytea not null,
        primary key (merchant, product, client_number)
      )`);
    for (const table of ['audit_entry', 'audit_checkpoint', 'audit_key']) {
      await db.query(`alter table ${table} enable row level security`);
      await db.query(`alter table ${table} force row level security`);
      await db.query(`
        create policy of_merchant on ${table}
          using (merchant = current_setting('app.merchant', true))
          with check (merchant = current_setting('app.merchant', true))`);
      await db.query(
        `create policy of_maintenance on ${table} to collections_maintenance using (true) with check (true)`,
      );
      // Nobody deletes an entry, and nobody changes one.
      await db.query(`grant select, insert on ${table} to collections_app`);
      await db.query(`grant select on ${table} to collections_maintenance`);
    }
    await db.query(`grant update (sequence, hash) on audit_checkpoint to collections_app`);
    await db.query(`
      grant update (checked_at, checked_sequence, broken_at) on audit_checkpoint to collections_maintenance`);
    await db.query(`grant delete on audit_key to collections_maintenance`);
    // The call that made a change: its entry says who, from where and with what. Null for clearing and earlier rows.
    await db.query(`alter table change add column call_sequence bigint`);
    // No table is readable without a merchant; the key of the digests is.
    await db.query(`
      create table sign_in.audit_secret (
        id int primary key check (id = 1),
        secret bytea not null
      )`);
    await db.query(`
      insert into sign_in.audit_secret
        values (1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'))`);
  },
};
