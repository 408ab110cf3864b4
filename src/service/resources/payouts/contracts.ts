import { limits } from '#contract/operation.ts';
import type { Input } from '#contract/operations.ts';
import { payouts as operations } from '#contract/payouts.ts';
import type { DateTimeText } from '#rules/calendar.ts';
import { Refusal } from '#service/base/errors.ts';
import { echo, fieldNamesOf, selecting, storedValue, storedOf, unnesting } from '#service/database/rows.ts';
import {
  batch,
  perItem,
  retrieve,
  type BatchHandler,
  type Call,
  type ItemHandler,
  type RetrieveHandler,
} from '#service/http/call.ts';
import { logChanges, logEvents, type Change } from '../change-log.ts';
import { acceptedOutcomes, outcomeOf } from '../outcomes.ts';
import { knownClients, mustIdentify, identificationKey } from '../terms/identify.ts';
import { mustNotBePast } from '../terms/series.ts';
import { namesContract, recordsBy } from '../terms/terms.ts';
import { isPayoutCancelCode } from './cancel-codes.ts';
import { identifyPayout, mustBeActive, type Payout } from './identify.ts';
import { termsPaymentDates } from './payment-dates.ts';
import { addPayments, paymentAnswer, cancelPaymentsAfter, payments, type StoredPayment } from './payments.ts';

type Item = Input<'payoutContractCreate'>;

const echoed = fieldNamesOf(operations.payoutContractCreate.input);

/** Stores payout contracts; of two with the same numbers the first. What the result lacks existed before. */
async function store(call: Call, items: Item[]): Promise<Map<string, Payout>> {
  if (items.length === 0) return new Map();
  const { columns, unnest, values } = unnesting(
    echoed,
    items.map((item) => storedOf(item, echoed)),
    4,
  );
  const created = await call.query<Payout>(
    `insert into payout_contract (merchant, product, user_id, payout_status_code, ${columns})
      select $1, $2, $3, 'ACTIVE', * from ${unnest}
      on conflict (merchant, product, client_number, contract_number) do nothing
      returning contract_sequence as "ContractSequence", client_number as "ClientNumber",
        contract_number as "ContractNumber", payout_status_code as status`,
    [call.merchant, call.product, call.caller.subject, ...values],
  );
  return new Map(created.map((it) => [identificationKey(it), it]));
}

const payoutContractCreate: BatchHandler<'payoutContractCreate'> = async (call, items) => {
  const mustBeKnown = await knownClients(
    call,
    items.map((it) => it.ClientNumber),
  );
  const plans = items.map((item) =>
    outcomeOf(() => {
      const dates = termsPaymentDates(item);
      mustNotBePast(call, 'PaymentStartDate', item.PaymentStartDate);
      mustBeKnown(item.ClientNumber);
      return { item, dates };
    }),
  );
  const created = await store(
    call,
    acceptedOutcomes(plans).map((it) => it.item),
  );
  const outcomes = plans.map((plan): Created | Refusal => {
    if (plan instanceof Refusal) return plan;
    const numbers = identificationKey(plan.item);
    const payout = created.get(numbers);
    // Of two items with the same numbers the first was stored.
    created.delete(numbers);
    if (!payout)
      return new Refusal({
        Field: 'ContractNumber',
        Code: 'DUPLICATE',
        Message: 'The client has or had a payout contract with this number already.',
      });
    return { ...plan, payout };
  });
  const succeeded = acceptedOutcomes(outcomes);
  await logEvents(
    call,
    succeeded.flatMap(({ payout, item }) => creationChanges(item).map((change) => ({ record: payout, change }))),
  );
  await addPayments(call, succeeded.flatMap(paymentsOf));
  return outcomes.map((it) => (it instanceof Refusal ? it : resultOf(it)));
};

/** A stored payout contract with the dates of its payments. */
interface Created {
  item: Item;
  dates: (DateTimeText | null)[];
  payout: Payout;
}

