import type { Migration } from '#service/database/migrate.ts';

/** Changes of settings that wait for a second administrator, and what makes a program exempt from four eyes. */
export const secondAdministrator: Migration = {
  async up(db) {
    // Texts and not jsonb: what is confirmed is compared with what was requested, byte for byte.
    await db.query(`
      create table sign_in.settings_request (
        request_sequence bigint generated always as identity primary key,
        call text not null,
        path text not null,
        body text not null,
        change text not null,
        merchants text[] not null,
        requested_by text not null,
        requested_name text not null,
        requested_at timestamptz not null default now(),
        decision text check (decision in ('CONFIRMED', 'DECLINED')),
        decided_by text,
        decided_at timestamptz
      )`);
    await db.query(
      `comment on column sign_in.settings_request.merchants is 'the second person administers all of them'`,
    );
    await db.query(`
      create index on sign_in.settings_request (request_sequence) where decision is null`);
    await db.query(`
      alter table sign_in.program
        add exempt boolean not null default false,
        add secret_by text,
        add former_secret_by text`);
    await db.query(`comment on column sign_in.program.secret_by is 'who was shown the secret; null for the terminal'`);
    // A call's role does not read sign-ins. Who was shown the secret of a program could prepare with it.
    await db.query(`
      create or replace function secret_holders(programs text[]) returns text[]
        language sql stable strict security definer set search_path = ''
        as $$
          select coalesce(array_agg(distinct holder), '{}') from sign_in.program, unnest(array[secret_by, former_secret_by]) holder
          where client_id = any(programs) and holder is not null
        $$`);
    await db.query(`
      create or replace function is_exempt(client text) returns boolean
        language sql stable strict security definer set search_path = ''
        as $$ select exists (select from sign_in.program where client_id = client and exempt) $$`);
    for (const name of ['secret_holders(text[])', 'is_exempt(text)']) {
      await db.query(`revoke execute on function ${name} from public`);
      await db.query(`grant execute on function ${name} to collections_app`);
    }
  },
};
