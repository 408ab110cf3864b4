import type { Migration } from '#service/database/migrate.ts';

/** Changes that wait for a second person: of bank details, and the cancel of all that remains. */
export const approvalKinds: Migration = {
  async up(db) {
    await db.query(`
      alter table approval_rule
        alter column above drop not null,
        alter column hold_hours set default 48,
        add column bank_details boolean not null default false,
        add column cancel boolean not null default false`);
    await db.query(`comment on column approval_rule.above is
      'cents a day of a payee, and of a preparer; 0 is always, null never'`);
    await db.query(`
      alter table approval
        alter column call_sequence drop not null,
        drop constraint approval_decision_check,
        add check (decision in ('RELEASED', 'RETURNED', 'WITHDRAWN')),
        add column kind text not null default 'PAYOUTS' check (kind in ('PAYOUTS', 'BANK_DETAILS', 'CANCEL')),
        add column client_number text,
        add column contract_sequence bigint,
        add column operation text,
        add column content jsonb,
        add column shown jsonb,
        add column return_reason text`);
    await db.query(`comment on column approval.call_sequence is 'of payouts: those of one call are released together'`);
    await db.query(`comment on column approval.content is 'the item to run at the release, until the decision'`);
    await db.query(`comment on column approval.shown is 'what was decided about, with masked numbers'`);
    // Empty without a rule, so that nothing is slower there.
    await db.query(`
      create index approval_of_change on approval (merchant, client_number) where content is not null`);
  },
};
