import type {
  Approval,
  ApprovalList,
  ApprovalRecord,
  RecordApprovalList,
  WaitingPayoutList,
} from '#contract/approvals.ts';
import { allPermissions, type Claims } from '#contract/permissions.ts';
import { addDays } from '#rules/calendar.ts';
import { createBrowser } from '#service/auth/test-browser.ts';
import { sandboxPassword, savePerson } from '#service/auth/users.ts';
import { quickly, startTestGateway } from '#service/testing/gateway.ts';
import { testNow } from '#service/testing/run.ts';
import { until } from '#service/testing/until.ts';

const merchant = '1001';
const reads = ['payouts:read', 'clients:read', 'instalments:read'];
const rights = (permissions: readonly string[]): Claims => ({ permissions, merchants: [merchant], roles: [] });
const people = {
  clerk: rights(allPermissions),
  manager: rights([...reads, 'release']),
  second: rights([...reads, 'payouts:write', 'release']),
  deputy: rights([...reads, 'clients:write', 'release']),
  leaver: rights(allPermissions),
  reader: rights(reads),
  administrator: rights([...reads, 'administer', 'release']),
};
export type HeldUser = keyof typeof people | 'program';

/** A provider with this server in front of it, whose merchant has people and a rule of four eyes. */
export async function startHeldGateway(environment: Record<string, string> = {}) {
  let ahead = 0;
  const today = () => addDays(testNow.slice(0, 10), ahead);
  const clock = { today, now: () => today() + testNow.slice(10) };
  const gateway = await startTestGateway(quickly, { clock, more: environment });
  const { front } = gateway;
  const { pool, schema } = front.database;
  const tokens = new Map<HeldUser, { token: string; sinceMs: number }>();
  /** Long tests outlive a token. */
  const usedMs = 200_000;
  const signIn = async (user: HeldUser) => {
    const answer = await createBrowser(front.origin).signInAs(user);
    const token = answer.body['access_token'] ?? '';
    tokens.set(user, { token, sinceMs: performance.now() });
    return token;
  };
  for (const [username, claims] of Object.entries(people)) {
    await savePerson(pool, { username, name: `The ${username}`, password: sandboxPassword, ...claims });
    await signIn(username as HeldUser);
  }
  await schema.query(`insert into merchant (merchant, name) values ('1001', '1001') on conflict do nothing`);
  const tokenOf = async (user: HeldUser) => {
    const known = tokens.get(user);
    if (!known) return front.token();
    return performance.now() - known.sinceMs < usedMs ? known.token : signIn(user);
  };

  const ask = async (path: string, user: HeldUser, body?: object) => {
    const headers = {
      authorization: `Bearer ${await tokenOf(user)}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    return fetch(`${front.origin}/approvals/${merchant}${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  };
  const app = {
    gateway,
    clock,
    tokenOf,
    /** Moves business time at the server in front, and lets what is due by then be looked at. */
    async pass(days: number) {
      ahead += days;
      await schema.query(`update held_item set next_try = now() where state = 'RELEASED'`);
    },
    /** @param above cents; 0 for all */
    async payoutRule(above: number, hold = 0) {
      await schema.query(`delete from approval_rule where merchant = '1001'`);
      await schema.query(`insert into approval_rule (merchant, above, hold_hours) values ('1001', $1, $2)`, [
        above,
        hold,
      ]);
    },
    ask,
    async rule(...columns: ('bank_details' | 'cancel')[]) {
      await schema.query(`delete from approval_rule where merchant = '1001'`);
      if (columns.length > 0)
        await schema.query(
          `insert into approval_rule (merchant, ${columns.join(', ')}) values ('1001', ${columns.map(() => 'true').join(', ')})`,
        );
    },
    /** As the person, at the server in front. */
    as: async (user: HeldUser) => ({ token: await tokenOf(user) }),
    async listed(list: 'waiting' | 'decided' = 'waiting', user: HeldUser = 'manager') {
      const answer = await ask(`?List=${list}`, user);
      if (!answer.ok) throw new Error(`the list was answered ${answer.status}: ${await answer.text()}`);
      return ((await answer.json()) as ApprovalList).Approvals;
    },
    /** What a timeline says of a record. */
    async ofRecord(kind: Approval['Kind'], query: string) {
      const headers = { authorization: `Bearer ${await tokenOf('reader')}` };
      const path = `/record-approvals/${merchant}?Product=EFT&Kind=${kind}&${query}`;
      const answer = await fetch(front.origin + path, { headers });
      return ((await answer.json()) as RecordApprovalList).Approvals;
    },
    /** The payouts that have not reached the provider. */
    async payoutsHere(query: string) {
      const headers = { authorization: `Bearer ${await tokenOf('reader')}` };
      const answer = await fetch(`${front.origin}/waiting-payouts/${merchant}?Product=EFT&${query}`, { headers });
      return ((await answer.json()) as WaitingPayoutList).Payouts;
    },
    view: async (sequence: number, user: HeldUser = 'manager') =>
      (await (await ask(`/${sequence}`, user)).json()) as ApprovalRecord,
    /** Of the client, what waits. */
    async waiting(ClientNumber: string, user: HeldUser = 'manager') {
      const found = (await app.listed('waiting', user)).find((it) => it.ClientNumber === ClientNumber);
      return found && app.view(found.ApprovalSequence, user);
    },
    /** The status, with the code of a refusal. */
    async decide(record: ApprovalRecord | undefined, user: HeldUser, more: object = {}) {
      if (!record) throw new Error('it does not wait');
      const { ApprovalSequence, Digest } = record;
      const answer = await ask(`/${ApprovalSequence}`, user, { Action: 'release', Digest, ...more });
      const { Errors } = (await answer.json()) as { Errors?: { Code: string }[] };
      return Errors ? `${answer.status} ${Errors[0]?.Code}` : `${answer.status}`;
    },
    /** Once the provider has said so. */
    async ended({ ApprovalSequence }: Pick<ApprovalRecord, 'ApprovalSequence'>) {
      let record = await app.view(ApprovalSequence);
      await until(async () => {
        record = await app.view(ApprovalSequence);
        return ['ACCEPTED', 'REFUSED', 'NOT_STORED', 'UNCLEAR'].includes(record.Outcome?.State ?? '');
      });
      return record;
    },
    close: () => gateway.close(),
  };
  return app;
}
