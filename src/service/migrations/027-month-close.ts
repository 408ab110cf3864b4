import type { Migration } from '#service/database/migrate.ts';

/** Closed months, and the transactions of each of their days as they were. */
export const monthClose: Migration = {
  async up(db) {
    await db.query(`
      create table month_close (
        merchant text not null,
        product text not null,
        month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
        version int not null,
        closed_date timestamp not null,
        closed_by text not null,
        closing bigint not null,
        manifest text not null,
        signature text not null,
        reopened_date timestamp,
        reopened_by text,
        reopened_reason text,
        primary key (merchant, product, month, version),
        check ((reopened_date is null) = (reopened_by is null) and (reopened_date is null) = (reopened_reason is null))
      )`);
    await db.query(
      `create unique index month_closed on month_close (merchant, product, month) where reopened_date is null`,
    );
    await db.query(`
      create table month_close_day (
        merchant text not null,
        product text not null,
        month text not null,
        version int not null,
        day date not null,
        hash text not null,
        lines text not null,
        primary key (merchant, product, month, version, day),
        foreign key (merchant, product, month, version) references month_close
      )`);
    for (const table of ['month_close', 'month_close_day']) {
      await db.query(`alter table ${table} enable row level security`);
      await db.query(`alter table ${table} force row level security`);
      await db.query(`
        create policy of_merchant on ${table}
          using (merchant = current_setting('app.merchant', true))
          with check (merchant = current_setting('app.merchant', true))`);
      // Backups are taken in this role.
      await db.query(
        `create policy of_maintenance on ${table} to collections_maintenance using (true) with check (true)`,
      );
      await db.query(`grant select on ${table} to collections_maintenance`);
      await db.query(`grant select, insert on ${table} to collections_app`);
    }
    // What was closed stays; only a reopening is added.
    await db.query(`grant update (reopened_date, reopened_by, reopened_reason) on month_close to collections_app`);
  },
};
