import { createHash } from 'node:crypto';
import { jsonOf } from '#answers/json.ts';
import type { Fields } from '#answers/read-back/reader.ts';
import type { ApprovalPayment } from '#contract/approvals.ts';
import { addDays, bankingDay, dateOf, type DateTimeText } from '#rules/calendar.ts';
import { holidayName } from '#rules/holidays.ts';
import { fromCents } from '#rules/money.ts';
import { contextOf } from '#service/audit/audit.ts';
import { actorOf } from '#service/audit/entry.ts';
import { Refusal, type CodedFault } from '#service/base/errors.ts';
import type { ProviderSettings } from '#service/config/provider-settings.ts';
import type { Call } from '#service/http/call.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { openApproval } from '#service/resources/payouts/release.ts';
import { countPayouts, knownAccounts, overLimit, type CountedBy, type CountedItem } from './counted.ts';
import { writeHeldEvents } from './events.ts';
import {
  heldMark,
  heldNames,
  keptMark,
  needsRelease,
  summaryOf,
  type HeldFacts,
  type PayoutFacts,
  type SeenFacts,
} from './facts.ts';
import { awaitingImport, awaitingRelease, withdrawOne, type HeldCandidate } from './hold.ts';
import type { HeldPayout } from './kinds.ts';
import { heldOfCall, heldOfRecords, insertHeld, keepImportOpen, type HeldContent } from './store.ts';

const isWholeNumber = (account: Fields): boolean => /^\d+$/.test(String(account['AccountNumber']));

/**
 * The payee's account, to be compared and counted: the same for the same bank details, and no caller can try numbers. What the provider
 * does not show in full is a client's own.
 */
export function payeeAccount(numbers: Numbers, ClientNumber: string | null, account: Fields): string {
  const named = [account, isWholeNumber(account) ? null : ClientNumber];
  return numbers.hash(createHash('sha256').update(JSON.stringify(named)).digest()).toString('base64url');
}

/** What people see of it. */
export const shownAccount = (numbers: Numbers, merchant: string, account: Fields): string => {
  const shown = account['AccountNumber'];
  return isWholeNumber(account) ? numbers.mark(merchant, String(shown)) : `${shown ?? 'not shown'}`;
};

/** The field of the day that a hold may move. */
const dateFieldOf = (operation: HeldPayout) =>
  operation === 'payoutContractCreate' ? ('PaymentStartDate' as const) : ('PaymentDate' as const);

/** As it is sent: on the day on which its hold ends, if that is after its own. */
export function payoutContent(
  operation: HeldPayout,
  content: HeldContent,
  heldUntil: DateTimeText | null,
): HeldContent {
  const field = dateFieldOf(operation);
  const date = content.fields[field];
  if (heldUntil === null || typeof date !== 'string' || dateOf(heldUntil) <= dateOf(date)) return content;
  const fields = { ...content.fields, [field]: `${dateOf(heldUntil)}${date.slice(dateOf(date).length)}` };
  return { fields, text: jsonOf(fields) };
}

/**
 * When a released payout is sent: some banking days before its day, at the end of its hold if that is later. An edit at once: what it
 * changes may go out before.
 */
export function sendTimeOf(
  operation: HeldPayout,
  { payments }: PayoutFacts,
  heldUntil: DateTimeText | null,
  { payoutDays }: Pick<ProviderSettings, 'payoutDays'>,
): DateTimeText {
  const [first] = payments.map((it) => dateOf(it.date)).toSorted();
  if (operation === 'payoutPaymentEdit' || !first) return heldUntil ?? '0001-01-01 00:00';
  let day = bankingDay(first, 'previous', holidayName);
  // From its day itself where that is none of the bank's: the day before it is the first one.
  for (let left = day < first ? payoutDays - 1 : payoutDays; left > 0; left--)
    day = bankingDay(addDays(day, -1), 'previous', holidayName);
  const cutOff = `${day} 00:00`;
  return heldUntil !== null && heldUntil > cutOff ? heldUntil : cutOff;
}

