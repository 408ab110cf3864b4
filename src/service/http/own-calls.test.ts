import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { extensionCalls, type ExtensionName } from '#contract/extensions.ts';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { allPermissions, roleNames } from '#contract/permissions.ts';
import { settingsCalls } from '#contract/settings.ts';
import { buildApp } from '#service/app.ts';
import { askToken, createBrowser } from '#service/auth/test-browser.ts';
import { savePerson, saveProgram } from '#service/auth/users.ts';
import { readSettings } from '#service/config/settings.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { numbersKeyFile } from '#service/testing/run.ts';

/*
 * Who may make which call of this service's own. The calls of the interface have a permission each
 * (src/service/auth/roles.test.ts); these are served by hand, so each is listed here with those who may make it.
 */

const everyone = [...roleNames, 'administrator of all', 'program'] as const;
type Caller = (typeof everyone)[number];

/** Programs have every permission that programs can have. */
const reads = everyone;
const administers = ['administrator', 'administrator of all'] as const;
const views = [...administers, 'auditor', 'program'] as const;
const people = everyone.filter((it) => it !== 'program');
const owner = ['administrator of all'] as const;
const closes = ['manager', 'finance', 'program'] as const;
const matches = ['manager', 'clerk', 'finance', 'program'] as const;
const tries = ['clerk', 'program'] as const;
const sends = ['clerk', 'support', 'program'] as const;
const notes = ['manager', 'clerk', 'finance', 'support', 'program'] as const;

interface Row {
  /** Of those who may: its answer to an empty body, and to names in its path that nothing has. */
  status: number;
  who: readonly Caller[];
}

/** Those in front of a provider are tried where they are served. */
type OfOurOwn = Exclude<ExtensionName, `outgoingCall${string}` | `knownPayees${string}` | 'passedChangeList'>;
const extensionRows: Readonly<Record<OfOurOwn, Row>> = {
  approvalList: { status: 200, who: reads },
  approvalView: { status: 404, who: reads },
  approvalDecide: { status: 400, who: ['manager'] },
  recordApprovalList: { status: 400, who: reads },
  waitingPayoutList: { status: 400, who: reads },
  auditList: { status: 200, who: views },
  auditRecord: { status: 400, who: everyone },
  collectingBudgetList: { status: 400, who: reads },
  importList: { status: 200, who: reads },
  importView: { status: 404, who: reads },
  importSentBefore: { status: 400, who: tries },
  sentCallAsk: { status: 400, who: everyone },
  messageDeliveryList: { status: 400, who: reads },
  sentMessageList: { status: 200, who: reads },
  sentMessageTold: { status: 400, who: reads },
  sentMessageAdd: { status: 400, who: sends },
  sentMessageTakeBack: { status: 400, who: sends },
  noteList: { status: 400, who: reads },
  noteFind: { status: 400, who: reads },
  noteAdd: { status: 400, who: notes },
  noteRemove: { status: 404, who: [...notes, ...administers] },
  assignmentList: { status: 200, who: reads },
  assignmentMake: { status: 400, who: notes },
  assignmentPlan: { status: 400, who: notes },
  optOutList: { status: 200, who: reads },
  optOutChange: { status: 400, who: notes },
  promiseList: { status: 200, who: reads },
  promiseAdd: { status: 400, who: notes },
  promiseWithdraw: { status: 400, who: notes },
  monthClosings: { status: 200, who: reads },
  monthState: { status: 200, who: reads },
  monthClose: { status: 400, who: closes },
  monthReopen: { status: 400, who: closes },
  monthBankAccounts: { status: 200, who: reads },
  monthBankAccountKeep: { status: 400, who: matches },
  monthBankAccountDelete: { status: 400, who: matches },
  sandboxClock: { status: 200, who: reads },
  sandboxClockMove: { status: 400, who: tries },
  sandboxFaults: { status: 200, who: reads },
  sandboxFaultSet: { status: 400, who: tries },
  sandboxFaultsEnd: { status: 200, who: tries },
  sandboxStatement: { status: 400, who: reads },
};

