import type { ErrorKind } from '#answers/error-kinds.ts';
import type { KnownTransactionTypes } from '#answers/transaction-kind.ts';
import type { Fault } from '#contract/operation.ts';
import type { Filter, GridSource, GridState, GridView } from '#kit/base/grid-source.ts';
import type { DateText } from '#rules/calendar.ts';
import type { ColumnSpec, Row } from '#rules/column.ts';

/** Records live in the worker as columns; the page gets visible rows, counts and sums. */

export interface JoinEntry {
  keys: readonly (string | number)[];
  /** A time, for `Join.near`. */
  at?: string;
  value: string;
}

/** If several entries match and disagree, none is used: a guess is worse than nothing. */
export interface ColumnJoin {
  into: string;
  /** Columns to compare with an entry's keys, in order. */
  same: readonly string[];
  /** A time column: prefers entries of the same day, then of the same minute. */
  near?: string;
  entries: readonly JoinEntry[];
}

export interface SliceSpec {
  from: DateText;
  to: DateText;
  url: string;
  /** Top-level key of its answer, if not the report's. */
  key?: string;
  /** Columns by their names in its records. */
  renamed?: Readonly<Record<string, string>>;
  /** Not requested by days: its records count on any day. */
  isOfAnyDay?: boolean;
}

export interface SumSpec {
  fieldName: string;
  /** Only amounts of rows with equal values in these columns are added up. */
  apart: readonly string[];
  /** Column of currencies, which are never added up either. */
  currency?: string;
}

export interface ColumnSum {
  /** Of `SumSpec.apart`. */
  keys: (string | null)[];
  count: number;
  /** Whole cents; null if an amount is missing, negative or not in whole cents. */
  cents: number | null;
  /** Unless it is the merchant's own. */
  currency?: string;
  /** As its rows write it, the merchant's own too; undefined without a column of currencies. */
  currencyText?: string | null;
}

export interface Counting {
  sum?: SumSpec;
  /** Column of times. Records of days outside their slice do not count. */
  day?: string;
  /** Each list of columns names a record, if all have a value. Records with the same name and values count once. */
  names?: readonly (readonly string[])[];
  /** Column of transaction types, and what is known about them. */
  types?: KnownTransactionTypes & { fieldName: string };
}

export interface LeftOutRows {
  otherDays: number;
  repeated: number;
  /** Transactions whose type is not known count, but belong to no sum of collections or payouts. */
  types?: readonly { type: string; count: number }[];
}

/** `cut`: the body broke off; the records before are kept and shown. */
export type SliceState = 'waiting' | 'loading' | 'done' | 'empty' | 'failed' | 'cut';

export interface SliceStatus {
  from: DateText;
  to: DateText;
  state: SliceState;
  rows: number;
  bytes: number;
  tries: number;
  callSequence?: number;
  /** In the service's words if any, with details for support. A person's own cancel is no error. */
  reason?: { message: string; kind: ErrorKind | 'cancelled'; status?: number; callSequence?: number; faults?: Fault[] };
}

/** In addition to search and filters. */
export interface PageFilter {
  days?: { fieldName: string; days: readonly DateText[] };
  /** Folded (rules/search-text); all must occur in a row's texts. */
  words?: readonly string[];
  /** Alternative to `words`: rows with one of these values in a field. */
  orOneOf?: readonly { fieldName: string; values: readonly string[] }[];
}

export interface View extends GridView {
  pageFilter?: PageFilter;
  /** Shows the first row of each action of a change report, with the number of its others as `moreChanges`. Groups and files have all. */
  foldsActions?: boolean;
}

/** The field with the number of other rows that an action has. */
export const moreChanges = 'MoreChanges';

export interface ReportState extends GridState {
  slices: readonly SliceStatus[];
  isComplete: boolean;
  bytes: number;
  /** Groups may change with it. */
  joined: number;
  /** A join is not in its column yet. */
  isJoining: boolean;
  leftOut: LeftOutRows;
  sums: readonly ColumnSum[];
  view: View;
  /** Fields in the records that are not columns. */
  unknownFields: readonly string[];
}

export interface RowGroup {
  /** A date as its day or month. */
  keys: (string | null)[];
  count: number;
  sums: ColumnSum[];
}

/** Up to the requested number, and how many there are. */
export interface FoundRecords {
  rows: Row[];
  count: number;
}

/** `InstalmentStatus[3]` has the name `InstalmentStatus`. */
export type GroupBy = { fieldName: string; part?: 'day' | 'month' | 'name' };

export interface GroupOptions {
  hasSums?: boolean;
  /** Independent of the view; without filters the rows of the view. */
  filters?: readonly Filter[];
  pageFilter?: PageFilter;
  /** Omits smaller groups. */
  least?: number;
  /** Maximum number of groups; one more is returned if there are more. */
  most?: number;
}

export type AboutCell = string | number | { cents: number };

export interface ExportOptions {
  format: 'csv' | 'xlsx';
  /**
   * In order; a field may be repeated. `labels` replace values; `labelsBy` depend on the field that another column
   * names. Record lists are written as their count.
   */
  columns: readonly {
    fieldName: string;
    title: string;
    labels?: Readonly<Record<string, string>>;
    labelsBy?: { fieldName: string; labels: Readonly<Record<string, Readonly<Record<string, string>>>> };
  }[];
  /** Replaces the rows of the view, for example with groups. */
  records?: { specs: readonly ColumnSpec[]; rows: readonly Row[] };
  /** CSV: makes spreadsheets read UTF-8. */
  byteOrderMark: boolean;
  /** CSV: `,` makes the separator `;`. */
  decimal: '.' | ',';
  /** XLSX: day cells, or the original text. */
  dates: 'text' | 'date';
  /** XLSX: an extra sheet "About". CSV: above the titles. */
  about?: readonly (readonly AboutCell[])[];
}

export interface Exported {
  rows: number;
  bytes: number;
  sums: readonly ColumnSum[];
}

export interface ReportSource extends GridSource {
  getSnapshot(): ReportState;
  setView(view: View): void;
  /** Of current and later records; replaces an earlier join into the column. */
  join(join: ColumnJoin): void;
  /** In the order of the groups' first records. */
  groups(by: readonly GroupBy[], options?: GroupOptions): Promise<RowGroup[]>;
  /** Independent of the view; in the order received. */
  found(fieldNames: readonly string[], filters: readonly Filter[], most?: number): Promise<FoundRecords>;
  /** If the report is incomplete, tell the user first (`ReportState`). */
  exportTo(options: ExportOptions, to: WritableStream<Uint8Array>, signal?: AbortSignal): Promise<Exported>;
  retry(): void;
  /** Stops loading; rows so far stay. */
  cancel(): void;
  close(): void;
}

export interface ReportSpec extends Counting {
  columns: readonly ColumnSpec[];
  key: string;
  slices: readonly SliceSpec[];
  token: SliceToken;
}

/** A token, or another one instead of a refused one. @throws if the session has ended */
export type SliceToken = (refused?: string) => Promise<string>;

/**
 * Sends the request of a slice, and again with another token if that is refused. Leaves the body unread.
 * @throws the rejection of `token`, the signal's reason, or network errors
 */
export type SliceRead = (url: string, token: SliceToken, signal: AbortSignal) => Promise<Response>;

export type ReportOpener = (spec: ReportSpec) => ReportSource;
