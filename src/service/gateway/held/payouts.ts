import { createHash } from 'node:crypto';
import { jsonOf } from '#answers/json.ts';
import type { Fields } from '#answers/read-back/reader.ts';
import type { ApprovalPayment } from '#contract/approvals.ts';
import { addDays, bankingDay, dateOf, type DateTimeText } from '#rules/calendar.ts';
import { holidayName } from '#rules/holidays.ts';
import { fromCents } from '#rules/money.ts';
import { contextOf } from '#service/audit/audit.ts';
import { actorOf } from '#service/audit/entry.ts';
import type { Call } from '#service/http/call.ts';
import { Refusal, type Fault } from '#service/http/errors.ts';
import { Lock, mustBeFree } from '#service/http/limits/shares.ts';
import type { Numbers } from '#service/numbers/numbers.ts';
import { openApproval } from '#service/resources/payouts/release.ts';
import {
  countedByAccount,
  countedByPreparer,
  countPayouts,
  knownAccounts,
  type CountedBy,
  type CountedItem,
} from './counted.ts';
import { heldNames, needsRelease, summaryOf, type HeldFacts, type PayoutFacts, type SeenFacts } from './facts.ts';
import { awaitingRelease, withdrawOne, type HeldCandidate } from './hold.ts';
import type { HeldPayout } from './kinds.ts';
import { heldOfCall, heldOfRecord, insertHeld, type HeldContent } from './store.ts';

const isWholeNumber = ({ account }: PayoutFacts): boolean => /^\d+$/.test(String(account['AccountNumber']));

/**
 * The payee's account, to be compared and counted: the same for the same bank details, and nobody can try numbers. What the provider
 * does not show in full is a client's own.
 */
function accountOf(numbers: Numbers, { ClientNumber, payout }: HeldFacts & { payout: PayoutFacts }): string {
  const named = [payout.account, isWholeNumber(payout) ? null : ClientNumber];
  return numbers.hash(createHash('sha256').update(JSON.stringify(named)).digest()).toString('base64url');
}

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

/** Banking days before its day on which a payout is sent. */
const daysBefore = 1;

/**
 * When a released payout is sent: on the banking day before its day, at the end of its hold if that is later. An edit at once: what it
 * changes may go out before.
 */
