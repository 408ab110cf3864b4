import { payouts as operations } from '#contract/payouts.ts';
import { dateOf, type DateTimeText } from '#rules/calendar.ts';
import { columnOf, echo, fieldNamesOf, selectingStored, stored, unnesting, writing } from '#service/database/rows.ts';
import {
  batch,
  perItem,
  retrieve,
  type BatchHandler,
  type Call,
  type ItemHandler,
  type RetrieveHandler,
} from '#service/http/call.ts';
import { Refusal } from '#service/http/errors.ts';
import { difference, logChanges, logEvents, type Change } from '../change-log.ts';
import { accepted, outcomeOf } from '../outcomes.ts';
import { numbering } from '../terms/numbering.ts';
import { mustNotBePast } from '../terms/series.ts';
import { namesContract, recordsBy } from '../terms/terms.ts';
import { identifyPayout, identifyPayouts, mustBeActive, type Payout } from './identify.ts';

const terms = ['PaymentDate', 'PaymentAmount', 'PaymentIndicator'] as const;
const answered = fieldNamesOf(operations.payoutPaymentCreate.output);

/** A payment as the columns store it, with the numbers of its payout contract. */
export interface Payment extends Payout {
  PaymentSequence: number;
  PaymentDate: DateTimeText;
  PaymentAmount: number;
  PaymentIndicator: string | null;
}

export const answerOf = (payment: Payment) => echo({ ...payment }, answered);

/** Stores payments of any payout contracts and logs them, in two statements. */
export async function addPayments(call: Call, payments: Payment[]): Promise<void> {
  if (payments.length === 0) return;
  const fieldNames = ['ContractSequence', 'PaymentSequence', ...terms] as const;
  const { columns, unnest, values } = unnesting(
    fieldNames,
    payments.map((it) => ({ ...it })),
    3,
  );
  await call.query(
    `insert into payment (merchant, product, payment_status, ${columns}) select $1, $2, 'SCHEDULED', * from ${unnest}
      returning 1`,
    [call.merchant, call.product, ...values],
  );
  const creation = (it: Payment, field: (typeof terms)[number]) => ({
    record: it,
    change: {
      subject: 'payment' as const,
      type: 'CREATE' as const,
      field,
      sequence: it.PaymentSequence,
      old: null,
      new: it[field],
    },
  });
  await logEvents(
    call,
    payments.flatMap((it) => terms.filter((field) => it[field] !== null).map((field) => creation(it, field))),
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
    accepted(checked).map((it) => it.payout.ContractSequence),
  );
  const outcomes = checked.map((it): Payment | Refusal =>
    it instanceof Refusal
      ? it
      : {
          ...it.payout,
          PaymentSequence: next(it.payout.ContractSequence),
          PaymentDate: it.item.PaymentDate,
          PaymentAmount: stored('PaymentAmount', it.item.PaymentAmount) as number,
          PaymentIndicator: it.item.PaymentIndicator ?? null,
        },
  );
  await addPayments(call, accepted(outcomes));
  return outcomes.map((it) => (it instanceof Refusal ? it : answerOf(it)));
};

/**
 * Only scheduled payments can change, up to the day before their date (docs/decisions.md, 20). Locks the payment, so that it is
 * not submitted meanwhile.
 */
async function changeable(call: Call, payout: Payout, sequence: number): Promise<Payment> {
  const [found] = await call.query<Payment & { PaymentStatus: string }>(
    `select ${selectingStored(['PaymentSequence', ...terms, 'PaymentStatus'])} from payment
      where merchant = $1 and contract_sequence = $2 and payment_sequence = $3::bigint for update`,
    [call.merchant, payout.ContractSequence, sequence],
  );
  if (!found) throw new Refusal({ Field: 'PaymentSequence', Code: 'NOT_FOUND', Message: 'No such payment.' });
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

const payoutPaymentEdit: ItemHandler<'payoutPaymentEdit'> = async (call, item) => {
  const payout = await identifyPayout(call, item);
  const before = await changeable(call, payout, item.PaymentSequence);
  for (const fieldName of ['PaymentDate', 'PaymentAmount'] as const)
    if (item[fieldName] === null)
      throw new Refusal({ Field: fieldName, Code: 'REQUIRED', Message: `${fieldName} cannot be cleared.` });
  if (item.PaymentDate) mustNotBePast(call, 'PaymentDate', item.PaymentDate);
  const given = Object.fromEntries(writing(item, terms));
  const changes = difference('payment', { ...before }, given, item.PaymentSequence);
  if (changes.length > 0) {
    await call.query(
      `update payment set ${changes.map((it, index) => `${columnOf(it.field)} = $${index + 4}`).join(', ')}
        where merchant = $1 and contract_sequence = $2 and payment_sequence = $3`,
      [call.merchant, payout.ContractSequence, item.PaymentSequence, ...changes.map((it) => it.new)],
    );
    await logChanges(call, payout, changes);
  }
  return answerOf({ ...before, ...given });
};

/** Cancels payments scheduled after `date`; those due today go out. */
export async function cancelPaymentsAfter(call: Call, payout: Payout, date: DateTimeText): Promise<Change[]> {
  const cancelled = await call.query<{ sequence: number }>(
    `update payment set payment_status = 'CANCELLED'
      where merchant = $1 and contract_sequence = $2 and payment_status = 'SCHEDULED'
        and payment_date > $3::timestamp and payment_date >= $4::date + 1
      returning payment_sequence as sequence`,
    [call.merchant, payout.ContractSequence, date, dateOf(call.now)],
  );
  return cancelled
    .map(({ sequence }) => sequence)
    .toSorted((one, other) => one - other)
    .map((sequence) => ({
      subject: 'payment',
      type: 'CANCEL',
      field: 'PaymentStatus',
      sequence,
      old: 'SCHEDULED',
      new: 'CANCELLED',
    }));
}

/** The mark of the account that a payment of the table `p` went to. */
export const paymentAccount = 'account_mark(p.merchant, p.payment_account_number::text) as payment_account';

/** With the numbers of the payout contract, so that one retrieve can filter on either. */
const withPayout = `(select p.*, c.client_number, c.contract_number, ${paymentAccount}
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
