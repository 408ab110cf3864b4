import { setTimeout as pause } from 'node:timers/promises';
import type { Approval, ApprovalChange, ApprovalRecord } from '#contract/approvals.ts';
import type { ApprovalBook } from '#service/approvals/book.ts';
import { changedSince, closeApproval, mustBeDecidable, refusedDecision } from '#service/approvals/decide.ts';
import { decidable, time, type ListName, type Reader } from '#service/approvals/read.ts';
import { HttpError, notFound } from '#service/http/errors.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import { showing } from '#service/resources/change-log.ts';
import { providerReader } from '../outgoing/reader.ts';
import { inMerchantTransaction } from '../outgoing/settle.ts';
import { worldOf, type SharedWorld } from '../outgoing/world.ts';
import { providerAway } from '../tokens.ts';
import { authorGone, mayStillSend } from './author.ts';
import { changedFields, heldFactsOf, markOf, type HeldFacts } from './facts.ts';
import { keptMark, sendHeld } from './send.ts';
import { dropHeld, heldItemsOf, outcomeOfHeld, releaseHeld, waitAgain, type HeldItem } from './store.ts';

const lists = {
  waiting: `exists (select from held_item held
    where held.merchant = $1 and held.approval_sequence = a.approval_sequence and held.state = 'WAITING')`,
  decided: `decision in ('RELEASED', 'RETURNED') and exists (select from held_item held
    where held.merchant = $1 and held.approval_sequence = a.approval_sequence)`,
};

interface Row {
  sequence: number;
  kind: Approval['Kind'];
  product: string;
  reason: Approval['Reason'];
  preparers: string[];
  preparedBy: string;
  preparedAt: string;
  decision: Approval['Decision'] | 'WITHDRAWN';
  decidedBy: string | null;
  decidedAt: string | null;
  shown: ApprovalChange | null;
  returnReason: string | null;
}

async function rowsOf({ query, merchant }: Reader, which: ListName | number): Promise<Row[]> {
  const isOne = typeof which === 'number';
  return query<Row>(
    `select approval_sequence as sequence, kind, product, reason, preparers, prepared_name as "preparedBy",
        ${time('prepared_at')} as "preparedAt", decision, decided_name as "decidedBy", ${time('decided_at')} as "decidedAt", shown,
        return_reason as "returnReason"
      from approval a where merchant = $1 and ${isOne ? 'approval_sequence = $2' : lists[which]}
      order by approval_sequence desc ${which === 'decided' ? 'limit 50' : ''}`,
    [merchant, ...(isOne ? [which] : [])],
  );
}

function approvalOf(reader: Reader, row: Row, held: HeldItem): Approval {
  const { ContractSequence, ...summary } = held.summary;
  const sequence = Number(ContractSequence);
  return {
    ApprovalSequence: row.sequence,
    Kind: row.kind,
    Product: row.product,
    Reason: row.reason,
    PreparedBy: row.preparedBy,
    PreparedAt: row.preparedAt,
    Decision: row.decision === 'WITHDRAWN' ? null : row.decision,
    DecidedBy: row.decidedBy,
    DecidedAt: row.decidedAt,
    ...decidable(reader, row.preparers),
    ...summary,
    // Beyond 2^53 no page has its address.
    ContractSequence: ContractSequence !== null && Number.isSafeInteger(sequence) ? sequence : null,
    Held: 0,
    Outcome: outcomeOfHeld(held),
  };
}

/** What the provider shows of the one that waits; undefined if it has no such record any more. */
interface Looked {
  facts: HeldFacts | undefined;
}

/** As own changes are shown: numbers by their marks, values as columns have them. */
function changeOf(reader: Reader, { operation, content }: HeldItem, facts: HeldFacts | undefined): ApprovalChange {
  const { fields = {} } = content ?? {};
  const show = showing(reader);
  const changed = operation === 'clientEdit' && facts ? changedFields(fields, facts) : [];
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    Operation: operation,
    Fields: changed.map((Field) => ({
      Field,
      Old: show(Field, facts?.before[Field]),
      New: show(Field, fields[Field]),
    })),
    Instalments: facts?.instalments ?? [],
    CancelDate: textOf(fields['CancelDate']),
    CancelReason: textOf(fields['CancelReason']),
  };
}

