import { jsonOf } from '#answers/json.ts';
import type { Finding } from '#answers/read-back/finding.ts';
import { writeReadBacks } from '#answers/read-back/writes.ts';
import { reportedItems } from '../deliveries/store.ts';
import type { ItemOutcome, OutcomeSource } from './outcomes.ts';
import { providerReader } from './reader.ts';
import { inMerchantTransaction, settleCall } from './settle.ts';
import type { OutgoingRecord } from './store.ts';
import type { OutgoingTiming, OutgoingWorld } from './world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Milliseconds until a call is looked for again; undefined after a week. */
export function untilNextLook(
  elapsedMs: number,
  { looks, grace, betweenAfterGrace }: OutgoingTiming,
): number | undefined {
  const early = [...looks, grace, grace + betweenAfterGrace].toSorted((one, other) => one - other);
  const next = early.find((it) => it > elapsedMs);
  if (next !== undefined) return next - elapsedMs;
  if (elapsedMs < dayMs) return hourMs;
  return elapsedMs < 7 * dayMs ? dayMs : undefined;
}

/** What the provider's records say of each item that was sent. @throws if they cannot be read */
export async function findingsOf(world: OutgoingWorld, record: OutgoingRecord): Promise<readonly Finding[]> {
  const { sent, before } = record.items ?? { sent: [] };
  const { readBack } = writeReadBacks[record.operation];
  if (!readBack) return reportFindings(world, record);
  return readBack.look(providerReader(world, record), { items: sent.map(({ fields }) => fields), before });
}

/** Of messages, which no list shows, a delivery report tells that they are there. */
async function reportFindings(world: OutgoingWorld, { merchant, call, outcomes }: OutgoingRecord): Promise<Finding[]> {
  const reported = await inMerchantTransaction(world, merchant, ({ query }) => reportedItems(query, merchant, call));
  return outcomes.map((_, item) =>
    reported.has(item)
      ? { verdict: 'there' }
      : { verdict: 'unclear', note: 'No list of the provider shows what was sent.' },
  );
}

/**
 * What an item's outcome is after a look. What is there is believed at once. What is not, or cannot be told, may still arrive: it
 * is believed after two looks, where the provider itself had answered; otherwise after two looks once the grace time is over.
 */
function judged(
  was: ItemOutcome,
  { verdict, found, note }: Finding,
  at: { by: OutcomeSource; isAnswered: boolean; sentAt: number; now: number; timing: OutgoingTiming },
): ItemOutcome {
  if (was.state !== 'open' && was.state !== 'unclear') return was;
  const { by, timing, isAnswered, now, sentAt } = at;
  if (verdict === 'there') return { state: 'accepted', by, ...(found && { result: jsonOf(found) }) };
  const isOver = isAnswered || now - sentAt >= timing.grace;
  if (verdict === 'unclear') return { state: isOver ? 'unclear' : 'open', ...(note !== undefined && { note }) };
  const absent = { note: note ?? 'It is not there.' };
  if (!isOver) return { ...absent, state: was.state };
  const { absentSince = now } = was;
  const isBelieved = now - absentSince >= (isAnswered ? timing.between : timing.betweenAfterGrace);
  return isBelieved ? { state: 'not stored', by, ...absent } : { ...absent, state: was.state, absentSince };
}

/** Looks for what a call has left, and keeps what is found. */
export async function lookFor(world: OutgoingWorld, record: OutgoingRecord): Promise<OutgoingRecord | undefined> {
  const { timing } = world;
  const findings = await findingsOf(world, record).catch((error: unknown) => {
    world.report(error);
    return undefined;
  });
  const now = Date.now();
  const isReported = !writeReadBacks[record.operation].readBack && findings?.some(({ verdict }) => verdict === 'there');
  const by = isReported ? 'delivery report' : 'reading back';
  return settleCall(world, record, (current) => {
    const { sentAt = current.keptAt, isAnswered } = current;
    if (current.state === 'SETTLED' || current.state === 'WAITING') return undefined;
    const outcomes = findings
      ? current.outcomes.map((it, index) =>
          judged(it, findings[index] ?? { verdict: 'unclear' }, { by, isAnswered, sentAt, now, timing }),
        )
      : current.outcomes;
    const again = untilNextLook(now - sentAt, timing);
    const isMissing = outcomes.some(({ absentSince }) => absentSince !== undefined);
    const second = isAnswered ? timing.between : timing.betweenAfterGrace;
    const lookAfterMs = isMissing ? Math.min(second, again ?? second) : again;
    return { outcomes, by, lookAfterMs, isAnswered };
  });
}
