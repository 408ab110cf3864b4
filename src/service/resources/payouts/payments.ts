import { payouts as operations } from '#contract/payouts.ts';
import { dateOf, type DateTimeText } from '#rules/calendar.ts';
import { Refusal } from '#service/base/errors.ts';
import {
  columnOf,
  echo,
  fieldNamesOf,
  selectingStored,
  storedValue,
  unnesting,
  writing,
} from '#service/database/rows.ts';
import { writeRecordEvents } from '#service/events/records.ts';
import {
  batch,
  perItem,
  retrieve,
  type BatchHandler,
  type Call,
  type ItemHandler,
  type RetrieveHandler,
} from '#service/http/call.ts';
import { difference, logChanges, logEvents, type Change } from '../change-log.ts';
import { lookAgain } from '../next-look.ts';
import { acceptedOutcomes, outcomeOf } from '../outcomes.ts';
import { numbering } from '../terms/numbering.ts';
import { mustNotBePast } from '../terms/series.ts';
import { namesContract, recordsBy } from '../terms/terms.ts';
import { identifyPayout, identifyPayouts, mustBeActive, type Payout } from './identify.ts';
import { judgePayouts, preparersOf, type Release } from './release.ts';

const terms = ['PaymentDate', 'PaymentAmount', 'PaymentIndicator'] as const;
const answered = fieldNamesOf(operations.payoutPaymentCreate.output);

/** A payment as the columns store it, with the numbers of its payout contract. */
export interface StoredPayment extends Payout {
  PaymentSequence: number;
  PaymentDate: DateTimeText;
  PaymentAmount: number;
  PaymentIndicator: string | null;
}

export const paymentAnswer = (payment: StoredPayment) => echo({ ...payment }, answered);

/** Stores payments of any payout contracts and logs them, in two statements. */
export async function addPayments(call: Call, payments: StoredPayment[]): Promise<void> {
  if (payments.length === 0) return;
  const releases = await judgePayouts(call, payments);
  const fieldNames = ['ContractSequence', 'PaymentSequence', ...terms] as const;
  const { columns, unnest, values } = unnesting(
    fieldNames,
    payments.map((it) => ({ ...it })),
    10,
  );
  const column = <T>(of: (release: Release) => T) => releases.map(of);
  await call.query(
    `insert into payment (merchant, product, prepared_by, ${columns}, payment_status, approval_sequence, held_until,
        prepared_on, prepared_account, prepared_in)
      select $1, $2, $3, * from ${unnest.slice(0, -1)}, $4::text[], $5::bigint[], $6::timestamp[], $7::date[],
        $8::text[], $9::text[])
      returning 1`,
    [
      call.merchant,
      call.product,
      call.caller.subject,
      column((it) => it.status),
      column((it) => it.approval),
      column((it) => it.heldUntil),
      column((it) => it.preparedOn),
      column((it) => it.account),
      column((it) => it.preparedIn),
      ...values,
    ],
  );
  const creation = (payment: StoredPayment, field: (typeof terms)[number]) => ({
    record: payment,
    change: {
      subject: 'payment' as const,
      type: 'CREATE' as const,
      field,
      sequence: payment.PaymentSequence,
      old: null,
      new: payment[field],
    },
  });
  await logEvents(
    call,
    payments.flatMap((it) => terms.filter((field) => it[field] !== null).map((field) => creation(it, field))),
  );
  await writeRecordEvents(
    call.query,
    call.merchant,
    payments.flatMap(({ ContractSequence: contract, PaymentSequence: sequence }, index) =>
      releases[index]?.status === 'WAITING' ? [{ type: 'payout.waiting', contract, sequence, at: call.now }] : [],
    ),
  );
}

const payoutPaymentCreate: BatchHandler<'payoutPaymentCreate'> = async (call, items) => {
  const payoutOf = await identifyPayouts(call, items);
  const checked = items.map((item) =>
    outcomeOf(() => {
      const payout = payoutOf(item);
      mustBeActive(payout);
      mustNotBePast(call, 'PaymentDate', item.PaymentDate);
      return { payout, item };
    }),
  );
  const next = await numbering(
    call,
    'payment',
    acceptedOutcomes(checked).map((it) => it.payout.ContractSequence),
  );
  const outcomes = checked.map((it): StoredPayment | Refusal =>
    it instanceof Refusal
      ? it
      : {
          ...it.payout,
          PaymentSequence: next(it.payout.ContractSequence),
          PaymentDate: it.item.PaymentDate,
          PaymentAmount: storedValue('PaymentAmount', it.item.PaymentAmount) as number,
          PaymentIndicator: it.item.PaymentIndicator ?? null,
        },
  );
  await addPayments(call, acceptedOutcomes(outcomes));
  return outcomes.map((it) => (it instanceof Refusal ? it : paymentAnswer(it)));
};

type Changeable = StoredPayment & { PaymentStatus: string };

/**
 * Only scheduled payments can change, up to the day before their date (docs/decisions.md, 20). Locks the payment, so that it is
 * not submitted meanwhile.
 */
