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
