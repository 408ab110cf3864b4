import type { Migration } from '#service/database/migrate.ts';

/** What ends sign-ins when a person or program changes, and the pace of guessing. */
export const signInEpoch: Migration = {
  async up(db) {
    // Everything that a sign-in gives (session, code, refresh token, access token) carries the epoch under which it was
    // given, and is worth nothing under another. A trigger, so that no way of changing a person can forget it.
    await db.query(`create sequence sign_in.epoch`);
    await db.query(`
      create function sign_in.begin_epoch() returns trigger language plpgsql as $$
      begin
        new.epoch := nextval('sign_in.epoch');
        return new;
      end $$`);
    for (const [table, secret] of [
      ['person', 'password_hash'],
      ['program', 'secret_hash'],
    ] as const) {
      const name = `sign_in.${table}`;
      await db.query(`alter table ${name} add epoch bigint not null default nextval('sign_in.epoch')`);
      await db.query(`
        create trigger begins_epoch before update on ${name} for each row
          when ((old.${secret}, old.permissions, old.merchants, old.disabled)
            is distinct from (new.${secret}, new.permissions, new.merchants, new.disabled))
          execute function sign_in.begin_epoch()`);
    }

    // Of a name at an address, and of either alone: how many tries lately, and when the last of them has its turn.
    await db.query(`drop table sign_in.failed_attempt`);
    await db.query(`
      create table sign_in.pace (
        key_hash bytea primary key,
        tries real not null,
        counted_at timestamptz not null,
        due_at timestamptz not null
      )`);
    await db.query(`create index on sign_in.pace (due_at)`);
    // A name and an address that have shown the right password together: others' guesses do not slow them.
    await db.query(`
      create table sign_in.known_place (
        key_hash bytea primary key,
        seen_at timestamptz not null
      )`);
    await db.query(`create index on sign_in.known_place (seen_at)`);
  },
};
