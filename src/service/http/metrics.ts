import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { notFound } from '#service/base/errors.ts';
import { isLoopback } from '#service/base/loopback.ts';
import { asMaintenance } from '#service/jobs/store.ts';

interface MetricsOptions {
  pool: pg.Pool;
  streams: pg.Pool;
  /** How often a provider's answers had which outcome, if there is a provider. */
  provider?: Readonly<Record<string, number>>;
  /** Bearer token for callers on other machines. */
  token?: string;
}

/**
 * Counts calls and serves `/metrics` in Prometheus' format. Labels are names of operations, methods and statuses, never an
 * address or a merchant. Callers on other machines need the token; without it the path is a 404.
 */
export function registerMetrics(app: FastifyInstance, { pool, streams, provider, token }: MetricsOptions): void {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'collections_call_duration_seconds',
    help: 'From the head of a request to the end of its answer; operation "other" is the console and the sign-in.',
    labelNames: ['operation', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const inFlight = new Gauge({ name: 'collections_calls_in_flight', help: 'Requests being answered.', registers });
  const items = new Counter({
    name: 'collections_items_total',
    help: 'Items of maintain calls that were processed (successful) or refused (failed), dry runs left out.',
    labelNames: ['operation', 'outcome'],
    registers,
  });
  for (const [name, watched] of Object.entries({ calls: pool, streams })) watchPool(name, watched, registers);
  watchJobs(pool, registers);
  if (provider) watchProvider(provider, registers);
  if (provider && pool) watchOutgoing(pool, registers);

  app.addHook('onRequest', (request, reply, done) => {
    const began = performance.now();
    inFlight.inc();
    reply.raw.once('close', () => {
      inFlight.dec();
      const operation = request.operationName || 'other';
      const status = reply.raw.writableFinished ? String(reply.raw.statusCode) : 'cut';
      durations.observe({ operation, method: request.method, status }, (performance.now() - began) / 1000);
      if (!request.outcome || request.outcome.isDryRun) return;
      items.inc({ operation, outcome: 'successful' }, request.outcome.successful);
      items.inc({ operation, outcome: 'failed' }, request.outcome.failed);
    });
    done();
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw notFound();
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

function watchPool(name: string, pool: pg.Pool, registers: Registry[]): void {
  const gauge = new Gauge({
    name: `collections_database_${name}_connections`,
    help: `Connections to the database for ${name}: open, idle among them, and callers that wait for one.`,
    labelNames: ['state'],
    registers,
    collect() {
      gauge.set({ state: 'total' }, pool.totalCount);
      gauge.set({ state: 'idle' }, pool.idleCount);
      gauge.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
}

function watchProvider(counts: Readonly<Record<string, number>>, registers: Registry[]): void {
  const counter = new Counter({
    name: 'collections_provider_answers_total',
    help: 'Calls at the provider: answered, refused (this server is), failed (another status), cut, unreachable.',
    labelNames: ['outcome'],
    registers,
    collect() {
      counter.reset();
      for (const [outcome, count] of Object.entries(counts)) counter.inc({ outcome }, count);
    },
  });
}

/** Jobs wait in the database, so every process reports the same ones. */
function watchJobs(pool: pg.Pool, registers: Registry[]): void {
  const gauge = new Gauge({
    name: 'collections_jobs',
    help: 'Jobs that wait (due) or were given up (dead), in the whole database.',
    labelNames: ['kind', 'state'],
    registers,
    async collect() {
      gauge.reset();
      // A database that is down must not hide the other metrics.
      const counted = await asMaintenance(pool, (query) =>
        query<{ kind: string; state: string; count: number }>(
          'select kind, state, count(*) as count from job group by kind, state',
        ),
      ).catch(() => []);
      for (const { kind, state, count } of counted) gauge.set({ kind, state }, count);
    },
  });
}

/** They are in the database, so every process reports the same ones. */
function watchOutgoing(pool: pg.Pool, registers: Registry[]): void {
  const items = new Gauge({
    name: 'collections_outgoing_items',
    help: 'Items sent to the provider whose outcome is not known: open (it is being read back), unclear (a person decides).',
    labelNames: ['state'],
    registers,
    async collect() {
      const [found] = await asMaintenance(pool, (query) =>
        query<{ open: number; unclear: number; seconds: number }>(
          `select coalesce(sum(open), 0)::float8 as open, coalesce(sum(unclear), 0)::float8 as unclear,
              coalesce(extract(epoch from now() - min(sent_at)), 0)::float8 as seconds
            from outgoing_call where state <> 'SETTLED'`,
        ),
      ).catch(() => []);
      if (!found) return;
      items.set({ state: 'open' }, found.open);
      items.set({ state: 'unclear' }, found.unclear);
      oldest.set(found.seconds);
    },
  });
  const oldest = new Gauge({
    name: 'collections_outgoing_oldest_seconds',
    help: 'Since when the oldest of them is on its way; 0 if there is none.',
    registers,
  });
}

/** Behind a local proxy every caller seems local, so forwarded requests need the token. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const bearer = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined && bearer !== undefined && isSame(bearer, token)) return true;
  const isForwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'].some((name) => name in request.headers);
  return !isForwarded && isLoopback((request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''));
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
