import { useSyncExternalStore } from 'react';
import type { Family } from '../contract/operation.ts';
import type { Place } from './place.ts';

/** A contract met in this session: what the finder needs to name it. */
export interface Seen {
  ContractSequence: number;
  ClientNumber?: string;
  ContractNumber?: string;
}

/** Something opened, newest first in `recent`. */
export type Opened = { kind: 'contract'; ContractSequence: number } | { kind: 'client'; ClientNumber: string };

interface Store {
  contracts: Map<number, Seen>;
  recent: Opened[];
}

// Payout contracts count their own sequences, so only these families tell of the contracts that the finder opens.
const telling: readonly Family[] = ['mandates', 'contracts', 'instalments', 'reports'];
const most = 100_000;
const recentKept = 12;

// In memory only: which contracts somebody looked at is nobody's business after the tab is closed.
const stores = new Map<string, Store>();
const listeners = new Set<() => void>();
let version = 0;

function storeOf(place: Place): Store {
  const key = `${place.merchant}\n${place.product}`;
  let store = stores.get(key);
  if (!store) stores.set(key, (store = { contracts: new Map(), recent: [] }));
  return store;
}

function changed(): void {
  version += 1;
  for (const listener of listeners) listener();
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Notes every record that names a contract; later records fill in what earlier ones left out. */
export function noteSeen(place: Place, family: Family, operation: string, records: readonly object[]): void {
  if (!telling.includes(family) || operation.startsWith('payout') || records.length === 0) return;
  const { contracts } = storeOf(place);
  for (const record of records as readonly Partial<Seen>[]) {
    const sequence = record.ContractSequence;
    if (typeof sequence !== 'number') continue;
    const known = contracts.get(sequence);
    if (!known && contracts.size >= most) continue;
    contracts.set(sequence, {
      ContractSequence: sequence,
      ClientNumber: text(record.ClientNumber) ?? known?.ClientNumber,
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
export const countOf = (place: Place): number => storeOf(place).contracts.size;

/**
 * Contracts whose sequence, client number, contract number or `client/contract` contains the text, those where one begins
 * with it first; at most `limit`.
 */
export function matching(place: Place, sought: string, limit = 8): Seen[] {
  const needle = sought
    .trim()
    .toLowerCase()
    .replace(/\s*\/\s*/, '/');
  if (!needle) return [];
  const starting: Seen[] = [];
  const holding: Seen[] = [];
  for (const it of storeOf(place).contracts.values()) {
    const { ContractSequence, ClientNumber = '', ContractNumber = '' } = it;
    const names = [String(ContractSequence), `${ClientNumber}/${ContractNumber}`, ContractNumber];
    const lower = names.map((name) => name.toLowerCase());
    if (lower.some((name) => name.startsWith(needle))) starting.push(it);
    else if (holding.length < limit && lower.some((name) => name.includes(needle))) holding.push(it);
    if (starting.length >= limit) break;
  }
  return [...starting, ...holding].slice(0, limit);
}

/** Draws again when something was seen or opened. */
export const useWorkingSet = (): number =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => version,
  );
