import { dateOf, type DateText, type DateTimeText } from '#rules/calendar.ts';
import { formatCents } from '#rules/money.ts';
import { replan, retyped, type ReplannedInstalment } from '#rules/replan.ts';
import type { Planned } from '#rules/schedule.ts';
import { Refusal } from '#service/base/errors.ts';
import type { Call } from '#service/http/call.ts';
import { difference, type Change } from '../change-log.ts';
import type { StoredContract } from './identify.ts';
import { addPlanned, plannedSeries } from './series.ts';

/** Changes the instalments of a locked contract when its terms change. */

const instalmentsOf = (call: Call, contract: number) =>
  call.query<ReplannedInstalment>(
    `select instalment_sequence as sequence, planned_sequence as place, instalment_action_date as date,
        instalment_amount as cents, debit_sequence_type as type, instalment_status as status
      from instalment where merchant = $1 and contract_sequence = $2 order by instalment_sequence`,
    [call.merchant, contract],
  );

/** A cancelled contract has a last instalment, whatever its terms say. */
const isOpenEnded = (contract: StoredContract) =>
  contract.NumberOfInstalments === null && contract.MandateStatusCode !== 'CANCELLED';

/**
 * Changes the scheduled instalments of a contract from its old terms to its new ones (see `rules/replan.ts`).
 * @returns the change events to log.
 * @throws Refusal for terms that make no schedule, move an instalment to today or earlier, or leave one above the new maximum.
 */
export async function replanContract(call: Call, before: StoredContract, after: StoredContract): Promise<Change[]> {
  const instalments = await instalmentsOf(call, before.ContractSequence);
  const reached = Math.max(0, ...instalments.map((it) => it.place ?? 0));
  const today = dateOf(call.now);
  const planned = plannedSeries(after, reached);
  const will = replan(instalments, plannedSeries(before, reached), planned, today);
  mustStayAhead(instalments, will, today);
  if (after.MaximumAmount !== null && after.MaximumAmount < (before.MaximumAmount ?? Infinity))
    mustNotExceed(after.MaximumAmount, will, planned, today);
  return store(call, after, instalments, retyped(instalments, will, isOpenEnded(before), isOpenEnded(after)));
}

function mustStayAhead(
  before: readonly ReplannedInstalment[],
  after: readonly ReplannedInstalment[],
  today: DateText,
): void {
  const behind = after.find((it, index) => before[index] && before[index].date !== it.date && dateOf(it.date) <= today);
  if (behind)
    throw new Refusal({
      Code: 'IN_THE_PAST',
      Message: `Instalment ${behind.sequence} would move to ${dateOf(behind.date)}, which is not ahead.`,
    });
}

/** Planned amounts stay within the maximum; amounts set by hand may exceed it and must be changed by hand. */
function mustNotExceed(
  cents: number,
  after: readonly ReplannedInstalment[],
  planned: readonly Planned[],
  today: DateText,
): void {
  const above = after.find(
    (it) =>
      it.status === 'SCHEDULED' &&
      dateOf(it.date) > today &&
      it.cents > cents &&
      it.cents !== planned[(it.place ?? 0) - 1]?.InstalmentCents,
  );
  if (above)
    throw new Refusal({
      Field: 'MaximumAmount',
      Code: 'BELOW_INSTALMENT',
      Message: `MaximumAmount is below instalment ${above.sequence} of ${formatCents(above.cents)}. Change that one first.`,
    });
}

