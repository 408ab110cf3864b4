import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { hasSandboxSignIns, sandboxPassword, sandboxPeople, seedSandboxSignIns } from './auth/users.ts';
import { wallClock } from './clock.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase, type Database } from './database/open.ts';
import { migrations } from './migrations/all.ts';
import { seedSandbox } from './seed/seed.ts';
import { isLoopback, readSettings, type Settings } from './settings.ts';

/** Everything about the process, and nothing else: environment, database, port, signals. */
async function start(): Promise<void> {
  const began = performance.now();
  const settings = readSettings(process.env);
  const clock = wallClock(settings.timeZone);
  const database = settings.serviceUrl ? undefined : await open(settings);
  try {
    if (database) await prepare(database, settings, clock.today());
    const here = path.dirname(fileURLToPath(import.meta.url));
    const app = await buildApp({ settings, database, clock, consoleDirectory: path.join(here, '../console') });
    await app.listen({ host: settings.host, port: settings.port });
    announce(settings, database, performance.now() - began);

    let ending = false;
    const end = async () => {
      if (ending) return;
      ending = true;
      // New calls are refused, calls under way are answered, then the database stops.
      await app.close();
      await database?.close();
      process.exit(0);
    };
    process.on('SIGINT', () => void end());
    process.on('SIGTERM', () => void end());
  } catch (error) {
    await database?.close();
    throw error;
  }
}

const open = (settings: Settings): Promise<Database> =>
  openDatabase(settings).catch((error: Error) => {
    throw settings.databaseUrl ? new Error(`DATABASE_URL: the database does not answer (${error.message})`) : error;
  });

async function prepare(database: Database, settings: Settings, today: string): Promise<void> {
  await migrate(database, migrations);
  if (settings.sandbox) {
    await seedSandbox(database, today);
    await seedSandboxSignIns(database.pool);
  }
  if (!settings.oauthIssuer && !isLoopback(settings.host) && (await hasSandboxSignIns(database.pool)))
    throw new Error(
      `HOST: ${settings.host} can be reached from other machines, and this database has the sandbox's well-known ` +
        'sign-ins. Use another database with SANDBOX=off, or set OAUTH_ISSUER.',
    );
}

function announce(settings: Settings, database: Database | undefined, milliseconds: number): void {
  const lines = [`Collections Console  ${settings.origin}   (ready in ${(milliseconds / 1000).toFixed(1)} s)`];
  if (settings.serviceUrl) lines.push(`  Service    ${settings.serviceUrl}`);
  if (database) lines.push(`  Data       ${database.description}`);
  if (database?.note) lines.push(`             ${database.note}`);
  if (settings.sandbox && database && !settings.oauthIssuer) {
    lines.push(`  Sign in    ${sandboxPeople.map((it) => it.username).join(', ')} · password ${sandboxPassword}`);
    lines.push('  API token  npm run -s token -- --merchant 1001');
  }
  console.log(lines.join('\n'));
}

/** One line that names the way out, for what a person can put right. */
function explained(error: NodeJS.ErrnoException): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${process.env['PORT'] ?? 4180} is in use: end the program that holds it, or choose another with PORT.`;
  if (error.code === 'EACCES' && error.syscall === 'listen')
    return 'The port may not be opened: choose another with PORT.';
  return error.message;
}

start().catch((error: NodeJS.ErrnoException) => {
  console.error(explained(error));
  if (process.env['LOG_LEVEL'] === 'debug') console.error(error);
  process.exit(1);
});
