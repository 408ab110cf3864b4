import { setTimeout as pause } from 'node:timers/promises';
import { asMaintenance } from '#service/jobs/store.ts';
import { sweepDeliveries } from '../deliveries/store.ts';
import { judgeImports } from '../held/imports.ts';
import { heldSender } from '../held/send.ts';
import { lookFor } from './look.ts';
import { waitingSender } from './send-waiting.ts';
import { drop } from './send.ts';
import { inMerchantTransaction } from './settle.ts';
import { outgoingCall, type OutgoingRecord } from './store.ts';
import { worldOf, type SharedWorld } from './world.ts';

/** Calls looked for at a time. */
const atOnce = 4;

/** Between two searches for calls whose outcome is to be read. */
const usualPollMs = 1000;

/** A process that looks for a call has it for so long. */
const leaseSeconds = 180;

/** Settled calls are kept as long as the answers of keys. */
const keptHours = 72;

/** Looks for the outcome of calls whose answer did not come, of this process and of any that has ended. */
export function watchCalls(world: SharedWorld): { stop(): Promise<void> } {
  const { ending, changedTiming: { pollMs = usualPollMs } = {} } = world;
  const sendDue = heldSender(world);
  const sendWaited = waitingSender(world);
  const watch = async () => {
    for (let round = 0; !ending.signal.aborted; round++) {
      await lookAround(world).catch(world.report);
      await judgeImports(world).catch(world.report);
      await sendDue().catch(world.report);
      await sendWaited().catch(world.report);
      if (round % 3600 === 0) await sweep(world).catch(world.report);
      await pause(pollMs, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  };
  const running = watch();
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}

type Due = Pick<OutgoingRecord, 'merchant' | 'call'>;

async function lookAround(world: SharedWorld): Promise<void> {
  const due = await asMaintenance(world.pool, (query) =>
    query<Due>('select merchant, call from outgoing_call where next_look <= now() order by next_look limit 100'),
  );
  const work = async () => {
    for (let next = due.shift(); next && !world.ending.signal.aborted; next = due.shift())
      await lookAt(world, next).catch(world.report);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

async function lookAt(shared: SharedWorld, { merchant, call }: Due): Promise<void> {
  const found = await inMerchantTransaction(shared, merchant, async ({ query }) => {
    const taken = await query(
      `update outgoing_call set next_look = now() + $3::float8 * interval '1 second'
        where merchant = $1 and call = $2 and next_look <= now() returning 1`,
      [merchant, call, leaseSeconds],
    );
    const record = taken.length === 1 ? await outgoingCall(query, shared.numbers, merchant, call) : undefined;
    return record && { record, ...(await shared.lines.read(query, record)) };
  });
  if (!found) return;
  const { record } = found;
  const world = worldOf(shared, found.line);
  // Its process has ended before it was sent, or will find that it is gone.
  if (record.state === 'WAITING') await drop(world, record);
  else await lookFor(world, record);
}

const sweep = (world: SharedWorld): Promise<unknown> =>
  asMaintenance(world.pool, async (query) => {
    await query(
      `delete from outgoing_claim it using outgoing_call made
        where made.merchant = it.merchant and made.call = it.call and made.settled_at < now() - $1::float8 * interval '1 hour'`,
      [keptHours],
    );
    await query(`delete from outgoing_call where settled_at < now() - $1::float8 * interval '1 hour'`, [keptHours]);
    await sweepDeliveries(query);
    await query(`update provider_connection set former_secret = null, former_ends = null where former_ends < now()`);
  });
