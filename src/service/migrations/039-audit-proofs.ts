import type { Migration } from '#service/database/migrate.ts';

/** How far each chain of the audit is proved, so that an hour proves what is new and a day the whole chain. */
export const auditProofs: Migration = {
  async up(db) {
    await db.query(`
      create table audit_proof (
        merchant text not null,
        part text not null check (part in ('new', 'whole')),
        sequence bigint not null default 0,
        hash bytea not null default '',
        began_at timestamptz,
        proved_at timestamptz,
        broken_at bigint,
        due_at timestamptz,
        primary key (merchant, part)
      )`);
    // A table of its own: every call that changes something waits for the row of its chain's head.
    await db.query(`
      comment on table audit_proof is
        'of each chain the proof of what came since the last proof, and the proof that begins at the first entry again'`);
    await db.query(`comment on column audit_proof.sequence is 'the last entry that this proof has proved'`);
    await db.query(`comment on column audit_proof.hash is 'of that entry, as it was proved'`);
    await db.query(`comment on column audit_proof.began_at is 'when this proof read the first entry'`);
    await db.query(`
      comment on column audit_proof.proved_at is
        'of new entries: when the head was last reached; of the whole: when the last one that is complete had begun'`);
    await db.query(`comment on column audit_proof.broken_at is 'the first entry that this proof could not prove'`);
    await db.query(`alter table audit_proof enable row level security`);
    await db.query(`alter table audit_proof force row level security`);
    await db.query(`
      create policy of_merchant on audit_proof
        using (merchant = current_setting('app.merchant', true))
        with check (merchant = current_setting('app.merchant', true))`);
    await db.query(
      `create policy of_maintenance on audit_proof to collections_maintenance using (true) with check (true)`,
    );
    await db.query(`grant select on audit_proof to collections_app`);
    await db.query(`grant select, insert, update on audit_proof to collections_maintenance`);
    await db.query(`alter table audit_checkpoint drop column checked_at`);
    await db.query(`alter table audit_checkpoint drop column checked_sequence`);
    await db.query(`alter table audit_checkpoint drop column broken_at`);
    // Restores and declared losses are few among all entries of the installation.
    await db.query(
      `create index audit_entry_restore on audit_entry (merchant, at) where action in ('backup.restore', 'audit.lost')`,
    );
  },
};
