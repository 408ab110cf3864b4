import type { Migration } from '#service/database/migrate.ts';

/** Imports of files: what was accepted, and of each other row why not; and what the last test of a connection found. */
export const importRows: Migration = {
  async up(db) {
    await db.query(`
      create table file_import (
        merchant text not null,
        import_id uuid not null,
        product text not null,
        operation text not null,
        subject text not null,
        imported_by text not null,
        file_name text not null,
        rows int not null,
        accepted int not null default 0,
        changed_at timestamptz not null default now(),
        primary key (merchant, import_id)
      )`);
    await db.query(`comment on table file_import is 'imports of files (docs/decisions.md, 47)'`);
    await db.query(`create index file_import_changed on file_import (merchant, product, changed_at)`);
    await db.query(`create index file_import_old on file_import (changed_at)`);
    await db.query(`
      create table import_row (
        merchant text not null,
        import_id uuid not null,
        row_number int not null,
        state text not null check (state in ('REFUSED', 'WAITING', 'UNKNOWN')),
        reasons text,
        call uuid,
        item int,
        primary key (merchant, import_id, row_number),
        foreign key (merchant, import_id) references file_import on delete cascade
      )`);
    await db.query(`comment on table import_row is 'rows of imports that were sent and are not accepted'`);
    await db.query(`comment on column import_row.reasons is 'JSON, sealed: why it was refused'`);
    await db.query(`comment on column import_row.call is 'the outgoing call whose outcome is not known yet'`);
    await db.query(`create index import_row_call on import_row (merchant, call) where call is not null`);
    await db.query(`
      create table import_money (
        merchant text not null,
        import_id uuid not null,
        row_number int not null,
        digest bytea not null,
        primary key (merchant, import_id, row_number),
        foreign key (merchant, import_id) references file_import on delete cascade
      )`);
    await db.query(
      `comment on table import_money is 'a keyed hash of the contract, day and amount of each accepted debit and payment'`,
    );
    await db.query(`create index import_money_digest on import_money (merchant, digest)`);
    for (const table of ['file_import', 'import_row', 'import_money']) {
      await db.query(`alter table ${table} enable row level security`);
      await db.query(`alter table ${table} force row level security`);
      await db.query(`
        create policy of_merchant on ${table}
          using (merchant = current_setting('app.merchant', true))
          with check (merchant = current_setting('app.merchant', true))`);
      await db.query(
        `create policy of_maintenance on ${table} to collections_maintenance using (true) with check (true)`,
      );
      await db.query(`grant select, delete on ${table} to collections_maintenance`);
      await db.query(`grant select, insert, update, delete on ${table} to collections_app`);
    }
    await db.query(`
      alter table provider_connection add column tested_at timestamptz, add column tested_by text, add column tested_address text,
        add column tested_version int, add column findings jsonb, add column dry_runs boolean not null default false`);
    await db.query(`comment on column provider_connection.findings is 'of the last test'`);
    await db.query(
      `comment on column provider_connection.dry_runs is 'the last test found that the provider answers them; only of the tested address and version'`,
    );
  },
};
