import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { addDays } from '#rules/calendar.ts';
import type { Entry } from '#service/audit/entry.ts';
import { client } from '#service/testing/samples.ts';
import { until } from '#service/testing/until.ts';
import { startHeldGateway } from './testing.ts';

/** Releases, edits and changes by others at the same time, over a network that breaks: `ROUNDS=1000` runs more of them. */

const rounds = Number(process.env['ROUNDS'] ?? 60);
const atOnce = 3;

let app: Awaited<ReturnType<typeof startHeldGateway>>;
before(async () => void (app = await startHeldGateway()));
after(() => app?.close());

/** Also by the seed of the step. */
let seed = Number(process.env['SEED'] ?? 1);
const random = (): number => {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
};
const soon = (milliseconds = 60) => pause(Math.floor(random() * milliseconds));

const faults = ['cut before', 'cut after', '500 after', '401', undefined, undefined, undefined, undefined] as const;

/** A payout that is released while the payee's account changes. It is not released a second time. */
async function payoutRound(number: number): Promise<void> {
  const { front, bank, wire } = app.gateway;
  const ClientNumber = `R-${number}`;
  await bank.call('clientCreate', { ...client(ClientNumber), AccountNumber: 63000000000 + 10 * number });
  const item = {
    ClientNumber,
    ContractNumber: 'P',
    PaymentAmount: 100,
    NumberOfPayments: 1,
    FrequencyCode: 'MNTH',
    PaymentStartDate: `${addDays(app.clock.today(), 1)} 08:00`,
  };
  const made = await front.call('payoutContractCreate', item, await app.as('clerk'));
  const change = { ClientNumber, AccountNumber: 63000000001 + 10 * number };
  const asked = await front.call('clientEdit', change, await app.as('deputy'));
  const payouts = await app.view(made.failed[0]?.Errors[0]?.ApprovalSequence ?? 0);
  const account = await app.view(asked.failed[0]?.Errors[0]?.ApprovalSequence ?? 0);
  const fault = faults[Math.floor(random() * faults.length)];
  if (fault) wire.fail(fault, `"${ClientNumber}"`);
  const after = async <T>(work: () => Promise<T>, milliseconds?: number): Promise<T> => {
    await soon(milliseconds);
    return work();
  };
  await Promise.all([
    after(() => app.decide(payouts, 'manager'), 200),
    after(() => app.decide(payouts, 'second'), 200),
    after(() => app.decide(account, 'second'), 200),
    ...(random() < 0.3 ? [after(() => app.decide(payouts, 'second', { Action: 'withdraw' }), 300)] : []),
  ]);
}

async function round(number: number): Promise<void> {
  const { front, bank, wire } = app.gateway;
  const ClientNumber = `R-${number}`;
  const accounts = [63000000000 + 10 * number, 63000000001 + 10 * number];
  await bank.call('clientCreate', client(ClientNumber));
  const how = await app.as('clerk');
  const edit = (AccountNumber: number | undefined) => front.call('clientEdit', { ClientNumber, AccountNumber }, how);
  await edit(accounts[0]);
  const shown = await app.waiting(ClientNumber);
  const fault = faults[Math.floor(random() * faults.length)];
  if (fault) wire.fail(fault, `"${ClientNumber}"`);
  const after = async <T>(work: () => Promise<T>, milliseconds?: number): Promise<T> => {
    await soon(milliseconds);
    return work();
  };
  await Promise.all([
    after(() => app.decide(shown, 'manager')),
    after(() => app.decide(shown, 'second')),
    after(() => edit(accounts[1]), 400),
    ...(random() < 0.3 ? [after(() => bank.call('clientEdit', { ClientNumber, AccountNumber: 63999999999 }))] : []),
    ...(random() < 0.3 ? [after(() => app.decide(shown, 'second', { Action: 'withdraw' }))] : []),
  ]);
}

interface Kept {
  client: string;
  state: string;
  decision: string | null;
  approval: number;
}

test('whatever happens at once, nothing leaves that was not released, each once, and each with its entry', async () => {
  await app.payoutRule(0);
  const numbers = Array.from({ length: rounds }, (_, index) => index + 1);
  const work = async () => {
    for (let next = numbers.shift(); next !== undefined; next = numbers.shift())
      await (next % 2 === 0 ? payoutRound : round)(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  // What was not taken is tried again, and what was cut is read back.
  await until(async () => {
    await app.gateway.front.database.schema.query(`update held_item set next_try = now() where state = 'RELEASED'`);
    const [open] = await app.gateway.rows<{ open: number }>(
      `select count(*)::int as open from held_item held left join outgoing_call made
          on made.merchant = held.merchant and made.call = held.call
        where held.state in ('RELEASED', 'SENDING') and coalesce(made.unclear, 0) = 0`,
    );
    return open?.open === 0;
  });
  const kept = await app.gateway.rows<Kept>(
    `select coalesce(client_number, numbers::jsonb ->> 0) as client, state, decision, approval_sequence::int as approval
      from held_item join approval using (merchant, approval_sequence)`,
  );
  const rows = await app.gateway.rows<{ entry: string }>('select entry from audit_entry order by sequence');
  const entries = rows.map(({ entry }) => JSON.parse(entry) as Entry);
  const releases = entries.filter(({ Action }) => Action === 'approval.release');
  const asked = entries.filter(({ Outcome }) => Outcome === 'asked');
  const { passed } = app.gateway.wire;
  for (let number = 1; number <= rounds; number++) {
    const named = `R-${number}`;
    const ofClient = kept.filter((it) => it.client === named);
    const sent = passed.filter(({ body }) => body.includes(`"${named}"`));
    const left = ofClient.filter(({ state }) => ['ACCEPTED', 'REFUSED', 'NOT_STORED', 'SENDING'].includes(state));
    assert.ok(sent.length <= left.length, `${named}: ${sent.length} left, ${left.length} were released and sent`);
    const [changed, paid] = ['AccountNumber', 'PaymentAmount'].map((word) =>
      sent.findIndex(({ body }) => body.includes(word)),
    );
    if (number % 2 === 0 && paid !== undefined && changed !== undefined && paid >= 0 && changed >= 0)
      assert.ok(paid < changed, `${named}: nothing is paid to an account that was not shown`);
    assert.equal(new Set(sent.map(({ body }) => body)).size, sent.length, `${named}: each once`);
    for (const { approval, state, decision } of left) {
      assert.equal(decision, 'RELEASED', `${named} ${state}`);
      const released = releases.filter(({ Details }) => Details?.['Approval'] === approval);
      assert.ok(released.length > 0, `${named}: its release has an entry`);
      assert.ok(
        asked.some(({ Details }) => Details?.['Approval'] === approval),
        `${named}: its sending has an entry`,
      );
    }
    const accepted = ofClient.filter(({ state }) => state === 'ACCEPTED');
    if (accepted.length > 0) assert.ok(sent.length > 0, `${named}: accepted, so it left`);
  }
  assert.ok(passed.length > rounds / 4, `${passed.length} left at all`);
});
