import { isDeepStrictEqual } from 'node:util';
import type { ApprovalChange } from '#contract/approvals.ts';
import { Refusal } from '#service/base/errors.ts';
import type { Call } from '#service/http/call.ts';
import { withOpened, withSealed } from '#service/numbers/numbers.ts';
import { withSecretHolders } from './payouts/release.ts';

/*
 * Four eyes for what would change something that exists (docs/decisions.md, 57): the item is refused and kept, and its release
 * runs it.
 */

interface Awaited {
  kind: 'BANK_DETAILS' | 'CANCEL';
  operation: ApprovalChange['Operation'];
  record: { ClientNumber: string; ContractNumber?: string; ContractSequence?: number | null };
  /** The item, without what changes nothing. */
  content: object;
}

const rules = { BANK_DETAILS: 'bank_details', CANCEL: 'cancel' } as const;

/**
 * For a handler that has locked the record and checked the item.
 * @returns the refusal to answer with; undefined if the change needs no second person.
 */
export async function awaitRelease(
  call: Call,
  { kind, operation, record, content }: Awaited,
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
  // As it is kept: without fields that are undefined.
  const kept = JSON.parse(JSON.stringify(content)) as Record<string, unknown>;
  const isSame = waiting?.operation === operation && isDeepStrictEqual(withOpened(waiting.content, call.numbers), kept);
  const [same] = !isSame
    ? []
    : await call.query<{ sequence: number }>(
        `update approval set preparers = preparers || array(select unnest($3::text[]) except select unnest(preparers))
          where merchant = $1 and approval_sequence = $2
          returning approval_sequence as sequence`,
        [call.merchant, waiting.sequence, preparers],
      );
  if (found.isWaiting && !same) await withdrawAwaiting(call, record);
  const [stored] = same
    ? [same]
    : await call.query<{ sequence: number }>(
        `insert into approval (merchant, product, client_number, contract_sequence, operation, content, preparers, kind, reason,
            prepared_name, prepared_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, 'RULE', $9, $10)
          returning approval_sequence as sequence`,
        [
          ...known,
          operation,
          JSON.stringify(withSealed(kept, call.numbers)),
          preparers,
          kind,
          call.caller.name,
          call.now,
        ],
      );
  if (!stored) throw new Error('an approval was neither found nor inserted');
  call.events.note([record]);
  return new Refusal({
    Code: 'AWAITING_RELEASE',
    Message: `It waits for release: another person who may release must confirm it (approval ${stored.sequence}).`,
    ApprovalSequence: stored.sequence,
  });
}

const ofRecord = `merchant = $1 and product = $2 and client_number = $3 and contract_sequence is not distinct from $4::bigint
  and content is not null`;

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
