// The results of the rounds, for people.
import { cpus } from 'node:os';

/** @typedef {import('./index.mjs').Round} Round */

/** @param {Round} round */
export const describeRound = (round) =>
  `${round.gap.toFixed(1)} s without a write; ${describeAnswers([round])}; ${sum([round], 'calls')} calls ` +
  `(${sum([round], 'releases')} releases) with ${sum([round], 'items')} items acknowledged, ${sum([round], 'repeated')} repeated; ${verdict([round])}`;

/**
 * @param {Round[]} rounds
 * @param {Exclude<keyof import('../rounds.mjs').Findings, 'add' | 'examples'>} name
 */
const sum = (rounds, name) => rounds.reduce((total, { found }) => total + found[name], 0);

/** @param {Round[]} rounds */
const verdict = (rounds) =>
  `lost ${sum(rounds, 'lost')}, torn ${sum(rounds, 'torn')}, doubled ${sum(rounds, 'doubled')}, ` +
  `calls without an entry ${sum(rounds, 'unentered')}, entries too many ${sum(rounds, 'overentered')}, ` +
  `broken chains ${sum(rounds, 'broken')}, ` +
  `repeats answered otherwise ${sum(rounds, 'different')}, odd answers ${sum(rounds, 'odd')}`;

/**
 * How often each status was answered, and the slowest answer.
 * @param {Round[]} rounds
 */
function describeAnswers(rounds) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { statuses } of rounds)
    for (const [status, count] of statuses) counts.set(status, (counts.get(status) ?? 0) + count);
  const parts = [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, count]) => `${count} × ${status || 'connection lost'}`);
  return `${parts.join(', ')}, the slowest in ${Math.max(...rounds.map(({ slowest }) => slowest)).toFixed(1)} s`;
}

/**
 * A page of Markdown.
 * @param {string} versions
 * @param {Round[]} rounds
 * @param {string[]} skipped
 * @param {'failover' | 'distributed'} kind
 */
export function report(versions, rounds, skipped, kind = 'failover') {
  const names = [...new Set(rounds.map(({ fault }) => fault))];
  const rows = names.map((name) => {
    const roundsOfFault = rounds.filter(({ fault }) => fault === name);
    const gaps = roundsOfFault.map(({ gap }) => gap.toFixed(1)).join(', ');
    const wrong = verdict(roundsOfFault);
    return `| ${name} | ${gaps} | ${describeAnswers(roundsOfFault)} | ${sum(roundsOfFault, 'calls')} | ${/[1-9]/.test(wrong) ? wrong : '0'} |`;
  });
  return [
    kind === 'failover' ? '# Failover' : '# Distributed over nodes',
    '',
    `Taken by \`npm run endure -- --only ${kind}\` on ${versions}, Node ${process.versions.node}, ${cpus().length} cores; endurance/README.md`,
    `says how. ${rounds.length} rounds, ${sum(rounds, 'calls')} calls (${sum(rounds, 'releases')} releases) with ${sum(rounds, 'items')} items acknowledged, ${sum(rounds, 'repeated')} calls repeated: ${verdict(rounds)}.`,
    '',
    '| fault | seconds without a successful write | what callers saw | calls acknowledged | lost, torn, doubled, without one entry, in a broken chain, answered otherwise |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...skipped.map((it) => `- Not run: ${it}.`),
  ].join('\n');
}
