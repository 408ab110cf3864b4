import { contractIdOf, segmentOf, type Named } from '#console/model/contract-id.ts';
import { fieldOf } from '#contract/fields.ts';
import type { OperationName } from '#contract/operations.ts';
import { createStore, useStore } from '#kit/base/store.ts';

/** Enough for support to find a call and for integrators to repeat it; no tokens, account or ID numbers. */
export interface CallRecord {
  operation: OperationName;
  /** ISO instant of the answer. */
  at: string;
  status?: number;
  callSequence?: number;
  /** `APIResponse.Name`, if it differs from the contract's name. */
  name?: string;
  version?: string;
  /** `APIResponse.Status`, or why there was no answer. */
  outcome: string;
  milliseconds: number;
  url: string;
  items?: readonly object[];
  /** For writes: the contracts that they name, as in an address. */
  wrote?: { merchant: string; product: string; contracts: readonly string[] };
}

const keptItems = 20;
const isPrivate = (name: string) => fieldOf(name)?.sensitive === true || /cellphone|mail$/i.test(name);

/** Without contact details, account and ID numbers. */
export const shownItems = (input: unknown): object[] =>
  [input]
    .flat()
    .slice(0, keptItems)
    .map((it) =>
      Object.fromEntries(
        Object.entries((it ?? {}) as object).map(([name, value]) => [
          name,
          isPrivate(name) ? `<${name}>` : (value as unknown),
        ]),
      ),
    );

const kept = 50;
/** Separate, because most calls are reads. */
const keptWrites = 200;
const writes = createStore<readonly CallRecord[]>([]);
const recent = createStore<readonly CallRecord[]>([]);

export function noteCall(record: CallRecord): void {
  recent.set([record, ...recent.get()].slice(0, kept));
  if (record.wrote) writes.set([record, ...writes.get()].slice(0, keptWrites));
}

export const recentCalls = recent.get;

export const contractsIn = (input: unknown): string[] =>
  [input].flat().flatMap((item) => {
    const id = contractIdOf((item ?? {}) as Named);
    return id ? [segmentOf(id)] : [];
  });

export const useRecentWrites = (): readonly CallRecord[] => useStore(writes);

export const useRecentCalls = (): readonly CallRecord[] => useStore(recent);
