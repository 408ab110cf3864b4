import type { ErrorKind } from '#console/api/errors.ts';
import type { Fault } from '#contract/operation.ts';
import type { DateText } from '#rules/calendar.ts';

/**
 * What the page and the worker of a report say to each other. Records live in the worker as columns; the page gets the
 * rows that it shows, counts and sums.
 */

/** How a column is stored, compared, filtered and exported. */
export type ColumnKind = 'text' | 'integer' | 'amount' | 'number' | 'date' | 'dateTime' | 'records';

export interface ColumnSpec {
  fieldName: string;
  kind: ColumnKind;
  /** What the screen calls it here, where that is not the dictionary's label. */
  label?: string;
}

/** What another record says, and by which values it is known. */
export interface JoinEntry {
  keys: readonly (string | number)[];
  /** A time, for `Join.near`. */
  at?: string;
  value: string;
}

/**
 * Values for a column that the report's records lack, from other records. Where several fit and do not agree, none is
 * taken: a guess is worse than nothing.
 */
export interface Join {
  /** The column of texts that is filled. */
  into: string;
  /** Columns that must have the values of an entry's keys, in their order. */
  same: readonly string[];
  /** A column of times: of several entries those of the same day are preferred, then those of the same minute. */
  near?: string;
  entries: readonly JoinEntry[];
}

/** One call of a report: a long range is asked for in slices by date. */
export interface SliceSpec {
  from: DateText;
  to: DateText;
  url: string;
  /** Top-level key of its answer, where that is not the report's. */
  key?: string;
  /** Fields that its records call otherwise than the columns, by their own name. */
  renamed?: Readonly<Record<string, string>>;
  /** It was not requested by days: its records count whatever their day. */
  isOfAnyDay?: boolean;
}

/** What of the records may be summed. */
export interface SumSpec {
  /** Column of amounts. */
  fieldName: string;
  /** Only amounts whose rows have the same values in these columns are added up. */
  apart: readonly string[];
}

/** A sum of amounts that may be added up. */
export interface Sum {
  /** The values that its rows have in the columns of `SumSpec.apart`. */
  keys: (string | null)[];
  count: number;
  /** Whole cents; null where an amount is missing or is not whole cents. */
  cents: number | null;
}

/** Which records count, and what of them may be summed. */
export interface Counting {
  sum?: SumSpec;
  /** Column of times. A record of another day than its slice was requested for does not count. */
  day?: string;
  /**
   * Columns that together name a record, where all of them have a value; each list by itself. A record that comes again
   * with the same name and the same values counts once. Without a list records with the same values are all counted.
   */
  names?: readonly (readonly string[])[];
}

/** Records that came and are not counted. */
export interface LeftOut {
  /** Of other days than were requested. */
  otherDays: number;
  /** The same again. */
  repeated: number;
}

/** `cut`: its body ended in the middle; what came of it is kept and shown. */
export type SliceState = 'waiting' | 'loading' | 'done' | 'empty' | 'failed' | 'cut';

export interface SliceStatus {
  from: DateText;
  to: DateText;
  state: SliceState;
  rows: number;
  bytes: number;
  /** How often it was asked for. */
  tries: number;
  /** The number of the answer that came whole, where the service gave one. */
  callSequence?: number;
  /** For people: why it failed or was cut, in the service's words where it gave some; with what support needs. */
  reason?: { message: string; kind: ErrorKind; status?: number; callSequence?: number; faults?: Fault[] };
}

/** A condition on one column. Ends of ranges belong to them; amounts in whole cents. */
export type Filter =
  | { fieldName: string; kind: 'number'; least?: number; most?: number }
  | { fieldName: string; kind: 'date'; from?: DateText; to?: DateText }
  | { fieldName: string; kind: 'oneOf'; values: (string | null)[] }
  /** None of the values, whatever their case. */
  | { fieldName: string; kind: 'noneOf'; values: string[] }
  | { fieldName: string; kind: 'text'; has: string };

/** What a page narrows its rows to beside search and filters. */
export interface Within {
  /** Rows of these days. */
  days?: { fieldName: string; days: readonly DateText[] };
  /** Folded words (rules/search-text), each of which is somewhere in the texts of a row. */
  words?: readonly string[];
  /** Of a creation, which a change report logs field by field, only the first row. */
  foldsCreations?: boolean;
  /** Found as well as by `words`: rows one of whose fields has one of its values. */
  orOneOf?: readonly { fieldName: string; values: readonly string[] }[];
}

/** Which rows are shown, in which order. */
export interface View {
  /** Looked for in all text columns, without regard to case. */
  search: string;
  filters: readonly Filter[];
  sort: { fieldName: string; isDescending: boolean } | null;
  within?: Within;
}

export interface ReportState {
  slices: readonly SliceStatus[];
  /** All slices have come whole. */
  isComplete: boolean;
  /** Nothing is under way any more, whole or not. */
  isSettled: boolean;
  bytes: number;
  /** How often a column has been filled from other records: what is grouped by it may be other groups then. */
  joined: number;
  /** What was sent to be joined is not in its column yet. */
  isJoining: boolean;
  /** Records that have come and count, and those of them that the view shows. */
  total: number;
  count: number;
  leftOut: LeftOut;
  /** Over the rows of the view. */
  sums: readonly Sum[];
  /** The view that `count`, `sums` and the rows belong to. */
  view: View;
  /** A view that was asked for is not applied yet. */
  isBusy: boolean;
  /** Fields that came beside the columns: another service knows more of them. */
  unknownFields: readonly string[];
}

