import { addDays, dateOf, type DateText, type DateTimeText } from '#rules/calendar.ts';
import { horizonLength, sequenceType, type Planned } from '#rules/schedule.ts';
import { Refusal } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import { selectingStored } from '#service/database/rows.ts';
import { Slices } from '#service/http/limits/slices.ts';
import { contractFields, type StoredContract } from './identify.ts';
import { plannedSeries } from './series.ts';

/**
 * An open-ended series always has its next twelve instalments: the night after a planned day adds one at the end. The result
 * depends on the series alone, so a clock that jumps a year adds the same as day by day.
 */

/** SQL condition: instalments are added to the contract `c`. */
export const isOpenEnded = `mandate_status_code = 'ACTIVE' and number_of_instalments is null`;

/** SQL condition: the series of the contract `c` is too short. Parameters: merchant $1, now $2. */
const isShort = `${isOpenEnded} and (
    select count(*) from instalment i
    where i.merchant = $1 and i.contract_sequence = c.contract_sequence and planned_sequence is not null
      and instalment_action_date >= $2::date::timestamp
  ) < ${horizonLength}`;

interface Series extends StoredContract {
  /** Highest sequence and highest position in the plan. */
  last: number;
  reached: number;
  /** Number of its instalments that are not cancelled. */
  live: number;
  /** Planned action dates, ascending. */
  days: DateText[];
  /** When its terms last changed. */
  edited: DateTimeText | null;
}

/** An added instalment, and when it was added. */
interface Rolled {
  contract: number;
  sequence: number;
  planned: Planned;
  tracking: string | null;
  at: DateTimeText;
}

/** Adds to locked contracts the instalments that their series lack at `now`. */
export async function rollOn(
  query: Query,
  merchant: string,
  contracts: number[],
  now: DateTimeText,
): Promise<Rolled[]> {
  const short = await query<Series>(
    `select ${selectingStored(contractFields, 'c')}, is_mandate as "isMandate", held.*, (
          select max(change_date) from change
          where change.merchant = $1 and change.contract_sequence = c.contract_sequence and change_type = 'EDIT'
            and subject in ('mandate', 'contract')
        ) as edited
      from contract c, lateral (
        select max(instalment_sequence) as last, max(planned_sequence) as reached,
          count(*) filter (where planned_sequence is not null and instalment_status <> 'CANCELLED') as live,
          array_agg(instalment_action_date::date order by instalment_action_date)
            filter (where planned_sequence is not null) as days
        from instalment i where i.merchant = $1 and i.contract_sequence = c.contract_sequence
      ) held
      where c.merchant = $1 and c.contract_sequence = any($3) and reached is not null and ${isShort}`,
    [merchant, now, contracts],
  );
  const rolled: Rolled[] = [];
  const slices = new Slices();
  for (const series of short) {
    rolled.push(...nextOf(series, dateOf(now)));
    if (slices.isOver) await slices.next();
  }
  await query(
    `insert into instalment (merchant, contract_sequence, product, instalment_status, instalment_sequence,
        planned_sequence, instalment_action_date, instalment_amount, debit_sequence_type, tracking_code, created_date,
        last_update_date)
      select merchant, contract_sequence, product, 'SCHEDULED', sequence, planned, action, cents, type, tracking, at, at
      from unnest($2::bigint[], $3::int[], $4::int[], $5::timestamp[], $6::bigint[], $7::text[], $8::text[],
          $9::timestamp[]) as _ (of, sequence, planned, action, cents, type, tracking, at)
        join contract on merchant = $1 and contract_sequence = of
      returning 1`,
    [
      merchant,
      rolled.map((it) => it.contract),
      rolled.map((it) => it.sequence),
      rolled.map((it) => it.planned.InstalmentSequence),
      rolled.map((it) => it.planned.InstalmentActionDate),
      rolled.map((it) => it.planned.InstalmentCents),
      rolled.map((it) => it.planned.DebitSequenceType),
      rolled.map((it) => it.tracking),
      rolled.map((it) => it.at),
    ],
  );
  return rolled;
}

/** The instalments that a series lacks on `today`, with the night in which each was added. */
function nextOf(series: Series, today: DateText): Rolled[] {
  const rolled: Rolled[] = [];
  const days = [...series.days];
  let { reached, last } = series;
  for (;;) {
    const lacks = horizonLength - days.filter((day) => day >= today).length;
    if (lacks <= 0) return rolled;
    const more = planOn(series, reached, lacks);
    if (more.length === 0) return rolled;
    reached += more.length;
    for (const planned of more) {
      const day = dateOf(planned.InstalmentActionDate);
      // New terms add nothing for days before the edit.
      if (series.edited !== null && day <= dateOf(series.edited)) continue;
      const over = days.toSorted().at(-horizonLength);
      const night = over === undefined ? '' : `${addDays(over, 1)} 00:00`;
      const at = series.edited !== null && series.edited > night ? series.edited : night;
      last += 1;
      days.push(day);
      rolled.push({
        contract: series.ContractSequence,
        sequence: last,
        // The plan ignores that everything before was cancelled.
        planned: { ...planned, DebitSequenceType: sequenceType(series.live + rolled.length, Infinity, true) },
        tracking: series.TrackingCode,
        at,
      });
    }
  }
}

/** The next positions of the plan; none if an adjustment or the calendar ends it. */
function planOn(series: Series, reached: number, count: number): Planned[] {
  try {
    return plannedSeries(series, reached + count).slice(reached, reached + count);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
