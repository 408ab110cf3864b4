import type { Migration } from '#service/database/migrate.ts';

/** What is changed in the maintenance role and its entry in the audit are one transaction of one role, as distributed databases ask. */
export const entriesByMaintenance: Migration = {
  async up(db) {
    await db.query(`grant insert on audit_entry to collections_maintenance`);
    await db.query(`grant insert, update (sequence, hash) on audit_checkpoint to collections_maintenance`);
  },
};
