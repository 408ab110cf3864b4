import { sql, type Migration } from 'kysely';

/** The last two tables that statements of a call can reach get policies as all the others have. */
export const lastPolicies: Migration = {
  async up(db) {
    for (const table of ['organisation', 'job']) {
      const name = sql.table(table);
      await sql`alter table ${name} enable row level security`.execute(db);
      await sql`alter table ${name} force row level security`.execute(db);
      await sql`create policy of_keeper on ${name} to collections_keeper using (true) with check (true)`.execute(db);
    }
    await sql`
      create policy of_organisation on organisation
        using (organisation = current_setting('app.organisation', true))
        with check (organisation = current_setting('app.organisation', true))`.execute(db);
    // A call adds jobs and never reads one; each names whom it is for.
    await sql`
      create policy of_call on job for insert with check (
        payload ->> 'organisation' = current_setting('app.organisation', true)
        or payload ->> 'merchant' = current_setting('app.merchant', true))`.execute(db);
  },
};
