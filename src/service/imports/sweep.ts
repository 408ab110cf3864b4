import type { JobHandlers } from '#service/jobs/jobs.ts';
import { asMaintenance } from '#service/jobs/store.ts';

/** Imports are listed for a year. */
export const importJobs: JobHandlers = {
  imports: {
    every: 3600,
    run: async (pool) => {
      await asMaintenance(pool, (query) =>
        query(`delete from file_import where changed_at < now() - interval '1 year'`),
      );
    },
  },
};
