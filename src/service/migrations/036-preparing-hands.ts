import type { Migration } from '#service/database/migrate.ts';

/** The limit of payouts counts what a person prepared by any program (docs/decisions.md, 57). */
export const preparingHands: Migration = {
  async up(db) {
    // A call's role does not read sign-ins.
    await db.query(`
      create or replace function preparing_hands(preparer text) returns table (person text, name text)
        language sql stable strict security definer set search_path = ''
        as $$
          with program as (
            select client_id, holder from sign_in.program, unnest(array[secret_by, former_secret_by]) holder
            where holder is not null
          ), people as (
            select preparer as person union select holder from program where client_id = preparer
          )
          select person, person from people
          union select person, client_id from people join program on holder = person
        $$`);
    await db.query(
      `comment on function preparing_hands(text) is
        'a preparer and who was shown the secret of that program, each with the names by which they can prepare'`,
    );
    await db.query(`revoke execute on function preparing_hands(text) from public`);
    await db.query(`grant execute on function preparing_hands(text) to collections_app`);
  },
};
