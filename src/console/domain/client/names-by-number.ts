import { call } from '../../api/client.ts';
import type { Tenant } from '../../api/tenant.ts';

/** Most clients that are asked for one by one: a service that lists none should not be asked for all of them in turn. */
const maxNames = 200;
/** Calls at the same time. */
const maxCalls = 2;
/** Milliseconds in which the numbers on screen come together, before the first is asked for. */
const pause = 100;

interface Queue {
  asked: Set<string>;
  waiting: string[];
  calls: number;
}

const queues = new Map<string, Queue>();

async function work(tenant: Tenant, queue: Queue): Promise<void> {
  queue.calls += 1;
  for (let ClientNumber = queue.waiting.pop(); ClientNumber !== undefined; ClientNumber = queue.waiting.pop())
    // What comes is recorded as seen, which draws the names; a client that is not there has none.
    await call('clientList', tenant, { ClientNumber }).catch(() => undefined);
  queue.calls -= 1;
}

/** Asks for the name of a client who is on screen, once; the latest come first, since they are in view. */
export function askForName(tenant: Tenant, number: string): void {
  const key = `${tenant.merchant}\n${tenant.product}`;
  const queue = queues.get(key) ?? { asked: new Set(), waiting: [], calls: 0 };
  queues.set(key, queue);
  if (queue.asked.has(number) || queue.asked.size >= maxNames) return;
  queue.asked.add(number);
  queue.waiting.push(number);
  if (queue.waiting.length > 1 || queue.calls > 0) return;
  setTimeout(() => {
    for (let at = 0; at < maxCalls; at += 1) void work(tenant, queue);
  }, pause);
}
