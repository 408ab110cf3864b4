// Compares the product's audit with what was sent: each acknowledged call has one entry, and the chains are whole.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { root } from '../scripts/prepare.mjs';
import { paymentsEach } from './calls.mjs';

/** @typedef {import('../src/service/audit/read.ts').ShownEntry} Entry */

const pageSize = 500;

/**
 * @param {import('./load.mjs').Way} way
 * @param {string} token of a person who may read the audit
 * @param {string} merchant
 */
async function readEntries(way, token, merchant) {
  /** @type {Entry[]} */
  const entries = [];
  for (;;) {
    const before = entries.length > 0 ? `&Before=${entries.at(-1)?.Sequence}` : '';
    const path = `/audit/${merchant}?Limit=${pageSize}${before}`;
    const { status, text: answer } = await way.ask({ path, headers: { authorization: `Bearer ${token}` } });
    if (status !== 200) throw new Error(`the audit was answered ${status}`);
    const page = JSON.parse(answer).Entries;
    entries.push(...page);
    if (page.length < pageSize) return entries;
  }
}

/**
 * What a call and its entry have in common. Releases have no number of the call in their answer.
 * @param {Entry} entry
 */
const nameOf = ({ Action, CallSequence, Details }) =>
  Action === 'approval.release' ? `approval ${Details?.Approval}` : `call ${CallSequence}`;

/** @param {import('./calls.mjs').Sent} call */
const nameOfCall = ({ approval, answer = '{}' }) =>
  approval === undefined ? `call ${JSON.parse(answer).APIResponse?.CallSequence}` : `approval ${approval}`;

/**
 * @param {import('./load.mjs').Way} way
 * @param {string} token
 * @param {import('./load.mjs').Ledger} ledger
 */
export const countEntries = async (way, token, { merchant, sent }) =>
  compareEntries(await readEntries(way, token, merchant), sent);

/**
 * @param {Entry[]} entries
 * @param {import('./calls.mjs').Sent[]} sent
 */
export function compareEntries(entries, sent) {
  const counts = { unentered: 0, overentered: 0 };
  /** @type {string[]} */
  const examples = [];
  /** @type {Map<string, Entry[]>} */
  const entriesByName = new Map();
  for (const entry of entries) {
    const isOfLoad = ['sandbox', 'administrator'].includes(entry.Actor.Id) && entry.Outcome === 'done';
    if (isOfLoad) entriesByName.set(nameOf(entry), [...(entriesByName.get(nameOf(entry)) ?? []), entry]);
  }
  for (const call of sent.filter(({ answer }) => answer !== undefined)) {
    const name = nameOfCall(call);
    const found = entriesByName.get(name) ?? [];
    entriesByName.delete(name);
    const isWhole =
      call.approval === undefined ||
      found.every(({ Changes = [] }) => Changes.length === call.group.size * paymentsEach);
    if (found.length === 1 && isWhole) continue;
    if (found.length > 1) counts.overentered += found.length - 1;
    else counts.unentered++;
    const had = found.length === 1 ? 'an entry for a part' : `${found.length} entries`;
    examples.push(`${call.method} ${call.group.resource} ${call.group.mark}: ${name} has ${had}`);
  }
  // While an outcome is unknown, its entry may be there.
  if (sent.every(({ answer }) => answer !== undefined)) {
    counts.overentered += entriesByName.size;
    for (const name of entriesByName.keys()) examples.push(`${name} has an entry, and was not acknowledged`);
  }
  return { ...counts, examples };
}

/**
 * `npm run audit -- verify`: the lines about chains that are not whole.
 * @param {NodeJS.ProcessEnv} environment of the product
 */
export async function brokenChains(environment) {
  const verify = spawn(process.execPath, ['scripts/operate.mjs', 'audit', 'verify'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[status], said, complaint] = await Promise.all([
    once(verify, 'close'),
    text(verify.stdout),
    text(verify.stderr),
  ]);
  if (status === 0 && said.includes(', intact')) return [];
  const lines = complaint.split('\n').filter((line) => line.includes('BROKEN'));
  return lines.length > 0 ? lines : [`verify ended with ${status}: ${complaint.trim()}`];
}
