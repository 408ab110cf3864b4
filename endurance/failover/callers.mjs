// Callers that use several processes in turn, and record what they see.
import { ask } from '../../bench/wire.mjs';
import { tokensFor } from '../load.mjs';
import { until } from './until.mjs';

/** Milliseconds after which a caller gives up. */
const timeoutMs = 90_000;

/** @param {string[]} origins */
export function callersOf(origins) {
  let turn = 0;
  const seen = {
    /**
     * When writes were answered 200.
     * @type {number[]}
     */
    writes: [],
    /**
     * How often each status was answered; 0 is a lost connection.
     * @type {Map<number, number>}
     */
    statuses: new Map(),
    /** Seconds. */
    slowest: 0,
  };
  /** @type {import('../load.mjs').Way['ask']} */
  const askInTurn = async (call) => {
    const began = performance.now();
    const limit = AbortSignal.timeout(timeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
    const answer = await ask(origins[turn++ % origins.length] ?? '', { ...call, signal }).catch(() => ({
      status: 0,
      text: '',
    }));
    if (call.signal?.aborted) return answer;
    seen.statuses.set(answer.status, (seen.statuses.get(answer.status) ?? 0) + 1);
    seen.slowest = Math.max(seen.slowest, (performance.now() - began) / 1000);
    if (answer.status === 200 && call.method !== undefined) seen.writes.push(performance.now());
    return answer;
  };
  return {
    /** @type {import('../load.mjs').Way} */
    way: { ask: askInTurn, tries: 1000, pace: 250 },
    /**
     * For reading back, after recovery.
     * @type {import('../load.mjs').Way}
     */
    steady: {
      ask: (call) =>
        until('an answer', async () => {
          const answer = await askInTurn(call);
          return answer.status !== 0 && answer.status !== 503 && answer;
        }),
      tries: 1,
      pace: 0,
    },
    /** @param {string} merchant */
    // By its own name: pages of a sign-in lead there.
    tokensFor: (merchant) => until('tokens', () => tokensFor(origins[0] ?? '', merchant)),
    begin() {
      Object.assign(seen, { writes: [performance.now()], statuses: new Map(), slowest: 0 });
    },
    /**
     * Waits for this many more successful writes.
     * @param {number} count
     */
    async flow(count) {
      const target = seen.writes.length + count;
      await until('writes that succeed', async () => seen.writes.length >= target, 300);
    },
    /** The record, with the longest time in seconds between two successful writes. */
    seen() {
      const { slowest } = seen;
      const statuses = new Map(seen.statuses);
      const pauses = seen.writes.map((at, index) => at - (seen.writes[index - 1] ?? at));
      return { statuses, slowest, gap: Math.max(...pauses) / 1000 };
    },
  };
}

/** @typedef {ReturnType<typeof callersOf>} Callers */
