import { fieldOf } from '#contract/fields.ts';
import type { OperationName } from '#contract/operations.ts';
import { contractIdOf, segmentOf, type Named } from './contract-id.ts';
import { createStore, useStore } from './store.ts';

/** A call as support can find it again and an integrator repeat it, without token, account or ID numbers. */
export interface CallRecord {
  operation: OperationName;
  /** When the answer came, as an ISO instant. */
  at: string;
  /** HTTP status; nothing when no answer came. */
  status?: number;
  /** Nothing when the service gave none. */
  callSequence?: number;
  /** `APIResponse.Name`, where the service calls it otherwise than the interface. */
  name?: string;
  /** `APIResponse.Version`. */
  version?: string;
  /** `APIResponse.Status`, or why there was no answer. */
  outcome: string;
  milliseconds: number;
  url: string;
  /** The first items of a body, `shownItems`. */
  items?: readonly object[];
  /** Of a write: the book that it went to and the contracts that it named, as in an address. */
  wrote?: { merchant: string; product: string; contracts: readonly string[] };
}

/** Items of a long body that are kept. */
const keptItems = 20;
const isPrivate = (name: string) => fieldOf(name)?.sensitive === true || /cellphone|mail$/i.test(name);

/** The items of a body as a log may hold them: how somebody is reached, and account and ID numbers, are left blank. */
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
/** Apart from the latest calls, of which most are reads. */
const keptWrites = 200;
const writes = createStore<readonly CallRecord[]>([]);
const recent = createStore<readonly CallRecord[]>([]);

export function noteCall(record: CallRecord): void {
  recent.set([record, ...recent.get()].slice(0, kept));
  if (record.wrote) writes.set([record, ...writes.get()].slice(0, keptWrites));
}

/** The latest calls, newest first. */
export const recentCalls = recent.get;

/** The contracts that the items of a write name, or its query fields. */
export const contractsIn = (input: unknown): string[] =>
  [input].flat().flatMap((it) => {
    const id = contractIdOf((it ?? {}) as Named);
    return id ? [segmentOf(id)] : [];
  });

/** The latest writes of this page, newest first. */
export const useRecentWrites = (): readonly CallRecord[] => useStore(writes);

export const useRecentCalls = (): readonly CallRecord[] => useStore(recent);