/** What of it is shown with its approval. */
export function shownPayment(
  numbers: Numbers,
  merchant: string,
  {
    item,
    fields,
    facts,
    heldUntil,
    isKnown,
  }: {
    item: number;
    fields: Fields;
    facts: HeldFacts & { payout: PayoutFacts };
    heldUntil: DateTimeText | null;
    isKnown: boolean;
  },
): ApprovalPayment {
  const { payments, account } = facts.payout;
  return {
    ContractSequence: Number(facts.ContractSequence ?? 0),
    PaymentSequence: item,
    ClientNumber: facts.ClientNumber ?? '',
    ClientName: facts.ClientName ?? facts.ClientNumber ?? '',
    ContractNumber: facts.ContractNumber ?? '',
    PaymentDate: payments.map((it) => it.date).toSorted()[0] ?? '',
    PaymentAmount: fromCents(payments.reduce((sum, it) => sum + it.cents, 0)),
    PaymentIndicator: typeof fields['PaymentIndicator'] === 'string' ? fields['PaymentIndicator'] : null,
    PaymentStatus: 'WAITING',
    BankCode: Number(account['BankCode'] ?? 0),
    PaymentAccount: shownAccount(numbers, merchant, account),
    IsNewPayee: !isKnown,
    LastPaid: null,
    BankDetailsChanged: null,
    BankDetailsChangedBy: null,
    HeldUntil: heldUntil,
    ReturnReason: null,
    Expected: {
      Count: payments.length,
      LastDate:
        payments
          .map((it) => it.date)
          .toSorted()
          .at(-1) ?? '',
      Before: facts.payout.before ? fromCents(facts.payout.before.cents) : null,
      BeforeDate: facts.payout.before?.date ?? null,
    },
  };
}

interface Judged extends HeldCandidate {
  facts: HeldFacts & { payout: PayoutFacts };
  account: string;
  heldUntil: DateTimeText | null;
}

/** Held ones by place, and what those that go count for. */
export interface JudgedPayouts {
  refusals: Map<number, Refusal>;
  counted: (CountedItem & { place: number })[];
  by: CountedBy;
}

const countedItem = ({ account, facts }: Judged): CountedItem => ({
  account,
  payments: facts.payout.payments.map((it) => ({ day: dateOf(it.date), cents: it.cents })),
});

/**
 * Judges payouts by the merchant's rule: by the sums of each payee's account on its day, and of the preparer today and in this
 * call; and by the hold of accounts that are new here. Those of an import wait until all of it is known.
 * @param given `changing`: the places of those whose payee's bank details are being changed.
 */
