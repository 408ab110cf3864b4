import type { Migration } from '#service/database/migrate.ts';

/**
 * Gives what is scheduled the debit sequence type of its position in its series. Edits that changed a series' length used
 * to leave the types as they were, so that it had no last instalment or two. A type that somebody set stays.
 */
export const debitSequenceTypes: Migration = {
  async up(db) {
    const tables = ['contract', 'instalment', 'change'];
    // Policies hold for the owner, too.
    for (const name of tables) await db.query(`alter table ${name} no force row level security`);
    await db.query(`
      with live as (
        select merchant, contract_sequence, instalment_sequence, row_number() over by_date as n,
          count(*) over (partition by merchant, contract_sequence) as of,
          number_of_instalments is null and mandate_status_code <> 'CANCELLED' as is_open_ended
        from instalment join contract using (merchant, contract_sequence)
        where planned_sequence is not null and instalment_status <> 'CANCELLED'
        window by_date as (
          partition by merchant, contract_sequence order by instalment_action_date, planned_sequence
        )
      ), typed as (
        select merchant, contract_sequence, instalment_sequence, case
            when n = 1 and n = of and not is_open_ended then 'OOFF'
            when n = 1 then 'FRST'
            when n = of and not is_open_ended then 'FNAL'
            else 'RCUR'
          end as type
        from live
      )
      update instalment set debit_sequence_type = type
      from typed
      where instalment.merchant = typed.merchant and instalment.contract_sequence = typed.contract_sequence
        and instalment.instalment_sequence = typed.instalment_sequence
        and instalment_status = 'SCHEDULED' and debit_sequence_type is distinct from type
        and not exists (
          select from change
          where change.merchant = instalment.merchant and change.contract_sequence = instalment.contract_sequence
            and change.field_changed = 'DebitSequenceType[' || instalment.instalment_sequence || ']'
        )`);
    for (const name of tables) await db.query(`alter table ${name} force row level security`);
  },
};
