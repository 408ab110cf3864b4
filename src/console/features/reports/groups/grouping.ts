import { moneyOf, type Money } from '#console/domain/collections/money.ts';
import { maySay, withFilter } from '#console/domain/collections/report-address.ts';
import type { Report } from '#console/domain/collections/report-list.ts';
import { reportValueText } from '#console/domain/collections/report-text.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import { labelOf } from '#kit/data-grid/filters.ts';
import { monthEnd } from '#kit/dates/ranges.ts';
import type { RowGroup, GroupBy, ColumnSum, View } from '#report-engine/protocol.ts';
import type { ColumnSpec } from '#rules/column.ts';
import { dayText, monthText } from '#rules/day-text.ts';
import { toCents } from '#rules/money.ts';

export const maxLevels = 3;

/** As in the address: `Status`, `TransactionDate.month`. */
export interface GroupChoice extends GroupBy {
  key: string;
  label: string;
}

function choicesOf(column: ColumnSpec): GroupChoice[] {
  const { fieldName, kind } = column;
  const label = labelOf(column);
  if (kind === 'records' || !maySay({ fieldName, kind: 'oneOf', values: [] })) return [];
  if (kind !== 'date' && kind !== 'dateTime') return [{ key: fieldName, fieldName, label }];
  return (['day', 'month'] as const).map((part) => ({
    key: `${fieldName}.${part}`,
    fieldName,
    part,
    label: `${label} (${part})`,
  }));
}

/** A client is grouped by number and shown by name. */
export const groupChoices = ({ columns }: Report): GroupChoice[] =>
  columns
    .filter(({ fieldName }) => fieldName !== 'ClientName')
    .flatMap(choicesOf)
    .map((it) => (it.fieldName === 'ClientNumber' ? { ...it, label: 'Client' } : it));

/** Ignores unknown columns. */
export function readGrouping(text: string, choices: readonly GroupChoice[]): GroupChoice[] {
  const found = text.split(',').flatMap((key) => choices.find((it) => it.key === key) ?? []);
  return [...new Set(found)].slice(0, maxLevels);
}

/** Without clients' names. */
export function groupKeyText({ fieldName, part, label }: GroupChoice, key: string | null): string {
  if (fieldName === 'TransactionType') return reportValueText(fieldName, key);
  if (key === null || key === '') return `No ${label.toLowerCase().replace(/ \(.*/, '')}`;
  if (part === 'day') return dayText(key);
  return part === 'month' ? monthText(key) : reportValueText(fieldName, key);
}

/** Undefined if none can express it. */
function filterOf(
  { fieldName, part }: GroupBy,
  key: string | null,
  columns: readonly ColumnSpec[],
): Filter | undefined {
  const kind = columns.find((it) => it.fieldName === fieldName)?.kind;
  if (part) {
    if (key === null) return undefined;
    const [from, to] = part === 'month' ? [`${key}-01`, monthEnd(key)] : [key, key];
    return { fieldName, kind: 'date', from, to };
  }
  if (kind !== 'amount' && kind !== 'number') return { fieldName, kind: 'oneOf', values: [key] };
  const value = key === null ? undefined : kind === 'amount' ? toCents(Number(key)) : Number(key);
  return value === undefined ? undefined : { fieldName, kind: 'number', least: value, most: value };
}

/** Undefined if no filters can express it. */
export function viewOfGroup(
  view: View,
  by: readonly GroupBy[],
  keys: RowGroup['keys'],
  columns: readonly ColumnSpec[],
) {
  let narrowed: View | undefined = view;
  for (const [level, key] of keys.entries()) {
    const one = by[level];
    const filter = one && filterOf(one, key, columns);
    narrowed = filter && narrowed ? withFilter(narrowed, filter.fieldName, filter) : undefined;
  }
  return narrowed;
}

export interface GroupNode {
  /** Its value, after those of the groups around it. */
  keys: (string | null)[];
  count: number;
  money: Money[];
  inside: GroupNode[];
}

