import {
  figuresOf,
  lateReturnsOf,
  maxLateReturns,
  type DaySum,
  type LateReturn,
  type MonthFigures,
} from '#answers/month/figures.ts';
import { stageOf } from '#answers/statuses.ts';
import { isLateReturn } from '#answers/transaction-kind.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { LeftOutRows, ReportSource } from '#report-engine/protocol.ts';

const lateFields = [
  'TransactionDate',
  'ContractSequence',
  'ClientNumber',
  'ContractNumber',
  'TransactionType',
  'Amount',
];

/** The figures with what was returned and is in none of them. */
type ReadMonth = MonthFigures & { leftOut: LeftOutRows & { undated: number } };

/** What the figures are computed from: on the page a report's source, in the worker of the pack the report itself. */
type Asked = Pick<ReportSource, 'groups' | 'found'> & { getSnapshot(): { leftOut: LeftOutRows } };

async function askLateReturns(source: Asked, sums: readonly DaySum[]): Promise<LateReturn[]> {
  const types = [...new Set(sums.map((it) => it.type))].filter((type) => isLateReturn({ TransactionType: type }));
  if (types.length === 0) return [];
  const ofReturns: Filter = { fieldName: 'TransactionType', kind: 'oneOf', values: types };
  const { rows, count } = await source.found(lateFields, [ofReturns], maxLateReturns);
  if (count > maxLateReturns) throw new RangeError(`More than ${maxLateReturns} late returns.`);
  const paidStatuses = [...new Set(sums.map((it) => it.status))].filter((it) => stageOf(it) === 'paid');
  const paid = await source.found(lateFields, [
    { fieldName: 'Status', kind: 'oneOf', values: paidStatuses },
    {
      fieldName: 'ContractSequence',
      kind: 'oneOf',
      values: [...new Set(rows.map((it) => String(it.ContractSequence)))],
    },
  ]);
  return lateReturnsOf(rows, paid.rows);
}

export async function askMonth(source: Asked): Promise<ReadMonth> {
  const groups = await source.groups([{ fieldName: 'TransactionDate', part: 'day' }], { hasSums: true, filters: [] });
  const sums = groups.flatMap(({ keys: [day], sums: apart }) =>
    apart.map(({ keys: [status, type], count, cents }) => ({
      day: day ?? '',
      status: status ?? '',
      type: type ?? '',
      count,
      cents,
    })),
  );
  const figures = figuresOf(sums, await askLateReturns(source, sums));
  return { ...figures, leftOut: { ...source.getSnapshot().leftOut, undated: figures.undatedCount } };
}
