import { setTimeout as pause } from 'node:timers/promises';
import { asMaintenance } from '#service/jobs/store.ts';
import { lookFor } from './look.ts';
import { drop } from './send.ts';
import { inOwnTransaction } from './settle.ts';
import { outgoingCall, type OutgoingRecord } from './store.ts';
import type { OutgoingWorld } from './world.ts';

/** Calls looked for at a time. */
const atOnce = 4;

/** A process that looks for a call has it for so long. */
const leaseSeconds = 180;

/** Settled calls are kept as long as the answers of keys. */
const keptHours = 72;

/** Looks for the outcome of calls whose answer did not come, of this process and of any that has ended. */
export function watchCalls(world: OutgoingWorld): { stop(): Promise<void> } {
  const ending = new AbortController();
  const watch = async () => {
    for (let round = 0; !world.isEnding; round++) {
      await lookAround(world).catch(world.report);
      if (round % 3600 === 0) await sweep(world).catch(world.report);
      await pause(world.timing.poll, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };
  const running = watch();
  return {
    async stop() {
      world.isEnding = true;
      ending.abort();
      await running;
    },
  };
}

type Due = Pick<OutgoingRecord, 'merchant' | 'call'>;

async function lookAround(world: OutgoingWorld): Promise<void> {
  const due = await asMaintenance(world.pool, (query) =>
    query<Due>('select merchant, call from outgoing_call where next_look <= now() order by next_look limit 100'),
  );
  const work = async () => {
    for (let next = due.shift(); next && !world.isEnding; next = due.shift())
      await lookAt(world, next).catch(world.report);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function lookAt(world: OutgoingWorld, { merchant, call }: Due): Promise<void> {
  const record = await inOwnTransaction(world, merchant, async ({ query }) => {
    const taken = await query(
      `update outgoing_call set next_look = now() + $3::float8 * interval '1 second'
        where merchant = $1 and call = $2 and next_look <= now() returning 1`,
      [merchant, call, leaseSeconds],
    );
    return taken.length === 1 ? outgoingCall(query, world.numbers, merchant, call) : undefined;
  });
  // Its process has ended before it was sent, or will find that it is gone.
  if (record?.state === 'WAITING') await drop(world, record);
  else if (record) await lookFor(world, record);
}

const sweep = (world: OutgoingWorld): Promise<unknown> =>
  asMaintenance(world.pool, (query) =>
    query(`delete from outgoing_call where settled_at < now() - $1::float8 * interval '1 hour'`, [keptHours]),
  );
