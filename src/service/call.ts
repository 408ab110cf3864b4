import type { Input, OperationName, Output } from '../contract/operations.ts';
import type { DateTimeText } from '../rules/calendar.ts';
import type { Caller } from './auth/guard.ts';

/** A call under way: who asks, for which merchant and product, and the one transaction in which it happens. */
export interface Call {
  merchant: string;
  /** Empty where the path has no product segment. */
  product: string;
  caller: Caller;
  now: DateTimeText;
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>;
}

/**
 * What the service does for one operation: for a batch or a cancel with one item, for a retrieve with the query words.
 * It throws a Refusal for an item that it does not process and an HttpError for the whole call; nothing else is caught.
 */
export type Handler<N extends OperationName> = (call: Call, input: Input<N>) => Promise<Output<N> | Output<N>[]>;

/** The two kinds, told apart so that a family cannot answer a batch with a list. */
export type ItemHandler<N extends OperationName> = (call: Call, item: Input<N>) => Promise<Output<N>>;
export type ListHandler<N extends OperationName> = (call: Call, query: Input<N>) => Promise<Output<N>[]>;
