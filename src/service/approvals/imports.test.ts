import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { client } from '#service/testing/samples.ts';
import { approvalService, type PayoutContractItem } from './testing.ts';

let app: Awaited<ReturnType<typeof approvalService>>;
before(async () => {
  app = await approvalService();
});
after(() => app?.close());

let count = 0;
const item = (PaymentAmount: number): PayoutContractItem => ({
  ClientNumber: `I-${++count}`,
  ContractNumber: `I-${count}`,
  PaymentAmount,
  NumberOfPayments: 1,
  FrequencyCode: 'MNTH',
  PaymentStartDate: app.inDays(3),
});
/** One call. @returns the contracts. */
async function send(amounts: readonly number[], importId?: string, as?: string): Promise<number[]> {
  const items = amounts.map(item);
  const accounts = items.map((it, index) => ({
    ...client(it.ClientNumber ?? ''),
    AccountNumber: 63000000000 + 10_000 * count + index,
  }));
  const token = as === undefined ? app.tokenOf('clerk') : app.tokenOf(as as 'clerk');
  await app.service.call('clientCreate', accounts);
  const headers = importId === undefined ? undefined : { 'import-id': importId };
  const answer = await app.service.call('payoutContractCreate', items, { token, headers });
  assert.equal(answer.successful.length, items.length, answer.text.slice(0, 500));
  return answer.successful.map((it) => Number(it.ContractSequence));
}
const statusesOf = async (contracts: readonly number[]) =>
  [...new Set(await Promise.all(contracts.map((it) => app.statusOf(it))))].join();

test('the calls of one import are one thing to release, and another preparer’s and another import’s are not', async () => {
  await app.rule(0);
  const id = randomUUID();
  const [one] = await send([1, 2], id);
  await send([5], id.toUpperCase());
  const [other] = await send([7], id, 'manager');
  const [later] = await send([8], randomUUID());
  const shown = await app.waitingFor(one ?? 0);
  assert.deepEqual([shown.Count, shown.Sum, shown.Largest], [3, 8, 5]);
  assert.equal((await app.waitingFor(other ?? 0)).Count, 1);
  assert.equal((await app.waitingFor(later ?? 0)).Count, 1);
  assert.equal(await app.release(one ?? 0), '200');
  // What follows a release has not been seen by anybody.
  const [after] = await send([9], id);
  assert.equal((await app.waitingFor(after ?? 0)).Count, 1);
  assert.equal(await app.decide(shown, { Action: 'withdraw' }, 'second'), '200');
  const [last] = await send([10], id);
  assert.equal(await app.statusOf(last ?? 0), 'WAITING');
});

test('an import is judged by its sum: its first calls wait as well once the others exceed the limit', async () => {
  await app.pass(1);
  await app.rule(100_000);
  const id = randomUUID();
  const first = await send([600], id);
  assert.equal(await statusesOf(first), 'SCHEDULED');
  // The sum of a day starts again, the import's does not.
  await app.pass(1);
  const second = await send([600], id);
  assert.equal(await statusesOf([...first, ...second]), 'WAITING');
  const shown = await app.waitingFor(first[0] ?? 0);
  assert.deepEqual([shown.Count, shown.Sum], [2, 1200]);
  assert.equal(await app.release(first[0] ?? 0), '200');
  // Released payments of the import stay released.
  await send([600], id);
  assert.equal(await statusesOf([...first, ...second]), 'SCHEDULED');
});

test('a call of more than 500 items is judged as a whole', async () => {
  await app.pass(1);
  await app.rule(60_000);
  const contracts = await send(Array.from({ length: 620 }, () => 1));
  assert.equal(await statusesOf([...contracts.slice(0, 3), ...contracts.slice(-3)]), 'WAITING');
  assert.deepEqual((await app.waitingFor(contracts[0] ?? 0)).Count, 620);
});

test('edits of many payments are judged together', async () => {
  await app.pass(1);
  await app.rule(undefined);
  const contracts = await send([1, 1, 1]);
  await app.rule(100_000);
  const edits = contracts.map((ContractSequence) => ({ ContractSequence, PaymentSequence: 1, PaymentAmount: 400 }));
  const headers = { 'import-id': randomUUID() };
  const token = app.tokenOf('clerk');
  for (const edit of edits) await app.service.call('payoutPaymentEdit', edit, { token, headers });
  assert.equal(await statusesOf(contracts), 'WAITING');
  assert.equal((await app.waitingFor(contracts[0] ?? 0)).Count, 3);
});

test('an Import-Id that is no UUID is refused, and a dry run and a repeat change nothing', async () => {
  await app.rule(0);
  await app.service.call('clientCreate', client('BAD'));
  const sent = { ...item(1), ClientNumber: 'BAD' };
  for (const importId of ['', 'x', '1'.repeat(36), `${randomUUID()}0`, `${randomUUID()}, ${randomUUID()}`]) {
    const answer = await app.service.call('payoutContractCreate', sent, { headers: { 'import-id': importId } });
    assert.deepEqual([answer.status, /"IMPORT_ID"/.test(answer.text)], [400, true], importId);
  }
  const headers = { 'import-id': randomUUID(), 'idempotency-key': randomUUID() };
  const before = (await app.listed()).length;
  await app.service.call('payoutContractCreate', sent, { headers, isDryRun: true });
  assert.equal((await app.listed()).length, before);
  const first = await app.service.call('payoutContractCreate', sent, { headers });
  assert.equal((await app.service.call('payoutContractCreate', sent, { headers })).text, first.text);
  assert.equal((await app.listed()).length, before + 1);
});

test('who was shown the secret of a program does not release what it prepared', async () => {
  await app.rule(0);
  const { pool } = app.service.database;
  const secretBy = (columns: string) => pool.query(`update sign_in.program set ${columns} where client_id = 'sandbox'`);
  await secretBy(`secret_by = 'manager'`);
  const { ContractSequence } = await app.prepare({}, 'program');
  assert.equal(await app.release(ContractSequence, 'manager'), '400 OWN_WORK');
  // The secret that it had then.
  await secretBy(`secret_by = 'leaver', former_secret_by = 'second'`);
  const later = await app.prepare({}, 'program');
  assert.equal(await app.release(later.ContractSequence, 'second'), '400 OWN_WORK');
  assert.equal(await app.release(ContractSequence, 'second'), '200');
  assert.equal(await app.release(later.ContractSequence, 'manager'), '200');
});

test('an exempt program’s payouts need no second person, and by editing it releases nothing of others', async () => {
  await app.rule(0, 0);
  const { pool } = app.service.database;
  await pool.query(`update sign_in.program set exempt = true where client_id = 'sandbox'`);
  const own = await app.prepare({}, 'program');
  assert.equal(await app.statusOf(own.ContractSequence), 'SCHEDULED');
  const others = await app.prepare({}, 'clerk');
  const edit = { ContractSequence: others.ContractSequence, PaymentSequence: 1, PaymentAmount: 2 };
  await app.service.call('payoutPaymentEdit', edit);
  assert.equal(await app.statusOf(others.ContractSequence), 'WAITING');
  await pool.query(`update sign_in.program set exempt = false where client_id = 'sandbox'`);
});
