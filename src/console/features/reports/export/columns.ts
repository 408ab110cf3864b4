import { isPayout } from '#answers/transaction-kind.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { reportValueText } from '#console/domain/collections/report-text.ts';
import { fieldOf } from '#contract/fields.ts';
import { labelOf } from '#kit/data-grid/filters.ts';
import type { ExportOptions, ReportSource } from '#report-engine/protocol.ts';
import type { Row } from '#rules/column.ts';
import {
  centsIn,
  hasRate,
  groupKeyText,
  linesOf,
  rateOf,
  treeOf,
  type GroupChoice,
  type GroupNode,
} from '../groups/grouping.ts';

/** Columns of codes have fewer values, changed fields more, because they name instalments. */
const maxCodes = 300;
const maxFields = 5000;

type Exported = ExportOptions['columns'][number];
type LabelOf = (fieldName: string, value: unknown) => string | undefined;

/** Undefined if values are shown unchanged. */
async function labelsOf(source: ReportSource, fieldName: string, labelOfCode: LabelOf) {
  const input = fieldOf(fieldName)?.input;
  if (input !== 'code' && fieldName !== 'FieldChanged') return undefined;
  const { values, isAll } = await source.distinct(fieldName, fieldName === 'FieldChanged' ? maxFields : maxCodes);
  if (!isAll) return undefined;
  const named = values.flatMap(({ value }): [string, string][] => {
    if (value === null || value === '') return [];
    // Singular, for one row.
    const isOut = fieldName === 'TransactionType' && isPayout({ TransactionType: value });
    const label = isOut ? 'Payout' : (labelOfCode(fieldName, value) ?? reportValueText(fieldName, value));
    return label === value ? [] : [[value, label]];
  });
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

type ChangedText = (field: string, text: string) => string;

/** They depend on the changed field. */
async function labelsByField(
  source: ReportSource,
  fieldName: string,
  textOf: ChangedText,
): Promise<Exported['labelsBy']> {
  const { values } = await source.distinct('FieldChanged', maxFields);
  const fields = values.filter(({ value }) => !isFigure((value ?? '').replace(/\[\d+\]$/, ''))).map((it) => it.value);
  const filters = [{ fieldName: 'FieldChanged', kind: 'oneOf' as const, values: fields }];
  const pairs = await source.groups([{ fieldName: 'FieldChanged', part: 'name' }, { fieldName }], { filters });
  const labels: Record<string, Record<string, string>> = {};
  for (const {
    keys: [field, value],
  } of pairs)
    if (field && value) (labels[field] ??= {})[value] = textOf(field, value);
  return { fieldName: 'FieldChanged', labels };
}

const isFigure = (fieldName: string): boolean =>
  ['amount', 'rate', 'date', 'dateTime'].includes(fieldOf(fieldName)?.input ?? '');

export async function reportFileColumns(
  report: Report,
  source: ReportSource,
  fieldNames: readonly string[],
  labelOfCode: LabelOf,
  changedText: ChangedText,
  hasCodes: boolean,
): Promise<Exported[]> {
  const columns = await Promise.all(
    fieldNames.map(async (fieldName): Promise<Exported[]> => {
      const title = labelOf(report.columns.find((it) => it.fieldName === fieldName) ?? { fieldName });
      const labels = await labelsOf(source, fieldName, labelOfCode);
      const labelsBy =
        fieldName === 'OldValue' || fieldName === 'NewValue'
          ? await labelsByField(source, fieldName, changedText)
          : undefined;
      const code = (labels || labelsBy) && hasCodes ? [{ fieldName, title: `${title} (code)` }] : [];
      return [{ fieldName, title, labels, labelsBy }, ...code];
    }),
  );
  return columns.flat();
}

interface Grouped {
  by: readonly GroupChoice[];
  sort: Parameters<typeof linesOf>[2];
  nameOf(clientNumber: string | null): string | undefined;
}

/** In screen order: a column per level, "All" in sub-totals, the total last. */
export async function groupedRows(
  source: ReportSource,
  { by, sort, nameOf }: Grouped,
): Promise<Pick<ExportOptions, 'columns' | 'records'>> {
  const root = treeOf(await source.groups(by, { hasSums: true }));
  const lines = linesOf(root, by, sort, (level, key) => {
    const one = by[level];
    return (one?.fieldName === 'ClientNumber' ? nameOf(key) : undefined) ?? (one ? groupKeyText(one, key) : '');
  });
  const isClient = ({ fieldName }: GroupChoice) => fieldName === 'ClientNumber';
  const columns: Exported[] = [
    ...by.flatMap((it) => [
      ...(isClient(it) ? [{ fieldName: 'name', title: 'Client name' }] : []),
      { fieldName: it.key, title: isClient(it) ? 'Client number' : it.label },
    ]),
    { fieldName: 'count', title: 'Count' },
    ...root.money.map(({ kind, label }) => ({ fieldName: kind, title: label })),
    ...(!hasRate(root) ? [] : [{ fieldName: 'rate', title: 'Debits paid (%)' }]),
  ];
  const specs = [
    ...by.map((it) => ({ fieldName: it.key, kind: it.part === 'day' ? ('date' as const) : ('text' as const) })),
    { fieldName: 'name', kind: 'text' as const },
    { fieldName: 'count', kind: 'integer' as const },
    ...root.money.map(({ kind }) => ({ fieldName: kind, kind: 'amount' as const })),
    { fieldName: 'rate', kind: 'integer' as const },
  ];
  const rowOf = (node: GroupNode): Row => {
    const { keys, count } = node;
    const at = by.map((choice, level): [string, unknown] => {
      const key = keys[level];
      if (key === undefined) return [choice.key, keys.length === 0 && level === 0 ? 'Total' : 'All'];
      if (key !== null && (choice.part === 'day' || isClient(choice))) return [choice.key, key];
      return [choice.key, groupKeyText(choice, key)];
    });
    const client = keys[by.findIndex(isClient)];
    return {
      ...Object.fromEntries(at),
      name: client === undefined ? null : nameOf(client),
      count,
      rate: rateOf(node) ?? null,
      ...Object.fromEntries(
        root.money.map(({ kind }) => {
          const cents = centsIn(node, kind);
          return [kind, cents == null ? null : cents / 100];
        }),
      ),
    };
  };
  return { columns, records: { specs, rows: [...lines, root].map(rowOf) } };
}
