import type { FieldName } from '#contract/fields.ts';
import type { Input, OperationName, Output } from '#contract/operations.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import type { Caller } from '#service/auth/guard.ts';
import type { Refusal } from './errors.ts';

export type Codes = Readonly<Record<string, readonly string[] | undefined>>;

/** A call under way: who asks, for which merchant and product, and the one transaction in which it happens. */
export interface Call {
  /** Empty outside the prefix. */
  merchant: string;
  /** Empty inside the prefix. */
  organisation: string;
  /** Empty where the path has no product segment. */
  product: string;
  caller: Caller;
  now: DateTimeText;
  /** The codes that this installation knows of coded fields, by field. */
  codes: Codes;
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/** Records as a statement whose columns bear the wire's words and hold the wire's values; the engine runs or streams it. */
export interface Statement {
  text: string;
  values: unknown[];
  /** A field without a value is left out of its record. */
  isSparse?: boolean;
  /** The query names one record: without a row it is not found. */
  named?: boolean;
}

/*
 * What the service does for one operation, in one of five manners. A handler throws a Refusal for an item that it does
 * not process and an HttpError for the whole call; nothing else is caught.
 */

/** One item, which the engine keeps apart from the others by a savepoint. Many results where one cancel ends many. */
export type ItemHandler<N extends OperationName> = (call: Call, item: Input<N>) => Promise<Output<N> | Output<N>[]>;
/** All well-formed items at once, one outcome for each in their order. What is refused must have left nothing. */
export type BatchHandler<N extends OperationName> = (call: Call, items: Input<N>[]) => Promise<(Output<N> | Refusal)[]>;
/** What the items of a call stand for besides themselves, such as the instalments of a contract. */
export interface Generates<Item> {
  /** In words. */
  what: string;
  /** The field that asks for it. */
  field: FieldName;
  count: (item: Item) => number;
  /** For a call. */
  most: number;
}
/** What a retrieve or report is asked about. */
export type Tenant = Pick<Call, 'merchant' | 'product'>;
/**
 * The statement of a retrieve or report.
 * @param isAll an identification is not asked for: the call came with `All=true`.
 */
export type RetrieveHandler<N extends OperationName> = (tenant: Tenant, query: Input<N>, isAll: boolean) => Statement;
/** A list that no call changes. */
export type LookupHandler<N extends OperationName> = (product: string) => Output<N>[];
/** The whole body of a call outside the prefix. */
export type RawHandler<N extends OperationName> = (call: Call, input: Input<N>) => Promise<Output<N>>;

export const perItem = <N extends OperationName>(run: ItemHandler<N>) => ({ perItem: run });
export const batch = <N extends OperationName>(run: BatchHandler<N>, generates?: Generates<Input<N>>) => ({
  batch: run,
  generates,
});
export const retrieve = <N extends OperationName>(run: RetrieveHandler<N>) => ({ retrieve: run });
export const lookup = <N extends OperationName>(run: LookupHandler<N>) => ({ lookup: run });
export const raw = <N extends OperationName>(run: RawHandler<N>) => ({ raw: run });

export type Handler<N extends OperationName> =
  | { perItem: ItemHandler<N> }
  | { batch: BatchHandler<N>; generates?: Generates<Input<N>> }
  | { retrieve: RetrieveHandler<N> }
  | { lookup: LookupHandler<N> }
  | { raw: RawHandler<N> };
