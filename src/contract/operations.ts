import { cases } from './cases.ts';
import { clients } from './clients.ts';
import { contracts } from './contracts.ts';
import { initiates } from './initiates.ts';
import { instalments } from './instalments.ts';
import { lookups } from './lookups.ts';
import { mandates } from './mandates.ts';
import { messages } from './messages.ts';
import { omni } from './omni.ts';
import type { OperationInput, Operation, OperationOutput } from './operation.ts';
import { payouts } from './payouts.ts';
import { reports } from './reports.ts';

export const operations = {
  ...mandates,
  ...contracts,
  ...instalments,
  ...omni,
  ...payouts,
  ...clients,
  ...initiates,
  ...reports,
  ...lookups,
  ...cases,
  ...messages,
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
export type Input<N extends OperationName> = OperationInput<(typeof operations)[N]>;
export type Output<N extends OperationName> = OperationOutput<(typeof operations)[N]>;

type Of<N extends OperationName> = (typeof operations)[N];
export type ReadName = {
  [N in OperationName]: Of<N> extends { method: 'GET'; response: string } ? N : never;
}[OperationName];
/** Of the maintain family; a message has an answer of its own. */
export type WriteName = {
  [N in OperationName]: Of<N> extends { method: 'POST' | 'PUT' | 'DELETE'; response: string } ? N : never;
}[OperationName];
/** Of all that changes something. */
export type ChangeName = WriteName | 'templateSend';

/**
 * Fields of a call's records that the call cannot set. A body may contain them with their stored value, or null, so
 * that a record can be written back as it was read (docs/decisions.md, 7).
 */
export function readOnlyFields(operation: Operation): string[] {
  const retrieve = Object.values<Operation>(operations).find(({ name }) => name === operation.retrieve);
  if (!retrieve) return [];
  const shown = [...Object.keys(retrieve.output.shape), ...Object.keys(operation.output.shape)];
  return [...new Set(shown)].filter((fieldName) => !(fieldName in operation.input.shape));
}

type Loose<T> = T extends readonly (infer E)[]
  ? Loose<E>[]
  : T extends object
    ? { [K in keyof T]?: Loose<T[K]> | null }
    : T;

/** An output of any service that speaks the interface: every field may be missing, or null. */
export type LooseOutput<N extends OperationName> = Loose<Output<N>>;
