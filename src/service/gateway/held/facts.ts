import { createHash } from 'node:crypto';
import { sequenceFrom } from '#answers/json.ts';
import { statusIn } from '#answers/read-back/finding.ts';
import {
  contractNamed,
  differingFields,
  firstRecord,
  keptFields,
  sequenced,
  type Fields,
  type RecordReader,
} from '#answers/read-back/reader.ts';
import { isOver, stageOf } from '#answers/statuses.ts';
import type { ApprovalChange } from '#contract/approvals.ts';
import { dateOf, type DateText, type DateTimeText } from '#rules/calendar.ts';
import { collectingBudget, type CountedDebit } from '#rules/collecting-limits.ts';
import { centsOf, fromCents, toCents } from '#rules/money.ts';
import { paymentDates, type PaymentTerms } from '#rules/payment-dates.ts';
import { ScheduleError } from '#rules/schedule.ts';
import { addedIn } from '#service/approvals/changes.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { isStop } from '#service/resources/collecting/judge.ts';
import { payeeFields } from '../client-lists.ts';
import type { RecordNames } from '../outgoing/claims.ts';
import {
  bankDetailFields,
  isHeldDebit,
  isHeldPayout,
  type HeldKind,
  type HeldOperation,
  type HeldPayout,
} from './kinds.ts';
import type { HeldSummary } from './store.ts';

/** What the provider shows of the record that an item changes. */
export interface HeldFacts {
  ClientNumber: string | null;
  ClientName: string | null;
  ContractNumber: string | null;
  /** Digits. */
  ContractSequence: string | null;
  /** Of a client's edit: the values that the item changes, as they are. */
  before: Fields;
  /** Of a cancel: what it ends. Of a debit: itself. */
  instalments: ApprovalChange['Instalments'];
  /** Of a payout. */
  payout?: PayoutFacts;
  /** Of a debit to collect again: the unpaid one whose reason asks to stop. */
  returned?: NonNullable<ApprovalChange['Returned']>;
}

export interface PayoutFacts {
  /** The payee's bank details at the provider, as it shows them. */
  account: Fields;
  /** What it would pay, as our rules have it. */
  payments: readonly { date: DateTimeText; cents: number }[];
  /** Of an edit: what is paid without it. */
  before?: { date: DateTimeText; cents: number };
}

