import type { Migration } from '#service/database/migrate.ts';

/** Bank accounts of month end, each with its lines and matches as one text. */
export const bankAccounts: Migration = {
  async up(db) {
    await db.query(`
      create table bank_account (
        merchant text not null,
        account text not null,
        version int not null,
        book text not null,
        primary key (merchant, account)
      )`);
    await db.query(`alter table bank_account enable row level security`);
    await db.query(`alter table bank_account force row level security`);
    await db.query(`
      create policy of_merchant on bank_account
        using (merchant = current_setting('app.merchant', true))
        with check (merchant = current_setting('app.merchant', true))`);
    // Backups are taken in this role.
    await db.query(
      `create policy of_maintenance on bank_account to collections_maintenance using (true) with check (true)`,
    );
    await db.query(`grant select on bank_account to collections_maintenance`);
    await db.query(`grant select, insert, update, delete on bank_account to collections_app`);
  },
};
