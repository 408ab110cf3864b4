import { contractIdOf, segmentOf, type ContractId } from '#console/api/contract-id.ts';
import { isPayout } from '#console/api/payout.ts';
import { createStore, useStore } from '#console/api/store.ts';
import type { Tenant } from '#console/api/tenant.ts';
import type { Resource } from '#contract/operation.ts';

/** A contract met in this session: what the finder needs to name it. */
export interface Seen {
  ContractSequence?: number;
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
export type Opened = { kind: 'contract'; contract: ContractId } | { kind: 'client'; ClientNumber: string };

const parts = ['ContractSequence', 'ClientNumber', 'ContractNumber'] as const;

/** Contracts by what names them in an address. Which of them two numbers name is kept aside: records may name one either way. */
class SeenContracts {
  readonly byId = new Map<string, Seen>();
  private readonly byNumbers = new Map<string, string>();

  find(id: ContractId): Seen | undefined {
    const key = segmentOf(id);
    return this.byId.get(key) ?? this.byId.get(this.byNumbers.get(key) ?? '');
  }

  /** @returns whether anything of it is new. */
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
      // Met by its numbers alone before, it is the same contract.
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
  recent: Opened[];
}

const most = 100_000;
const recentKept = 12;

// In memory only: which contracts somebody looked at is nobody's business after the tab is closed.
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

/** A record of any operation, as far as it says whom and what it is about. */
interface Telling {
  ContractSequence?: unknown;
  ClientNumber?: unknown;
  ContractNumber?: unknown;
  ClientName?: unknown;
  TransactionType?: unknown;
}

/** Which contracts a record is about; nothing where it may be either. */
function kindOf(resource: Resource, operation: string, record: Telling): Kind | undefined {
  if (resource === 'payouts' || operation.startsWith('payout')) return 'payouts';
  // The changes of contracts are told of both kinds, without a word for which.
  if (operation === 'contractChangeReport') return undefined;
  return isPayout(record) ? 'payouts' : 'contracts';
}

/** @returns whether anything of them is new. */
function noteAll(store: Store, resource: Resource, operation: string, records: readonly Telling[]): boolean {
  let isNew = false;
  for (const it of records) {
    const client = text(it.ClientNumber);
    const known = store.clients.get(client ?? '');
    const ClientName = text(it.ClientName) ?? known?.ClientName;
    if (client !== undefined && (known ? known.ClientName !== ClientName : store.clients.size < most)) {
      store.clients.set(client, { ClientNumber: client, ClientName });
      isNew = true;
    }
    const id = contractIdOf(it);
    const kind = kindOf(resource, operation, it);
    if (id && kind && store[kind].note(id, { ClientNumber: client, ContractNumber: text(it.ContractNumber) }))
      isNew = true;
  }
  return isNew;
}

/** Records that are noted at once. */
const part = 1000;

let noting: Promise<unknown> = Promise.resolve();
/** Resolves once the records of every answer so far are noted. */
export const allSeen = (): Promise<unknown> => noting;

/**
 * Notes every contract and client that the records name; later records fill in what earlier ones left out. Of many the rest
 * follows in turns of their own, so that the page answers in between, and whoever follows is told once, at the end, where
 * anything was new: most answers repeat what is known, and the page that shows it would be drawn again for each.
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

const same = (a: Opened, b: Opened) => JSON.stringify(a) === JSON.stringify(b);

/** Puts what was opened at the head of the recent list. */
export function noteOpened(tenant: Tenant, opened: Opened): void {
  const store = storeOf(tenant);
  store.recent = [opened, ...store.recent.filter((it) => !same(it, opened))].slice(0, recentKept);
  changed();
}

export const recentOf = (tenant: Tenant): readonly Opened[] => storeOf(tenant).recent;
export const contractOf = (tenant: Tenant, contract: ContractId, kind: Kind = 'contracts'): Seen | undefined =>
  storeOf(tenant)[kind].find(contract);
/** Every contract met, in the order of their meeting. */
export const contractsSeen = (tenant: Tenant, kind: Kind = 'contracts'): ReadonlyMap<string, Seen> =>
  storeOf(tenant)[kind].byId;
export const clientsOf = (tenant: Tenant): ReadonlyMap<string, SeenClient> => storeOf(tenant).clients;

/** Draws again when something was seen or opened. */
export const useRecentRecords = (): number => useStore(version);
