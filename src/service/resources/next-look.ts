import type { Call } from '#service/http/call.ts';

/**
 * Lets clearing look at a contract again whose debits or payments were moved or cancelled: it may be complete before the day, or its
 * series short before the day, that clearing found when it last looked.
 */
export const lookAgain = (call: Call, table: 'contract' | 'payout_contract', contract: number) =>
  call.query(`update ${table} set next_look = '-infinity' where merchant = $1 and contract_sequence = $2`, [
    call.merchant,
    contract,
  ]);

/** Lets clearing ask the bank again about debits that wait for its answer: what it was asked with has changed. */
export const askAgain = (call: Call, by: 'client_number' | 'contract_sequence', value: unknown) =>
  call.query(
    `update instalment set next_look = '-infinity'
      where merchant = $1 and instalment_status in ('SUBMITTED', 'TRACKING') and contract_sequence in (
        select contract_sequence from contract where merchant = $1 and product = $2 and ${by} = $3)`,
    [call.merchant, call.product, value],
  );
