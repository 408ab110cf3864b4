import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { operations } from '#contract/operations.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { ContractCaller } from '#service/testing/contract-coverage/caller.ts';
import { callForRefusals } from '#service/testing/contract-coverage/refusals.ts';
import { steps } from '#service/testing/contract-coverage/steps.ts';
import { project } from '#service/testing/programs.ts';
import { nextMonth } from '#service/testing/samples.ts';

/** Clients that other people's tools generate from `/openapi.json`, in TypeScript and in Python. */

interface Schema {
  $ref?: string;
  type?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}
interface Content {
  content: { 'application/json': { schema: Schema } };
}
interface Described {
  operationId: string;
  requestBody?: Content;
  responses: { 200: Content };
}
interface Document {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

const sources = join(project, 'checks', 'clients');
const installed = join(project, 'node_modules', '.cache', 'clients');
/** Everything that is generated. */
const folder = join(installed, 'generated');

const execute = promisify(execFile);
const node = async (...words: string[]) => (await execute(process.execPath, words, { cwd: folder })).stdout;

/** What TypeScript says of the program and of its copies with one mistake each. */
let compiled: string;
let service: TestService;
let document: Document;
let noTools: string | undefined;
let noPython: string | undefined;

before(async () => {
  service = await testService();
  noTools = await install();
  noPython = noTools ?? (await execute('python3', ['--version']).then(() => undefined, notInstalled));
  if (noTools) return;
  document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as Document;
  rmSync(folder, { recursive: true, force: true });
  cpSync(sources, folder, { recursive: true });
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  await node('generate.mjs');
  for (const [index, [, right, wrong]] of mistakes.entries()) {
    const program = readFileSync(join(sources, 'main-job.ts'), 'utf8');
    assert.equal(program.split(right).length, 2, right);
    writeFileSync(join(folder, `mistake-${index}.ts`), program.replace(right, wrong));
  }
  compiled = await node('../node_modules/typescript/bin/tsc').catch((error: { stdout: string }) => error.stdout);
});
after(() => service.close());

/** Installs the generators, which the product does not need, at the first run. @returns why they are not available. */
async function install(): Promise<string | undefined> {
  const lock = readFileSync(join(sources, 'package-lock.json'), 'utf8');
  const copy = join(installed, 'package-lock.json');
  const isWhole = existsSync(join(installed, 'node_modules', '.package-lock.json'));
  if (isWhole && readFileSync(copy, 'utf8') === lock) return undefined;
  rmSync(installed, { recursive: true, force: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(sources, name), join(installed, name));
  try {
    // On Windows npm is a .cmd file, which only a shell starts.
    const options = { cwd: installed, shell: process.platform === 'win32' };
    await execute('npm', ['ci', '--no-audit', '--no-fund', '--fetch-retries=1', '--loglevel=error'], options);
    return undefined;
  } catch (error) {
    if (
      /\bE(NOTFOUND|AI_AGAIN|CONN[A-Z]+|TIMEDOUT|NETUNREACH|HOSTUNREACH)\b/.test((error as { stderr: string }).stderr)
    )
      return 'the registry of npm cannot be reached';
    throw error;
  }
}

function notInstalled(error: { code: unknown }): string {
  if (error.code === 'ENOENT') return 'python3 is not installed';
  throw error;
}

/** A mistake, with what it replaces in the program. */
const mistakes = [
  ['a misspelt field', 'CellphoneNumber:', 'CellPhoneNumber:'],
  ['a missing field', "FrequencyCode: 'MNTH',", ''],
  ['a text for an amount', 'InstalmentAmount: 1234.56,', "InstalmentAmount: '1234.56',"],
  [
    'a text for an amount of an edit',
    'InstalmentSequence, InstalmentAmount: 99.5',
    "InstalmentSequence, InstalmentAmount: '99.5'",
  ],
  ['an edit that names no contract', '{ ContractSequence, InstalmentSequence,', '{ InstalmentSequence,'],
  ['no Version', "{ Version: 'v1' }", '{}'],
  ['a misspelt field of an answer', 'it.MandateStatusCode', 'it.MandateStatus'],
  ['a code that no fault has', "'NOT_FOUND'", "'NOT_FUND'"],
  [
    'a path that does not exist',
    "'/v1/payments/{merchant}/maintain/instalments/",
    "'/v1/payments/{merchant}/instalments/",
  ],
] as const;

test('a strict TypeScript client does the main job: client, mandate, instalments, cancellation, report', async (t) => {
  if (noTools) return t.skip(noTools);
  const { clock, origin } = service;
  const today = clock.today();
  assert.doesNotMatch(compiled, /^(main-job|openapi)/m, compiled);
  await node('out/main-job.js', origin, await service.token('1002'), today, nextMonth(today));
});

test('the TypeScript client does not compile with a mistake', (t) => {
  if (noTools) return t.skip(noTools);
  const found = new Set(
    Array.from(compiled.matchAll(/^mistake-(\d+)\.ts\(.*\): error TS/gm), ([, index]) => Number(index)),
  );
  assert.deepEqual(
    mistakes.flatMap(([mistake], index) => (found.has(index) ? [] : [mistake])),
    [],
  );
});

test('strict Python classes read every answer and every body that was sent, and refuse each with one mistake', async (t) => {
  if (noPython) return t.skip(noPython);
  const caller = new ContractCaller(service);
  for (const step of Object.values(steps)) await step(caller);
  await callForRefusals(caller);
  const described = Object.values(document.paths)
    .flatMap((it) => Object.values(it))
    // Without aliases, and without this service's extensions.
    .filter((it) => Object.hasOwn(operations, it.operationId));
  const withBody = new Set(described.filter((it) => it.requestBody).map((it) => it.operationId));
  const bodies = caller.answers.flatMap(({ operation, status, body, sent }) => [
    [status === 200 ? `${operation}Answer` : 'Refusal', body],
    ...(sent && withBody.has(operation) ? [[`${operation}Request`, sent]] : []),
  ]);
  const schemas = described.flatMap(({ operationId, requestBody, responses }) => [
    [`${operationId}Answer`, responses[200]] as const,
    ...(requestBody ? [[`${operationId}Request`, requestBody] as const] : []),
  ]);
  assert.deepEqual(new Set(bodies.map(([name]) => name)), new Set(['Refusal', ...schemas.map(([name]) => name)]));

  writeFileSync(join(folder, 'bodies.json'), JSON.stringify(bodies));
  const { stdout } = await execute('python3', ['read_bodies.py', 'bodies.json'], { cwd: folder });
  const { unread, accepted, refused } = JSON.parse(stdout) as { unread: string[]; accepted: string[]; refused: number };
  assert.deepEqual(unread, []);
  const allowed = new Set([
    ...loose({ $ref: '#/components/schemas/ErrorBody' }, 'Refusal'),
    ...schemas.flatMap(([name, it]) => loose(it.content['application/json'].schema, name)),
  ]);
  assert.deepEqual(
    accepted.filter((mistake) => !allowed.has(mistake)),
    [],
  );
  t.diagnostic(
    `${schemas.length} schemas of ${described.length} operations, ${bodies.length} bodies, ${refused} mistakes`,
  );
});

/** What is no mistake although a check of types could take it for one: leaving out an optional field, for example. */
function loose({ $ref, anyOf, type, properties = {}, required = [], items }: Schema, at: string): string[] {
  if ($ref) return loose(document.components.schemas[$ref.replace('#/components/schemas/', '')] ?? {}, at);
  return [
    ...(type || anyOf ? [] : [`mistyped ${at}`]),
    ...(anyOf ?? []).flatMap((it) => loose(it, at)),
    ...Object.entries(properties).flatMap(([name, it]) => [
      ...(required.includes(name) ? [] : [`omitted ${at}/${name}`]),
      ...loose(it, `${at}/${name}`),
    ]),
    ...(items ? loose(items, at) : []),
  ];
}
