import { itemFields } from '#console/domain/bank/items.ts';
import { agedSums } from '#console/domain/collections/ageing.ts';
import { addUp, grouped, type Sum } from '#console/domain/collections/day-groups.ts';
import { agedFrom, debitsOf, type Debit } from '#console/domain/collections/debits.ts';
import { askDayRates, differentClients, dueIn, shareOf } from '#console/domain/collections/rates.ts';
import { collectionsOnly } from '#console/domain/collections/report-list.ts';
import { isLateReturn } from '#console/model/late-return.ts';
import { isPayout } from '#console/model/payout.ts';
import { stageOf } from '#console/model/statuses.ts';
import type { WorkbookCell, WorkbookSheet } from '#console/report-engine/export/workbook.ts';
import type { LocalReport } from '#console/report-engine/local-report.ts';
import type { Group, Row } from '#console/report-engine/protocol.ts';
import { addDays, daysBetween, type DateText } from '#rules/calendar.ts';
import type { Balance, DaySum, MonthFigures } from '../figures.ts';
import type { PackSpec } from './spec.ts';

type Rows = Iterable<readonly WorkbookCell[]>;

interface Days {
  from: DateText;
  to: DateText;
}

/** @throws RangeError, because a sum without its missing amounts would be wrong unnoticed */
const known = ({ cents }: Pick<Sum, 'cents'>): { cents: number } => {
  if (cents === null) throw new RangeError('An amount is missing or not in whole cents.');
  return { cents };
};
const both = (sum: Sum): WorkbookCell[] => [sum.count, known(sum)];

export const summaryLines = (
  figures: MonthFigures,
  { opening, closing }: Balance,
  { matched, bankAccounts }: Pick<PackSpec, 'matched' | 'bankAccounts'>,
): [label: string, count: number | null, cents: number | null][] => [
  ['Opening, in transit', null, opening],
  ['+ Collected', figures.collected.count, figures.collected.cents],
  ['− Returned after payment', figures.afterPayment.count, figures.afterPayment.cents],
  ...(matched === 0
    ? []
    : ([[`− Matched to the bank${bankAccounts ? '' : ', not checked by the service'}`, null, matched]] satisfies [
        string,
        null,
        number,
      ][])),
  ['= Closing, in transit, carried forward', null, closing],
  ['Returned', figures.returned.count, figures.returned.cents],
  ['Returned from earlier months', figures.fromEarlier.count, figures.fromEarlier.cents],
  ['Paid out', figures.paidOut.count, figures.paidOut.cents],
  ['Payouts unpaid', figures.payoutsUnpaid.count, figures.payoutsUnpaid.cents],
];

export function summarySheet(lines: ReturnType<typeof summaryLines>): WorkbookSheet {
  return {
    name: 'Summary',
    titles: ['What', 'Number', 'Amount'],
    rows: lines.map(([label, count, cents]) => [label, count, known({ cents })]),
  };
}

const columnsByDay: readonly [title: string, isIn: (it: DaySum) => boolean][] = [
  ['Collected', (it) => stageOf(it.status) === 'paid' && !isPayout({ TransactionType: it.type })],
  ['Returned', (it) => stageOf(it.status) === 'unpaid' && !isPayout({ TransactionType: it.type })],
  ['Returned after payment', (it) => isLateReturn({ TransactionType: it.type })],
  ['Paid out', (it) => stageOf(it.status) === 'paid' && isPayout({ TransactionType: it.type })],
  ['Payouts unpaid', (it) => stageOf(it.status) === 'unpaid' && isPayout({ TransactionType: it.type })],
];

export function byDaySheet({ days }: MonthFigures, { from, to }: Days): WorkbookSheet {
  const byDay = grouped(days, (it) => it.day);
  const all = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at));
  const cellsOf = (list: readonly DaySum[]) => columnsByDay.flatMap(([, isIn]) => both(addUp(list.filter(isIn))));
  return {
    name: 'By day',
    titles: ['Day', ...columnsByDay.flatMap(([title]) => [`${title}, number`, `${title}, amount`])],
    rows: [...all.map((day) => [{ day }, ...cellsOf(byDay.get(day) ?? [])]), ['Total', ...cellsOf(days)]],
  };
}

const nothing: Sum = { count: 0, cents: 0 };
const lateOf = ({ sums }: Group): Sum =>
  addUp(sums.filter(({ keys: [, type] }) => isLateReturn({ TransactionType: type })));
const ofStage = ({ sums }: Group, ...stages: (string | undefined)[]): Sum =>
  addUp(sums.filter(({ keys: [status] }) => stages.includes(stageOf(status ?? ''))));

