// Senders that work like a merchant's programs: batches, one after the other, each with its own key. The service is
// checked against their record of every batch (sent, answered).
import { setTimeout as pause } from 'node:timers/promises';
import { ask, outcomeOf, tokenFor, withBody } from '../bench/wire.mjs';
import { approvalsOf, create, edit, isWaiting, merchantWithRule, paymentsEach, release, sizeOf } from './calls.mjs';

const { createBrowser } = await import('../src/service/auth/test-browser.ts');

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

/**
 * The tokens of a program that prepares, and of a person who releases that and reads the audit.
 * @param {string} origin
 * @param {string} merchant
 */
export async function tokensFor(origin, merchant) {
  const program = await tokenFor(origin, merchant);
  const { access_token: person } = (await createBrowser(origin).signInAs('administrator')).body;
  if (!person) throw new Error('nobody could sign in');
  return { program, person };
}

/** @typedef {Awaited<ReturnType<typeof tokensFor>>} Tokens */

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
 * @param {Tokens} tokens
 * @param {Ledger} ledger
 * @param {number} count
 */
export function startLoad(way, tokens, ledger, count) {
  const state = { isCut: false, isOver: false };
  const flows = Array.from({ length: count }, () => {
    let begin = () => {};
    /** @type {Promise<void>} */
    const isFlowing = new Promise((resolve) => (begin = resolve));
    return { isFlowing, ended: sender(way, tokens, ledger, state, begin).finally(begin) };
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
 * @param {Tokens} tokens
 * @param {Ledger} ledger
 * @param {{ isCut: boolean, isOver: boolean }} state
 * @param {() => void} begin
 */
async function sender(way, tokens, ledger, state, begin) {
  const open = (/** @type {Resource} */ resource, size = sizeOf(resource)) => {
    const group = { resource, size, mark: `E${++lastMark}`, members: [] };
    ledger.groups.push(group);
    return group;
  };
  // The basis of everything else: clients, the first of which owns the contracts, and a contract for the instalments.
  const client = open('clients');
  const base = open('mandates', 1);
  const first = [client, base, ...(ledger.merchant === merchantWithRule ? [open('payouts')] : [])];
  /**
   * The batches that may be edited; not the base, whose own instalments would move.
   * @type {Group[]}
   */
  const own = [];
  const onLost = (/** @type {Error} */ error) => {
    if (!state.isCut) ledger.odd.push(`a connection was lost before the cut: ${error.message}`);
  };
  const isAccepted = async (/** @type {Sent} */ call) => {
    ledger.sent.push(call);
    call.group.pending = call.value;
    // Now and then a caller loses its connection, and repeats the call while the first may still be running.
    if (Math.random() < 0.1) await drop(way, tokens, call);
    const answer = await deliver(way, tokens, call).catch(onLost);
    return answer !== undefined && accept(ledger, call, answer);
  };

  while (!state.isOver) {
    const edited = first.length === 0 && Math.random() < 0.4 ? anyOf(own) : undefined;
    const call = edited
      ? edit(ledger.merchant, edited, client, base)
      : create(ledger.merchant, first.shift() ?? open(anyOf(resources) ?? 'clients'), client, base);
    if (!(await isAccepted(call))) return;
    begin();
    if (!edited && call.group !== base) own.push(call.group);
    if (isWaiting(call.group) && Math.random() < 0.8) {
      const releasing = await releaseOf(way, tokens, ledger, call.group).catch(onLost);
      if (!releasing || !(await isAccepted(releasing))) return;
    }
    if (way.pace > 0) await pause(way.pace);
  }
}

/**
 * The release of a batch that waits, with the digest of what the person read.
 * @param {Way} way
 * @param {Tokens} tokens
 * @param {Ledger} ledger
 * @param {Group} group
 */
async function releaseOf(way, { person }, ledger, group) {
  const path = approvalsOf(ledger.merchant);
  const headers = withBody(person);
  const list = await send(way, { path, headers });
  const count = group.size * paymentsEach;
  const sum = count * parseInt(String(group.value));
  const found = JSON.parse(list.text).Approvals?.find(
    (/** @type {{ Count: number, Sum: number }} */ it) => it.Count === count && Math.round(it.Sum * 100) === sum,
  );
  if (found) {
    const { text } = await send(way, { path: `${path}/${found.ApprovalSequence}`, headers });
    return release(ledger.merchant, group, JSON.parse(text));
  }
  ledger.odd.push(`payouts ${group.mark} were acknowledged as waiting and do not wait: ${list.text.slice(0, 200)}`);
  return undefined;
}

/**
 * Sends a call and hangs up, mostly before the answer.
 * @param {Way} way
 * @param {Tokens} tokens
 * @param {Sent} call
 */
async function drop(way, tokens, call) {
  const signal = AbortSignal.timeout(Math.ceil(Math.random() * 50));
  await way.ask({ ...requestOf(tokens, call), signal }).catch(() => undefined);
}

/**
 * @param {Tokens} tokens
 * @param {Sent} call
 */
function requestOf({ program, person }, { key, method, path, body, approval }) {
  if (approval !== undefined) return { method, path, headers: withBody(person), body };
  return { method, path, headers: { ...withBody(program), 'idempotency-key': key }, body };
}

/** A lost connection; 503, which asks for a repeat; and a proxy's answer when a process disappears. */
const transientStatuses = new Set([0, 502, 503, 504]);

/**
 * Repeats a call until it is answered.
 * @param {Way} way
 * @param {import('../bench/wire.mjs').Call} call
 */
async function send(way, call) {
  for (let tries = 1; ; tries++) {
    const answer = await way.ask(call);
    if (!transientStatuses.has(answer.status) || tries >= way.tries) return answer;
    await pause(100);
  }
}

/**
 * Sends a call again that was answered.
 * @param {Way} way
 * @param {Tokens} tokens
 * @param {Sent} call
 */
export const sendAgain = (way, tokens, call) => send(way, requestOf(tokens, call));

/**
 * Repeats a call until its outcome is known.
 * @param {Way} way
 * @param {Tokens} tokens
 * @param {Sent} call
 */
export async function deliver(way, tokens, call) {
  const answer = await sendAgain(way, tokens, call);
  // An earlier attempt may have released it: the approval says so.
  if (call.approval === undefined || answer.status !== 400) return answer;
  return send(way, { path: call.path, headers: withBody(tokens.person) });
}

/**
 * Records an answer; every call of the load is valid, so anything but a complete success is odd.
 * @param {Ledger} ledger
 * @param {Sent} call
 * @param {{ status: number, text: string }} answer
 */
export function accept(ledger, call, { status, text }) {
  const isRelease = call.approval !== undefined;
  const batch = status === 200 && !isRelease ? outcomeOf(text) : undefined;
  const isDone = isRelease
    ? status === 200 && JSON.parse(text).Decision === 'RELEASED'
    : batch !== undefined && batch.Failed.length === 0 && batch.Successful.length > 0;
  if (!isDone) {
    const faults = batch ? JSON.stringify(batch.Failed[0]?.Errors) : text.slice(0, 200);
    const what = isRelease ? 'release of' : call.method;
    ledger.odd.push(`${what} ${call.group.resource} was answered ${status} ${faults}`);
    return false;
  }
  call.answer = text;
  call.group.value = call.value;
  delete call.group.pending;
  if (batch && call.method === 'POST') call.group.members = batch.Successful;
  return true;
}
