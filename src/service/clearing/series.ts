import { horizonLength } from '#rules/schedule.ts';
import { isOpenEnded, rollOn } from '#service/resources/terms/horizon.ts';
import { logAt, type Phase } from './phase.ts';

/** Adds the next instalments of open-ended series. */
export const rollSeries: Phase = {
  table: 'contract',
  due: `${isOpenEnded} and next_look <= $2::date`,
  async act(round, contracts) {
    const rolled = await rollOn(round.query, round.merchant, contracts, round.now);
    await logAt(
      round,
      'contract',
      rolled.map(({ contract, sequence, at, planned }) => ({
        contract,
        subject: 'instalment',
        type: 'CREATE',
        sequence,
        field: 'InstalmentActionDate',
        at,
        old: null,
        new: planned.InstalmentActionDate,
      })),
    );
    // It comes short on the day after its twelfth day from the end. Where the plan has no more days, it is looked at once a day.
    await round.query(
      `update contract c set next_look = greatest($2::date, (
          select instalment_action_date::date from instalment i
          where i.merchant = $1 and i.contract_sequence = c.contract_sequence and planned_sequence is not null
          order by instalment_action_date desc offset ${horizonLength - 1} limit 1)) + 1
        where merchant = $1 and contract_sequence = any($3) and ${isOpenEnded}`,
      [round.merchant, round.now, contracts],
    );
  },
};
