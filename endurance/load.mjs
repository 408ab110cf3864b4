// Senders that work like a merchant's programs: batches, one after the other, each with its own key. The service is
// checked against their record of every batch (sent, answered).
import { setTimeout as pause } from 'node:timers/promises';
import { ask, outcomeOf, withBody } from '../bench/wire.mjs';
import { create, edit, sizeOf } from './calls.mjs';

/** @typedef {import('./calls.mjs').Group} Group */
/** @typedef {import('./calls.mjs').Resource} Resource */
/** @typedef {import('./calls.mjs').Sent} Sent */

/**
 * How callers reach the service, and how long they try.
 * @typedef {object} Way
 * @property {(call: import('../bench/wire.mjs').Call) => Promise<{ status: number, text: string }>} ask a lost connection is
 * an error, or status 0 if the call should be repeated
 * @property {number} tries attempts before its sender ends
 * @property {number} pace milliseconds from an answer to the next call
 */

/**
 * @param {string} origin
 * @returns {Way}
 */
export const wayTo = (origin) => ({ ask: (call) => ask(origin, call), tries: 100, pace: 0 });

/** @param {string} merchant */
export const openLedger = (merchant) => ({
  merchant,
  /** @type {Group[]} */
  groups: [],
  /** @type {Sent[]} */
  sent: [],
  /**
   * Answers that no cut explains.
   * @type {string[]}
   */
  odd: [],
});

/** @typedef {ReturnType<typeof openLedger>} Ledger */

let lastMark = 0;

/**
 * Sends batches from `count` senders until the service is gone, or they are ended.
 * @param {Way} way
 * @param {string} token
 * @param {Ledger} ledger
 * @param {number} count
 */
export function startLoad(way, token, ledger, count) {
  const state = { isCut: false, isOver: false };
  const flows = Array.from({ length: count }, () => {
    let begin = () => {};
    /** @type {Promise<void>} */
    const isFlowing = new Promise((resolve) => (begin = resolve));
    return { isFlowing, ended: sender(way, token, ledger, state, begin).finally(begin) };
  });
  const ended = Promise.all(flows.map((it) => it.ended));
  return {
    /** Settles when every sender has had an answer, or has ended. */
    isFlowing: Promise.all(flows.map((it) => it.isFlowing)),
    /** From now on a lost connection is expected. */
    expectCut: () => (state.isCut = true),
    ended,
    /** Waits for every sender's answer first. */
    async end() {
      state.isOver = true;
      await ended;
    },
  };
}

/** @type {Resource[]} */
const resources = ['clients', 'mandates', 'instalments', 'payouts'];

/**
 * @template T
 * @param {T[]} list
 */
const anyOf = (list) => list[Math.floor(Math.random() * list.length)];

/**
 * @param {Way} way
 * @param {string} token
 * @param {Ledger} ledger
 * @param {{ isCut: boolean, isOver: boolean }} state
 * @param {() => void} begin
 */
async function sender(way, token, ledger, state, begin) {
  const open = (/** @type {Resource} */ resource, size = sizeOf(resource)) => {
    const group = { resource, size, mark: `E${++lastMark}`, members: [] };
    ledger.groups.push(group);
    return group;
  };
  // The basis of everything else: clients, the first of which owns the contracts, and a contract for the instalments.
  const client = open('clients');
  const base = open('mandates', 1);
  const first = [client, base];
  /**
   * The batches that may be edited; not the base, whose own instalments would move.
   * @type {Group[]}
   */
  const own = [];

  while (!state.isOver) {
    const edited = first.length === 0 && Math.random() < 0.4 ? anyOf(own) : undefined;
    const call = edited
      ? edit(ledger.merchant, edited, client, base)
      : create(ledger.merchant, first.shift() ?? open(anyOf(resources) ?? 'clients'), client, base);
    ledger.sent.push(call);
    call.group.pending = call.value;
    // Now and then a caller loses its connection, and repeats the call while the first may still be running.
    if (Math.random() < 0.1) await drop(way, token, call);
    const answer = await deliver(way, token, call).catch((error) => {
      if (!state.isCut) ledger.odd.push(`a connection was lost before the cut: ${error.message}`);
    });
    if (!answer || !accept(ledger, call, answer)) return;
    begin();
    if (!edited && call.group !== base) own.push(call.group);
    if (way.pace > 0) await pause(way.pace);
  }
}

/**
 * Sends a call and hangs up, mostly before the answer.
 * @param {Way} way
 * @param {string} token
 * @param {Sent} call
 */
async function drop(way, token, { key, method, path, body }) {
  const headers = { ...withBody(token), 'idempotency-key': key };
  const signal = AbortSignal.timeout(Math.ceil(Math.random() * 50));
  await way.ask({ method, path, headers, body, signal }).catch(() => undefined);
}

/** A lost connection; 503, which asks for a repeat; and a proxy's answer when a process disappears. */
const transientStatuses = new Set([0, 502, 503, 504]);

/**
 * Repeats a call with its key until its outcome is known.
 * @param {Way} way
 * @param {string} token
 * @param {Sent} call
 */
export async function deliver(way, token, { key, method, path, body }) {
  for (let tries = 1; ; tries++) {
    const headers = { ...withBody(token), 'idempotency-key': key };
    const answer = await way.ask({ method, path, headers, body });
    if (!transientStatuses.has(answer.status) || tries >= way.tries) return answer;
    await pause(100);
  }
}

/**
 * Records an answer; every call of the load is valid, so anything but a complete success is odd.
 * @param {Ledger} ledger
 * @param {Sent} call
 * @param {{ status: number, text: string }} answer
 */
export function accept(ledger, call, { status, text }) {
  const batch = status === 200 ? outcomeOf(text) : undefined;
  if (!batch || batch.Failed.length > 0 || batch.Successful.length === 0) {
    const faults = batch ? JSON.stringify(batch.Failed[0]?.Errors) : text.slice(0, 200);
    ledger.odd.push(`${call.method} ${call.group.resource} was answered ${status} ${faults}`);
    return false;
  }
  call.answer = text;
  call.group.value = call.value;
  delete call.group.pending;
  if (call.method === 'POST') call.group.members = batch.Successful;
  return true;
}
