import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createCheckpoints } from '#service/audit/checkpoints.ts';
import { hasSandboxMessageSignIn, sandboxMessageSignIn } from '#service/auth/basic.ts';
import { createLink, hasAdministrator } from '#service/auth/invitations.ts';
import { hasSandboxSignIns, sandboxPassword, sandboxPeople, seedSandboxSignIns } from '#service/auth/users.ts';
import { createClock, type Clock } from '#service/base/clock.ts';
import { decryptingBank, noBank, simulatedBank } from '#service/clearing/bank.ts';
import { clearingJobs } from '#service/clearing/clearing.ts';
import { exposedBy, readSettings, type Settings } from '#service/config/settings.ts';
import { migrate } from '#service/database/migrate.ts';
import { openDatabase, type Database } from '#service/database/open.ts';
import { openKept } from '#service/database/pools.ts';
import { queryOn } from '#service/database/query.ts';
import { isUnavailable } from '#service/database/transaction.ts';
import { eventJobs } from '#service/events/jobs.ts';
import { passingJobs } from '#service/gateway/deliveries/pass-on.ts';
import { mustHaveSecrets } from '#service/gateway/tokens.ts';
import { drainable } from '#service/http/limits/drain.ts';
import { importJobs } from '#service/imports/sweep.ts';
import { runJobs, sweepJobs, type Job, type Jobs } from '#service/jobs/jobs.ts';
import { messageJobs } from '#service/messages/jobs.ts';
import { simulatedNetwork } from '#service/messages/network.ts';
import { sendWaiting } from '#service/messages/send-waiting.ts';
import { storeWaiting } from '#service/messages/store-messages.ts';
import { migrations } from '#service/migrations/all.ts';
import { openNumbers } from '#service/numbers/open.ts';
import { hasSandbox, seedOrganisation } from '#service/seed/organisation.ts';
import { seedSandbox } from '#service/seed/seed.ts';
import { buildApp } from './app.ts';

