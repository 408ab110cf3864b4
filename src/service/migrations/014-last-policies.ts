import type { Migration } from '#service/database/migrate.ts';

/** The last two tables that statements of a call can reach get policies as all the others have. */
export const lastPolicies: Migration = {
  async up(db) {
    for (const table of ['organisation', 'job']) {
      await db.query(`alter table ${table} enable row level security`);
      await db.query(`alter table ${table} force row level security`);
      await db.query(`create policy of_keeper on ${table} to collections_keeper using (true) with check (true)`);
    }
    await db.query(`
      create policy of_organisation on organisation
        using (organisation = current_setting('app.organisation', true))
        with check (organisation = current_setting('app.organisation', true))`);
    // A call adds jobs and never reads one; each names whom it is for.
    await db.query(`
      create policy of_call on job for insert with check (
        payload ->> 'organisation' = current_setting('app.organisation', true)
        or payload ->> 'merchant' = current_setting('app.merchant', true))`);
  },
};
