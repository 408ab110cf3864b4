import { isTransactionKind } from '#answers/transaction-kind.ts';
import { fieldOf } from '#contract/fields.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import type { View } from '#report-engine/protocol.ts';
import { isDate, type DateText } from '#rules/calendar.ts';
import type { ColumnSpec } from '#rules/column.ts';
import { collectionsOnly, type Report } from './report-list.ts';

/* A view in an address: `find=text`, `sort=-Amount`, and one `where=Field:kind:body` per filter:
   Amount:number:1000..5000          either end may be missing; amounts in whole cents
   TransactionDate:date:2026-01-01..
   Status:oneOf:PAID,UNPAID,%        encoded values; a single `%`, which no encoding gives, is no value
   TransactionType:noneOf:REFUND     encoded values
   TransactionType:means:debit,return  kinds of types
   ClientNumber:text:C0001
   all                               no filter, for reports that have default filters */

const none = '%';

const writeEnds = (least: unknown, most: unknown): string => `${least ?? ''}..${most ?? ''}`;

export function writeFilter(filter: Filter): string {
  const head = `${filter.fieldName}:${filter.kind}:`;
  switch (filter.kind) {
    case 'number':
      return head + writeEnds(filter.least, filter.most);
    case 'date':
      return head + writeEnds(filter.from, filter.to);
    case 'oneOf':
    case 'noneOf':
    case 'means':
      return head + filter.values.map((it) => (it === null ? none : encodeURIComponent(it))).join(',');
    case 'text':
      return head + filter.has;
  }
}

const readNumber = (text: string): number | undefined => {
  const value = text === '' ? undefined : Number(text);
  return Number.isFinite(value) ? value : undefined;
};
const readDate = (text: string): DateText | undefined => (isDate(text) ? text : undefined);

/** Undefined if the encoding is invalid, as in hand-written addresses. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const kinds: Record<ColumnSpec['kind'], readonly Filter['kind'][]> = {
  text: ['oneOf', 'noneOf', 'means', 'text'],
  integer: ['number', 'oneOf', 'text'],
  amount: ['number'],
  number: ['number'],
  date: ['date'],
  dateTime: ['date'],
  records: ['text'],
};

/** Undefined for unknown fields and kinds. */
function readFilter(text: string, columns: readonly ColumnSpec[]): Filter | undefined {
  const [, fieldName = '', kind = '', body = ''] = /^(\w+):(\w+):(.*)$/s.exec(text) ?? [];
  const column = columns.find((it) => it.fieldName === fieldName);
  if (!column || !(kinds[column.kind] as readonly string[]).includes(kind)) return undefined;
  const [first = '', second = ''] = body.split('..');
  switch (kind) {
    case 'number': {
      const [least, most] = [readNumber(first), readNumber(second)];
      return least === undefined && most === undefined ? undefined : { fieldName, kind, least, most };
    }
    case 'date': {
      const [from, to] = [readDate(first), readDate(second)];
      return from === undefined && to === undefined ? undefined : { fieldName, kind, from, to };
    }
    case 'means': {
      const values = body.split(',').filter((it) => isTransactionKind(it));
      return fieldName === 'TransactionType' && values.length > 0 ? { fieldName, kind, values } : undefined;
    }
    case 'noneOf':
      // Of addresses and views from before other words for a payout were known.
      if (fieldName === 'TransactionType' && body === 'PAYOUT') return collectionsOnly;
      return { fieldName, kind, values: body.split(',').flatMap((it) => decoded(it) ?? []) };
    case 'oneOf': {
      const values = body.split(',').map((it) => (it === none ? null : decoded(it)));
      return { fieldName, kind, values: values.filter((it) => it !== undefined) };
    }
    default:
      return body === '' ? undefined : { fieldName, kind: 'text', has: body };
  }
}

const viewParams = ['find', 'where', 'sort'] as const;

type Addressed = Pick<Report, 'columns' | 'filters' | 'usual' | 'usualSort'>;

/** Turns off the default filters. */
const all = 'all';

/** Neither filters of the view nor of the service. */
export const isWithoutFilters = (query: URLSearchParams, { filters }: Pick<Report, 'filters'>): boolean =>
  !query.has('where') && !filters.some((fieldName) => query.get(fieldName));

const sortText = ({ fieldName, isDescending }: NonNullable<View['sort']>): string =>
  (isDescending ? '-' : '') + fieldName;

/** The view of an address, or the report's default view. */
export function readView(query: URLSearchParams, report: Addressed): View {
  const { columns, usual, usualSort = null } = report;
  const sort = query.get('sort') ?? '';
  const fieldName = sort.replace(/^-/, '');
  return {
    search: query.get('find') ?? '',
    filters: isWithoutFilters(query, report)
      ? [...usual]
      : query.getAll('where').flatMap((it) => readFilter(it, columns) ?? []),
    sort: columns.some((it) => it.fieldName === fieldName)
      ? { fieldName, isDescending: sort.startsWith('-') }
      : usualSort,
  };
}

export function writeView(before: URLSearchParams, { search, filters, sort }: View, { usual, usualSort }: Addressed) {
  const query = new URLSearchParams(before);
  for (const param of viewParams) query.delete(param);
  if (search) query.set('find', search);
  for (const filter of filters) query.append('where', writeFilter(filter));
  if (filters.length === 0 && usual.length > 0) query.set('where', all);
  if (sort && !(usualSort && sortText(sort) === sortText(usualSort))) query.set('sort', sortText(sort));
  return query;
}

/** Fields that may contain any changed value, even an account number. */
const anything: readonly string[] = ['OldValue', 'NewValue'];

/**
 * Whether a filter may be in an address, which browsers, proxies and recipients keep: account and ID numbers may not.
 * Those filters stay in the page.
 */
export const maySay = (filter: Filter): boolean =>
  !anything.includes(filter.fieldName) &&
  !fieldOf(filter.fieldName)?.sensitive &&
  !(filter.kind === 'text' && isLong(filter.has));

/** As many digits as an account number: not allowed in addresses. */
export const isLong = (text: string): boolean => /\d{7}/.test(text.replace(/[\s-]/g, ''));

/** Replaces a field's filter; undefined removes it. */
export const withFilter = (view: View, fieldName: string, filter: Filter | undefined): View => ({
  ...view,
  filters: [...view.filters.filter((it) => it.fieldName !== fieldName), ...(filter ? [filter] : [])],
});
