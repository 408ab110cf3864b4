// Faults of the nodes of a distributed database.
import { setTimeout as pause } from 'node:timers/promises';

/**
 * @typedef {object} Fault
 * @property {string} name
 * @property {number} [rounds] 1 by default
 * @property {number} [spares] the index of the worker whose merchants must not notice
 * @property {(citus: import('./index.mjs').Citus) => Promise<void>} strike resolves when the fault is over
 */

const away = 10;

/** @type {Fault[]} */
export const faults = [
  {
    name: `a worker killed in the middle of batches, back after ${away} s`,
    rounds: 3,
    spares: 0,
    async strike({ workers: [, other] }) {
      await other?.kill();
      await pause(away * 1000);
      await other?.start();
    },
  },
  {
    name: 'the coordinator restarted',
    rounds: 2,
    async strike({ coordinator }) {
      await coordinator.stop();
      await coordinator.start();
    },
  },
  {
    name: `the coordinator killed, back after ${away} s`,
    rounds: 2,
    async strike({ coordinator }) {
      await coordinator.kill();
      await pause(away * 1000);
      await coordinator.start();
    },
  },
  {
    name: 'all nodes killed at once, back after 2 s',
    rounds: 2,
    async strike({ coordinator, workers }) {
      const all = [coordinator, ...workers];
      await Promise.all(all.map((it) => it.kill()));
      await pause(2000);
      await Promise.all(all.map((it) => it.start()));
    },
  },
  {
    name: 'a worker added, and shards moved to it',
    async strike(citus) {
      await citus.addWorker();
      await citus.rebalance();
    },
  },
  {
    name: 'the added worker, none of whose merchants has load, killed; back after 2 s',
    async strike({ workers }) {
      const added = workers.at(-1);
      await added?.kill();
      await pause(2000);
      await added?.start();
    },
  },
];
