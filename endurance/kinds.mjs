// Three cuts: kill -9 on the embedded database, kill -9 on a separate PostgreSQL, power cuts.
import { withDatabase } from '../bench/database.mjs';
import { inFolder } from '../bench/last.mjs';
import { startPostgres } from '../bench/postgres.mjs';
import { serverProcesses, signalAll, startService } from '../bench/service-process.mjs';
import { freePort } from '../scripts/ports.mjs';
import { openDisk } from './disk.mjs';
import { endure, Findings } from './rounds.mjs';

/** @typedef {import('../bench/service-process.mjs').Service} Service */
/** @typedef {ReturnType<typeof openDisk>} Disk */

/**
 * kill -9 of the service on its embedded database, every second time together with all processes of the database;
 * otherwise the database notices and stops by itself.
 * @param {number} rounds
 */
export const kill = (rounds) =>
  inFolder('endure', async (folder) => {
    const port = await freePort();
    const start = () => startService(port, { DATA_DIR: folder });
    return endure('kill', rounds, start, async (service, round) => {
      if (round % 2 === 0) signalAll([service.pid, ...serverProcesses(folder)], 'SIGKILL');
      await service.end('SIGKILL');
    });
  });

/**
 * kill -9 of the service on a PostgreSQL, which keeps running and ends open transactions by itself.
 * @param {number} rounds
 */
export const postgres = (rounds) =>
  inFolder('endure', async (folder) => {
    const port = await freePort();
    const server = await startPostgres(folder);
    console.log(`on ${server.version}`);
    try {
      const start = () => startService(port, { DATABASE_URL: server.url });
      return await endure('postgres', rounds, start, (service) => service.end('SIGKILL'));
    } finally {
      await server.stop();
    }
  });

/**
 * Power cuts of the machine under service and embedded database. A control comes first: with fsync off, a cut must
 * visibly lose something, or the rounds would prove nothing.
 * @param {number} rounds
 * @returns {Promise<Findings | string>} or why none ran, where this system allows no such disk
 */
export async function cutPower(rounds) {
  const control = await onDisk(async (disk, port) => {
    const start = async () => {
      const service = await startService(port, { DATA_DIR: disk.folder() });
      await withDatabase(disk.folder(), async (client) => {
        await client.query('alter system set fsync = off');
        await client.query('select pg_reload_conf()');
      });
      return service;
    };
    return endure('control without fsync', 1, start, (service) => cut(service, disk)).then(
      ({ lost, torn }) => lost + torn > 0,
      (error) => {
        console.log(`control without fsync: not up again: ${error.message.trim().split('\n').at(-1)}`);
        return true;
      },
    );
  });
  if (typeof control === 'string') return control;
  if (!control) {
    const found = new Findings();
    found.add({ odd: 1, examples: ['the control lost nothing'] });
    return found;
  }
  return onDisk(async (disk, port) => {
    const start = () => startService(port, { DATA_DIR: disk.folder() });
    return endure('power', rounds, start, (service) => cut(service, disk));
  });
}

/**
 * @template T
 * @param {(disk: Disk, port: number) => Promise<T>} work
 */
const onDisk = (work) =>
  inFolder('endure', async (folder) => {
    /** @type {Disk} */
    let disk;
    try {
      disk = openDisk(folder);
    } catch (error) {
      return `a disk of our own needs root and loop devices (${error instanceof Error ? error.message : error})`;
    }
    try {
      return await work(disk, await freePort());
    } finally {
      disk.close();
    }
  });

/**
 * The cut: stop everything, copy the disk, kill everything.
 * @param {Service} service
 * @param {Disk} disk
 */
async function cut(service, disk) {
  // First the service, which could still acknowledge something.
  signalAll([service.pid], 'SIGSTOP');
  const stopped = new Set([service.pid]);
  for (let more = serverProcesses(disk.folder()); more.length > 0;) {
    signalAll(more, 'SIGSTOP');
    for (const pid of more) stopped.add(pid);
    more = serverProcesses(disk.folder()).filter((pid) => !stopped.has(pid));
  }
  disk.cut();
  signalAll([...stopped], 'SIGKILL');
  await service.end('SIGKILL');
  disk.restart();
}