/** What was due by contract against what the transactions of the month say. A transaction names no instalment. */
export async function byContractSheet(
  transactions: LocalReport,
  instalments: LocalReport,
  days: Days,
): Promise<WorkbookSheet> {
  const came = await transactions.groups(
    ['ContractSequence', 'ClientNumber', 'ContractNumber'].map((fieldName) => ({ fieldName })),
    { hasSums: true, filters: [collectionsOnly] },
  );
  const due = await instalments.groups(
    ['ContractSequence', 'ContractNumber'].map((fieldName) => ({ fieldName })),
    { hasSums: true, filters: [dueIn(days)] },
  );
  const dueOf = new Map(due.map((it) => [it.keys[0] ?? '', it]));
  const cameOf = new Map(came.map((it) => [it.keys[0] ?? '', it]));
  function* rows(): Rows {
    for (const sequence of new Set([...dueOf.keys(), ...cameOf.keys()])) {
      const [there, here] = [dueOf.get(sequence), cameOf.get(sequence)];
      const expected = there ? ofStage(there, 'paid', 'unpaid', 'underway', 'scheduled', undefined) : nothing;
      const open = there ? ofStage(there, 'underway', 'scheduled', undefined) : nothing;
      const paid = here ? ofStage(here, 'paid') : nothing;
      const unpaid = here ? ofStage(here, 'unpaid') : nothing;
      const late = here ? lateOf(here) : nothing;
      yield [
        sequence,
        here?.keys[1] ?? '',
        here?.keys[2] ?? there?.keys[1] ?? '',
        ...both(expected),
        ...both(paid),
        ...both(unpaid),
        ...both(late),
        ...both(open),
        { cents: known(expected).cents - known(paid).cents + known(late).cents },
      ];
    }
  }
  return {
    name: 'By contract',
    titles: [
      'Contract',
      'Client number',
      'Contract number',
      'Due, number',
      'Due, amount',
      'Collected, number',
      'Collected, amount',
      'Returned, number',
      'Returned, amount',
      'Of these after payment, number',
      'Of these after payment, amount',
      'No outcome, number',
      'No outcome, amount',
      'Due less received',
    ],
    rows: rows(),
  };
}

/** Reasons are in the instalments' changes, not in the transactions; what has none there is named as such. */
export async function byReasonSheet(
  { returned }: MonthFigures,
  instalments: LocalReport,
  { from, to }: Days,
  labels: Readonly<Record<string, string>>,
): Promise<WorkbookSheet> {
  const found = await instalments.groups([{ fieldName: 'InstalmentResult' }], {
    hasSums: true,
    filters: [{ fieldName: 'LastUpdateDate', kind: 'date', from, to }],
  });
  const reasons = found
    .map((it) => ({ code: it.keys[0] ?? '', ...ofStage(it, 'unpaid') }))
    .filter((it) => it.count > 0 && it.code !== '')
    .toSorted((one, other) => other.count - one.count);
  const explained = addUp(reasons);
  const left = { count: returned.count - explained.count, cents: known(returned).cents - known(explained).cents };
  return {
    name: 'Returned by reason',
    titles: ['Code', 'Reason', 'Number', 'Amount'],
    rows: [
      ...reasons.map((it) => [it.code, Object.hasOwn(labels, it.code) ? (labels[it.code] ?? '') : '', ...both(it)]),
      ...(left.count === 0 && left.cents === 0 ? [] : [['', 'Reason not known', ...both(left)]]),
      ['', 'Total', ...both(returned)],
    ],
  };
}

/** Unpaid debits by age as at the end of the month, by the rule of clients' statements. */
export async function ageingSheet(
  history: LocalReport,
  to: DateText,
  settledOn: (key: string) => DateText | undefined,
): Promise<WorkbookSheet> {
  const [{ columns }, rows] = [history, await history.rows()];
  const read = itemFields.flatMap((it) => columns.column(it) ?? []);
  const records: Iterable<Row> = {
    *[Symbol.iterator]() {
      for (const row of rows) yield columns.rowAt(row, read);
    },
  };
  const unpaid: (Debit & { days: number })[] = [];
  for (const it of debitsOf(records, to, settledOn)) if (it.days !== undefined) unpaid.push({ ...it, days: it.days });
  const later = agedSums(unpaid.filter((it) => it.hasLaterPaid));
  const lines = agedSums(unpaid).map((it, at) => [it, later[at] ?? nothing] as const);
  return {
    name: 'Ageing',
    titles: [
      `Unpaid as at ${to}, of debits since ${agedFrom(to)}`,
      'Number',
      'Amount',
      'With a later paid debit, number',
      'With a later paid debit, amount',
    ],
    rows: [
      ...lines.map(([all, of]) => [all.label, ...both(all), ...both(of)]),
      ['Total', ...both(addUp(lines.map(([all]) => all))), ...both(addUp(later))],
    ],
  };
}

const percent = (share: number): WorkbookCell => ({ figure: Math.round(share * 1000) / 10 });

export async function ratesSheet(instalments: LocalReport, days: Days): Promise<WorkbookSheet> {
  const found = await askDayRates(instalments, days);
  const rows = found.map(({ day, paid, all }): WorkbookCell[] => {
    const share = shareOf(paid, all);
    const rates = share ? [percent(share.rate), percent(share.low), percent(share.high)] : [null, null, null];
    return [{ day }, all, paid, all - paid, ...rates];
  });
  return {
    name: 'Rates by collection day',
    titles: ['Collection day', 'Debits', 'Paid', 'Returned', 'Paid, %', 'At least, %', 'At most, %'],
    rows: [...rows, [differentClients]],
  };
}

export async function payoutsSheet(transactions: LocalReport): Promise<WorkbookSheet> {
  const types = await transactions.groups([{ fieldName: 'TransactionType' }], { filters: [] });
  const values = types.flatMap(({ keys: [type = null] }) => (isPayout({ TransactionType: type }) ? [type] : []));
  const found = await transactions.groups(
    ['TransactionDate', 'ClientNumber', 'ContractNumber', 'ContractSequence', 'Status'].map((fieldName) => ({
      fieldName,
    })),
    { hasSums: true, filters: [{ fieldName: 'TransactionType', kind: 'oneOf', values }] },
  );
  return {
    name: 'Payouts',
    titles: ['Time', 'Client number', 'Contract number', 'Contract', 'Status', 'Number', 'Amount'],
    rows: found.map((it) => [...it.keys.map((key) => key ?? ''), ...both(addUp(it.sums))]),
  };
}
