import type { Filter, GridView } from '#kit/base/grid-source.ts';
import { inSentence } from '#kit/form/field-text.ts';
import { labelFor, type LabelOf } from '#kit/host.ts';
import { formatField } from '#kit/ui/format.tsx';
import { isDate } from '#rules/calendar.ts';
import type { ColumnKind, ColumnSpec } from '#rules/column.ts';
import { fullDayText } from '#rules/day-text.ts';
import { formatCents, parseAmount, toCents } from '#rules/money.ts';

export interface Typed {
  least: string;
  most: string;
  from: string;
  to: string;
  has: string;
  values: (string | null)[];
}

export const nothingTyped: Typed = { least: '', most: '', from: '', to: '', has: '', values: [] };

export const isFigure = (kind: ColumnKind): boolean => kind === 'amount' || kind === 'number' || kind === 'integer';
export const isDay = (kind: ColumnKind): boolean => kind === 'date' || kind === 'dateTime';

/** Amounts in whole cents; NaN if invalid. */
function figureOf(kind: ColumnKind, text: string): number | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  if (kind !== 'amount') return /^-?\d+([.,]\d+)?$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN;
  const amount = parseAmount(typed);
  return (amount === undefined ? undefined : toCents(amount)) ?? Number.NaN;
}

type Read = { filters: Filter[]; problem?: undefined } | { filters?: undefined; problem: string };

export function readFilters(fieldName: string, kind: ColumnKind, typed: Typed): Read {
  if (isFigure(kind)) {
    const [least, most] = [figureOf(kind, typed.least), figureOf(kind, typed.most)];
    if (Number.isNaN(least) || Number.isNaN(most))
      return { problem: kind === 'amount' ? 'Enter an amount such as 1 234,56.' : 'Enter a number.' };
    if (least === undefined && most === undefined) return { filters: [] };
    if (least !== undefined && most !== undefined && least > most) return { problem: 'Minimum is more than maximum.' };
    return { filters: [{ fieldName, kind: 'number', least, most }] };
  }
  if (isDay(kind)) {
    const [from, to] = [typed.from || undefined, typed.to || undefined];
    if ([from, to].some((day) => day !== undefined && !isDate(day))) return { problem: 'Enter a valid date.' };
    if (from === undefined && to === undefined) return { filters: [] };
    if (from !== undefined && to !== undefined && from > to)
      return { problem: 'The end date is before the start date.' };
    return { filters: [{ fieldName, kind: 'date', from, to }] };
  }
  const has = typed.has.trim();
  return {
    filters: [
      ...(has ? [{ fieldName, kind: 'text', has } as const] : []),
      ...(typed.values.length > 0 ? [{ fieldName, kind: 'oneOf', values: typed.values } as const] : []),
    ],
  };
}

/** Inverse of `readFilters`. */
export function typedOf(filters: readonly Filter[], fieldName: string, kind: ColumnKind): Typed {
  const typed = { ...nothingTyped };
  const figure = (value: number | undefined) =>
    value === undefined ? '' : kind === 'amount' ? formatCents(value).replace(/R\u00a0/, '') : String(value);
  for (const filter of filters) {
    if (filter.fieldName !== fieldName) continue;
    if (filter.kind === 'number') Object.assign(typed, { least: figure(filter.least), most: figure(filter.most) });
    else if (filter.kind === 'date') Object.assign(typed, { from: filter.from ?? '', to: filter.to ?? '' });
    else if (filter.kind === 'text') typed.has = filter.has;
    else if (filter.kind === 'oneOf') typed.values = filter.values;
  }
  return typed;
}

export const withFilters = (view: GridView, fieldName: string, filters: readonly Filter[]): GridView => ({
  ...view,
  filters: [...view.filters.filter((it) => it.fieldName !== fieldName), ...filters],
});

export const labelOf = ({ fieldName, label }: Pick<ColumnSpec, 'fieldName' | 'label'>): string =>
  label ?? labelFor(fieldName);

const isEmpty = (value: string | null) => value === null || value === '';

export const valueName = (fieldName: string, value: string | null, lookup?: LabelOf): string =>
  isEmpty(value) ? 'None' : (lookup?.(fieldName, value) ?? formatField(fieldName, value));

const between = (least: string | undefined, most: string | undefined): string =>
  least === undefined
    ? `up to ${most}`
    : most === undefined
      ? `from ${least}`
      : least === most
        ? least
        : `${least} to ${most}`;

/** `Amount R 100,00 to R 200,00`. */
export function describe(filter: Filter, column: ColumnSpec | undefined, lookup?: LabelOf): string {
  const label = labelOf(column ?? filter);
  const figure = (value: number | undefined) =>
    value === undefined ? undefined : column?.kind === 'amount' ? formatCents(value) : String(value);
  switch (filter.kind) {
    case 'number':
      return `${label} ${between(figure(filter.least), figure(filter.most))}`;
    case 'date':
      return `${label} ${between(filter.from && fullDayText(filter.from), filter.to && fullDayText(filter.to))}`;
    case 'text':
      return `${label} contains “${filter.has}”`;
    case 'noneOf':
      return `${label} other than ${filter.values.map((it) => valueName(filter.fieldName, it, lookup)).join(', ')}`;
    case 'means':
      return `${label} ${filter.values.join(' or ')}`;
    case 'oneOf': {
      const [first = null, second = null, ...more] = filter.values;
      if (filter.values.length <= 1 && isEmpty(first)) return `No ${inSentence(label)}`;
      const named = (it: string | null) => (isEmpty(it) ? 'none' : valueName(filter.fieldName, it, lookup));
      if (filter.values.length <= 1) return `${label} ${named(first)}`;
      return more.length > 0
        ? `${label} ${named(first)}, ${named(second)} and ${more.length} more`
        : `${label} ${named(first)} or ${named(second)}`;
    }
  }
}
