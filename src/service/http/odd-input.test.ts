import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { roles } from '#contract/permissions.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { settingsOf } from '#service/settings/testing.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { until } from '#service/testing/until.ts';

/*
 * No input is a bug of ours: every call that is an extension, of `/openapi.json` and those that it leaves out, with values
 * that programs and attackers send, one at a time in an otherwise valid request.
 */

let service: TestService;
let token: string;
let calls: Call[];
before(async () => {
  service = await testService();
  const settings = settingsOf(service);
  await asMaintenance(service.database.pool, (query) =>
    query(`insert into merchant (merchant, name) values ('1001', 'One'), ('1002', 'Two') on conflict do nothing`),
  );
  await settings.signIn('someone', 'clerk:1001');
  token = await settings.signIn('everything', ...Object.keys(roles).map((role) => `${role}:*`));
  calls = [...described(await document()), ...undescribed];
});
after(() => service.close());

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, Schema & { readOnly?: true }>;
  items?: Schema;
  pattern?: string;
  minimum?: number;
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}
interface Described {
  operationId: string;
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  description?: string;
}
interface Call {
  name: string;
  method: string;
  path: string;
  query: Record<string, string>;
  body?: unknown;
}

const document = async () => (await (await fetch(`${service.origin}/openapi.json`)).json()) as Document;

const undescribed: Call[] = [
  { name: 'session', method: 'GET', path: '/session.json', query: {} },
  { name: 'clock', method: 'GET', path: '/sandbox/clock/{merchant}', query: {} },
  { name: 'clockMove', method: 'POST', path: '/sandbox/clock/{merchant}', query: {}, body: { Today: '2026-01-01' } },
  { name: 'statement', method: 'GET', path: '/sandbox/statement/{merchant}', query: { Month: '2020-01', Format: 'x' } },
  { name: 'keys', method: 'GET', path: '/month-end/keys', query: {} },
];

const described = ({ paths, components }: Document): Call[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, it]) => {
      if (!it.description?.startsWith('An extension of this service')) return [];
      const valueOf = (schema: Schema) => valid(schema, components.schemas);
      const query = (it.parameters ?? []).filter((parameter) => parameter.in === 'query');
      const schema = it.requestBody?.content['application/json'].schema;
      return {
        name: it.operationId,
        method: method.toUpperCase(),
        path,
        query: Object.fromEntries(query.map((parameter) => [parameter.name, String(valueOf(parameter.schema))])),
        ...(schema && { body: valueOf(schema) }),
      };
    }),
  );

const samples = ['A1', '1001', '27821234567', 'en', 'a'.repeat(64), '123e4567-e89b-12d3-a456-426614174000'];

/** A value that fits the schema. */
function valid(schema: Schema, named: Record<string, Schema>): unknown {
  const { $ref, type, properties, items, anyOf, pattern } = schema;
  if ($ref) return valid(named[$ref.replace(/.*\//, '')] ?? {}, named);
  const first = schema.const ?? schema.enum?.[0] ?? schema.examples?.[0] ?? schema.default;
  if (first !== undefined) return first;
  if (anyOf?.[0]) return valid(anyOf[0], named);
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, it]) => (it.readOnly ? [] : [[name, valid(it, named)]])),
    );
  if (type === 'array') return [valid(items ?? {}, named)];
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1);
  if (type === 'boolean') return false;
  return samples.find((it) => new RegExp(pattern ?? '', 'u').test(it)) ?? 'A1';
}

const names: Readonly<Record<string, string>> = {
  merchant: '1001',
  product: 'EFT',
  organisation: 'demo',
  month: '2020-01',
  account: '123e4567-e89b-12d3-a456-426614174000',
  username: 'someone',
  clientId: 'sandbox-program',
  number: '1002',
  sequence: '1',
};

/** As in an address. */
const oddNames = `%00 a%00b %ED%A0%80 %zz 0000-01 1900-01 9999-12 2026-02-30 -0 9223372036854775808 __proto__ %2e%2e`
  .split(' ')
  // Cut after 60 units, it would end in half a character.
  .concat(`x${'%F0%9F%98%80'.repeat(40)}`, 'x'.repeat(2000));

/** As in a body. */
const oddValues = String.raw`"a\u0000b" "\ud800" "" "9999-12-31" "2026-02-30" "9999-12" 1e400 -0 1.5 9223372036854775808
  null true [] {} {"__proto__":1} {"a":1,"a":2}`
  .split(/\s+/)
  .concat(`"${'x'.repeat(20_000)}"`, `${'['.repeat(18)}"\\u0000"${']'.repeat(18)}`);
