import { isShort, rollOn } from '#service/resources/terms/horizon.ts';
import { logAt, type Phase } from './phase.ts';

/** Adds the next instalments of open-ended series. */
export const rollSeries: Phase = {
  table: 'contract',
  due: isShort,
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
  },
};