/** Writes the differences. `after` has the instalments of `before` in their order, then new ones. */
async function store(
  call: Call,
  contract: StoredContract,
  before: readonly ReplannedInstalment[],
  after: readonly ReplannedInstalment[],
): Promise<Change[]> {
  const changes = before.map((old, index) => changesOf(old, after[index] ?? old));
  const changed = after.filter((_, index) => changes[index]?.length);
  if (changed.length > 0)
    await call.query(
      `update instalment set planned_sequence = place, instalment_action_date = date, instalment_amount = cents,
          debit_sequence_type = type, instalment_status = status, last_update_date = $3,
          next_look = '-infinity'
        from unnest($4::int[], $5::int[], $6::timestamp[], $7::bigint[], $8::text[], $9::text[])
          as _ (sequence, place, date, cents, type, status)
        where merchant = $1 and contract_sequence = $2 and instalment_sequence = sequence`,
      [
        call.merchant,
        contract.ContractSequence,
        call.now,
        changed.map((it) => it.sequence),
        changed.map((it) => it.place),
        changed.map((it) => it.date),
        changed.map((it) => it.cents),
        changed.map((it) => it.type),
        changed.map((it) => it.status),
      ],
    );
  const added = after.slice(before.length);
  const planned = added.map(({ place, date, cents, type }) => ({
    InstalmentSequence: place ?? 0,
    InstalmentActionDate: date,
    InstalmentCents: cents,
    DebitSequenceType: type,
  }));
  await addPlanned(call, [
    {
      contract: contract.ContractSequence,
      planned,
      tracking: contract.TrackingCode,
      after: (added[0]?.sequence ?? 1) - 1,
    },
  ]);
  return [...changes.flat(), ...added.map(created)];
}

const loggedFields = (instalment: ReplannedInstalment) => ({
  InstalmentActionDate: instalment.date,
  InstalmentAmount: instalment.cents,
  DebitSequenceType: instalment.type,
});

const changesOf = (before: ReplannedInstalment, after: ReplannedInstalment): Change[] =>
  before.status === after.status
    ? difference('instalment', loggedFields(before), loggedFields(after), before.sequence)
    : [
        {
          subject: 'instalment',
          type: 'CANCEL',
          field: 'InstalmentStatus',
          sequence: before.sequence,
          old: before.status,
          new: after.status,
        },
      ];

const created = ({ sequence, date }: ReplannedInstalment): Change => ({
  subject: 'instalment',
  type: 'CREATE',
  field: 'InstalmentActionDate',
  sequence,
  old: null,
  new: date,
});

/**
 * Cancels instalments of a contract; a remaining one may become the first or last of its series.
 * @param after the contract after the cancel.
 * @returns the change events to log.
 */
export async function cancelOf(
  call: Call,
  contract: StoredContract,
  goes: (it: ReplannedInstalment) => boolean,
  after = contract,
): Promise<Change[]> {
  const before = await instalmentsOf(call, contract.ContractSequence);
  const left = before.map((it) => (goes(it) ? { ...it, status: 'CANCELLED' } : it));
  return store(call, contract, before, retyped(before, left, isOpenEnded(contract), isOpenEnded(after)));
}

/**
 * Cancels what is scheduled after a date; a cancelled mandate or contract collects nothing later.
 * @param date what is due up to it, and today, still goes out; null cancels everything.
 */
export function cancelAfter(call: Call, contract: StoredContract, date: DateTimeText | null): Promise<Change[]> {
  const today = dateOf(call.now);
  const goes = (instalment: ReplannedInstalment) =>
    instalment.status === 'SCHEDULED' && (date === null || (instalment.date > date && dateOf(instalment.date) > today));
  return cancelOf(call, contract, goes, { ...contract, MandateStatusCode: 'CANCELLED' });
}

/**
 * Updates the types of a series after one instalment moved, possibly past others.
 * @param before its number, date and type before the move.
 * @returns the change events to log.
 */
export async function retypeMoved(
  call: Call,
  contract: StoredContract,
  before: Pick<ReplannedInstalment, 'sequence' | 'date' | 'type'>,
): Promise<Change[]> {
  const now = await instalmentsOf(call, contract.ContractSequence);
  const old = now.map((it) => (it.sequence === before.sequence ? { ...it, ...before } : it));
  return store(call, contract, now, retyped(old, now, isOpenEnded(contract), isOpenEnded(contract)));
}
