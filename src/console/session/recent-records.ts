import { isOfUnknownType, isPayout } from '#answers/transaction-kind.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { contractIdOf, segmentOf, type ContractId } from '#console/model/contract-id.ts';
import type { Resource } from '#contract/operation.ts';
import { createStore, useStore } from '#kit/base/store.ts';

/*
 * The clients and contracts that this tab has read, by merchant and product: `recordSeen` notes them of every answer. The finder offers
 * them, and lists that the service can't answer as a whole show them. In memory only: which contracts a person viewed must not outlive
 * the tab.
 */

/** What is known of a contract; later records add what is missing. */
export interface Seen {
  ContractSequence?: number;
  ClientNumber?: string;
  ContractNumber?: string;
}

export interface SeenClient {
  ClientNumber: string;
  ClientName?: string;
}

/** Payout contracts count their own sequences. */
export type ContractKind = 'contracts' | 'payouts';

/** Newest first in `recent`. */
export type OpenedRecord = { kind: 'contract'; contract: ContractId } | { kind: 'client'; ClientNumber: string };

/** Clients kept, and contracts of each kind. */
const most = 100_000;

const parts = ['ContractSequence', 'ClientNumber', 'ContractNumber'] as const;

/** By address segment, with an index by client and contract number: records may use either. */
class SeenContracts {
  readonly byId = new Map<string, Seen>();
  private readonly byNumbers = new Map<string, string>();

  find(id: ContractId): Seen | undefined {
    const key = segmentOf(id);
    return this.byId.get(key) ?? this.byId.get(this.byNumbers.get(key) ?? '');
  }

  /** @returns whether anything is new */
  note(id: ContractId, { ClientNumber, ContractNumber }: Seen): boolean {
    const numbers = contractIdOf({ ClientNumber, ContractNumber });
    const named = numbers && segmentOf(numbers);
    const hasSequence = 'ContractSequence' in id;
    const key = hasSequence ? segmentOf(id) : (this.byNumbers.get(named ?? '') ?? segmentOf(id));
    const known = this.byId.get(key);
    if (!known && this.byId.size >= most) return false;
    const next: Seen = {
      ...known,
      ...(hasSequence && id),
      ...(ClientNumber !== undefined && { ClientNumber }),
      ...(ContractNumber !== undefined && { ContractNumber }),
    };
    this.byId.set(key, next);
    if (named !== undefined) {
      // Seen by its numbers before, it is the same contract.
      if (hasSequence) this.byId.delete(named);
      this.byNumbers.set(named, key);
    }
    return parts.some((part) => next[part] !== known?.[part]);
  }
}

interface Store {
  contracts: SeenContracts;
  payouts: SeenContracts;
  clients: Map<string, SeenClient>;
  recent: OpenedRecord[];
}

const stores = new Map<string, Store>();
const version = createStore(0);

function storeOf(tenant: Tenant): Store {
  const key = `${tenant.merchant}\n${tenant.product}`;
  let store = stores.get(key);
  if (!store)
    stores.set(
      key,
      (store = { contracts: new SeenContracts(), payouts: new SeenContracts(), clients: new Map(), recent: [] }),
    );
  return store;
}

const changed = () => version.set(version.get() + 1);

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

interface IdentifyingFields {
  ContractSequence?: unknown;
  ClientNumber?: unknown;
  ContractNumber?: unknown;
  ClientName?: unknown;
  TransactionType?: unknown;
}

/** Undefined if it may be either. */
function kindOf(resource: Resource, operation: string, record: IdentifyingFields): ContractKind | undefined {
  if (resource === 'payouts' || operation.startsWith('payout')) return 'payouts';
  // This report covers both kinds without saying which.
  if (operation === 'contractChangeReport') return undefined;
  if (isOfUnknownType(record)) return undefined;
  return isPayout(record) ? 'payouts' : 'contracts';
}

/** @returns whether anything is new */
function noteAll(store: Store, resource: Resource, operation: string, records: readonly IdentifyingFields[]): boolean {
  let isNew = false;
  for (const record of records) {
    const client = text(record.ClientNumber);
    const known = store.clients.get(client ?? '');
    const ClientName = text(record.ClientName) ?? known?.ClientName;
    if (client !== undefined && (known ? known.ClientName !== ClientName : store.clients.size < most)) {
      store.clients.set(client, { ClientNumber: client, ClientName });
      isNew = true;
    }
    const id = contractIdOf(record);
    const kind = kindOf(resource, operation, record);
    if (id && kind && store[kind].note(id, { ClientNumber: client, ContractNumber: text(record.ContractNumber) }))
      isNew = true;
  }
  return isNew;
}

/** Records per turn. */
const part = 1000;

let noting: Promise<unknown> = Promise.resolve();
/** Ends when all records so far are noted. */
export const allSeen = (): Promise<unknown> => noting;

/**
 * Notes the records of an answer. Long lists continue in later turns so that the page responds, and subscribers
 * re-render once at the end, only if something was new.
 */
export function recordSeen(tenant: Tenant, resource: Resource, operation: string, records: readonly object[]): void {
  if (records.length === 0) return;
  const store = storeOf(tenant);
  let isNew = false;
  const ended = new Promise<void>((resolve) => {
    const from = (at: number) => {
      if (noteAll(store, resource, operation, records.slice(at, at + part))) isNew = true;
      if (at + part < records.length) return void setTimeout(() => from(at + part));
      if (isNew) changed();
      resolve();
    };
    from(0);
  });
  noting = Promise.all([noting, ended]);
}

const recentKept = 12;

const same = (a: OpenedRecord, b: OpenedRecord) => JSON.stringify(a) === JSON.stringify(b);

/** Puts a record that a person opened before those opened earlier. */
export function noteOpened(tenant: Tenant, opened: OpenedRecord): void {
  const store = storeOf(tenant);
  store.recent = [opened, ...store.recent.filter((it) => !same(it, opened))].slice(0, recentKept);
  changed();
}

export const recentOf = (tenant: Tenant): readonly OpenedRecord[] => storeOf(tenant).recent;
export const contractOf = (tenant: Tenant, contract: ContractId, kind: ContractKind = 'contracts'): Seen | undefined =>
  storeOf(tenant)[kind].find(contract);
/** Oldest first. */
export const contractsSeen = (tenant: Tenant, kind: ContractKind = 'contracts'): ReadonlyMap<string, Seen> =>
  storeOf(tenant)[kind].byId;
export const clientsOf = (tenant: Tenant): ReadonlyMap<string, SeenClient> => storeOf(tenant).clients;

/** Renders again whenever something new is noted. */
export const useRecentRecords = (): number => useStore(version);
