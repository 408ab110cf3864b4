import type { FieldName } from '#contract/fields.ts';
import { dateOf, type DateTimeText } from '#rules/calendar.ts';
import { horizonLength, schedule, ScheduleError, type Planned } from '#rules/schedule.ts';
import { Refusal } from '#service/base/errors.ts';
import type { Call } from '#service/http/call.ts';
import type { StoredContract } from './identify.ts';

/** The fields of a contract that decide its instalments; amounts in cents. */
type Terms = Omit<
  StoredContract,
  'ContractSequence' | 'ClientNumber' | 'ContractNumber' | 'MandateStatusCode' | 'MandateType' | 'isMandate'
>;

/**
 * The instalments that the terms generate (docs/decisions.md, 15).
 * @param reached highest position in the plan that an open-ended series has already reached
 * @throws Refusal naming the field that makes no schedule.
 */
export function plannedSeries(terms: Terms, reached = 0): Planned[] {
  const horizon = Math.max(horizonLength, reached - (terms.FirstCollectionDate ? 1 : 0));
  try {
    const given = {
      FrequencyCode: terms.FrequencyCode,
      CollectionDay: terms.CollectionDay,
      InstalmentStartDate: terms.InstalmentStartDate,
      InstalmentCents: terms.InstalmentAmount,
      NumberOfInstalments: terms.NumberOfInstalments,
      FirstCollectionDate: terms.FirstCollectionDate,
      FirstCollectionCents: terms.FirstCollectionAmount,
      AdjustmentCategory: terms.AdjustmentCategory,
      AdjustmentCents: terms.AdjustmentAmount,
      AdjustmentRate: terms.AdjustmentRate,
      MaximumCents: terms.MaximumAmount,
    };
    return schedule(given, horizon);
  } catch (error) {
    if (error instanceof ScheduleError)
      throw new Refusal({ Field: error.field, Code: error.code, Message: error.message });
    throw error;
  }
}

/** What is due today still goes out; a past date never would. */
export function mustNotBePast(call: Call, field: FieldName, date: DateTimeText): void {
  if (dateOf(date) < dateOf(call.now))
    throw new Refusal({ Field: field, Code: 'IN_THE_PAST', Message: `${dateOf(date)} is in the past.` });
}

export function mustLieAhead(call: Call, planned: Planned[], field: string): void {
  const first = planned[0];
  if (first && dateOf(first.InstalmentActionDate) < dateOf(call.now))
    throw new Refusal({
      Field: field,
      Code: 'IN_THE_PAST',
      Message: `${field} gives a first instalment on ${dateOf(first.InstalmentActionDate)}, which is in the past.`,
    });
}

/** Generated instalments of one contract to store, numbered from `after` + 1. */
interface Generated {
  contract: number;
  planned: (Omit<Planned, 'DebitSequenceType'> & { DebitSequenceType: string | null })[];
  tracking: string | null;
  after: number;
}

/** Stores generated instalments of any contracts in one statement. */
export async function addPlanned(call: Call, series: readonly Generated[]): Promise<void> {
  const all = series.flatMap((of) => of.planned.map((it, index) => ({ ...it, of, sequence: of.after + index + 1 })));
  if (all.length === 0) return;
  await call.query(
    {
      name: 'addPlanned',
      text: `insert into instalment (merchant, product, instalment_status, created_date, last_update_date, contract_sequence,
        instalment_sequence, planned_sequence, instalment_action_date, instalment_amount, debit_sequence_type,
        tracking_code)
      select $1, $2, 'SCHEDULED', $3::timestamp, $3::timestamp, *
      from unnest($4::bigint[], $5::int[], $6::int[], $7::timestamp[], $8::bigint[], $9::text[], $10::text[])
      returning 1`,
    },
    [
      call.merchant,
      call.product,
      call.now,
      all.map((it) => it.of.contract),
      all.map((it) => it.sequence),
      all.map((it) => it.InstalmentSequence),
      all.map((it) => it.InstalmentActionDate),
      all.map((it) => it.InstalmentCents),
      all.map((it) => it.DebitSequenceType),
      all.map((it) => it.of.tracking),
    ],
  );
}
