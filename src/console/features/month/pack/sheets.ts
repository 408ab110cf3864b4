import { isMoney, type Balance, type DaySum, type MonthFigures } from '#answers/month/figures.ts';
import { stageOf } from '#answers/statuses.ts';
import { isLateReturn } from '#answers/transaction-kind.ts';
import { itemFields } from '#console/domain/bank/items.ts';
import { agedSums } from '#console/domain/collections/ageing.ts';
import { agedFrom, debitsOf, type Debit } from '#console/domain/collections/debits.ts';
import { askDayRates, differentClients, dueIn, shareOf } from '#console/domain/collections/rates.ts';
import { collectionsOnly, payoutsOnly } from '#console/domain/collections/report-list.ts';
import type { WorkbookCell, WorkbookTable } from '#report-engine/export/workbook.ts';
import type { LocalReport } from '#report-engine/local-report.ts';
import type { RowGroup } from '#report-engine/protocol.ts';
import { addDays, daysBetween, type DateText } from '#rules/calendar.ts';
import type { Row } from '#rules/column.ts';
import { addUp, grouped, type Sum } from '#rules/sums.ts';
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

const toldOf = (isTold: boolean, { count, cents }: Sum): [number | null, number | null] =>
  isTold ? [count, cents] : [null, null];

/** Null cents are not known: the service does not say which transactions these are. */
export const summaryLines = (
  figures: MonthFigures,
  { opening, closing }: Balance,
  { matched, bankAccounts }: Pick<PackSpec, 'matched' | 'bankAccounts'>,
): [label: string, count: number | null, cents: number | null][] => [
  ['Opening, in transit', null, opening],
  ['+ Collected', figures.collected.count, figures.collected.cents],
  ['− Returned after payment', ...toldOf(figures.saysReturns, figures.afterPayment)],
  ...(matched === 0
    ? []
    : ([[`− Matched to the bank${bankAccounts ? '' : ', not checked by the service'}`, null, matched]] satisfies [
        string,
        null,
        number,
      ][])),
  ['= Closing, in transit, carried forward', null, closing],
  ['Returned', figures.returned.count, figures.returned.cents],
  ['Returned from earlier months', ...toldOf(figures.saysReturns, figures.fromEarlier)],
  ['Paid out', ...toldOf(figures.saysPayouts, figures.paidOut)],
  ['Payouts failed', ...toldOf(figures.saysPayouts, figures.payoutsUnpaid)],
];

export function summarySheet(lines: ReturnType<typeof summaryLines>): WorkbookTable {
  return {
    name: 'Summary',
    titles: ['What', 'Number', 'Amount'],
    rows: lines.map(([label, count, cents]) => [label, count, cents === null ? 'Not known' : { cents }]),
  };
}

const columnsByDay: readonly [
  title: string,
  isIn: (it: DaySum) => boolean,
  isTold?: (figures: MonthFigures) => boolean,
][] = [
  ['Collected', isMoney('paid', false)],
  ['Returned', isMoney('unpaid', false)],
  ['Returned after payment', (it) => isLateReturn({ TransactionType: it.type }), (it) => it.saysReturns],
  ['Paid out', isMoney('paid', true), (it) => it.saysPayouts],
  ['Payouts failed', isMoney('unpaid', true), (it) => it.saysPayouts],
];

export function byDaySheet(figures: MonthFigures, { from, to }: Days): WorkbookTable {
  const { days } = figures;
  const byDay = grouped(days, (it) => it.day);
  const all = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at));
  const cellsOf = (list: readonly DaySum[]) =>
    columnsByDay.flatMap(([, isIn, isTold]) =>
      isTold && !isTold(figures) ? ['Not known', 'Not known'] : both(addUp(list.filter(isIn))),
    );
  return {
    name: 'By day',
    titles: ['Day', ...columnsByDay.flatMap(([title]) => [`${title}, number`, `${title}, amount`])],
    rows: [...all.map((day) => [{ day }, ...cellsOf(byDay.get(day) ?? [])]), ['Total', ...cellsOf(days)]],
  };
}

const nothing: Sum = { count: 0, cents: 0 };
const lateOf = ({ sums }: RowGroup): Sum =>
  addUp(sums.filter(({ keys: [, type] }) => isLateReturn({ TransactionType: type })));
const ofStage = ({ sums }: RowGroup, ...stages: (string | undefined)[]): Sum =>
  addUp(sums.filter(({ keys: [status] }) => stages.includes(stageOf(status ?? ''))));

/** What was due by contract against what the transactions of the month say. A transaction names no instalment. */
export async function byContractSheet(
  transactions: LocalReport,
  instalments: LocalReport,
  days: Days,
): Promise<WorkbookTable> {
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
): Promise<WorkbookTable> {
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
): Promise<WorkbookTable> {
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

export async function ratesSheet(instalments: LocalReport, days: Days): Promise<WorkbookTable> {
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

export async function payoutsSheet(transactions: LocalReport): Promise<WorkbookTable> {
  const found = await transactions.groups(
    ['TransactionDate', 'ClientNumber', 'ContractNumber', 'ContractSequence', 'Status'].map((fieldName) => ({
      fieldName,
    })),
    { hasSums: true, filters: [payoutsOnly] },
  );
  return {
    name: 'Payouts',
    titles: ['Time', 'Client number', 'Contract number', 'Contract', 'Status', 'Number', 'Amount'],
    rows: found.map((it) => [...it.keys.map((key) => key ?? ''), ...both(addUp(it.sums))]),
  };
}
