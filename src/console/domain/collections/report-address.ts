import type { ColumnSpec, Filter, View } from '#console/report-engine/protocol.ts';
import { fieldOf } from '#contract/fields.ts';
import { isDate, type DateText } from '#rules/calendar.ts';
import type { Report } from './report-list.ts';

/*
 * How a view stands in an address: `find=text`, `sort=-Amount`, and for each filter a `where=Field:kind:body`:
 *   Amount:number:1000..5000          either end may be missing; amounts in whole cents
 *   TransactionDate:date:2026-01-01..
 *   Status:oneOf:PAID,UNPAID,%        each value encoded; `%` alone, which encodes nothing, is no value
 *   TransactionType:noneOf:PAYOUT     each value encoded
 *   ClientNumber:text:C0001
 *   all                               no filter, where the report has some without a `where`
 */

/** No value, in a list of values. */
const none = '%';

const writeEnds = (least: unknown, most: unknown): string => `${least ?? ''}..${most ?? ''}`;

/** A filter as the text of its `where`. */
export function writeFilter(filter: Filter): string {
  const head = `${filter.fieldName}:${filter.kind}:`;
  switch (filter.kind) {
    case 'number':
      return head + writeEnds(filter.least, filter.most);
    case 'date':
      return head + writeEnds(filter.from, filter.to);
    case 'oneOf':
    case 'noneOf':
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

/** Encoded text as it was; nothing where somebody has written an address by hand and wrongly. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const kinds: Record<ColumnSpec['kind'], readonly Filter['kind'][]> = {
  text: ['oneOf', 'noneOf', 'text'],
  integer: ['number', 'oneOf', 'text'],
  amount: ['number'],
  number: ['number'],
  date: ['date'],
  dateTime: ['date'],
  records: ['text'],
};

/** The filter that a `where` says; nothing for a field or a kind that the report's columns do not have. */
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
    case 'noneOf':
      return { fieldName, kind, values: body.split(',').flatMap((it) => decoded(it) ?? []) };
    case 'oneOf': {
      const values = body.split(',').map((it) => (it === none ? null : decoded(it)));
      return { fieldName, kind, values: values.filter((it) => it !== undefined) };
    }
    default:
      return body === '' ? undefined : { fieldName, kind: 'text', has: body };
  }
}

/** The parameters of an address that say a view, in the names that `readView` takes. */
export const viewParams = ['find', 'where', 'sort'] as const;

/** What of a report says how its view stands in an address. */
type Addressed = Pick<Report, 'columns' | 'filters' | 'usual'>;

/** Stands for no filters, where an address without any means the usual ones. */
const all = 'all';

/** Whether an address names no filters, neither of the view nor of the service. */
export const isWithoutFilters = (query: URLSearchParams, { filters }: Pick<Report, 'filters'>): boolean =>
  !query.has('where') && !filters.some((fieldName) => query.get(fieldName));

/** The view that an address says; what the report usually shows, in the service's order, when it says nothing. */
export function readView(query: URLSearchParams, report: Addressed): View {
  const { columns, usual } = report;
  const sort = query.get('sort') ?? '';
  const fieldName = sort.replace(/^-/, '');
  return {
    search: query.get('find') ?? '',
    filters: isWithoutFilters(query, report)
      ? [...usual]
      : query.getAll('where').flatMap((it) => readFilter(it, columns) ?? []),
    sort: columns.some((it) => it.fieldName === fieldName) ? { fieldName, isDescending: sort.startsWith('-') } : null,
  };
}

/** The query with the view in place of the one that it said. */
export function writeView(before: URLSearchParams, { search, filters, sort }: View, { usual }: Addressed) {
  const query = new URLSearchParams(before);
  for (const param of viewParams) query.delete(param);
  if (search) query.set('find', search);
  for (const filter of filters) query.append('where', writeFilter(filter));
  if (filters.length === 0 && usual.length > 0) query.set('where', all);
  if (sort) query.set('sort', (sort.isDescending ? '-' : '') + sort.fieldName);
  return query;
}

/** Fields that hold whatever was changed, an account number too. */
const anything: readonly string[] = ['OldValue', 'NewValue'];

/**
 * Whether a filter may stand in an address: account and ID numbers never do, and an address is kept by browsers, proxies
 * and whoever it is sent to. Those that may not are held by the page.
 */
export const maySay = (filter: Filter): boolean =>
  !anything.includes(filter.fieldName) &&
  !fieldOf(filter.fieldName)?.sensitive &&
  !(filter.kind === 'text' && isLong(filter.has));

/** As many digits as an account number has: no text to look for that belongs in an address. */
export const isLong = (text: string): boolean => /\d{7}/.test(text.replace(/[\s-]/g, ''));

/** The filters with one field's changed; nothing takes it away. */
export const withFilter = (view: View, fieldName: string, filter: Filter | undefined): View => ({
  ...view,
  filters: [...view.filters.filter((it) => it.fieldName !== fieldName), ...(filter ? [filter] : [])],
});
