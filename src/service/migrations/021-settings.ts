import type { Migration } from '#service/database/migrate.ts';

/** What the pages of the settings keep: links, uses, sessions, a second secret of a program, a merchant's products. */
export const settings: Migration = {
  async up(db) {
    for (const table of ['person', 'program'])
      await db.query(`
        alter table sign_in.${table} add created_at timestamptz not null default now(), add last_used_at timestamptz`);

    // Without a username the link makes the first administrator.
    await db.query(`
      create table sign_in.invitation (
        token_hash bytea primary key,
        username text references sign_in.person on delete cascade,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        used_at timestamptz
      )`);
    await db.query(`create index on sign_in.invitation (username)`);

    await db.query(`
      create table sign_in.session (
        session_uid text primary key,
        username text not null references sign_in.person on delete cascade,
        grant_id text not null,
        device text not null,
        signed_in_at timestamptz not null default now(),
        last_used_at timestamptz not null default now()
      )`);
    await db.query(`create index on sign_in.session (username)`);

    // Two secrets are valid while one replaces the other. Access tokens end when the secret that got them may have ended.
    await db.query(`alter table sign_in.program add former_secret_hash text`);
    await db.query(`drop trigger begins_epoch on sign_in.program`);
    await db.query(`
      create trigger begins_epoch before update on sign_in.program for each row
        when ((old.permissions, old.merchants, old.disabled) is distinct from (new.permissions, new.merchants, new.disabled)
          or old.secret_hash not in (new.secret_hash, coalesce(new.former_secret_hash, ''))
          or old.former_secret_hash not in (new.secret_hash, coalesce(new.former_secret_hash, '')))
        execute function sign_in.begin_epoch()`);

    // In two, because a distributed PostgreSQL adds no column with a constraint.
    await db.query(`alter table merchant add products text[]`);
    await db.query(`alter table merchant add constraint merchant_products_check check (cardinality(products) > 0)`);
    await db.query(`comment on column merchant.products is 'null: every product of the service'`);
    await db.query(`grant update (products) on merchant to collections_maintenance`);
    await db.query(`grant update (name, merchants) on organisation to collections_maintenance`);
    await db.query(`grant delete on message_sender to collections_maintenance`);
    await db.query(`grant update, delete on message_template to collections_maintenance`);
  },
};
