import type { Migration } from '#service/database/migrate.ts';

/** Months as they were read from a provider: the transactions of closed ones, and of those that are being closed. */
export const monthsAtProvider: Migration = {
  async up(db) {
    await db.query(`
      create table month_read (
        merchant text not null,
        read_id uuid not null,
        product text not null,
        month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
        begun timestamptz not null default now(),
        version int,
        returned text[] not null default '{}',
        primary key (merchant, read_id)
      )`);
    await db.query(`comment on column month_read.version is 'of the close; null while the month is read'`);
    await db.query(`comment on column month_read.returned is 'the late returns that were there at the close'`);
    await db.query(`create unique index month_read_version on month_read (merchant, product, month, version)`);
    await db.query(`
      create table month_read_block (
        merchant text not null,
        read_id uuid not null,
        run int not null,
        block int not null,
        rows int not null,
        digests bytea not null,
        lines bytea not null,
        primary key (merchant, read_id, run, block),
        foreign key (merchant, read_id) references month_read on delete cascade
      )`);
    await db.query(
      `comment on table month_read_block is 'sorted lines of transactions, deflated; the lines of a run are sorted throughout'`,
    );
    await db.query(`comment on column month_read_block.digests is '16 bytes for each line, in their order'`);
    for (const table of ['month_read', 'month_read_block']) {
      await db.query(`alter table ${table} enable row level security`);
      await db.query(`alter table ${table} force row level security`);
      await db.query(`
        create policy of_merchant on ${table} for select
          using (merchant = current_setting('app.merchant', true))`);
      await db.query(`
        create policy new_of_merchant on ${table} for insert
          with check (merchant = current_setting('app.merchant', true))`);
      // Backups are taken in this role.
      await db.query(
        `create policy of_maintenance on ${table} to collections_maintenance using (true) with check (true)`,
      );
      await db.query(`grant select on ${table} to collections_maintenance`);
      await db.query(`grant select, insert on ${table} to collections_app`);
    }
    // What was closed stays: only what is still read becomes a close, or goes.
    await db.query(`
      create policy draft_of_merchant on month_read for update
        using (merchant = current_setting('app.merchant', true) and version is null)
        with check (merchant = current_setting('app.merchant', true))`);
    await db.query(`
      create policy dropped_of_merchant on month_read for delete
        using (merchant = current_setting('app.merchant', true) and version is null)`);
    await db.query(`grant update (version, returned), delete on month_read to collections_app`);
  },
};
