import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { envelopeOf, type Operation } from '#contract/operation.ts';
import { operations, type Input, type OperationName } from '#contract/operations.ts';
import { addDays } from '#rules/calendar.ts';
import { testService, type Answer, type CallOptions, type TestService } from '#service/testing/app.ts';
import { ContractCaller } from '#service/testing/contract-coverage/caller.ts';
import { steps } from '#service/testing/contract-coverage/steps.ts';
import { client, mandate } from '#service/testing/samples.ts';

let service: TestService;
before(async () => void (service = await testService({ isAlone: true })));
after(() => service.close());

/** A digest of each table, except what issuing tokens stores. */
async function everything(): Promise<Record<string, string>> {
  const { pool } = service.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema', 'sign_in') order by name`,
  );
  assert.ok(tables.length > 15, `${tables.length} tables`);
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ digest: string }>(
      `select md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as digest from ${name} t`,
    );
    found[name] = rows[0]?.digest ?? '';
  }
  return found;
}

const isMaintain = (name: OperationName) => ['batch', 'cancel'].includes(envelopeOf(operations[name] as Operation));

/** An answer without the ContractSequence of new contracts, which a dry run does not reserve. */
const comparable = (name: OperationName, { status, successful, failed, errors }: Answer<OperationName>) => {
  const isNew = (field: string) => name.endsWith('Create') && field === 'ContractSequence';
  const text = JSON.stringify(successful, (field, value: unknown) => (isNew(field) ? undefined : value));
  return { status, failed, errors, successful: JSON.parse(text) as unknown };
};

/** Sends each write as a dry run first, which must give the same answer and store nothing. */
class DryRunner extends ContractCaller {
  readonly tried = new Set<OperationName>();

  override async call<N extends OperationName>(name: N, input: Input<N> | Input<N>[], options?: CallOptions) {
    if (!isMaintain(name)) return super.call(name, input, options);
    const stored = await everything();
    const dry = await service.call(name, input, { ...options, isDryRun: true });
    assert.deepEqual(await everything(), stored, name);
    assert.equal(dry.headers.get('dry-run'), 'true', name);
    const real = await super.call(name, input, options);
    assert.equal(real.headers.get('dry-run'), null, name);
    assert.deepEqual(comparable(name, dry), comparable(name, real), name);
    this.tried.add(name);
    return real;
  }
}

test('a dry run of every maintain call gives the usual answer and stores nothing', async () => {
  const caller = new DryRunner(service);
  for (const step of Object.values(steps)) await step(caller);
  const maintain = Object.keys(operations).filter((name) => isMaintain(name as OperationName));
  assert.ok(maintain.length >= 20);
  assert.deepEqual([...caller.tried].toSorted(), maintain.toSorted());
});

test('a dry run refuses the same items of a batch with the same texts, and stores none of the others', async () => {
  const caller = new DryRunner(service);
  const today = service.clock.today();
  await caller.call('clientCreate', [
    client('D-1'),
    client('D-2'),
    client('D-1'),
    { ...client('D-3'), BranchCode: 1 },
    { ...client('D-4'), ClientName: '' },
  ]);
  await caller.call('mandateCreate', [
    mandate(today, 'D-1', 'A'),
    mandate(today, 'D-9', 'A'),
    { ...mandate(today, 'D-2', 'A'), InstalmentStartDate: `${addDays(today, -1)} 00:00` },
  ]);
  const one = { ClientNumber: 'D-1', ContractNumber: 'A' };
  const created = await caller.call('instalmentCreate', [
    { ...one, InstalmentActionDate: `${addDays(today, 9)} 00:00`, InstalmentAmount: 5 },
    { ...one, InstalmentActionDate: `${addDays(today, -1)} 00:00`, InstalmentAmount: 5 },
  ]);
  assert.deepEqual([created.successful.length, created.failed.length], [1, 1]);
  const cancelled = await caller.call('mandateCancel', {
    ...one,
    CancelReason: 'MD17',
    CancelDate: `${today} 00:00`,
  });
  assert.equal(cancelled.successful.length, 1);
});

test('a refused call is refused in a dry run too; DryRun takes no key and no other value', async () => {
  const dry = { isDryRun: true, headers: { 'idempotency-key': 'dry' } };
  assert.equal((await service.call('clientCreate', client('K-1'), dry)).successful.length, 1);
  assert.equal((await service.call('clientList', { ClientNumber: 'K-1' })).status, 404);
  // The key is unused.
  const real = await service.call('clientCreate', client('K-2'), { headers: dry.headers });
  assert.equal(real.successful.length, 1);
  assert.equal((await service.call('clientCreate', client('K-3'), dry)).successful.length, 1);

  const authorization = `Bearer ${await service.token()}`;
  const ask = async (method: string, query: string, body?: object) => {
    const url = `${service.origin}/v1/payments/1001/maintain/clients/EFT?${query}`;
    const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) };
    const answer = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
    return [answer.status, ((await answer.json()) as { Errors?: { Field?: string }[] }).Errors?.[0]?.Field];
  };
  const body = { ClientPostRequest: [client('K-4')] };
  assert.deepEqual(await ask('POST', 'DryRun=yes', body), [400, 'DryRun']);
  assert.deepEqual(await ask('POST', 'DryRun=true&DryRun=true', body), [400, 'DryRun']);
  assert.deepEqual(await ask('POST', 'DryRun=true', { ClientPostRequest: [] }), [400, 'ClientPostRequest']);
  assert.deepEqual(await ask('GET', 'DryRun=true'), [400, 'DryRun']);
  assert.equal((await service.call('clientList', { ClientNumber: 'K-4' })).status, 404);
  assert.deepEqual(await ask('POST', 'DryRun=false', body), [200, undefined]);
  assert.equal((await service.call('clientList', { ClientNumber: 'K-4' })).records.length, 1);
});