export function sendTimeOf(
  operation: HeldPayout,
  { payments }: PayoutFacts,
  heldUntil: DateTimeText | null,
): DateTimeText {
  const [first] = payments.map((it) => dateOf(it.date)).toSorted();
  if (operation === 'payoutPaymentEdit' || !first) return heldUntil ?? '0001-01-01 00:00';
  const cutOff = `${bankingDay(addDays(first, -daysBefore), 'previous', holidayName)} 00:00`;
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
  const shown = account['AccountNumber'];
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
    PaymentAccount: isWholeNumber(facts.payout) ? numbers.mark(merchant, String(shown)) : `${shown ?? 'not shown'}`,
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
 * import or call; and by the hold of accounts that are new here. An import always waits: its calls that would follow are not known.
 */
export async function holdPayouts(
  call: Call,
  operation: HeldPayout,
  candidates: readonly HeldCandidate[],
  seen: ReadonlyMap<number, SeenFacts>,
  given: { address: string; importId: string | undefined; hash: Buffer },
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
  for (const candidate of candidates) {
    const { place, fields } = candidate;
    if (refusals.has(place)) continue;
    const facts = seen.get(place)?.found;
    if (!facts?.payout) {
      refusals.set(
        place,
        new Refusal({
          Code: 'NOT_FOUND',
          Message: 'The provider does not show its client or contract. It was not sent.',
        }),
      );
      continue;
    }
    const { numbers: named } = heldNames(facts);
    const isSecond = operation === 'payoutContractCreate' && created.has(named);
    created.add(named);
    const other = isSecond ? duplicateOf('in the same call') : await inTheWayOf(call, operation, fields, facts);
    if (other) refusals.set(place, other);
    else if (needsRelease('PAYOUTS', fields, facts)) {
      const payout = { ...facts, payout: facts.payout };
      judged.push({ ...candidate, facts: payout, account: accountOf(numbers, payout), heldUntil: null });
    }
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
  const waits = await waiting(call, judged, by, given.importId !== undefined || rule?.above === 0, rule?.above ?? 0);
  const held = judged.filter((it) => waits.has(it.place));
  if (held.length > 0) {
    const approval = await openApproval(
      { ...call, importId: given.importId },
      operation === 'payoutPaymentEdit' ? 'EDIT' : 'RULE',
      [],
    );
    const [last] = await query<{ item: number }>(
      'select coalesce(max(item), 0) as item from held_item where merchant = $1 and approval_sequence = $2',
      [merchant, approval],
    );
    let item = last?.item ?? 0;
    for (const it of held) {
      item++;
      await insertHeld(call, {
        merchant,
        approval,
        item,
        product: call.product,
        operation,
        subject: caller.subject,
        author: { actor: actorOf(caller), context: contextOf(caller, given.address) },
        askedIn: call.sequence,
        hash: given.hash,
        ...heldNames(it.facts),
        content: { fields: it.fields, place: it.place, ...(it.item.text && { text: it.item.text() }) },
        summary: {
          ...summaryOf(it.facts),
          payment: shownPayment(numbers, merchant, {
            item,
            fields: it.fields,
            facts: it.facts,
            heldUntil: it.heldUntil,
            isKnown: known.has(it.account),
          }),
        },
        heldUntil: it.heldUntil,
        day: firstDay(operation, it),
      });
      await countPayouts(query, merchant, by, [{ ...countedItem(it), approval, item }]);
      refusals.set(it.place, awaitingRelease(approval));
    }
  }
  const going = judged.filter((it) => !waits.has(it.place));
  return { refusals, counted: going.map((it) => ({ ...countedItem(it), place: it.place })), by };
}

/** Its first day, as it is sent. */
function firstDay(operation: HeldPayout, { facts, heldUntil }: Judged): string {
  const day = facts.payout.payments.map((it) => dateOf(it.date)).toSorted()[0] ?? '';
  return operation !== 'payoutPaymentEdit' && heldUntil !== null && dateOf(heldUntil) > day ? dateOf(heldUntil) : day;
}

const sentBefore: Fault = {
  Code: 'UNSETTLED',
  Message: 'The same call came before, and others of it wait for release. It was not sent again.',
};

const duplicateOf = (where: string): Refusal =>
  new Refusal({
    Field: 'ContractNumber',
    Code: 'DUPLICATE',
    Message: `A new payout contract with this number waits ${where}.`,
  });

/** What is held of the same record and forbids this one. A waiting edit of the same payment is replaced. */
async function inTheWayOf(
  call: Call,
  operation: HeldPayout,
  fields: Fields,
  facts: HeldFacts,
): Promise<Refusal | undefined> {
  const bank = { sequence: null, numbers: JSON.stringify([facts.ClientNumber]) };
  const changing = await heldOfRecord(call, call.product, ['clientEdit'], bank);
  if (changing.some(({ state }) => state !== 'WAITING'))
    return new Refusal({
      Code: 'UNSETTLED',
      Message: 'The bank details of its client are being changed. It was not sent.',
    });
  if (operation === 'payoutPaymentCreate') return undefined;
  for (const it of await heldOfRecord(call, call.product, [operation], heldNames(facts))) {
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
}

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
  isAll: boolean,
  above: number,
): Promise<ReadonlySet<number>> {
  if (isAll) return new Set(judged.map((it) => it.place));
  const items = judged.map((it) => ({ ...countedItem(it), place: it.place, isHeld: it.heldUntil !== null }));
  const days = items.flatMap(({ account, payments }) => payments.map(({ day }) => ({ account, day })));
  const keys = new Map(days.map((it) => [`${it.account} ${it.day}`, it]));
  const sums = new Map(await countedByAccount(query, merchant, [...keys.values()]));
  let own = await countedByPreparer(query, merchant, by);
  for (const { account, payments } of items)
    for (const { day, cents } of payments) {
      sums.set(`${account} ${day}`, (sums.get(`${account} ${day}`) ?? 0) + cents);
      own += cents;
    }
  const isOver = ({ account, payments }: CountedItem) =>
    payments.some(({ day }) => (sums.get(`${account} ${day}`) ?? 0) > above);
  return new Set(items.filter((it) => own > above || it.isHeld || isOver(it)).map((it) => it.place));
}
