import { useSyncExternalStore } from 'react';
import type { Family } from '../contract/operation.ts';
import { isPayout } from './payout.ts';
import type { Place } from './place.ts';

/** A contract met in this session: what the finder needs to name it. */
export interface Seen {
  ContractSequence: number;
  ClientNumber?: string;
  ContractNumber?: string;
}

/** A client met in this session, by number. */
export interface SeenClient {
  ClientNumber: string;
  ClientName?: string;
}

/** Payout contracts count their own sequences: the same number is another contract there. */
export type Kind = 'contracts' | 'payouts';

/** Something opened, newest first in `recent`. */
export type Opened = { kind: 'contract'; ContractSequence: number } | { kind: 'client'; ClientNumber: string };

interface Store {
  contracts: Map<number, Seen>;
  payouts: Map<number, Seen>;
  clients: Map<string, SeenClient>;
  recent: Opened[];
}

const most = 100_000;
const recentKept = 12;

// In memory only: which contracts somebody looked at is nobody's business after the tab is closed.
const stores = new Map<string, Store>();
const listeners = new Set<() => void>();
let version = 0;

function storeOf(place: Place): Store {
  const key = `${place.merchant}\n${place.product}`;
  let store = stores.get(key);
  if (!store) stores.set(key, (store = { contracts: new Map(), payouts: new Map(), clients: new Map(), recent: [] }));
  return store;
}

function changed(): void {
  version += 1;
  for (const listener of listeners) listener();
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** A record of any operation, as far as it says whom and what it is about. */
interface Telling {
  ContractSequence?: unknown;
  ClientNumber?: unknown;
  ContractNumber?: unknown;
  ClientName?: unknown;
  TransactionType?: unknown;
}

/** Which contracts a record's sequence counts; nothing where it may be either. */
function kindOf(family: Family, operation: string, record: Telling): Kind | undefined {
  if (family === 'payouts' || operation.startsWith('payout')) return 'payouts';
  // The changes of contracts are told of both kinds, without a word for which.
  if (operation === 'contractChangeReport') return undefined;
  return isPayout(record) ? 'payouts' : 'contracts';
}

/** Notes every contract and client that the records name; later records fill in what earlier ones left out. */
export function noteSeen(place: Place, family: Family, operation: string, records: readonly object[]): void {
  if (records.length === 0) return;
  const store = storeOf(place);
  for (const record of records as readonly Telling[]) {
    const client = text(record.ClientNumber);
    if (client !== undefined && (store.clients.has(client) || store.clients.size < most)) {
      const ClientName = text(record.ClientName) ?? store.clients.get(client)?.ClientName;
      store.clients.set(client, { ClientNumber: client, ClientName });
    }
    const sequence = record.ContractSequence;
    const kind = kindOf(family, operation, record);
    if (typeof sequence !== 'number' || !kind) continue;
    const contracts = store[kind];
    const known = contracts.get(sequence);
    if (!known && contracts.size >= most) continue;
    contracts.set(sequence, {
      ContractSequence: sequence,
      ClientNumber: client ?? known?.ClientNumber,
      ContractNumber: text(record.ContractNumber) ?? known?.ContractNumber,
    });
  }
  changed();
}

const same = (a: Opened, b: Opened) => JSON.stringify(a) === JSON.stringify(b);

/** Puts what was opened at the head of the recent list. */
export function noteOpened(place: Place, opened: Opened): void {
  const store = storeOf(place);
  store.recent = [opened, ...store.recent.filter((it) => !same(it, opened))].slice(0, recentKept);
  changed();
}

export const recentOf = (place: Place): readonly Opened[] => storeOf(place).recent;
export const contractOf = (place: Place, sequence: number): Seen | undefined => storeOf(place).contracts.get(sequence);
/** Every contract met, in the order of their meeting. */
export const metOf = (place: Place, kind: Kind = 'contracts'): ReadonlyMap<number, Seen> => storeOf(place)[kind];
export const clientsOf = (place: Place): ReadonlyMap<string, SeenClient> => storeOf(place).clients;

/** Draws again when something was seen or opened. */
export const useWorkingSet = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => version,
  );
