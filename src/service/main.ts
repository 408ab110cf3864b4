import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { hasSandboxMessageSignIn, sandboxMessageSignIn } from './auth/basic.ts';
import { hasSandboxSignIns, sandboxPassword, sandboxPeople, seedSandboxSignIns } from './auth/users.ts';
import { noBank, simulatedBank } from './clearing/bank.ts';
import { clearingJobs } from './clearing/clearing.ts';
import { wallClock, type Clock } from './clearing/clock.ts';
import { migrate } from './database/migrate.ts';
import { openDatabase, type Database } from './database/open.ts';
import { isUnavailable } from './database/transaction.ts';
import { drainable } from './http/limits/drain.ts';
import { runJobs, sweepJobs, type Job, type Jobs } from './jobs/jobs.ts';
import { messageJobs } from './messages/jobs.ts';
import { migrations } from './migrations/all.ts';
import { hasSandbox, seedOrganisation } from './seed/organisation.ts';
import { seedSandbox } from './seed/seed.ts';
import { exposedBy, readSettings, type Settings } from './config/settings.ts';

/** Everything about the process, and nothing else: environment, database, port, signals. */
async function start(): Promise<void> {
  const began = performance.now();
  const settings = readSettings(process.env);
  const clock = wallClock(settings.timeZone);
  const database = settings.serviceUrl ? undefined : await openPrepared(settings, clock.today());
  try {
    const here = path.dirname(fileURLToPath(import.meta.url));
    const app = await buildApp({ settings, database, clock, consoleDirectory: path.join(here, '../console') });
    const drain = drainable(app);
    await app.listen({ host: settings.host, port: settings.port });
    const jobs = database && startJobs(app, database, settings, clock);
    announce(settings, database, performance.now() - began);

    // An embedded database that ended by itself does not come back: whoever watches over this process starts both again.
    void database?.exited?.then(() => {
      if (isEnding()) return;
      console.error('The database has ended by itself.');
      process.exit(1);
    });
    const isEnding = endOnSignal(async () => {
      await Promise.all([drain({ notice: settings.drainSeconds * 1000, longest: 10_000 }), jobs?.stop()]);
      await app.close();
      await database?.close();
    });
  } catch (error) {
    await database?.close();
    throw error;
  }
}

/** Work that outlives the calls that asked for it; every process does some, each job is with one of them. */
function startJobs(app: FastifyInstance, database: Database, settings: Settings, clock: Clock): Pick<Jobs, 'stop'> {
  const report = (error: unknown, job?: Job) => app.log.error({ err: error, job: job?.kind }, 'job failed');
  const runners = [
    // Series roll on by themselves; what needs a bank waits for one where none is put in the simulated one's place.
    runJobs(
      database.pool,
      { ...sweepJobs, ...clearingJobs(clock, settings.sandbox ? simulatedBank : noBank) },
      { report },
    ),
    // Apart from the others: receivers of delivery reports may be slow.
    runJobs(database.pool, messageJobs({ clock, reach: settings.callbacks }), { report, concurrency: 8 }),
  ];
  return { stop: async () => void (await Promise.all(runners.map((it) => it.stop()))) };
}

/**
 * A first signal ends the process in good order, a second one at once. Ctrl-C under npm arrives twice, from the terminal
 * and from npm, and means one.
 * @returns whether it is ending.
 */
function endOnSignal(end: () => Promise<void>): () => boolean {
  let began: number | undefined;
  const onSignal = () => {
    if (began !== undefined && performance.now() - began > 500) process.exit(1);
    if (began !== undefined) return;
    began = performance.now();
    end().then(
      () => process.exit(0),
      (error: Error) => {
        console.error(error.message);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return () => began !== undefined;
}

/** A failover takes most of a minute. Who starts before its end, or has it in the middle of the start, waits for it. */
const databaseTimeoutMs = 60_000;

async function openPrepared(settings: Settings, today: string): Promise<Database> {
  const onWait = (reason: string) => console.error(`Waiting for the database: ${reason}`);
  for (const end = performance.now() + databaseTimeoutMs; ;) {
    const waitMs = Math.max(0, end - performance.now());
    const database = await openDatabase({ ...settings, poolSize: settings.databasePool, waitMs, onWait });
    try {
      await prepare(database, settings, today);
      return database;
    } catch (error) {
      await database.close();
      const { message, cause } = error as Error;
      const isPassing = settings.databaseUrl !== undefined && (isUnavailable(error) || isUnavailable(cause));
      if (!isPassing || waitMs === 0) throw error;
      onWait(message);
      await pause(250);
    }
  }
}

/** Each part of it is done or not, and may be done again. */
async function prepare(database: Database, settings: Settings, today: string): Promise<void> {
  await migrate(database, migrations);
  const exposed = exposedBy(settings);
  // Looked at first, so that a start by mistake puts nothing into a database that is to have real data.
  if (exposed && settings.sandbox && !(await hasSandbox(database.pool))) throw openToOthers(settings, exposed);
  if (settings.sandbox) {
    await seedSandbox(database, today);
    await seedSandboxSignIns(database.pool);
    await seedOrganisation(database.pool);
  }
  if (!exposed) return;
  // The sign-in for messages is kept here whoever issues the tokens.
  const isOpen = !settings.oauthIssuer && (await hasSandboxSignIns(database.pool));
  if (isOpen || (await hasSandboxMessageSignIn(database.pool))) throw openToOthers(settings, exposed);
}

const openToOthers = (settings: Settings, by: 'HOST' | 'ORIGIN'): Error =>
  new Error(
    `${by}: ${by === 'HOST' ? settings.host : settings.origin} can be reached from other machines, where the sandbox's ` +
      'well-known sign-ins must not be used: set SANDBOX=off, with a database that was never a sandbox.',
  );

function announce(settings: Settings, database: Database | undefined, milliseconds: number): void {
  const lines = [`Collections Console  ${settings.origin}   (ready in ${(milliseconds / 1000).toFixed(1)} s)`];
  if (settings.serviceUrl) lines.push(`  Service    ${settings.serviceUrl}`);
  if (database) lines.push(`  Data       ${database.description}`);
  if (database?.note) lines.push(`             ${database.note}`);
  if (settings.sandbox && database && !settings.oauthIssuer) {
    lines.push(`  Sign in    ${sandboxPeople.map((it) => it.username).join(', ')} · password ${sandboxPassword}`);
    lines.push('  API token  npm run -s token -- --merchant 1001');
    lines.push(`  Messages   Basic ${sandboxMessageSignIn.username}:${sandboxMessageSignIn.password}`);
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
