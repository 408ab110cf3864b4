import type { Migration } from '#service/database/migrate.ts';

/**
 * What the embedded sign-in keeps. A schema of its own, on which `collections_app` holds no right: a statement that a
 * call could be tricked into runs under that role, and must not reach password hashes or signing keys.
 */
export const signIn: Migration = {
  async up(db) {
    await db.query(`create schema sign_in`);

    // Sessions, codes, refresh tokens and the like. `json`, not `jsonb`: a client's `state` may hold characters
    // (U+0000) that jsonb refuses.
    await db.query(`
      create table sign_in.oauth_item (
        kind text not null,
        id_hash bytea not null,
        payload json not null,
        grant_id text,
        session_uid text,
        expires_at timestamptz not null,
        consumed_at timestamptz,
        primary key (kind, id_hash)
      )`);
    await db.query(`create index on sign_in.oauth_item (grant_id) where grant_id is not null`);
    await db.query(`create index on sign_in.oauth_item (session_uid) where session_uid is not null`);
    await db.query(`create index on sign_in.oauth_item (expires_at)`);

    await db.query(`
      create table sign_in.oauth_replay (
        token_hash bytea primary key,
        claimed_at timestamptz not null default now(),
        answer bytea,
        grant_id text,
        expires_at timestamptz not null
      )`);
    await db.query(`create index on sign_in.oauth_replay (grant_id) where grant_id is not null`);

    await db.query(`
      create table sign_in.oauth_key (
        key_id text primary key,
        use text not null check (use in ('signing', 'cookies')),
        secret text not null,
        created_at timestamptz not null default now()
      )`);

    await db.query(`
      create table sign_in.person (
        username text primary key,
        display_name text not null,
        password_hash text not null,
        permissions text[] not null,
        merchants text[] not null,
        sandbox boolean not null default false,
        disabled boolean not null default false
      )`);
    await db.query(`comment on column sign_in.person.merchants is 'merchant numbers, or the one word *'`);

    await db.query(`
      create table sign_in.program (
        client_id text primary key,
        display_name text not null,
        secret_hash text not null,
        permissions text[] not null,
        merchants text[] not null,
        sandbox boolean not null default false,
        disabled boolean not null default false
      )`);
    await db.query(`comment on column sign_in.program.merchants is 'merchant numbers, or the one word *'`);

    await db.query(`
      create table sign_in.failed_attempt (
        account_hash bytea not null,
        address cidr not null,
        attempted_at timestamptz not null default now()
      )`);
    await db.query(`create index on sign_in.failed_attempt (address, attempted_at)`);
  },
};
