import type { Migration } from '#service/database/migrate.ts';

/** What people sign in with besides a password, and secrets that overlap. In `sign_in`, which calls cannot reach. */
export const secondFactor: Migration = {
  async up(db) {
    await db.query(`
      create table sign_in.factor (
        factor_id text primary key,
        username text not null references sign_in.person on delete cascade,
        kind text not null check (kind in ('passkey', 'totp')),
        secret bytea not null,
        counter bigint not null default 0,
        challenge text,
        transports text[] not null default '{}',
        created_at timestamptz not null default now(),
        used_at timestamptz
      )`);
    await db.query(`create index on sign_in.factor (username)`);
    await db.query(
      `comment on column sign_in.factor.secret is 'the public key of a passkey; the shared key of an app'`,
    );
    await db.query(`
      comment on column sign_in.factor.counter is 'of a passkey, its signatures; of an app, the last step that was used'`);
    await db.query(`comment on column sign_in.factor.challenge is 'the last one that a passkey answered'`);
    await db.query(`
      create table sign_in.recovery_code (
        code_hash bytea primary key,
        username text not null references sign_in.person on delete cascade
      )`);
    await db.query(`create index on sign_in.recovery_code (username)`);
    await db.query(`
      alter table sign_in.callback_secret
        add former_secret text,
        add former_until timestamptz`);
    await db.query(
      `comment on column sign_in.callback_secret.former_secret is 'signs reports as well until former_until'`,
    );
  },
};
