import assert from 'node:assert/strict';
import type { Approval, ApprovalList, ApprovalRecord, RecordApprovalList } from '#contract/approvals.ts';
import type { Input } from '#contract/operations.ts';
import { allPermissions, type Claims } from '#contract/permissions.ts';
import { addDays } from '#rules/calendar.ts';
import { createBrowser } from '#service/auth/test-browser.ts';
import { sandboxPassword, sandboxProgram, savePerson } from '#service/auth/users.ts';
import { clearMerchant } from '#service/clearing/clearing.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { testService } from '#service/testing/app.ts';
import { client } from '#service/testing/samples.ts';

export type PayoutContractItem = Input<'payoutContractCreate'>;
const merchant = '1001';

const rights = (permissions: readonly string[]): Claims => ({ permissions, merchants: [merchant], roles: [] });
const people = {
  clerk: rights(allPermissions),
  manager: rights(['payouts:read', 'clients:read', 'instalments:read', 'payouts:write', 'release']),
  second: rights(['payouts:read', 'clients:read', 'instalments:read', 'release']),
  deputy: rights(['payouts:read', 'clients:read', 'clients:write', 'release']),
  leaver: rights(['payouts:read', 'release']),
  reader: rights(['payouts:read', 'clients:read', 'instalments:read']),
  payer: rights(['payouts:read']),
  collector: rights(['clients:read', 'instalments:read']),
};
type Username = keyof typeof people;

/** A Monday. No holiday follows for weeks: what is due on a day without banks is sent later. */
const start = '2026-01-12';

