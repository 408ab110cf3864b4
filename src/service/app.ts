import compress from '@fastify/compress';
import { fastify, LogController, type FastifyInstance } from 'fastify';
import { setTransactionTypes } from '#answers/transaction-kind.ts';
import { limits } from '#contract/operation.ts';
import { ownBook, type ApprovalBook } from '#service/approvals/book.ts';
import { serveApprovals } from '#service/approvals/routes.ts';
import { createAudit, recordChange } from '#service/audit/audit.ts';
import { createBasicGuard } from '#service/auth/basic.ts';
import { withMerchantLimits } from '#service/auth/merchant-limits.ts';
import { otherIssuerGuard, registerSignIn } from '#service/auth/sign-in.ts';
import type { Clock } from '#service/base/clock.ts';
import { malformedPath, unavailable } from '#service/base/errors.ts';
import { decryptingBank, simulatedBank } from '#service/clearing/bank.ts';
import { serveSandboxStatement } from '#service/clearing/statement/serve.ts';
import type { Settings } from '#service/config/settings.ts';
import type { Database } from '#service/database/open.ts';
import { providerBudgets } from '#service/gateway/collecting/judge.ts';
import { reportOriginOf } from '#service/gateway/deliveries/address.ts';
import { serveDeliveryReports } from '#service/gateway/deliveries/receive.ts';
import { reportedDeliveries } from '#service/gateway/deliveries/reported.ts';
import { ProviderHealth } from '#service/gateway/health.ts';
import { heldBook } from '#service/gateway/held/book.ts';
import { serveKnownPayees } from '#service/gateway/held/take-over.ts';
import { openLines, type ProviderLines } from '#service/gateway/lines.ts';
import { createWrites } from '#service/gateway/outgoing/answer-write.ts';
import { servePassedChanges } from '#service/gateway/outgoing/passed-changes.ts';
import { providerReader } from '#service/gateway/outgoing/reader.ts';
import { serveOutgoingCalls } from '#service/gateway/outgoing/routes.ts';
import { sentToProvider } from '#service/gateway/outgoing/sent-call.ts';
import { watchCalls } from '#service/gateway/outgoing/watch.ts';
import { worldOf, type ChangedTiming, type SharedWorld } from '#service/gateway/outgoing/world.ts';
import { createReads } from '#service/gateway/pass-read.ts';
import { answerFailures, sendFailure } from '#service/http/error-handler.ts';
import type { Extension } from '#service/http/extension.ts';
import type { Dependencies } from '#service/http/incoming.ts';
import { answerKnownHosts } from '#service/http/known-hosts.ts';
import { sharesOf } from '#service/http/limits/shares.ts';
import { cutLateSenders, cutSlowSenders } from '#service/http/limits/slow-senders.ts';
import { logCalls, logging } from '#service/http/log.ts';
import { registerMetrics } from '#service/http/metrics.ts';
import { openapi } from '#service/http/openapi.ts';
import { readBodies, refuseEncodedBodies } from '#service/http/request.ts';
import { serveOperations } from '#service/http/routes.ts';
import { serveSandboxFaults } from '#service/http/sandbox-faults.ts';
import { serveSentCalls } from '#service/http/sent-calls.ts';
import { serveSession } from '#service/http/session.ts';
import { serveSite } from '#service/http/site.ts';
import { ownDeliveries, serveMessageDeliveries } from '#service/messages/deliveries.ts';
import { providerMonths } from '#service/month-end/provider/months.ts';
import { serveMonthEnd } from '#service/month-end/routes.ts';
import { signingOf } from '#service/month-end/sign.ts';
import { openNumbers } from '#service/numbers/open.ts';
import { payerIn, type PayerSource } from '#service/promises/payer.ts';
import { servePromises } from '#service/promises/routes.ts';
import { handlers } from '#service/resources/all.ts';
import { setDefaultLimits, setReasonLabels, type CollectingBudgets } from '#service/resources/collecting/judge.ts';
import { ownBudgets } from '#service/resources/collecting/own.ts';
import { serveSampleMerchants } from '#service/seed/serve.ts';
import { serveAssignments } from '#service/serve/assignments.ts';
import { serveAudit } from '#service/serve/audit.ts';
import { serveCollectingBudgets } from '#service/serve/collecting-budgets.ts';
import { codesOf, consoleConfig } from '#service/serve/console-config.ts';
import { serveImports } from '#service/serve/imports.ts';
import { serveNotes } from '#service/serve/notes.ts';
import { serveOptOuts } from '#service/serve/opt-outs.ts';
import { serveSandboxClock } from '#service/serve/sandbox-clock.ts';
import { serveSentMessages } from '#service/serve/sent-messages.ts';
import { ownSignIns } from '#service/settings/all.ts';
import { collectingLimits } from '#service/settings/collecting.ts';
import { connections as connectionSettings, type Connected } from '#service/settings/connection.ts';
import { eventSettings } from '#service/settings/events.ts';
import { merchants as merchantSettings } from '#service/settings/merchants.ts';
import { messageHours } from '#service/settings/message-hours.ts';
import { messaging } from '#service/settings/messaging.ts';
import { organisations } from '#service/settings/organisations.ts';
import { ownConnections } from '#service/settings/own-connection.ts';
import { serveSettings } from '#service/settings/serve.ts';

