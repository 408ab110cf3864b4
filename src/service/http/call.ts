import type { FieldName } from '#contract/fields.ts';
import type { Input, OperationName, Output } from '#contract/operations.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import type { AuditedCall } from '#service/audit/audit.ts';
import type { Refusal } from '#service/base/errors.ts';

export type Codes = Readonly<Record<string, readonly string[] | undefined>>;

/** A running call: the caller, the merchant and product, and its one transaction. */
export interface Call extends AuditedCall {
  /** Empty inside the prefix. */
  organisation: string;
  now: DateTimeText;
  /** Those who prepared the change that this call releases, the first one its author; only for a release. */
  preparers?: readonly string[];
  /** The codes that this installation knows, by field. */
  codes: Codes;
  /** Whether a chat network is connected; a sandbox simulates one. */
  hasNetwork: boolean;
}

/** Records as a statement whose columns have the names and values of the interface; the engine runs or streams it. */
export interface RecordQuery {
  text: string;
  values: unknown[];
  /** Fields without a value are left out. */
  isSparse?: boolean;
  /** Its one column `json` is a record as it is answered. */
  isJson?: boolean;
  /** It reads account or ID numbers, as they are stored. */
  hasSensitive?: boolean;
  /** The query names one record: no row is a 404. */
  named?: boolean;
}

/*
 * What the service does for an operation, in one of five kinds. A handler throws a Refusal for an item that it does not process
 * and an HttpError for the whole call; nothing else is caught.
 */

/**
 * One item, isolated by a savepoint. Several results if one cancel ends many records. A refusal that is returned and not thrown
 * keeps what the handler stored.
 */
export type ItemHandler<N extends OperationName> = (
  call: Call,
  item: Input<N>,
) => Promise<Output<N> | Output<N>[] | Refusal>;
/** All valid items at once, with one outcome each, in order. A refused item must leave nothing behind. */
export type BatchHandler<N extends OperationName> = (call: Call, items: Input<N>[]) => Promise<(Output<N> | Refusal)[]>;
/** Records that the items of a call generate, such as the instalments of a contract. */
export interface Generates<Item> {
  /** For the message. */
  what: string;
  /** The field that requests them. */
  field: FieldName;
  count: (item: Item) => number;
  /** Per call. */
  most: number;
}
export type CallTenant = Pick<Call, 'merchant' | 'product'>;
/**
 * The statement of a retrieve or report.
 * @param isAll no identification is required: the call has `All=true`.
 */
export type RetrieveHandler<N extends OperationName> = (
  tenant: CallTenant,
  query: Input<N>,
  isAll: boolean,
) => RecordQuery;
/** A constant list. */
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