/** The process: environment, database, port, signals. */
async function start(): Promise<void> {
  const began = performance.now();
  const settings = readSettings(process.env);
  const clock = createClock(settings);
  if (settings.provider) await mustHaveSecrets(settings.provider);
  const database = await openPrepared(settings, clock.today());
  try {
    const here = path.dirname(fileURLToPath(import.meta.url));
    const app = await buildApp({ settings, database, clock, consoleDirectory: path.join(here, '../console') });
    const drain = drainable(app);
    await app.listen({ host: settings.host, port: settings.port });
    const jobs = await startJobs(app, database, settings, clock);
    announce(settings, database, performance.now() - began);
    if (!settings.sandbox && !settings.oauthIssuer) await announceFirstLink(database, settings);

    // An embedded database that ended by itself does not return; the process manager must restart both.
    void database.exited?.then(() => {
      if (isEnding()) return;
      console.error('The database has ended by itself.');
      process.exit(1);
    });
    const isEnding = endOnSignal(async () => {
      await Promise.all([drain({ notice: settings.drainSeconds * 1000, longest: 10_000 }), jobs.stop()]);
      await app.close();
      // Its last calls and refusals are written.
      await jobs.signHeads();
      await database.close();
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Runs background jobs. Every process does; each job is with one of them. */
async function startJobs(
  app: FastifyInstance,
  database: Database,
  settings: Settings,
  clock: Clock,
): Promise<Pick<Jobs, 'stop'> & { signHeads(): Promise<void> }> {
  const numbers = await openNumbers(database, settings);
  const bank = decryptingBank(settings.sandbox ? simulatedBank : noBank, numbers);
  const report = (error: unknown, job?: Job) => app.log.error({ err: error, job: job?.kind }, 'job failed');
  const checkpoints = createCheckpoints((line) => {
    if ('brokenAt' in line) app.log.error(line, 'the audit is broken');
    // A warning, because the default level logs those.
    else app.log.warn(line, 'audit checkpoint');
  });
  const runners = [
    // Series are extended automatically. Outside the sandbox there is no bank, so its jobs wait for a real one.
    runJobs(
      database.pool,
      {
        ...sweepJobs,
        ...importJobs,
        ...clearingJobs(clock, bank),
        ...checkpoints.jobs,
      },
      { report },
    ),
    // A separate runner: receivers of delivery reports may be slow.
    runJobs(
      database.pool,
      {
        ...(!settings.provider && {
          waitingMessages: {
            every: 2,
            run: (pool) => sendWaiting({ pool, clock, numbers, handOver: storeWaiting }),
          },
        }),
        ...messageJobs({ clock, network: settings.sandbox ? simulatedNetwork : undefined, reach: settings.callbacks }),
        ...(settings.provider && passingJobs({ numbers, reach: settings.callbacks })),
      },
      { report, concurrency: 8 },
    ),
    // Those of events are others: neither delays the other's.
    runJobs(database.pool, eventJobs({ reach: settings.callbacks }), { report, concurrency: 16 }),
  ];
  return {
    async stop() {
      await Promise.all(runners.map((it) => it.stop()));
    },
    signHeads: () => checkpoints.signHeads(database.pool).catch(report),
  };
}

/**
 * Ends the process cleanly on the first signal and at once on the second. Ctrl-C under npm arrives twice, from the
 * terminal and from npm, and counts as one.
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

/** A failover takes most of a minute; a start in the middle of it waits. */
const databaseTimeoutMs = 60_000;

async function openPrepared(settings: Settings, today: string): Promise<Database> {
  const onWait = (reason: string) => console.error(`Waiting for the database: ${reason}`);
  for (const end = performance.now() + databaseTimeoutMs; ;) {
    const waitMs = Math.max(0, end - performance.now());
    const database = await openDatabase({ ...settings, poolSize: settings.databasePool, waitMs, onWait });
    try {
      await prepare(database, settings, today);
      await Promise.all([openKept(database.pool), openKept(database.streams)]);
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

/** Can be repeated after a failure at any point. */
async function prepare(database: Database, settings: Settings, today: string): Promise<void> {
  await migrate(database, migrations);
  const exposed = exposedBy(settings);
  // Checked first, so that a start by mistake puts nothing into a database meant for real data.
  if (exposed && settings.sandbox && !(await hasSandbox(database.pool))) throw openToOthers(settings, exposed);
  const numbers = await openNumbers(database, settings);
  if (settings.sandbox) {
    await seedSandbox(database, today, numbers);
    await seedSandboxSignIns(database.pool);
    await seedOrganisation(database.pool);
  }
  if (!exposed) return;
  // The sign-in for messages is ours even with another issuer.
  const isOpen = !settings.oauthIssuer && (await hasSandboxSignIns(database.pool));
  if (isOpen || (await hasSandboxMessageSignIn(database.pool))) throw openToOthers(settings, exposed);
}

const openToOthers = (settings: Settings, by: 'HOST' | 'ORIGIN'): Error =>
  new Error(
    `${by}: ${by === 'HOST' ? settings.host : settings.origin} can be reached from other machines, where the sandbox's ` +
      'well-known sign-ins must not be used: set SANDBOX=off, with a database that was never a sandbox.',
  );

function announce(settings: Settings, database: Database, milliseconds: number): void {
  const lines = [`Collections Console  ${settings.origin}   (ready in ${(milliseconds / 1000).toFixed(1)} s)`];
  if (settings.provider) lines.push(`  Provider   ${settings.provider.url}`);
  lines.push(`  Data       ${database.description}`);
  if (database.note) lines.push(`             ${database.note}`);
  if (settings.sandboxNow) lines.push(`  Clock      stopped at ${settings.sandboxNow}`);
  if (settings.sandbox && !settings.oauthIssuer) {
    lines.push(`  Sign in    ${sandboxPeople.map((it) => it.username).join(', ')} · password ${sandboxPassword}`);
    lines.push('  API token  npm run -s token -- --merchant 1001');
    lines.push(`  Messages   Basic ${sandboxMessageSignIn.username}:${sandboxMessageSignIn.password}`);
  }
  console.log(lines.join('\n'));
}

/** Without an administrator, a person who can read this output may become the first one, in the browser. */
async function announceFirstLink({ pool }: Database, { origin, timeZone }: Settings): Promise<void> {
  const query = queryOn(pool);
  if (await hasAdministrator(query)) return;
  const { Link, Ends } = await createLink(query, { origin, timeZone });
  console.log(`  No administrator yet. This link makes the first one, once, until ${Ends}:\n  ${Link}`);
}

/** One line that names the remedy, for errors that a person can fix. */
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