function recordOf(reader: Reader, row: Row, held: HeldItem, looked: Looked | undefined): ApprovalRecord {
  const { content, operation } = held;
  return {
    ...approvalOf(reader, row, held),
    Digest: content ? markOf(operation, content.fields, looked?.facts) : '',
    Payments: [],
    Change: row.shown ?? changeOf(reader, held, looked?.facts),
    ReturnReason: row.returnReason,
  };
}

async function found(reader: Reader, sequence: number): Promise<{ row: Row; held: HeldItem } | undefined> {
  const [row] = await rowsOf(reader, sequence);
  const [held] = row ? await heldItemsOf(reader, [sequence]) : [];
  return row && held && held.state !== 'WITHDRAWN' ? { row, held } : undefined;
}

/** How long who releases something waits for its outcome, in ms. */
const followMs = 5000;

/** What waits in front of a provider: it is sent after its release, as its preparer's. */
export const heldBook = (world: SharedWorld): ApprovalBook => ({
  async list(reader, which) {
    const rows = await rowsOf(reader, which);
    const items = await heldItemsOf(
      reader,
      rows.map(({ sequence }) => sequence),
    );
    return rows.flatMap((row) => {
      const held = items.find(({ approval }) => approval === row.sequence);
      return held ? [approvalOf(reader, row, held)] : [];
    });
  },
  async look(merchant, sequence): Promise<Looked | undefined> {
    const waiting = await inMerchantTransaction(world, merchant, async ({ query }) => {
      const [held] = await heldItemsOf({ query, merchant, numbers: world.numbers }, [sequence]);
      return held?.state === 'WAITING' && held.content
        ? { held, fields: held.content.fields, ...(await world.lines.read(query, held)) }
        : undefined;
    });
    if (!waiting) return undefined;
    const { held, fields, line } = waiting;
    try {
      return { facts: await heldFactsOf(providerReader(worldOf(world, line), held), held.operation, fields) };
    } catch (error) {
      throw error instanceof HttpError ? error : providerAway();
    }
  },
  async record(reader, sequence, looked) {
    const one = await found(reader, sequence);
    return one && recordOf(reader, one.row, one.held, looked as Looked | undefined);
  },
  async decide(call, sequence, decision, looked) {
    const seen = looked as Looked | undefined;
    const known = await found(call, sequence);
    if (!known) throw (await rowsOf(call, sequence)).length > 0 ? changedSince() : notFound();
    // As keeping and sending have it: none of them sees half of a decision.
    await mustBeFree(call, `${call.merchant} ${known.row.product}`, Lock.claims);
    const one = await found(call, sequence);
    if (!one) throw changedSince();
    const { row, held } = one;
    const before = recordOf(call, row, held, seen);
    const { Action, Reason = '' } = decision;
    if (Action === 'withdraw') {
      if (held.state !== 'RELEASED') throw refusedDecision('NOT_SCHEDULED', 'It is not waiting to be sent any more.');
      await waitAgain(call, held, null);
      await closeApproval(call, sequence, { decision: null });
    } else {
      mustBeDecidable(before, decision, held.state === 'WAITING');
      if (Action === 'return') {
        await dropHeld(call.query, held, 'RETURNED');
        await closeApproval(call, sequence, { decision: 'RETURNED', shown: before.Change, reason: Reason });
      } else {
        if (!seen?.facts) throw refusedDecision('NOT_FOUND', 'The provider no longer shows the record. Return it.');
        if (world.hasOwnSignIns && !(await mayStillSend(call.query, held)))
          throw refusedDecision('NOT_PERMITTED', `${authorGone} Return it.`);
        await releaseHeld(call.query, held, keptMark(world, before.Digest));
        await closeApproval(call, sequence, { decision: 'RELEASED', shown: before.Change });
      }
    }
    const { ClientNumber, ContractNumber } = before;
    if (ClientNumber !== null)
      call.events.note([{ ClientNumber, ContractNumber, ContractSequence: before.ContractSequence }]);
    const after = await found(call, sequence);
    return after ? recordOf(call, after.row, after.held, seen) : before;
  },
  async follow(merchant, sequence, { Action }) {
    if (Action !== 'release') return;
    const sent = sendHeld(world, { merchant, approval: sequence, item: 1 }).catch(world.report);
    await Promise.race([sent, pause(followMs, undefined, { ref: false })]);
  },
});