async function changeable(call: Call, payout: Payout, sequence: number): Promise<Changeable> {
  const [found] = await call.query<Changeable>(
    `select ${selectingStored(['PaymentSequence', ...terms, 'PaymentStatus'])} from payment
      where merchant = $1 and contract_sequence = $2 and payment_sequence = $3::bigint for update`,
    [call.merchant, payout.ContractSequence, sequence],
  );
  if (!found) throw new Refusal({ Field: 'PaymentSequence', Code: 'NOT_FOUND', Message: 'No such payment.' });
  // What waits for a second person, or was returned by one, can be corrected until it is released.
  if (['WAITING', 'SENT_BACK', 'MISSED'].includes(found.PaymentStatus)) return { ...found, ...payout };
  if (found.PaymentStatus !== 'SCHEDULED')
    throw new Refusal({
      Field: 'PaymentSequence',
      Code: 'NOT_SCHEDULED',
      Message: `The payment is ${found.PaymentStatus.toLowerCase()}; only a scheduled one can be changed.`,
    });
  if (dateOf(found.PaymentDate) <= dateOf(call.now))
    throw new Refusal({
      Field: 'PaymentSequence',
      Code: 'TOO_LATE',
      Message: 'A payment can be changed up to the day before its date.',
    });
  return { ...found, ...payout };
}

/** An edit withdraws a release: the payment, as it is now, waits again if it needs one. */
async function prepareAgain(call: Call, payment: Changeable): Promise<Change[]> {
  mustNotBePast(call, 'PaymentDate', payment.PaymentDate);
  const preparers = await preparersOf(call, payment.ContractSequence, payment.PaymentSequence);
  const [release] = await judgePayouts(call, [payment], { preparers });
  if (!release) throw new Error('one payment was not judged');
  await call.query(
    `update payment set payment_status = $4, approval_sequence = $5, held_until = $6, prepared_on = $7::date,
        prepared_account = $8, prepared_by = $9, prepared_in = $10, return_reason = null
      where merchant = $1 and contract_sequence = $2 and payment_sequence = $3`,
    [
      call.merchant,
      payment.ContractSequence,
      payment.PaymentSequence,
      release.status,
      release.approval,
      release.heldUntil,
      release.preparedOn,
      release.account,
      call.caller.subject,
      release.preparedIn,
    ],
  );
  if (release.status === payment.PaymentStatus) return [];
  return [
    {
      subject: 'payment',
      type: 'STATE',
      field: 'PaymentStatus',
      sequence: payment.PaymentSequence,
      old: payment.PaymentStatus,
      new: release.status,
    },
  ];
}

const payoutPaymentEdit: ItemHandler<'payoutPaymentEdit'> = async (call, item) => {
  const payout = await identifyPayout(call, item);
  const before = await changeable(call, payout, item.PaymentSequence);
  for (const fieldName of ['PaymentDate', 'PaymentAmount'] as const)
    if (item[fieldName] === null)
      throw new Refusal({ Field: fieldName, Code: 'REQUIRED', Message: `${fieldName} cannot be cleared.` });
  if (item.PaymentDate) mustNotBePast(call, 'PaymentDate', item.PaymentDate);
  const given = Object.fromEntries(writing(item, terms));
  const changes = difference('payment', { ...before }, given, item.PaymentSequence);
  if (changes.length > 0)
    await call.query(
      `update payment set ${changes.map((it, index) => `${columnOf(it.field)} = $${index + 4}`).join(', ')}
        where merchant = $1 and contract_sequence = $2 and payment_sequence = $3`,
      [call.merchant, payout.ContractSequence, item.PaymentSequence, ...changes.map((it) => it.new)],
    );
  if (changes.some((it) => it.field === 'PaymentDate'))
    await lookAgain(call, 'payout_contract', payout.ContractSequence);
  // Sent unchanged, a payment that was returned goes to its second person again.
  if (changes.length > 0 || before.PaymentStatus === 'SENT_BACK')
    changes.push(...(await prepareAgain(call, { ...before, ...given })));
  if (changes.length > 0) await logChanges(call, payout, changes);
  return paymentAnswer({ ...before, ...given });
};

/**
 * Cancels payments scheduled after `date`; those due today go out. Payments that wait, are held or came back are cancelled on
 * any date.
 */
export async function cancelPaymentsAfter(call: Call, payout: Payout, date: DateTimeText): Promise<Change[]> {
  const open = await call.query<{ sequence: number; old: string }>(
    `select payment_sequence as sequence, payment_status as old from payment
      where merchant = $1 and contract_sequence = $2
        and (payment_status in ('WAITING', 'SENT_BACK', 'MISSED')
          or payment_status = 'SCHEDULED' and (held_until > $5::timestamp
            or payment_date > $3::timestamp and payment_date >= ($4::date + 1)::timestamp))
      order by payment_sequence for update`,
    [call.merchant, payout.ContractSequence, date, dateOf(call.now), call.now],
  );
  if (open.length === 0) return [];
  await call.query(
    `update payment set payment_status = 'CANCELLED'
      where merchant = $1 and contract_sequence = $2 and payment_sequence = any($3)`,
    [call.merchant, payout.ContractSequence, open.map((it) => it.sequence)],
  );
  return open.map(({ sequence, old }) => ({
    subject: 'payment',
    type: 'CANCEL',
    field: 'PaymentStatus',
    sequence,
    old,
    new: 'CANCELLED',
  }));
}

/** With the numbers of the payout contract, so that one retrieve can filter on either. */
const withPayout = `(select p.*, c.client_number, c.contract_number
  from payment p join payout_contract c using (merchant, contract_sequence)) it`;

const payoutPaymentList: RetrieveHandler<'payoutPaymentList'> = recordsBy(
  { table: withPayout, order: 'contract_sequence, payment_sequence' },
  fieldNamesOf(operations.payoutPaymentList.output),
  (given) => namesContract(given) && given['PaymentSequence'] != null,
);

export const payments = {
  payoutPaymentCreate: batch(payoutPaymentCreate),
  payoutPaymentEdit: perItem(payoutPaymentEdit),
  payoutPaymentList: retrieve(payoutPaymentList),
};
