import { sql, type Migration } from 'kysely';

/** What ends sign-ins when a person or program changes, and the pace of guessing. */
export const signInEpoch: Migration = {
  async up(db) {
    // Everything that a sign-in gives (session, code, refresh token, access token) carries the epoch under which it was
    // given, and is worth nothing under another. A trigger, so that no way of changing a person can forget it.
    await sql`create sequence sign_in.epoch`.execute(db);
    await sql`
      create function sign_in.begin_epoch() returns trigger language plpgsql as $$
      begin
        new.epoch := nextval('sign_in.epoch');
        return new;
      end $$`.execute(db);
    for (const [table, secret] of [
      ['person', 'password_hash'],
      ['program', 'secret_hash'],
    ] as const) {
      const [name, hash] = [sql.table(`sign_in.${table}`), sql.ref(secret)];
      await sql`alter table ${name} add epoch bigint not null default nextval('sign_in.epoch')`.execute(db);
      await sql`
        create trigger begins_epoch before update on ${name} for each row
          when ((old.${hash}, old.permissions, old.merchants, old.disabled)
            is distinct from (new.${hash}, new.permissions, new.merchants, new.disabled))
          execute function sign_in.begin_epoch()`.execute(db);
    }

    // Of a name at an address, and of either alone: how many tries lately, and when the last of them has its turn.
    await sql`drop table sign_in.failed_attempt`.execute(db);
    await sql`
      create table sign_in.pace (
        key_hash bytea primary key,
        tries real not null,
        counted_at timestamptz not null,
        due_at timestamptz not null
      )`.execute(db);
    await sql`create index on sign_in.pace (due_at)`.execute(db);
    // A name and an address that have shown the right password together: others' guesses do not slow them.
    await sql`
      create table sign_in.known_place (
        key_hash bytea primary key,
        seen_at timestamptz not null
      )`.execute(db);
    await sql`create index on sign_in.known_place (seen_at)`.execute(db);
  },
};
