import type { Migration } from '#service/database/migrate.ts';

/** Changes on their way to a provider, and the records that they keep for themselves until they are settled. */
export const outgoingCalls: Migration = {
  async up(db) {
    await db.query(`
      create table outgoing_call (
        merchant text not null,
        call uuid not null,
        product text not null,
        operation text not null,
        subject text not null,
        key text not null,
        request_hash bytea not null,
        author text not null,
        asked_in bigint not null,
        state text not null,
        version int not null,
        items text,
        outcomes text not null,
        open int not null,
        unclear int not null,
        is_answered boolean not null default false,
        kept_at timestamptz not null default now(),
        sent_at timestamptz,
        read_at timestamptz,
        next_look timestamptz,
        settled_at timestamptz,
        status int,
        answer text,
        settled_by text,
        primary key (merchant, call),
        unique (merchant, subject, key),
        check (state in ('WAITING', 'SENDING', 'UNKNOWN', 'SETTLED'))
      )`);
    await db.query(`comment on table outgoing_call is 'maintain calls on their way to a provider (docs/gateway.md)'`);
    await db.query(
      `comment on column outgoing_call.version is 'counts the changes of the row: each is conditional on it'`,
    );
    await db.query(
      `comment on column outgoing_call.items is 'JSON, sealed where numbers are; none once it is settled'`,
    );
    await db.query(`comment on column outgoing_call.outcomes is 'JSON, sealed like items: the outcome of each'`);
    await db.query(`comment on column outgoing_call.is_answered is
      'the provider itself answered, so nothing of it is on its way any more'`);
    await db.query(`create index outgoing_call_look on outgoing_call (next_look) where next_look is not null`);
    await db.query(`create index outgoing_call_settled on outgoing_call (settled_at) where settled_at is not null`);
    await db.query(`create index outgoing_call_open on outgoing_call (merchant, kept_at) where state <> 'SETTLED'`);
    await db.query(`
      create table outgoing_claim (
        merchant text not null,
        call uuid not null,
        item int not null,
        product text not null,
        sequence text,
        numbers text,
        primary key (merchant, call, item)
      )`);
    await db.query(`comment on table outgoing_claim is
      'the record that an item changes, kept for its call until the outcome is known'`);
    await db.query(`comment on column outgoing_claim.sequence is 'of its contract'`);
    await db.query(
      `comment on column outgoing_claim.numbers is 'client and contract number as JSON, or the client number'`,
    );
    await db.query(`create index on outgoing_claim (merchant, product, sequence)`);
    await db.query(`create index on outgoing_claim (merchant, product, numbers)`);
    for (const table of ['outgoing_call', 'outgoing_claim']) {
      await db.query(`alter table ${table} enable row level security`);
      await db.query(`alter table ${table} force row level security`);
      await db.query(`
        create policy of_merchant on ${table}
          using (merchant = current_setting('app.merchant', true))
          with check (merchant = current_setting('app.merchant', true))`);
      await db.query(
        `create policy of_maintenance on ${table} to collections_maintenance using (true) with check (true)`,
      );
      await db.query(`grant select, insert, update, delete on ${table} to collections_app`);
      await db.query(`grant select, delete on ${table} to collections_maintenance`);
    }
  },
};
