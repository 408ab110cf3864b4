import type { QueryClient } from '@tanstack/react-query';
import { call, readNow } from '#console/api/client.ts';
import { CallError } from '#console/api/errors.ts';
import type { Tenant } from '#console/api/tenant.ts';
import { allSeen, clientsOf } from './recent-records.ts';

/** Most clients that are asked for one by one: a service that lists none should not be asked for all of them in turn. */
const maxNames = 200;
/** Calls at the same time. */
const maxCalls = 2;
/** Milliseconds in which the numbers on screen come together, before the first is asked for. */
const pause = 100;

interface Queue {
  /** The list of all was refused. */
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

/** Milliseconds for which the list of all clients is fresh: names change seldom. */
export const namesFreshFor = 300_000;

async function work(tenant: Tenant, queue: Queue): Promise<void> {
  queue.calls += 1;
  // The latest come first, since they are in view.
  for (let next = [...queue.wanted].at(-1); next !== undefined; next = [...queue.wanted].at(-1)) {
    queue.wanted.delete(next);
    if (queue.requested.size >= maxNames) break;
    queue.requested.add(next);
    // What comes is recorded as seen, which draws the names; a client that is not there has none.
    await call('clientList', tenant, { ClientNumber: next }).catch(() => undefined);
  }
  queue.calls -= 1;
}

function begin(tenant: Tenant, queue: Queue): void {
  if (!queue.isOpen || queue.wanted.size === 0 || queue.timer !== undefined || queue.calls > 0) return;
  queue.timer = setTimeout(() => {
    queue.timer = undefined;
    for (let at = 0; at < maxCalls; at += 1) void work(tenant, queue);
  }, pause);
}

/** Notes a client who is on screen without a name. */
export function wantName(tenant: Tenant, number: string): void {
  const queue = queueOf(tenant);
  if (queue.requested.has(number)) return;
  queue.wanted.delete(number);
  queue.wanted.add(number);
  begin(tenant, queue);
}

/** No longer on screen: whoever scrolls past a row does not wait for its name. */
export const leaveName = (tenant: Tenant, number: string): void => void queueOf(tenant).wanted.delete(number);

/** Asks from now on for each name that is wanted, once: the service does not list all clients. */
export function askForNames(tenant: Tenant): void {
  const queue = queueOf(tenant);
  queue.isOpen = true;
  begin(tenant, queue);
}

/**
 * Resolves once the names of these clients are known, as far as the service tells them: by the list of all clients, or one by one
 * where it refuses that. What cannot be read leaves the number in the place of the name, as it does on screen.
 *
 * @param onProgress what is being waited for, in words
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
  const error = await readNow(queries, 'clientList', tenant, {}, namesFreshFor).then(
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
