import type { QueryClient } from '@tanstack/react-query';
import { call, readNow } from '#console/api/client.ts';
import { CallError } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { allSeen, clientsOf } from './recent-records.ts';

/** Limits one-by-one requests. */
const maxNames = 200;
const maxCalls = 2;
/** Numbers are collected for so long before the first call. */
const collectMs = 100;

interface Queue {
  /** The list of all clients was refused. */
  isOpen: boolean;
  wanted: Set<string>;
  requested: Set<string>;
  calls: number;
  timer?: ReturnType<typeof setTimeout>;
}

const queues = new Map<string, Queue>();

function queueOf({ merchant, product }: Tenant): Queue {
  const key = `${merchant}\n${product}`;
  const queue = queues.get(key) ?? { isOpen: false, wanted: new Set(), requested: new Set(), calls: 0 };
  queues.set(key, queue);
  return queue;
}

/** Names seldom change. */
export const namesFreshMs = 300_000;

async function work(tenant: Tenant, queue: Queue): Promise<void> {
  queue.calls += 1;
  // The latest first: they are in view.
  for (let next = [...queue.wanted].at(-1); next !== undefined; next = [...queue.wanted].at(-1)) {
    queue.wanted.delete(next);
    if (queue.requested.size >= maxNames) break;
    queue.requested.add(next);
    // The call records the client as seen, which re-renders its name; a missing client has none.
    await call('clientList', tenant, { ClientNumber: next }).catch(() => undefined);
  }
  queue.calls -= 1;
}

function begin(tenant: Tenant, queue: Queue): void {
  if (!queue.isOpen || queue.wanted.size === 0 || queue.timer !== undefined || queue.calls > 0) return;
  queue.timer = setTimeout(() => {
    queue.timer = undefined;
    for (let at = 0; at < maxCalls; at += 1) void work(tenant, queue);
  }, collectMs);
}

export function wantName(tenant: Tenant, number: string): void {
  const queue = queueOf(tenant);
  if (queue.requested.has(number)) return;
  queue.wanted.delete(number);
  queue.wanted.add(number);
  begin(tenant, queue);
}

/** Scrolled out of view. */
export const leaveName = (tenant: Tenant, number: string): void => void queueOf(tenant).wanted.delete(number);

/** From now on requests names one by one, because the service does not list clients. */
export function askForNames(tenant: Tenant): void {
  const queue = queueOf(tenant);
  queue.isOpen = true;
  begin(tenant, queue);
}

/**
 * Resolves once the names are known, from the list of all clients or one by one. Clients that can't be read keep their
 * number.
 */
export async function loadNames(
  queries: QueryClient,
  tenant: Tenant,
  numbers: readonly string[],
  onProgress: (text: string) => void,
): Promise<void> {
  const unnamed = () => [...new Set(numbers)].filter((it) => !clientsOf(tenant).get(it)?.ClientName);
  if (unnamed().length === 0) return;
  onProgress('Loading client names…');
  const error = await readNow(queries, 'clientList', tenant, {}, namesFreshMs).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  await allSeen();
  if (!(error instanceof CallError) || error.kind !== 'refused') return;
  const queue = queueOf(tenant);
  const waiting = unnamed().filter((it) => !queue.requested.has(it));
  const all = Math.min(waiting.length, maxNames - queue.requested.size);
  for (let at = 0; at < all; at += maxCalls) {
    onProgress(`Loading client names, ${at} of ${all}…`);
    const some = waiting.slice(at, Math.min(at + maxCalls, all));
    for (const number of some) queue.requested.add(number);
    await Promise.all(some.map((ClientNumber) => call('clientList', tenant, { ClientNumber }).catch(() => undefined)));
  }
  await allSeen();
}
