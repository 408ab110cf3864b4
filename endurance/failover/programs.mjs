// The programs of the runs, as Debian packages them, or the reason why the runs are impossible.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { installedPostgres } from '../../scripts/databases.mjs';

// Debian keeps some of them outside the PATH of ordinary users.
const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];

const flags = { patroni: '--version', etcd: '--version', haproxy: '-v', pgbouncer: '--version' };

/** @param {string} name */
const find = (name) => folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));

/** @typedef {{ [name in keyof typeof flags]: string } & { postgres: string, nginx?: string, faketime?: string, versions: string }} Programs */

/** @returns {Programs | string} their paths and versions, or why the runs are impossible */
export function findPrograms() {
  if (process.platform !== 'linux') return 'needs Linux';
  const found = Object.keys(flags).map(find);
  const postgres = installedPostgres();
  const missing = [...Object.keys(flags).filter((_, index) => !found[index]), ...(postgres ? [] : ['PostgreSQL'])];
  if (!postgres || missing.length > 0) return `not installed: ${missing.join(', ')}`;
  const versions = Object.values(flags).map((flag, index) => {
    const { stdout } = spawnSync(found[index] ?? '', [flag], { encoding: 'utf8' });
    return /\d+\.\d+\.\d+/.exec(stdout)?.[0];
  });
  const [patroni = '', etcd = '', haproxy = '', pgbouncer = ''] = found.map(String);
  return {
    patroni,
    etcd,
    haproxy,
    pgbouncer,
    // Another folder may link to some of them; Patroni needs nearly all.
    postgres: path.dirname(realpathSync(path.join(postgres.binaries, 'postgres'))),
    nginx: find('nginx'),
    faketime: faketime(),
    versions: `${postgres.name}, Patroni ${versions[0]}, etcd ${versions[1]}, HAProxy ${versions[2]}, PgBouncer ${versions[3]}`,
  };
}

/** The library that gives a process its own clock, if installed. */
function faketime() {
  const libraries = '/usr/lib';
  return readdirSync(libraries)
    .map((folder) => path.join(libraries, folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file));
}