/** Nests groups; sums are those of the subgroups. */
export function treeOf(groups: readonly RowGroup[]): GroupNode {
  const root = { keys: [], count: 0, sums: [] as ColumnSum[], inside: [] as Branch[] };
  const known = new Map<string, Branch>();
  for (const { keys, count, sums } of groups) {
    let node: Branch = root;
    const add = () => {
      node.count += count;
      node.sums.push(...sums);
    };
    add();
    for (let level = 1; level <= keys.length; level += 1) {
      const path = keys.slice(0, level);
      const id = JSON.stringify(path);
      let next = known.get(id);
      if (!next) {
        known.set(id, (next = { keys: path, count: 0, sums: [], inside: [] }));
        node.inside.push(next);
      }
      node = next;
      add();
    }
  }
  return summed(root);
}

interface Branch extends RowGroup {
  inside: Branch[];
}

const summed = ({ keys, count, sums, inside }: Branch): GroupNode => ({
  keys,
  count,
  money: moneyOf(sums),
  inside: inside.map(summed),
});

export const centsIn = ({ money }: GroupNode, kind: string): number | null | undefined =>
  money.find((it) => it.kind === kind)?.cents;

const countOf = ({ money }: Pick<GroupNode, 'money'>, kind: string) => money.find((it) => it.kind === kind)?.count ?? 0;

/** A report of unpaid debits alone says nothing about their share. */
export const hasRate = (root: Pick<GroupNode, 'money'>) =>
  countOf(root, 'in paid') > 0 && countOf(root, 'in unpaid') > 0;

/** Paid debits of those that have an outcome, in percent; undefined if none has. */
export function rateOf(node: Pick<GroupNode, 'money'>): number | undefined {
  const [paid, unpaid] = [countOf(node, 'in paid'), countOf(node, 'in unpaid')];
  return paid + unpaid > 0 ? Math.round((100 * paid) / (paid + unpaid)) : undefined;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** By default days ascending, everything else by sum or count, largest first. */
export function linesOf(
  root: GroupNode,
  by: readonly GroupChoice[],
  sort: { fieldName: string; isDescending: boolean } | null,
  textOf: (level: number, key: string | null) => string,
): GroupNode[] {
  const [first] = root.money;
  const sorted = (nodes: readonly GroupNode[], level: number): GroupNode[] => {
    const plain: { fieldName: string; isDescending: boolean } = by[level]?.part
      ? { fieldName: 'key', isDescending: false }
      : { fieldName: first?.cents ? first.kind : 'count', isDescending: true };
    const { fieldName, isDescending } = sort ?? plain;
    const sign = isDescending ? -1 : 1;
    const last = ({ keys }: GroupNode) => keys[level] ?? null;
    const compare = (one: GroupNode, other: GroupNode) => {
      if (fieldName === 'count') return one.count - other.count;
      if (fieldName === 'rate') return (rateOf(one) ?? -1) - (rateOf(other) ?? -1);
      if (root.money.some(({ kind }) => kind === fieldName))
        return (centsIn(one, fieldName) ?? 0) - (centsIn(other, fieldName) ?? 0);
      // Days sort by key, not by label.
      const isDay = fieldName === 'key' || by[level]?.part !== undefined;
      return isDay
        ? (last(one) ?? '').localeCompare(last(other) ?? '')
        : collator.compare(textOf(level, last(one)), textOf(level, last(other)));
    };
    return nodes.toSorted((one, other) => sign * compare(one, other));
  };
  const lines = (nodes: readonly GroupNode[], level: number): GroupNode[] =>
    sorted(nodes, level).flatMap((it) => [it, ...lines(it.inside, level + 1)]);
  return lines(root.inside, 0);
}

/** `unpaid reason and client`. */
export const groupingText = (by: readonly GroupChoice[]): string =>
  by
    .map(({ label }) => label.toLowerCase())
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
