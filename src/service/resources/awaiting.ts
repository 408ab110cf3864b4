import { isDeepStrictEqual } from 'node:util';
import type { ApprovalChange } from '#contract/approvals.ts';
import { grantsOf, may, type Claims } from '#contract/permissions.ts';
import type { CountedDebit } from '#rules/collecting-limits.ts';
import { Refusal } from '#service/base/errors.ts';
import type { Query } from '#service/database/query.ts';
import type { Call } from '#service/http/call.ts';
import { withOpened, withSealed } from '#service/numbers/numbers.ts';
import { noReleaserFault } from './collecting/judge.ts';
import { withSecretHolders } from './payouts/release.ts';

/*
 * Four eyes for what would change something that exists (docs/decisions.md, 57): the item is refused and kept, and its release
 * runs it.
 */

interface Awaited {
  kind: keyof typeof rules | 'COLLECT_AGAIN';
  operation: ApprovalChange['Operation'];
  record: { ClientNumber: string; ContractNumber?: string; ContractSequence?: number | null };
  /** The item, without what changes nothing. */
  content: object;
}

/** As it is stored: without fields that are undefined. */
const asKept = (content: object) => JSON.parse(JSON.stringify(content)) as Record<string, unknown>;

const rules = { BANK_DETAILS: 'bank_details', CANCEL: 'cancel' } as const;

/**
 * For a handler that has locked the record and checked the item.
 * @returns the refusal to answer with; undefined if the change needs no second person.
 */
export async function awaitRelease(
  call: Call,
  { kind, operation, record, content }: Awaited & { kind: keyof typeof rules },
): Promise<Refusal | undefined> {
  if (call.preparers) return undefined;
  const known = [call.merchant, call.product, record.ClientNumber, record.ContractSequence ?? null];
  const [found] = await call.query<{ isOn: boolean | null; isWaiting: boolean }>(
    `select (select ${rules[kind]} from approval_rule where merchant = $1) as "isOn",
        exists (select from approval where ${ofRecord}) as "isWaiting"`,
    known,
  );
  if (!found?.isOn) {
    if (found?.isWaiting) await withdrawAwaiting(call, record);
    return undefined;
  }
  const preparers = await withSecretHolders(call, [call.caller.subject]);
  const [waiting] = !found.isWaiting
    ? []
    : await call.query<{ sequence: number; operation: string; content: Record<string, unknown> }>(
        `select approval_sequence as sequence, operation, content from approval where ${ofRecord} for update`,
        known,
      );
  const kept = asKept(content);
  const isSame = waiting?.operation === operation && isDeepStrictEqual(withOpened(waiting.content, call.numbers), kept);
  if (isSame) await addPreparers(call, waiting.sequence, preparers);
  if (found.isWaiting && !isSame) await withdrawAwaiting(call, record);
  const sequence = isSame
    ? waiting.sequence
    : await insertAwaited(call, { kind, operation, record, content: kept }, preparers);
  call.events.note([record]);
  return awaitingRefusal(sequence);
}

/** Who sends the same content prepares it, too. */
const addPreparers = (call: Call, sequence: number, preparers: readonly string[]): Promise<unknown> =>
  call.query(
    `update approval set preparers = preparers || array(select unnest($3::text[]) except select unnest(preparers))
      where merchant = $1 and approval_sequence = $2`,
    [call.merchant, sequence, preparers],
  );

async function insertAwaited(
  call: Call,
  { kind, operation, record, content }: Awaited,
  preparers: readonly string[],
): Promise<number> {
  const [stored] = await call.query<{ sequence: number }>(
    `insert into approval (merchant, product, client_number, contract_sequence, operation, content, preparers, kind, reason,
        prepared_name, prepared_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 'RULE', $9, $10)
      returning approval_sequence as sequence`,
    [
      call.merchant,
      call.product,
      record.ClientNumber,
      record.ContractSequence ?? null,
      operation,
      JSON.stringify(withSealed(asKept(content), call.numbers)),
      preparers,
      kind,
      call.caller.name,
      call.now,
    ],
  );
  if (!stored) throw new Error('an approval was not inserted');
  return stored.sequence;
}