/** What was found, undefined for no record, and when the look began, by the database's clock. */
export interface SeenFacts {
  found: HeldFacts | undefined;
  since: string;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** @returns undefined if the provider has no such record. @throws if it does not answer */
export async function heldFactsOf(
  reader: RecordReader,
  operation: HeldOperation,
  item: Fields,
): Promise<HeldFacts | undefined> {
  if (isHeldPayout(operation)) return payoutFactsOf(reader, operation, item);
  if (operation === 'clientEdit') {
    const client = await firstRecord(reader, 'clientList', { ClientNumber: item.ClientNumber });
    if (!client) return undefined;
    return {
      ClientNumber: textOf(item.ClientNumber),
      ClientName: textOf(client.ClientName),
      ContractNumber: null,
      ContractSequence: null,
      before: Object.fromEntries(Object.keys(item).map((field) => [field, client[field] ?? null])),
      instalments: [],
    };
  }
  const contract = await firstRecord(reader, 'contractList', contractNamed(item));
  const sequence = textOf(contract?.ContractSequence);
  if (!contract || sequence === null) return undefined;
  const ClientNumber = textOf(contract.ClientNumber);
  const [client, listed] = await Promise.all([
    ClientNumber === null ? undefined : firstRecord(reader, 'clientList', { ClientNumber }),
    reader.read('instalmentList', { ContractSequence: sequenceFrom(sequence) }),
  ]);
  const isDebit = isHeldDebit(operation);
  const { stop } = isDebit ? collectingBudget(listed.map(listedDebit), null, isStop) : {};
  return {
    ClientNumber,
    ClientName: textOf(client?.ClientName),
    ContractNumber: textOf(contract.ContractNumber),
    ContractSequence: sequence,
    before: {},
    instalments: isDebit ? [addedIn(item)] : listed.filter((it) => isEnded(it, item, reader.today())).map(instalmentOf),
    ...(stop && { returned: { InstalmentActionDate: stop.due, InstalmentResult: stop.reason ?? '' } }),
  };
}

/** As it counts for attempts, unless it was added here. Providers write minutes in several ways. */
export const listedDebit = (listed: Fields): CountedDebit => ({
  due: textOf(listed.InstalmentActionDate)?.slice(0, 16).replace('T', ' ') ?? '',
  stage: stageOf(statusIn(listed)),
  reason: textOf(listed.InstalmentResult),
  addedOn: null,
});

const bankFields = payeeFields.filter((field) => field !== 'ClientName');

/** A client's, as the provider shows them. */
export const bankDetailsOf = (client: Fields): Fields =>
  Object.fromEntries(bankFields.map((field) => [field, client[field] ?? null]));

async function payoutFactsOf(
  reader: RecordReader,
  operation: HeldPayout,
  item: Fields,
): Promise<HeldFacts | undefined> {
  const isNew = operation === 'payoutContractCreate';
  const contract = isNew ? item : await firstRecord(reader, 'payoutContractList', contractNamed(item));
  const ClientNumber = textOf(contract?.ClientNumber);
  if (!contract || ClientNumber === null) return undefined;
  const sequence = isNew ? null : textOf(contract.ContractSequence);
  const [client, payment] = await Promise.all([
    firstRecord(reader, 'clientList', { ClientNumber }),
    operation === 'payoutPaymentEdit'
      ? sequenced(reader, 'payoutPaymentList', contractNamed(item), 'PaymentSequence', Number(item.PaymentSequence))
      : undefined,
  ]);
  if (!client || (operation === 'payoutPaymentEdit' && !payment)) return undefined;
  const before = payment && {
    // Providers write minutes in several ways. Where the day is left out, any other one may be sooner.
    date: textOf(payment.PaymentDate)?.slice(0, 16).replace('T', ' ') || '9999-12-31 00:00',
    cents: centsOf(payment.PaymentAmount) ?? 0,
  };
  return {
    ClientNumber,
    ClientName: textOf(client.ClientName),
    ContractNumber: textOf(contract.ContractNumber),
    ContractSequence: sequence,
    before: {},
    instalments: [],
    payout: {
      account: bankDetailsOf(client),
      payments: paymentsOf(operation, item, before),
      ...(before && { before }),
    },
  };
}

function paymentsOf(operation: HeldPayout, item: Fields, before: PayoutFacts['before']): PayoutFacts['payments'] {
  const cents = centsOf(item.PaymentAmount) ?? before?.cents ?? 0;
  if (operation !== 'payoutContractCreate') return [{ date: textOf(item.PaymentDate) ?? before?.date ?? '', cents }];
  const terms = item as unknown as PaymentTerms;
  const start = { date: terms.PaymentStartDate, cents };
  try {
    const dates = paymentDates(terms).filter((date) => date !== null);
    // Another provider may pay once, or on and on, where no number is given.
    return dates.length > 0 ? dates.map((date) => ({ date, cents })) : [start];
  } catch (error) {
    // Whether it takes such terms is the provider's matter.
    if (error instanceof ScheduleError) return [start];
    throw error;
  }
}

/** Whether money would leave that does not without it, or sooner. */
const pays = ({ payments: [first], before }: PayoutFacts): boolean =>
  !first || !before || first.cents > before.cents || first.date < before.date;

/** Scheduled, or in a status of the provider's own; what is due today goes out. */
function isEnded(instalment: Fields, { CancelDate }: Fields, today: DateText): boolean {
  const status = statusIn(instalment);
  const date = textOf(instalment.InstalmentActionDate) ?? '';
  return (
    (stageOf(status) ?? 'scheduled') === 'scheduled' &&
    !isOver(status) &&
    dateOf(date) > today &&
    date > (textOf(CancelDate) ?? '')
  );
}

const instalmentOf = ({ InstalmentSequence, InstalmentActionDate, InstalmentAmount }: Fields) => ({
  InstalmentSequence: Number(InstalmentSequence),
  InstalmentActionDate: textOf(InstalmentActionDate) ?? '',
  InstalmentAmount: Number(InstalmentAmount),
});

/** The fields that the item would change. A value that the provider masks is taken for another one. */
export function changedFields(item: Fields, { before }: Pick<HeldFacts, 'before'>): string[] {
  const { ClientNumber: _, ...sent } = item;
  const names = Object.keys(sent).filter((field) => sent[field] !== undefined);
  const readable = keptFields(before, names);
  const differing = new Set(differingFields(sent, before));
  return names.filter((field) => !(field in readable) || differing.has(field));
}

/** Whether the item changes what a second person must see. */
export const needsRelease = (kind: HeldKind, item: Fields, facts: HeldFacts): boolean =>
  kind === 'CANCEL' ||
  (facts.payout && pays(facts.payout)) ||
  changedFields(item, facts).some((field) => bankDetailFields.includes(field));

/** Of everything that a release is for: the item, and what the provider shows of what it changes. */
export function heldMark(operation: HeldOperation, item: Fields, facts: HeldFacts | undefined): string {
  const changes =
    facts && !facts.payout && changedFields(item, facts).map((field) => [field, facts.before[field] ?? null]);
  const seen = facts && [
    facts.ClientNumber,
    facts.ContractSequence,
    changes,
    facts.instalments,
    facts.payout && [facts.ClientName, facts.payout],
    ...(facts.returned ? [facts.returned] : []),
  ];
  return createHash('sha256')
    .update(JSON.stringify([operation, item, seen ?? null]))
    .digest('base64url');
}

/** As it is stored: from a plain hash the few digits of an account number could be guessed. */
export const keptMark = (numbers: Numbers, mark: string): string =>
  numbers.hash(Buffer.from(mark, 'base64url')).toString('base64url');

export function summaryOf(facts: HeldFacts): HeldSummary {
  const cents = facts.instalments.map((it) => toCents(it.InstalmentAmount) ?? 0);
  const isCancel = facts.ContractSequence !== null && !facts.payout;
  return {
    Payee: facts.ClientName,
    ClientNumber: facts.ClientNumber,
    ContractNumber: facts.ContractNumber,
    ContractSequence: facts.ContractSequence,
    Count: isCancel ? cents.length : 1,
    Sum: isCancel ? fromCents(cents.reduce((sum, it) => sum + it, 0)) : null,
    Largest: isCancel ? fromCents(Math.max(0, ...cents)) : null,
    FirstDate: facts.instalments.map((it) => it.InstalmentActionDate).toSorted()[0] ?? null,
  };
}

/** The client that a payout goes to. */
export const clientNames = (facts: HeldFacts | undefined): RecordNames => ({
  sequence: null,
  numbers: JSON.stringify([facts?.ClientNumber ?? null]),
});

/** The record under all its names, so that no other change of it goes at the same time. */
export const heldNames = (facts: HeldFacts): RecordNames =>
  facts.ContractSequence === null && !facts.payout
    ? { sequence: null, numbers: JSON.stringify([facts.ClientNumber]) }
    : {
        sequence: facts.ContractSequence,
        numbers:
          facts.ClientNumber === null || facts.ContractNumber === null
            ? null
            : JSON.stringify([facts.ClientNumber, facts.ContractNumber]),
      };