/** A record in the wire's words and values. */
export type Row = Readonly<Record<string, unknown>>;

/** One group of a sum over the rows of the view. */
export interface Group {
  /** The values of what was grouped by, in its order; a date as its day or month. */
  keys: (string | null)[];
  count: number;
  /** Empty where no sums were asked for. */
  sums: Sum[];
}

/** Records that meet conditions, as many as were asked for, and how many there are. */
export interface Found {
  rows: Row[];
  count: number;
}

/** Records of which no other one of the same values says that they are settled, on their day or later. */
export interface Unsettled {
  /** Columns whose values make two records belong together. */
  by: readonly string[];
  /** Column of times. Records without a time neither count nor settle. */
  day: string;
  sum: string;
  filters: readonly Filter[];
  /** What settles them. */
  settledBy: readonly Filter[];
}

/** Of a time its day or month; of a text its name, without a number in brackets: `InstalmentStatus[3]` is `InstalmentStatus`. */
export type GroupBy = { fieldName: string; part?: 'day' | 'month' | 'name' };

export interface GroupOptions {
  /** Sums of each group, as the report's `SumSpec` allows. */
  hasSums?: boolean;
  /** Over all records that meet them, whatever the view; without filters over the rows of the view. */
  filters?: readonly Filter[];
  within?: Within;
  /** Leaves out groups of fewer rows. */
  least?: number;
  /** Of more groups one more comes than that, and no other. */
  most?: number;
}

/** A text, a whole number, or an amount in whole cents. */
export type AboutCell = string | number | { cents: number };

export interface ExportOptions {
  format: 'csv' | 'xlsx';
  /**
   * Fields of the columns, in their order, with the titles that the file shows; a field may come twice. `labels` are
   * written in place of its values; `labelsBy` where they depend on the field that another column names. Of records their number
   * is written.
   */
  columns: readonly {
    fieldName: string;
    title: string;
    labels?: Readonly<Record<string, string>>;
    labelsBy?: { fieldName: string; labels: Readonly<Record<string, Readonly<Record<string, string>>>> };
  }[];
  /** Other rows than those of the view, such as its groups. */
  records?: { specs: readonly ColumnSpec[]; rows: readonly Row[] };
  /** CSV: first bytes that make a spreadsheet read UTF-8. */
  byteOrderMark: boolean;
  /** CSV: `,` makes the separator `;`. */
  decimal: '.' | ',';
  /** XLSX: dates as cells that count days, or as the text that came. */
  dates: 'text' | 'date';
  /** What is exported, in words and figures. XLSX: lines of a further sheet, "About". CSV: above the titles, where it is given. */
  about?: readonly (readonly AboutCell[])[];
}

export interface Exported {
  rows: number;
  bytes: number;
  sums: readonly Sum[];
}

/** Rows by their position in the view, whatever holds them: what the grid shows. */
export interface RowSource {
  subscribe(listener: () => void): () => void;
  /** A new object whenever something that is shown may have changed; for `useSyncExternalStore`. */
  getSnapshot(): { count: number };
  /** Nothing for a row that is not here yet; it has been asked for by `show`. */
  rowAt(position: number): Row | undefined;
  /** Says which rows are in sight, the end not among them. */
  show(first: number, end: number): void;
}

/** A report that is being loaded, or has been. */
export interface ReportSource extends RowSource {
  readonly columns: readonly ColumnSpec[];
  getSnapshot(): ReportState;
  setView(view: View): void;
  /** Fills a column, of what has come and of what comes; once more for the same column, in place of the last time. */
  join(join: Join): void;
  /** The most frequent values of a column among all records, in the order of their number. */
  distinct(
    fieldName: string,
    most: number,
  ): Promise<{ values: { value: string | null; count: number }[]; isAll: boolean }>;
  /** In the order in which the groups' first records came. */
  groups(by: readonly GroupBy[], options?: GroupOptions): Promise<Group[]>;
  /** Some fields of all records that meet the filters, whatever the view; in the order they came. */
  found(fieldNames: readonly string[], filters: readonly Filter[], most?: number): Promise<Found>;
  /** Count and sum, whatever the view. */
  unsettled(question: Unsettled): Promise<Omit<Sum, 'keys'>>;
  /**
   * Writes the rows of the view. What is not complete is exported only when `ReportState` says so to the user first.
   * @param to takes the file piece by piece.
   */
  exportTo(options: ExportOptions, to: WritableStream<Uint8Array>, signal?: AbortSignal): Promise<Exported>;
  /** Asks again for the slices that failed or were cut. */
  retry(): void;
  /** Asks for no more; what has come stays. */
  cancel(): void;
  close(): void;
}

export interface ReportSpec extends Counting {
  columns: readonly ColumnSpec[];
  /** Top-level key of the answer. */
  key: string;
  slices: readonly SliceSpec[];
  /** The bearer token; with `refused`, another than that one. Rejects when the session has ended. */
  token(refused?: string): Promise<string>;
}

/** Starts the worker and the calls. In `open-report.ts`: `export function openReport(spec: ReportSpec): ReportSource`. */
export type OpenReport = (spec: ReportSpec) => ReportSource;