export async function holdPayouts(
  call: Call,
  operation: HeldPayout,
  candidates: readonly HeldCandidate[],
  seen: ReadonlyMap<number, SeenFacts>,
  given: { address: string; importId: string | undefined; hash: Buffer; changing: ReadonlySet<number> },
): Promise<JudgedPayouts> {
  const { query, merchant, numbers, caller } = call;
  await mustBeFree(call, merchant, Lock.approval);
  const refusals = new Map<number, Refusal>();
  const by = {
    subject: caller.subject,
    today: dateOf(call.now),
    preparedIn: given.importId ?? String(call.sequence),
  };
  // The same call again is the same request, until it is decided and sent: what was not held has left already.
  const same = await heldOfCall(call, caller.subject, operation, given.hash);
  for (const it of same)
    if (it.content?.place !== undefined) refusals.set(it.content.place, awaitingRelease(it.approval));
  if (same.length > 0)
    for (const { place } of candidates) if (!refusals.has(place)) refusals.set(place, new Refusal(sentBefore));
  const judged: Judged[] = [];
  const created = new Set<string | null>();
  const read = candidates.flatMap((candidate) => {
    const facts = seen.get(candidate.place)?.found;
    const { payout } = facts ?? {};
    return facts && payout ? [{ ...candidate, facts: { ...facts, payout } }] : [];
  });
  const isFound = new Set(read.map(({ place }) => place));
  for (const { place } of candidates) if (!isFound.has(place) && !refusals.has(place)) refusals.set(place, notShown);
  const left = read.filter(({ place }) => !refusals.has(place));
  const blocking = await inTheWayOf(call, operation, left);
  for (const candidate of left) {
    const { place, fields, facts } = candidate;
    const { numbers: named } = heldNames(facts);
    const isSecond = operation === 'payoutContractCreate' && created.has(named);
    created.add(named);
    const other = given.changing.has(place)
      ? accountChanging
      : isSecond
        ? duplicateOf('in the same call')
        : await blocking(fields, facts);
    if (other) refusals.set(place, other);
    else if (needsRelease('PAYOUTS', fields, facts))
      judged.push({
        ...candidate,
        account: payeeAccount(numbers, facts.ClientNumber, facts.payout.account),
        heldUntil: null,
      });
  }
  if (judged.length === 0) return { refusals, counted: [], by };
  const [rule] = await query<{ above: number; hold: number }>(
    'select above, hold_hours as hold from approval_rule where merchant = $1 and above is not null',
    [merchant],
  );
  const known = await knownAccounts(
    query,
    merchant,
    judged.map((it) => it.account),
  );
  const changed = await changedClients(call, judged, rule?.hold ?? 0);
  if (rule && rule.hold > 0) {
    const [end] = await query<{ at: string }>(
      `select to_char($1::timestamp + make_interval(hours => $2), 'YYYY-MM-DD HH24:MI') as at`,
      [call.now, rule.hold],
    );
    for (const it of judged)
      if (!known.has(it.account) || changed.has(it.facts.ClientNumber)) it.heldUntil = end?.at ?? null;
  }
  const above = rule?.above ?? 0;
  const isImport = given.importId !== undefined;
  const waits =
    isImport || above === 0 ? new Set(judged.map((it) => it.place)) : await waiting(call, judged, by, above);
  const held = judged.filter((it) => waits.has(it.place));
  if (held.length > 0) {
    const reason = operation === 'payoutPaymentEdit' ? 'EDIT' : 'RULE';
    const approval = await openApproval({ ...call, importId: given.importId }, reason, []);
    const [last] = await query<{ item: number }>(
      'select coalesce(max(item), 0) as item from held_item where merchant = $1 and approval_sequence = $2',
      [merchant, approval],
    );
    const items = held.map((it, index) => ({ ...it, number: (last?.item ?? 0) + index + 1 }));
    const isJudgedLater = isImport && above > 0;
    const rows = items.map(({ number: item, fields, facts, heldUntil, account, ...it }) => ({
      item,
      ...heldNames(facts),
      content: { fields, place: it.place, ...(it.item.text && { text: it.item.text() }) },
      summary: {
        ...summaryOf(facts),
        payment: shownPayment(numbers, merchant, { item, fields, facts, heldUntil, isKnown: known.has(account) }),
      },
      heldUntil,
      day: firstDay(operation, facts, heldUntil),
      // With it, the import may release what is shown by itself.
      mark: isJudgedLater && heldUntil === null ? keptMark(numbers, heldMark(operation, fields, facts)) : null,
    }));
    await insertHeld(
      call,
      {
        merchant,
        approval,
        product: call.product,
        operation,
        subject: caller.subject,
        author: { actor: actorOf(caller), context: contextOf(caller, given.address) },
        askedIn: call.sequence,
        hash: given.hash,
      },
      rows,
    );
    // Of an import, what the rule may still let go by itself waits for no person yet.
    const waitingNow = rows.filter(({ mark }) => mark === null);
    await writeHeldEvents(
      call,
      'payout.waiting',
      call.now,
      waitingNow.map(({ summary }) => ({ operation, product: call.product, summary })),
    );
    await countPayouts(
      query,
      merchant,
      by,
      items.map((it) => ({ ...countedItem(it), approval, item: it.number })),
    );
    if (isJudgedLater) await keepImportOpen(query, merchant, approval);
    const refusal = isJudgedLater ? awaitingImport(approval) : awaitingRelease(approval);
    for (const { place } of held) refusals.set(place, refusal);
  }
  const going = judged.filter((it) => !waits.has(it.place));
  return { refusals, counted: going.map((it) => ({ ...countedItem(it), place: it.place })), by };
}