/** A service with people of their own, and a clock that starts on one day and moves by whole days. */
export async function approvalService() {
  let ahead = 0;
  const today = (days = 0) => addDays(start, days + ahead);
  const clock = { today, now: (days = 0) => `${today(days)} 10:00` };
  const service = await testService({ clock });
  const { pool } = service.database;
  const tokens: Record<string, string> = {};
  for (const [username, claims] of Object.entries(people)) {
    await savePerson(pool, { username, name: `The ${username}`, password: sandboxPassword, ...claims });
    const answer = await createBrowser(service.origin).signInAs(username);
    tokens[username] = answer.body['access_token'] ?? '';
  }
  await asMaintenance(pool, (query) =>
    query('insert into merchant (merchant, name) values ($1, $1) on conflict do nothing', [merchant]),
  );
  const tokenOf = (user: Username | 'program') => (user === 'program' ? undefined : tokens[user]);
  let count = 0;

  const get = async <T>(path: string, user: Username): Promise<T> => {
    const headers = { authorization: `Bearer ${tokens[user]}` };
    return (await (await fetch(`${service.origin}/approvals/${merchant}${path}`, { headers })).json()) as T;
  };
  const inDays = (days: number) => `${addDays(clock.today(), days)} 08:00`;

  /** Payout contracts of new clients with accounts of their own, unless the client is named. */
  async function prepareAll(items: Partial<PayoutContractItem>[], user: Username | 'program' = 'clerk') {
    const all = items.map((item) => ({
      ClientNumber: `C-${++count}`,
      ContractNumber: `P-${count}`,
      PaymentAmount: 100,
      NumberOfPayments: 1,
      FrequencyCode: 'MNTH',
      PaymentStartDate: inDays(3),
      ...item,
    }));
    await service.call(
      'clientCreate',
      all.map((it, index) => ({ ...client(it.ClientNumber), AccountNumber: 62000000000 + 100 * count + index })),
    );
    const answer = await service.call('payoutContractCreate', all, { token: tokenOf(user) });
    assert.equal(answer.successful.length, items.length, answer.text);
    return answer.successful.map(({ ContractSequence }, index) => ({
      ContractSequence: Number(ContractSequence),
      ClientNumber: all[index]?.ClientNumber ?? '',
    }));
  }

  const app = {
    service,
    clock,
    inDays,
    tokenOf,
    prepareAll,
    async prepare(item: Partial<PayoutContractItem> = {}, user: Username | 'program' = 'clerk') {
      const [prepared] = await prepareAll([item], user);
      return prepared ?? assert.fail();
    },
    close: () => service.close(),
    /** @param above cents; 0 for all, undefined for none */
    rule: (above: number | undefined, hold = 0) =>
      asMaintenance(pool, async (query) => {
        await query('delete from approval_rule where merchant = $1', [merchant]);
        if (above !== undefined) await query('insert into approval_rule values ($1, $2, $3)', [merchant, above, hold]);
      }),
    /** The other kinds, with no rule for payouts. */
    async kinds(...columns: ('bank_details' | 'cancel')[]) {
      await app.rule(undefined);
      await asMaintenance(pool, (query) =>
        query('insert into approval_rule (merchant, bank_details, cancel) values ($1, $2, $3)', [
          merchant,
          columns.includes('bank_details'),
          columns.includes('cancel'),
        ]),
      );
    },
    get,
    program: sandboxProgram.clientId,
    /** Moves the clock and, by default, runs clearing. */
    async pass(days: number, isCleared = true) {
      ahead += days;
      if (isCleared) await clearMerchant(pool, clock, merchant, service);
    },
    statusOf: async (ContractSequence: number) =>
      (await service.call('payoutPaymentList', { ContractSequence })).records.map((it) => it.PaymentStatus).join(' '),
    edit: (
      ContractSequence: number,
      change: { PaymentAmount?: number; PaymentDate?: string },
      user: Username = 'clerk',
    ) =>
      service.call('payoutPaymentEdit', { ContractSequence, PaymentSequence: 1, ...change }, { token: tokenOf(user) }),
    changeAccount: (ClientNumber: string, AccountNumber = 62777777777) =>
      service.call('clientEdit', { ClientNumber, AccountNumber }, { token: tokens['clerk'] }),
    /** Another of the calls about what waits, by its path; null where the user may not make it. */
    async ask<T>(path: string, user: Username = 'reader'): Promise<T | null> {
      const headers = { authorization: `Bearer ${tokens[user]}` };
      const answer = await fetch(`${service.origin}${path}`, { headers });
      return answer.ok ? ((await answer.json()) as T) : null;
    },
    ofRecord: async (kind: Approval['Kind'], query: string, user: Username = 'reader') =>
      (await app.ask<RecordApprovalList>(`/record-approvals/${merchant}?Product=EFT&Kind=${kind}&${query}`, user))
        ?.Approvals ?? null,
    listed: async (list: 'waiting' | 'decided' = 'waiting', user: Username = 'manager') =>
      (await get<ApprovalList>(`?List=${list}`, user)).Approvals,
    /** The change of a client that waits, or undefined. */
    async changeOf(ClientNumber: string, user: Username = 'manager') {
      const found = (await app.listed('waiting', user)).find((it) => it.ClientNumber === ClientNumber);
      return found && get<ApprovalRecord>(`/${found.ApprovalSequence}`, user);
    },
    async waitingFor(contract: number, user: Username = 'manager'): Promise<ApprovalRecord> {
      for (const { ApprovalSequence } of await app.listed('waiting', user)) {
        const record = await get<ApprovalRecord>(`/${ApprovalSequence}`, user);
        const isIt = (it: ApprovalRecord['Payments'][number]) =>
          it.ContractSequence === contract && it.PaymentStatus === 'WAITING';
        if (record.Payments.some(isIt)) return record;
      }
      return assert.fail('it does not wait');
    },
    /** The status, with the code of a refusal. */
    async decide(
      { ApprovalSequence }: Pick<ApprovalRecord, 'ApprovalSequence'>,
      body: unknown,
      user: Username | 'program',
    ) {
      const token = tokenOf(user) ?? (await service.token());
      const answer = await fetch(`${service.origin}/approvals/${merchant}/${ApprovalSequence}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { Errors } = (await answer.json()) as { Errors?: { Code: string }[] };
      return Errors ? `${answer.status} ${Errors[0]?.Code}` : `${answer.status}`;
    },
    async release(contract: number, user: Username = 'manager') {
      const approval = await app.waitingFor(contract, user);
      return app.decide(approval, { Action: 'release', Digest: approval.Digest }, user);
    },
  };
  return app;
}
