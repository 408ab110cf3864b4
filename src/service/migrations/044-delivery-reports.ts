import type { Migration } from '#service/database/migrate.ts';

/** The addresses under which a provider reports on messages, and its reports on their way to the callers. */
export const deliveryReports: Migration = {
  async up(db) {
    await db.query(`
      create table message_delivery (
        merchant text not null,
        digest bytea not null,
        call uuid not null,
        item int not null,
        message_id text not null,
        organisation text not null,
        callback text not null,
        reports int not null default 0,
        state text,
        kept_at timestamptz not null default now(),
        primary key (merchant, digest)
      )`);
    await db.query(`comment on table message_delivery is
      'the address of a message under which a provider reports on it (docs/gateway.md)'`);
    await db.query(`comment on column message_delivery.digest is 'of the random part of the address'`);
    await db.query(`comment on column message_delivery.item is 'counts the outcomes of its call, from 0'`);
    await db.query(`comment on column message_delivery.callback is
      'JSON, sealed where numbers are: what the caller had in callbackData and notifyUrl'`);
    await db.query(`comment on column message_delivery.reports is 'that were kept'`);
    await db.query(`comment on column message_delivery.state is
      'JSON, sealed where numbers are: what the most telling report says'`);
    await db.query('create index on message_delivery (merchant, message_id)');
    await db.query('create index on message_delivery (merchant, call)');
    await db.query(`
      create table delivery_report (
        merchant text not null,
        digest bytea not null,
        hash bytea not null,
        received_at timestamptz not null default now(),
        posting text,
        primary key (merchant, digest, hash)
      )`);
    await db.query(`comment on table delivery_report is 'what a provider has reported, once each'`);
    await db.query(`comment on column delivery_report.hash is
      'of its bytes, keyed by the random part of the address, which is not stored'`);
    await db.query(`comment on column delivery_report.posting is
      'JSON, sealed where numbers are: what goes to the caller; none once that has it'`);
    for (const table of ['message_delivery', 'delivery_report']) {
      await db.query(`alter table ${table} enable row level security`);
      await db.query(`alter table ${table} force row level security`);
      await db.query(`
        create policy of_merchant on ${table}
          using (merchant = current_setting('app.merchant', true))
          with check (merchant = current_setting('app.merchant', true))`);
      await db.query(
        `create policy of_maintenance on ${table} to collections_maintenance using (true) with check (true)`,
      );
      await db.query(`grant select, insert, update on ${table} to collections_app`);
      await db.query(`grant select, delete on ${table} to collections_maintenance`);
    }
  },
};