/** Its first day, as it is sent. */
function firstDay(operation: HeldPayout, { payout }: Judged['facts'], heldUntil: DateTimeText | null): string {
  const day = payout.payments.map((it) => dateOf(it.date)).toSorted()[0] ?? '';
  return operation !== 'payoutPaymentEdit' && heldUntil !== null && dateOf(heldUntil) > day ? dateOf(heldUntil) : day;
}

const sentBefore: CodedFault = {
  Code: 'UNSETTLED',
  Message: 'The same call came before, and others of it wait for release. It was not sent again.',
};

const duplicateOf = (where: string): Refusal =>
  new Refusal({
    Field: 'ContractNumber',
    Code: 'DUPLICATE',
    Message: `A new payout contract with this number waits ${where}.`,
  });

const accountChanging = new Refusal({
  Code: 'UNSETTLED',
  Message: 'The bank details of its client are being changed. It was not sent.',
});

/** What is held of the records of these and forbids one of them. A waiting edit of the same payment is replaced. */
async function inTheWayOf(
  call: Call,
  operation: HeldPayout,
  items: readonly { facts: HeldFacts }[],
): Promise<(fields: Fields, facts: HeldFacts) => Promise<Refusal | undefined>> {
  const names = items.map(({ facts }) => heldNames(facts));
  const isAdded = operation === 'payoutPaymentCreate';
  const others = isAdded ? [] : await heldOfRecords(call, call.product, [operation], names);
  return async (fields, facts) => {
    const { sequence, numbers } = heldNames(facts);
    for (const it of others) {
      const isAlike = (sequence !== null && it.sequence === sequence) || (numbers !== null && it.numbers === numbers);
      if (!isAlike) continue;
      if (operation === 'payoutContractCreate') return duplicateOf(`already (approval ${it.approval})`);
      if (it.content?.fields['PaymentSequence'] !== fields['PaymentSequence']) continue;
      if (it.state !== 'WAITING')
        return new Refusal({
          Code: 'UNSETTLED',
          Message: 'Another change of this payment was released and is being sent.',
        });
      await withdrawOne(call, it);
    }
    return undefined;
  };
}

const notShown = new Refusal({
  Code: 'NOT_FOUND',
  Message: 'The provider does not show its client or contract. It was not sent.',
});

/** Clients whose bank details were changed here within the hold. */
async function changedClients(
  { query, merchant, product }: Call,
  judged: readonly Judged[],
  hours: number,
): Promise<ReadonlySet<string | null>> {
  if (hours === 0) return new Set();
  const rows = await query<{ client: string }>(
    `select distinct client_number as client from approval join held_item held using (merchant, approval_sequence)
      where merchant = $1 and approval.product = $2 and client_number = any($3) and held.operation = 'clientEdit'
        and held.state = 'ACCEPTED' and held.ended_at > now() - make_interval(hours => $4)`,
    [merchant, product, judged.map((it) => it.facts.ClientNumber), hours],
  );
  return new Set(rows.map(({ client }) => client));
}

/** The places of those that wait. */
async function waiting(
  { query, merchant }: Call,
  judged: readonly Judged[],
  by: CountedBy,
  above: number,
): Promise<ReadonlySet<number>> {
  const items = judged.map((it) => ({ ...countedItem(it), place: it.place, isHeld: it.heldUntil !== null }));
  const isOver = await overLimit(query, merchant, by, above, items, 'uncounted');
  return new Set(items.filter((it) => it.isHeld || isOver(it)).map((it) => it.place));
}