const creationChanges = (item: Item): Change[] =>
  (['PaymentStartDate', 'PaymentAmount', 'NumberOfPayments', 'FrequencyCode', 'PaymentIndicator'] as const)
    .filter((field) => item[field] != null)
    .map((field) => ({ subject: 'payout', type: 'CREATE', field, old: null, new: storedValue(field, item[field]) }));

const paymentsOf = ({ item, dates, payout }: Created): StoredPayment[] =>
  dates.flatMap((date, index) =>
    date === null
      ? []
      : {
          ...payout,
          PaymentSequence: index + 1,
          PaymentDate: date,
          PaymentAmount: storedValue('PaymentAmount', item.PaymentAmount) as number,
          PaymentIndicator: item.PaymentIndicator ?? null,
        },
  );

/** A payment with an invalid date goes to `FailedPayments`; the payout contract is created all the same. */
const resultOf = (plan: Created) => {
  const { item, dates, payout } = plan;
  const failed = {
    ...echo({ ...payout }, fieldNamesOf(operations.payoutContractCancel.output)),
    PaymentAmount: item.PaymentAmount,
    Errors: [{ Field: 'PaymentDate', Code: 'OUT_OF_RANGE', Message: 'PaymentDate would lie past the year 9999.' }],
  };
  return {
    ...echo({ ...payout, ...storedOf(item, echoed) }, ['ContractSequence', ...echoed]),
    SuccessPayments: paymentsOf(plan).map(paymentAnswer),
    FailedPayments: dates.filter((date) => date === null).map(() => failed),
  };
};

const payoutContractCancel: ItemHandler<'payoutContractCancel'> = async (call, item) => {
  mustIdentify(item);
  const payout = await identifyPayout(call, item);
  mustBeActive(payout);
  if (!isPayoutCancelCode(item.CancelCode))
    throw new Refusal({
      Field: 'CancelCode',
      Code: 'NOT_IN_LOOKUP',
      Message: `${item.CancelCode} is not one of the payout cancel codes.`,
    });
  mustNotBePast(call, 'CancelDate', item.CancelDate);
  await call.query(
    `update payout_contract set payout_status_code = 'CANCELLED', cancel_code = $3, cancel_date = $4
      where merchant = $1 and contract_sequence = $2`,
    [call.merchant, payout.ContractSequence, item.CancelCode, item.CancelDate],
  );
  const cancelled = await cancelPaymentsAfter(call, payout, item.CancelDate);
  await logChanges(call, payout, [
    { subject: 'payout', type: 'CANCEL', field: 'CancelCode', old: null, new: item.CancelCode },
    { subject: 'payout', type: 'CANCEL', field: 'CancelDate', old: null, new: item.CancelDate },
    ...cancelled,
  ]);
  return echo({ ...payout }, fieldNamesOf(operations.payoutContractCancel.output));
};

/** Payout contracts with their payments, in the form of the interface. */
const withPayments = `(select c.*, array_to_json(array(
    select row_to_json(payment) from (
      select ${selecting(fieldNamesOf(operations.payoutPaymentList.output), 'p')}
      from (select c.client_number, c.contract_number, p.* from payment p
        where p.merchant = $1 and p.contract_sequence = c.contract_sequence) p
      order by p.payment_sequence
    ) payment
  )) as contract_payments
  from payout_contract c) it`;

const records = recordsBy(
  { table: withPayments, order: 'contract_sequence' },
  fieldNamesOf(operations.payoutContractList.output),
  namesContract,
);

const payoutContractList: RetrieveHandler<'payoutContractList'> = (tenant, query, isAll) => {
  if (!isAll) mustIdentify(query);
  return records(tenant, query);
};

export const payoutHandlers = {
  payoutContractCreate: batch(payoutContractCreate, {
    what: 'payments',
    field: 'NumberOfPayments',
    count: (item) => item.NumberOfPayments ?? 0,
    most: limits.payments,
  }),
  payoutContractCancel: perItem(payoutContractCancel),
  payoutContractList: retrieve(payoutContractList),
  ...payments,
};