const oddBodies = ['', '{', 'null', '[]', '1', '"\\u0000"', '{"\\u0000":1}', '['.repeat(100_000)];

/** The paths to everything in a value, itself included. */
const pathsIn = (value: unknown): string[][] => [
  [],
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => pathsIn(inner).map((path) => [key, ...path]))
    : []),
];

/** The JSON of `value` with `text` at a path. */
function jsonWith(value: unknown, [key, ...rest]: readonly string[], text: string): string {
  if (key === undefined) return text;
  const pairs = Object.entries(value as object).map(
    ([name, inner]) => [name, name === key ? jsonWith(inner, rest, text) : JSON.stringify(inner)] as const,
  );
  if (Array.isArray(value)) return `[${pairs.map(([, inner]) => inner).join()}]`;
  return `{${pairs.map(([name, inner]) => `${JSON.stringify(name)}:${inner}`).join()}}`;
}

const addressOf = ({ path }: Call, other: Readonly<Record<string, string>> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => other[name] ?? names[name] ?? 'x');

interface Sent {
  address: string;
  body?: string;
}

/** Requests with one odd value each. */
function* oddRequests(call: Call): Generator<Sent> {
  const { path, query } = call;
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const full = `${addressOf(call)}?${new URLSearchParams(query)}`;
  for (const odd of oddNames) {
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) yield { address: addressOf(call, { [name]: odd }), body };
    for (const name of Object.keys(query)) {
      yield { address: `${addressOf(call)}?${name}=${odd}`, body };
      yield { address: full.replace(new RegExp(`\\b${name}=[^&]*`), `${name}=${odd}`), body };
    }
  }
  for (const odd of ['%00=1', '__proto__=1', 'a[]=1', '=', '&&', '%zz']) yield { address: `${full}&${odd}`, body };
  if (call.body === undefined) return;
  for (const odd of oddBodies) yield { address: full, body: odd };
  const paths = pathsIn(call.body);
  for (const [index, at] of paths.entries())
    for (const [n, odd] of oddValues.entries())
      // In a long body each place gets a third of them.
      if (paths.length < 20 || (index + n) % 3 === 0) yield { address: full, body: jsonWith(call.body, at, odd) };
}

/** Undefined if the answer is one that the caller understands. */
async function problemOf({ method }: Call, { address, body }: Sent): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(service.origin + address, { method, headers, body });
  const text = await answer.text();
  if ([200, 202, 404].includes(answer.status)) return undefined;
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  const errors =
    answer.status === 400 ? (JSON.parse(text) as { Errors?: { Code?: string; Message?: string }[] }).Errors : [];
  if (errors?.[0]?.Code && errors[0].Message) return undefined;
  return `${method} ${address.slice(0, 120)} ${body?.slice(0, 300) ?? ''}: ${answer.status} ${text.slice(0, 200)}`;
}

test('an odd value in a path, a query or a body is refused with a reason, or not found', async () => {
  const problems: string[] = [];
  for (const call of calls) {
    // Wrong passwords wait for their turn.
    if (call.name === 'profilePassword') continue;
    const requests = oddRequests(call);
    const inTurn = async () => {
      for (const sent of requests) {
        const problem = await problemOf(call, sent);
        if (problem) problems.push(problem);
      }
    };
    await Promise.all([inTurn(), inTurn(), inTurn()]);
  }
  assert.deepEqual(problems.slice(0, 40), []);
});

test('a call for a merchant with a long name is in the audit, with no character of the name cut in two', async () => {
  const headers = { authorization: `Bearer ${token}` };
  const name = `x${'😀'.repeat(40)}`;
  const address = `${service.origin}/v1/payments/${encodeURIComponent(name)}/maintain/clients/EFT?Version=v1`;
  assert.equal((await fetch(address, { headers })).status, 404);
  const entries = async () => {
    const answer = await fetch(`${service.origin}/audit/1001?Chain=installation&Action=clientList`, { headers });
    return ((await answer.json()) as { Entries: { Details: object }[] }).Entries;
  };
  await until(async () => (await entries()).length > 0);
  assert.deepEqual((await entries())[0]?.Details, { Merchant: `x${'😀'.repeat(29)}…` });
});