/** By the name of the call in `settingsCalls`. */
const settingsRows: Readonly<Record<keyof typeof settingsCalls, Row>> = {
  peopleList: { status: 200, who: views },
  personInvite: { status: 400, who: administers },
  personEdit: { status: 404, who: administers },
  personLink: { status: 404, who: administers },
  personSessionsEnd: { status: 404, who: administers },
  programsList: { status: 200, who: views },
  programAdd: { status: 400, who: administers },
  programEdit: { status: 404, who: administers },
  programSecret: { status: 404, who: administers },
  programSecretEnd: { status: 404, who: administers },
  merchantsList: { status: 200, who: views },
  merchantAdd: { status: 400, who: administers },
  merchantEdit: { status: 404, who: administers },
  approvalRuleView: { status: 404, who: views },
  approvalRuleSave: { status: 400, who: administers },
  collectingLimitsView: { status: 404, who: views },
  collectingLimitsSave: { status: 400, who: administers },
  messageHoursView: { status: 404, who: views },
  messageHoursSave: { status: 400, who: administers },
  connectionView: { status: 404, who: administers },
  connectionTest: { status: 404, who: administers },
  connectionSave: { status: 400, who: administers },
  connectionRemove: { status: 404, who: administers },
  connectionSecret: { status: 400, who: administers },
  connectionSecretEnd: { status: 404, who: administers },
  connectionPause: { status: 400, who: administers },
  eventEndpointsList: { status: 404, who: administers },
  eventEndpointAdd: { status: 400, who: administers },
  eventEndpointEdit: { status: 404, who: administers },
  eventEndpointRemove: { status: 404, who: administers },
  eventSecret: { status: 404, who: administers },
  eventTest: { status: 404, who: administers },
  eventDeliveriesList: { status: 404, who: administers },
  eventResend: { status: 404, who: administers },
  settingsRequests: { status: 200, who: views },
  settingsRequestDecide: { status: 400, who: administers },
  organisationsList: { status: 200, who: views },
  organisationAdd: { status: 400, who: administers },
  organisationEdit: { status: 404, who: owner },
  templateSave: { status: 400, who: administers },
  templateRemove: { status: 404, who: owner },
  messageSignInAdd: { status: 400, who: administers },
  messageSignInEdit: { status: 400, who: administers },
  callbackSecret: { status: 404, who: owner },
  profileView: { status: 200, who: people },
  profilePassword: { status: 400, who: everyone },
  profileSessionsEnd: { status: 200, who: people },
};

/** A program has no profile. */
const withoutProfile = ['GET /settings/v1/profile', 'DELETE /settings/v1/profile/sessions'];

const described: Readonly<Record<string, { method: string; path: string }>> = { ...extensionCalls, ...settingsCalls };
const rows: Readonly<Record<string, Row>> = {
  'POST /sandbox/merchants/:merchant': { status: 400, who: tries },
  ...Object.fromEntries(
    Object.entries({ ...extensionRows, ...settingsRows }).map(([name, row]) => {
      const { method = '', path = '' } = described[name] ?? {};
      return [`${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`, row];
    }),
  ),
};

