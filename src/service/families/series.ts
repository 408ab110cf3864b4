import type { Word } from '../../contract/fields.ts';
import { horizonLength, schedule, ScheduleError, type Planned } from '../../rules/schedule.ts';
import { dateOf, type DateTimeText } from '../../rules/calendar.ts';
import type { Call } from '../call.ts';
import { difference, type Change } from '../changes.ts';
import { Refusal } from '../errors.ts';
import type { Contract } from './identify.ts';

/** What of a contract decides its instalments; amounts in whole cents. */
type Terms = Omit<
  Contract,
  'ContractSequence' | 'ClientNumber' | 'ContractNumber' | 'MandateStatusCode' | 'MandateType' | 'isMandate'
>;

/**
 * The instalments that terms stand for (design: Schedule).
 * @param reached how far an open-ended series has rolled on already, as its highest place in the plan
 * @throws Refusal naming the word that makes no schedule.
 */
export function plan(terms: Terms, reached = 0): Planned[] {
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

/** What is due today still goes out, what is past never would. */
export function mustNotBePast(call: Call, field: Word, date: DateTimeText): void {
  if (dateOf(date) < dateOf(call.now))
    throw new Refusal({ Field: field, Code: 'IN_THE_PAST', Message: `${dateOf(date)} is in the past.` });
}

/** A new schedule must lie ahead as well. */
export function mustLieAhead(call: Call, planned: Planned[], field: string): void {
  const first = planned[0];
  if (first && dateOf(first.InstalmentActionDate) < dateOf(call.now))
    throw new Refusal({
      Field: field,
      Code: 'IN_THE_PAST',
      Message: `${field} gives a first instalment on ${dateOf(first.InstalmentActionDate)}, which is in the past.`,
    });
}

/** Generated instalments of one contract that are yet to be stored, numbered from `after` + 1. */
export interface Generated {
  contract: number;
  planned: Planned[];
  tracking: string | null;
  after: number;
}

/** Stores generated instalments of any contracts in one statement. */
export async function addPlanned(call: Call, series: readonly Generated[]): Promise<void> {
  const all = series.flatMap((of) => of.planned.map((it, index) => ({ ...it, of, sequence: of.after + index + 1 })));
  if (all.length === 0) return;
  await call.query(
    `insert into instalment (merchant, product, instalment_status, created_date, last_update_date, contract_sequence,
        instalment_sequence, planned_sequence, instalment_action_date, instalment_amount, debit_sequence_type,
        tracking_code)
      select $1, $2, 'SCHEDULED', $3::timestamp, $3::timestamp, *
      from unnest($4::bigint[], $5::int[], $6::int[], $7::timestamp[], $8::bigint[], $9::text[], $10::text[])`,
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

interface Stored {
  InstalmentSequence: number;
  planned: number | null;
  at: string;
  cents: number;
  isScheduled: boolean;
}

/**
 * Brings the scheduled instalments of a contract from its old terms to its new ones, place by place in the schedule: a
 * place whose plan did not change keeps what somebody may have moved by hand, what has gone out stays, so that an
 * edit in the middle of a run neither collects a month twice nor skips one.
 * @returns the change events to log.
 */
export async function replan(call: Call, contract: number, before: Terms, after: Terms) {
  const held = await call.query<Stored>(
    `select instalment_sequence as "InstalmentSequence", planned_sequence as planned, instalment_action_date as at,
        instalment_amount as cents, instalment_status = 'SCHEDULED' as "isScheduled"
      from instalment where merchant = $1 and contract_sequence = $2 order by instalment_sequence`,
    [call.merchant, contract],
  );
  const reached = Math.max(0, ...held.map((it) => it.planned ?? 0));
  const [was, will] = [plan(before, reached), plan(after, reached)];
  const today = dateOf(call.now);
  const changes: Change[] = [];
  const moved: { sequence: number; at: string; cents: number; type: string }[] = [];
  const dropped: number[] = [];

  for (const it of held) {
    if (it.planned === null || !it.isScheduled || dateOf(it.at) <= today) continue;
    const [old, to] = [was[it.planned - 1], will[it.planned - 1]];
    if (!to) {
      dropped.push(it.InstalmentSequence);
      changes.push(cancelled(it.InstalmentSequence));
      continue;
    }
    // Word by word: where the plan keeps the date or the amount, what somebody has set by hand stays.
    const at = old?.InstalmentActionDate === to.InstalmentActionDate ? it.at : to.InstalmentActionDate;
    const cents = old?.InstalmentCents === to.InstalmentCents ? it.cents : to.InstalmentCents;
    if (at === it.at && cents === it.cents) continue;
    if (dateOf(at) <= today)
      throw new Refusal({
        Code: 'IN_THE_PAST',
        Message: `Instalment ${it.InstalmentSequence} would move to ${dateOf(at)}, which is not ahead.`,
      });
    moved.push({ sequence: it.InstalmentSequence, at, cents, type: to.DebitSequenceType });
    changes.push(
      ...difference(
        'instalment',
        { InstalmentActionDate: it.at, InstalmentAmount: it.cents },
        { InstalmentActionDate: at, InstalmentAmount: cents },
        it.InstalmentSequence,
      ),
    );
  }
  await call.query(
    `update instalment set instalment_action_date = at, instalment_amount = cents, debit_sequence_type = type,
        last_update_date = $7
      from unnest($3::int[], $4::timestamp[], $5::bigint[], $6::text[]) as _ (sequence, at, cents, type)
      where merchant = $1 and contract_sequence = $2 and instalment_sequence = sequence`,
    [
      call.merchant,
      contract,
      moved.map((it) => it.sequence),
      moved.map((it) => it.at),
      moved.map((it) => it.cents),
      moved.map((it) => it.type),
      call.now,
    ],
  );
  // What the plan drops gives its place back: a series that is made longer again fills it anew.
  await call.query(
    `update instalment set instalment_status = 'CANCELLED', planned_sequence = null, last_update_date = $4
      where merchant = $1 and contract_sequence = $2 and instalment_sequence = any($3::int[])`,
    [call.merchant, contract, dropped, call.now],
  );
  const added = will.slice(reached).filter((it) => dateOf(it.InstalmentActionDate) > today);
  const last = held.at(-1)?.InstalmentSequence ?? 0;
  await addPlanned(call, [{ contract, planned: added, tracking: after.TrackingCode, after: last }]);
  added.forEach((it, index) =>
    changes.push({
      subject: 'instalment',
      type: 'CREATE',
      field: 'InstalmentActionDate',
      sequence: last + 1 + index,
      old: null,
      new: it.InstalmentActionDate,
    }),
  );
  return changes;
}

/** The event of an instalment that will not be collected. */
export const cancelled = (sequence: number): Change => ({
  subject: 'instalment',
  type: 'CANCEL',
  field: 'InstalmentStatus',
  sequence,
  old: 'SCHEDULED',
  new: 'CANCELLED',
});

/**
 * Cancels what is still scheduled after a date; a cancelled mandate or contract collects nothing beyond it.
 * @param date what is due up to it, and today, still goes out; null for nothing.
 */
export async function cancelAfter(call: Call, contract: number, date: string | null): Promise<Change[]> {
  const ended = await call.query<{ sequence: number }>(
    `update instalment set instalment_status = 'CANCELLED', last_update_date = $5
      where merchant = $1 and contract_sequence = $2 and instalment_status = 'SCHEDULED'
        and ($3::timestamp is null
          or instalment_action_date > $3::timestamp and instalment_action_date >= $4::date + 1)
      returning instalment_sequence as sequence`,
    [call.merchant, contract, date, dateOf(call.now), call.now],
  );
  return ended
    .map(({ sequence }) => sequence)
    .toSorted((one, other) => one - other)
    .map(cancelled);
}
