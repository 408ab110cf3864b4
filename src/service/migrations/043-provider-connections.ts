import type { Migration } from '#service/database/migrate.ts';

/** Connections of merchants to a provider of their own, and whether their changes are paused. */
export const providerConnections: Migration = {
  async up(db) {
    await db.query(`
      create table provider_connection (
        merchant text primary key,
        version int not null default 0,
        address text,
        segment text,
        token_address text,
        client_id text,
        authentication text,
        scope text,
        audience text,
        offers text[],
        grace_seconds int,
        reads_at_once int,
        secret text,
        secret_since timestamptz,
        former_secret text,
        former_ends timestamptz,
        paused_since timestamptz,
        paused_by text,
        check (num_nulls(address, segment, token_address, client_id, authentication, offers, grace_seconds, reads_at_once) in (0, 8)),
        check (address is not null or secret is null),
        check (secret is not null or former_secret is null)
      )`);
    await db.query(
      `comment on table provider_connection is 'how a merchant''s calls reach the provider (docs/gateway.md)'`,
    );
    await db.query(
      `comment on column provider_connection.version is 'counts the changes of the connection and its secrets'`,
    );
    await db.query(`comment on column provider_connection.address is 'none: the one of the environment'`);
    await db.query(`comment on column provider_connection.secret is 'sealed'`);
    await db.query(
      `comment on column provider_connection.former_secret is 'sealed; used until then where the newer one is refused'`,
    );
    await db.query(`comment on column provider_connection.paused_since is 'changes are not sent; reads go on'`);
    await db.query('alter table provider_connection enable row level security');
    await db.query('alter table provider_connection force row level security');
    await db.query(`
      create policy of_merchant on provider_connection
        using (merchant = current_setting('app.merchant', true))
        with check (merchant = current_setting('app.merchant', true))`);
    await db.query(
      'create policy of_maintenance on provider_connection to collections_maintenance using (true) with check (true)',
    );
    await db.query('grant select on provider_connection to collections_app');
    await db.query('grant select, insert, update on provider_connection to collections_maintenance');
  },
};
