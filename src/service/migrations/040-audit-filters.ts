import type { Migration } from '#service/database/migrate.ts';

/**
 * The audit's page read a whole chain for a filter that few of its entries match. Row-level security keeps filters on the entry's
 * text away from indexes, but not from an index's own condition.
 */
export const auditFilters: Migration = {
  async up(db) {
    // Entries have their time before they wait for the chain's head, so the order of times is not quite that of sequences.
    await db.query(`create index audit_entry_at on audit_entry (merchant, at, sequence)`);
    await db.query(`
      create index audit_entry_refused on audit_entry (merchant, at, sequence) where entry::jsonb ->> 'Outcome' <> 'done'`);
  },
};