const awaitingRefusal = (ApprovalSequence: number) =>
  new Refusal({
    Code: 'AWAITING_RELEASE',
    Message: `It waits for release: another person who may release must confirm it (approval ${ApprovalSequence}).`,
    ApprovalSequence,
  });

/** Not debits to collect again: those wait on their own. */
const ofRecord = `merchant = $1 and product = $2 and client_number = $3 and contract_sequence is not distinct from $4::bigint
  and content is not null and kind <> 'COLLECT_AGAIN'`;

/** Another edit of the same replaces what waits, or takes it back. */
export async function withdrawAwaiting(
  call: Call,
  { ClientNumber, ContractSequence = null }: Awaited['record'],
): Promise<void> {
  await call.query(
    `update approval set decision = 'WITHDRAWN', content = null, decided_by = $5, decided_name = $6, decided_at = $7
      where ${ofRecord}`,
    [call.merchant, call.product, ClientNumber, ContractSequence, call.caller.subject, call.caller.name, call.now],
  );
}

/** A contract by its sequence alone, however the item names it. */
export const awaitCancel = (
  call: Call,
  contract: { ContractSequence: number; ClientNumber: string; ContractNumber: string },
  operation: Awaited['operation'],
  end: object = {},
): Promise<Refusal | undefined> => {
  const { ContractSequence, ClientNumber, ContractNumber } = contract;
  return awaitRelease(call, {
    kind: 'CANCEL',
    operation,
    record: { ClientNumber, ContractNumber, ContractSequence },
    content: { ContractSequence, ...end },
  });
};

/** Whether one of those who can sign in may release, and is none of the preparers. Of another issuer's people nothing is known. */
export async function mayBeReleased(query: Query, merchant: string, preparers: readonly string[]): Promise<boolean> {
  const people = await query<Claims & { username: string }>(
    'select username, permissions, merchants, roles from people_with_rights()',
  );
  return (
    people.length === 0 ||
    people.some((it) => !preparers.includes(it.username) && may({ grants: grantsOf(it) }, 'release', merchant))
  );
}

/** A debit to add to a contract with a reason to stop. The same one again finds the same request. */
export async function awaitCollecting(
  call: Call,
  operation: 'instalmentCreate' | 'omniInstalmentCreate',
  contract: { ContractSequence: number; ClientNumber: string; ContractNumber: string },
  item: object,
  stop: CountedDebit,
): Promise<Refusal> {
  const { ContractSequence, ClientNumber, ContractNumber } = contract;
  const preparers = await withSecretHolders(call, [call.caller.subject]);
  if (!(await mayBeReleased(call.query, call.merchant, preparers))) return new Refusal(noReleaserFault(stop));
  const { ClientNumber: _, ContractNumber: _n, ...rest } = asKept(item);
  const content = { ...rest, ContractSequence };
  const waiting = await call.query<{ sequence: number; content: Record<string, unknown> }>(
    `select approval_sequence as sequence, content from approval
      where merchant = $1 and product = $2 and client_number = $3 and contract_sequence = $4 and operation = $5
        and content is not null for update`,
    [call.merchant, call.product, ClientNumber, ContractSequence, operation],
  );
  const same = waiting.find((it) => isDeepStrictEqual(withOpened(it.content, call.numbers), content));
  if (same) await addPreparers(call, same.sequence, preparers);
  const record = { ClientNumber, ContractNumber, ContractSequence };
  const awaited = { kind: 'COLLECT_AGAIN' as const, operation, record, content };
  const sequence = same?.sequence ?? (await insertAwaited(call, awaited, preparers));
  call.events.note([record]);
  return awaitingRefusal(sequence);
}