/** The interface has a test of its own (src/service/auth/roles.test.ts). */
const ofInterface = new Set(
  Object.values<Operation>(operations).flatMap(({ method, path, alias }) =>
    [path, alias ?? path].map(
      (it) => `${method} ${it.replace('{PREFIX}', '/v1/payments/:merchant').replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  ),
);

/** What needs no token: pages of the sign-in, and what is no merchant's. */
const isOpen = (call: string) =>
  /^\w+ \/(?:oauth|sign-in|invitation|\.well-known)\b/.test(call) ||
  /^GET \/(?:config\.json|openapi\.json|healthz|readyz|metrics|session\.json|month-end\/keys)$/.test(call);

/** `GET /audit/:merchant` and so on, of everything that is served. */
function routesOf(app: FastifyInstance): string[] {
  const found: string[] = [];
  const parts: string[] = [];
  for (const line of app.printRoutes().split('\n')) {
    const [, indent = '', part = '', methods] = /^([\s│]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (!part) continue;
    parts.splice(indent.length / 4, Infinity, part);
    for (const method of methods?.split(', ') ?? [])
      if (!['HEAD', 'OPTIONS'].includes(method)) found.push(`${method} ${parts.join('')}`);
  }
  return found;
}

let service: TestService;
const tokens = new Map<string, string>();
const password = 'quiet karoo windmill';
before(async () => {
  service = await testService();
  const { pool } = service.database;
  const signIn = async (caller: string, role: string) => {
    const username = caller.replaceAll(' ', '-');
    await savePerson(pool, { username, name: caller, password, permissions: [], merchants: [], roles: [role] });
    const { body } = await createBrowser(service.origin).signInAs(username, password);
    tokens.set(caller, body['access_token'] ?? '');
  };
  await pool.query(`insert into merchant (merchant, name) values ('1001', 'Karoo Solar') on conflict do nothing`);
  await signIn('administrator of all 1001', 'administrator:*');
  for (const role of roleNames)
    for (const merchant of ['1001', '1002']) await signIn(`${role} ${merchant}`, `${role}:${merchant}`);
  for (const merchant of ['1001', '1002']) {
    const [clientId, secret] = [`program-of-${merchant}`, `secret-of-${merchant}`];
    const rights = { permissions: [...allPermissions, 'close', 'audit'], merchants: [merchant] };
    await saveProgram(pool, { clientId, name: clientId, secret, ...rights });
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
    tokens.set(`program ${merchant}`, (await askToken(service.origin, form)).body['access_token'] ?? '');
  }
});
after(() => service.close());

const values: Readonly<Record<string, string>> = {
  merchant: '1001',
  product: 'EFT',
  month: '2026-01',
  account: '0f8fad5b-d9cb-469f-a165-70867728950e',
  sequence: '999999',
  number: '9999',
};

/** An empty body, and names of nothing. */
async function ask(call: string, token: string | undefined): Promise<{ status: number; code: string | undefined }> {
  const [method = '', route = ''] = call.split(' ');
  const path = route.replace(/:(\w+)/g, (_, name: string) => values[name] ?? 'nobody');
  const isWrite = method !== 'GET';
  const response = await fetch(service.origin + path, {
    method,
    body: isWrite ? '{}' : undefined,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(isWrite && { 'content-type': 'application/json' }),
    },
  });
  const { Errors } = (await response.json().catch(() => ({}))) as { Errors?: { Code: string }[] };
  return { status: response.status, code: response.ok ? undefined : Errors?.[0]?.Code };
}

test('every call of our own is listed here with who may make it', async () => {
  const { database, clock } = service;
  const settings = readSettings({ LOG_LEVEL: 'silent', NUMBERS_KEY_FILE: numbersKeyFile });
  const app = await buildApp({ settings, database, clock, consoleDirectory: '/nonexistent' });
  await app.ready();
  const own = routesOf(app).filter((it) => !isOpen(it) && !ofInterface.has(it));
  await app.close();
  assert.deepEqual(own.toSorted(), Object.keys(rows).toSorted());
});

for (const caller of everyone)
  test(`every call of our own is answered as listed: ${caller}`, async (t) => {
    const [expected, found]: [string[], string[]] = [[], []];
    for (const [call, { status, who }] of Object.entries(rows)) {
      const answer = await ask(call, tokens.get(`${caller} 1001`));
      const refused = withoutProfile.includes(call) ? '404 NOT_FOUND' : '401 NOT_PERMITTED';
      const isAllowed = who.includes(caller);
      expected.push(`${call}: ${isAllowed ? status : refused}`);
      // Of a call that may be made, the code is another test's.
      const isRefused = !isAllowed || answer.code === 'NOT_PERMITTED';
      found.push(`${call}: ${answer.status}${isRefused ? ` ${answer.code}` : ''}`);
    }
    assert.deepEqual(found, expected);
    t.diagnostic(`${Object.keys(rows).length} inputs tried`);
  });

test('without a token every call of our own is 401, and for another merchant it is as if that did not exist', async (t) => {
  const names = Object.keys(rows);
  for (const call of names) {
    assert.deepEqual(await ask(call, undefined), { status: 401, code: 'UNAUTHORIZED' }, call);
    if (!call.includes(':merchant') || call.includes('/sandbox/merchants/')) continue;
    for (const caller of everyone) {
      const token = tokens.get(`${caller} 1002`);
      if (token === undefined) continue;
      const found = await ask(call, token);
      assert.deepEqual(found, { status: 404, code: 'NOT_FOUND' }, `${call} ${caller}`);
    }
  }
  t.diagnostic(`${names.length * (everyone.length + 1)} inputs tried`);
});
