// npm run release-schema -- 1.1.0 /usr/lib/postgresql/15/bin: writes the database of a release as text, with a few rows in every
// table, by the programs of the oldest PostgreSQL that the product supports. A test upgrades it to each later version.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fill, withDatabase } from '../src/service/backup/testing.ts';
import { startPostgres } from '../src/service/testing/postgres.ts';
import { temporaryFolder } from './product.mjs';

const [release = '', programs = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(release) || !programs)
  throw new Error(
    'name the release and the folder of pg_dump: npm run release-schema -- 1.1.0 /usr/lib/postgresql/15/bin',
  );

// Roles belong to the whole server, so a dump of a database has none.
const roles = ['collections_app', 'collections_maintenance'].map(
  (role) => `DO $$ BEGIN CREATE ROLE ${role}; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;`,
);
const folder = temporaryFolder('release');
const server = await startPostgres(programs, folder, { settings: { fsync: 'off' } });
try {
  await withDatabase(server.url, (database) => fill(database, undefined, 3));
  const options = ['--inserts', '--no-owner', `--dbname=${server.url}`];
  const dump = execFileSync(join(programs, 'pg_dump'), options, { encoding: 'utf8' });
  // psql's own commands, comments and empty lines are not for a driver.
  const lines = dump.split('\n').filter((line) => !/^(\\(un)?restrict |--|$)/.test(line));
  const file = new URL(`../src/service/migrations/released/${release}.sql`, import.meta.url);
  writeFileSync(file, [...roles, ...lines, ''].join('\n'));
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