export interface Parts {
  settings: Settings;
  database: Database;
  clock: Clock;
  consoleDirectory: string;
  /**
   * Milliseconds. A request gets half a minute, plus its body's length at `rate` bytes a second; a reader gets half a
   * minute for each chunk.
   */
  timeouts?: { request: number; reader: number; rate: number };
  /** How long, in ms, a call that moves a test clock waits for everything that this triggers. */
  clockWait?: number;
  /** Records that one call may store and change. */
  maxRows?: number;
  /** Of changes that are sent to a provider. */
  outgoing?: ChangedTiming;
}

const usualTimeouts = { request: 30_000, reader: 30_000, rate: 128 * 1024 };

/**
 * Answers to callers that accept gzip. This level makes a list of mandates twelve times smaller in three quarters of the time of the
 * usual one, on another thread. Most single records are shorter than the threshold and take the same path as before.
 */
const compression = {
  encodings: ['gzip' as const],
  threshold: 4096,
  zlibOptions: { level: 5 },
  globalDecompression: false,
};

const noSniff = { 'x-content-type-options': 'nosniff' };
const noPage = "default-src 'none'; frame-ancestors 'none'";

/** The whole server, not yet listening; `main` and every test use it. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { settings, database, clock, consoleDirectory, timeouts = usualTimeouts, maxRows = limits.rows } = parts;
  const app = fastify({
    // URLs contain client numbers, so requests are not logged; log lines name the operation and the call.
    logger: logging(settings.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    // The longest body at the lowest rate, plus the wait for its turn; `cutSlowSenders` is stricter.
    requestTimeout: Math.ceil(2 * timeouts.request + (limits.bytes / timeouts.rate) * 1000),
    http: { headersTimeout: timeouts.request, connectionsCheckingInterval: 1000 },
    forceCloseConnections: true,
    trustProxy: settings.trustedProxies.length > 0 ? settings.trustedProxies : false,
    routerOptions: { maxParamLength: 200 },
    // No hook runs.
    frameworkErrors: (_, request, reply) =>
      sendFailure(malformedPath(), request, reply.headers({ ...noSniff, 'content-security-policy': noPage })),
    // The interface has no HEAD, and Fastify would run the whole report to answer it.
    exposeHeadRoutes: false,
  });
  answerFailures(app);
  cutSlowSenders(app, { allowance: timeouts.request, rate: timeouts.rate });
  cutLateSenders(app);
  readBodies(app);
  logCalls(app);
  answerKnownHosts(app, settings);
  const health = settings.provider && new ProviderHealth(settings.timeZone);
  registerMetrics(app, {
    pool: database.pool,
    streams: database.streams,
    provider: health?.counts,
    token: settings.metricsToken,
  });
  refuseEncodedBodies(app);
  await app.register(compress, compression);
  app.addHook('onSend', (request, reply, _, done) => {
    const isSet = (name: string) => reply.hasHeader(name) || reply.raw.hasHeader(name);
    reply.headers(noSniff);
    // Pages and workers have policies of their own; nothing else is one.
    if (!isSet('content-security-policy')) reply.header('content-security-policy', noPage);
    if (request.operationName && !isSet('cache-control')) reply.header('cache-control', 'no-store');
    done();
  });

  const served: Extension['served'] = new Map();
  // Made when it is first read: it takes half of a start's processor time.
  let document: object | undefined;
  app.get('/openapi.json', (_, reply) => {
    document ??= openapi(settings.origin, served, settings.provider);
    return reply.header('cache-control', 'no-cache').send(document);
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    const answer = await database.pool.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
    // Even while calls still have connections to it: a load balancer then prefers a process that reaches the primary.
    if (answer.rows[0]?.isStandby) throw unavailable();
    return { status: 'ready' };
  });

  const { merchants, ...config } = consoleConfig(settings);
  await serveSite(app, {
    origin: settings.origin,
    directory: consoleDirectory,
    signIn: settings.oauthIssuer && new URL(settings.oauthIssuer).origin,
    config,
  });
  setReasonLabels(config.codes['InstalmentResult']);
  setDefaultLimits(settings.collectingLimits);
  const numbers = await openNumbers(database, settings);
  const audit = await createAudit(database.pool, (error) =>
    app.log.error({ err: error }, 'a refusal is not in the audit'),
  );
  app.addHook('onClose', () => audit.settled());
  const signIn = settings.oauthIssuer
    ? otherIssuerGuard(settings.oauthIssuer, settings)
    : await registerSignIn(app, { pool: database.pool, settings, audit });
  const guard = withMerchantLimits(database.pool, signIn);
  // The interface writes the content type of messages as `application-json`, which no parser accepts.
  app.addHook('onRequest', ({ headers }, _, done) => {
    if (/^application-json *(;|$)/i.test(headers['content-type'] ?? '')) headers['content-type'] = 'application/json';
    done();
  });
  app.decorateRequest('entered', null);
  const shares = sharesOf(database.pool, database.streams);
  const extension = { pool: database.pool, guard, shares, audit, served };
  const connected = settings.provider &&
    health && { environment: settings.provider, addresses: settings.providerAddresses, numbers, health };
  const elsewhere = connected && openProvider(app, parts, connected, extension);
  const own = ownConnections(connected, settings.products, !settings.oauthIssuer);
  serveSession(app, extension, {
    merchants,
    organisation: config.organisation,
    providerAddress: connected?.environment.url,
  });
  serveOperations(app, {
    ...extension,
    streams: database.streams,
    basicGuard: createBasicGuard(database.pool),
    clock,
    products: settings.products,
    isSandbox: settings.sandbox,
    codes: codesOf(config),
    numbers,
    readerTimeoutMs: timeouts.reader,
    maxRows,
    handlers,
    provider: elsewhere?.answer,
  });
  serveSettings(
    app,
    {
      ...extension,
      origin: settings.origin,
      timeZone: settings.timeZone,
      record: recordChange,
    },
    {
      ...merchantSettings(settings.products),
      ...eventSettings({
        clock,
        reach: settings.callbacks,
        products: settings.products,
        hasProvider: connected !== undefined,
      }),
      ...collectingLimits,
      ...messageHours,
      ...connectionSettings(connected, settings.products),
      ...own.guarded,
      ...own.single,
      ...organisations,
      ...messaging,
      ...(settings.oauthIssuer ? {} : ownSignIns(own.guarded)),
    },
  );
  serveApprovals(app, { ...extension, numbers, clock, isSandbox: settings.sandbox, book: elsewhere?.book ?? ownBook });
  serveSentCalls(app, { ...extension, numbers, elsewhere: connected && sentToProvider(numbers) });
  const source = connected ? reportedDeliveries(numbers, settings.timeZone) : ownDeliveries;
  const followUp = { ...extension, clock, isSandbox: settings.sandbox, products: settings.products };
  serveMessageDeliveries(app, { ...extension, source });
  serveSentMessages(app, { ...followUp, source });
  serveNotes(app, followUp);
  serveAssignments(app, { ...followUp, hasOwnSignIns: !settings.oauthIssuer });
  serveOptOuts(app, { ...followUp, numbers, elsewhere: elsewhere?.payerOf });
  servePromises(app, { ...followUp, numbers, elsewhere: elsewhere?.payerOf });
  serveCollectingBudgets(app, { ...followUp, budgets: elsewhere?.budgets ?? ownBudgets });
  serveImports(app, { ...extension, numbers, timeZone: settings.timeZone, products: settings.products });
  serveAudit(app, { ...extension, numbers, timeZone: settings.timeZone, hasProvider: connected !== undefined });
  if (settings.sandbox) {
    const sandbox = { ...extension, clock };
    const bank = decryptingBank(simulatedBank, numbers);
    serveSandboxClock(app, { ...sandbox, bank, waitMilliseconds: parts.clockWait });
    serveSandboxStatement(app, sandbox);
    serveSandboxFaults(app, sandbox);
    serveSampleMerchants(app, { ...sandbox, numbers });
  }
  // As the console reads them: a month's figures are computed by both.
  if (elsewhere)
    setTransactionTypes({
      areCertain: config['transactionTypes'] === 'certain',
      named: config.codes['TransactionType'] ?? [],
    });
  serveMonthEnd(app, {
    ...extension,
    streams: database.streams,
    readerTimeoutMs: timeouts.reader,
    clock,
    products: settings.products,
    isSandbox: settings.sandbox,
    signing: signingOf(database.pool),
    elsewhere: elsewhere && providerMonths(elsewhere.lines, clock, extension),
  });
  return app;
}

/** Reads pass through to the provider; changes are kept here until their outcome is known. */
function openProvider(
  app: FastifyInstance,
  { settings, clock, outgoing }: Parts,
  connected: Connected,
  extension: Extension,
): {
  lines: ProviderLines;
  answer: NonNullable<Dependencies['provider']>;
  book: ApprovalBook;
  payerOf: PayerSource;
  budgets: CollectingBudgets;
} {
  const lines = openLines(connected, connected.health, extension.pool);
  const world: SharedWorld = {
    lines,
    pool: extension.pool,
    audit: extension.audit,
    numbers: connected.numbers,
    clock,
    hasOwnSignIns: !settings.oauthIssuer,
    changedTiming: outgoing,
    report: (error) => app.log.error({ err: error }, 'a change on its way to the provider'),
    ending: new AbortController(),
    reportOrigin: reportOriginOf(settings),
  };
  serveKnownPayees(app, { ...extension, world, products: settings.products });
  const reads = createReads(lines, extension.pool);
  const writes = createWrites(world);
  const watch = watchCalls(world);
  serveOutgoingCalls(app, { ...extension, world, timeZone: settings.timeZone });
  serveDeliveryReports(app, world);
  servePassedChanges(app, { ...extension, timeZone: settings.timeZone });
  app.addHook('onClose', async () => {
    await watch.stop();
    lines.close();
  });
  return {
    lines,
    answer: (incoming) => (incoming.entry.operation.method === 'GET' ? reads(incoming) : writes(incoming)),
    book: heldBook(world),
    payerOf: async (asked) => payerIn(providerReader(worldOf(world, await lines.of(asked.merchant)), asked), asked),
    budgets: providerBudgets(world),
  };
}
