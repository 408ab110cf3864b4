import { lateralRows } from '#service/database/lateral-rows.ts';
import { numberSql } from './clients.ts';
import { chance, oneOfSql, pickSql } from './pick.ts';

/**
 * The payout contracts of all merchants with their payments in their state of today: refunds and single claims, and monthly
 * benefits, some still running. Parameters: today; merchants, products, numbers of clients and of payout contracts, and
 * the merchants whose samples they have, as arrays.
 */
export const planPayouts = `
  create temporary table seeded_payout on commit drop as
  with numbered as materialized (
    select merchant, product, n, concat_ws('/', sample, product, 'payout', n) as key,
      ${numberSql('C', '(n * 7 - 1) % clients + 1', 5)} as client_number,
      ${numberSql('PO', 'n', 6)} as contract_number
    from unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::text[]) as _ (merchant, product, clients, payouts, sample),
      generate_series(1, payouts) n
  ), termed as materialized (
    select *, $1::date - 150 + ${pickSql('start', 170)} as starts_on,
      ${oneOfSql('number', [1, 1, 1, 6, 6, 12, 12, 24], 'int')} as number_of_payments,
      (50 + ${pickSql('rands', 4950)}) * 100 + ${oneOfSql('cents', [0, 0, 0, 25, 50], 'int')} as payment_amount,
      ${oneOfSql('indicator', ['REFUND', 'CLAIM', 'BENEFIT'])} as payment_indicator
    from numbered
  )
  select *, nextval('contract_sequence') as contract_sequence,
    case when number_of_payments > 1 then 'MNTH' end as frequency_code,
    least(starts_on - 3, $1::date - 1) + time '10:00' + make_interval(mins => ${pickSql('captured', 300)}) as captured_at
  from termed
  order by merchant, product desc, n`;

/** Parameters: today; the non-banking days, and for each the next banking day, as arrays. */
export const planPayments = `
  create temporary table seeded_payment on commit drop as
  with stepped as (
    select merchant, product, contract_sequence, client_number, contract_number, payment_amount, payment_indicator,
      captured_at, starts_on, step, payout.key || '/' || step as key
    from seeded_payout payout, generate_series(0, number_of_payments - 1) step
  ), dated as (
    select *, (starts_on + make_interval(months => step))::date as pays_on, ${chance('closed', 3)} as is_closed
    from stepped
  ), taken as (
    select dated.*, coalesce(open_on, pays_on) as taken_on
    from dated left join unnest($2::date[], $3::date[]) as closed (day, open_on) on day = pays_on
  )
  select merchant, product, contract_sequence, client_number, contract_number, payment_amount, payment_indicator,
    captured_at, step + 1 as sequence, pays_on,
    case when taken_on >= $1::date then 'SCHEDULED' when is_closed then 'UNPAID' else 'PAID' end as status,
    taken_on + time '08:00' as submitted_at,
    taken_on + time '09:00' + make_interval(mins => ${pickSql('minute', 240)}) as cleared_at
  from taken`;

/** Parameter: merchant. */
export const insertPayouts = `
  insert into payout_contract (merchant, contract_sequence, product, client_number, contract_number, payout_status_code,
    payment_amount, number_of_payments, payment_start_date, frequency_code, payment_indicator, user_id)
  select merchant, contract_sequence, product, client_number, contract_number,
    case when exists (select from seeded_payment payment
        where payment.contract_sequence = payout.contract_sequence and status = 'SCHEDULED')
      then 'ACTIVE' else 'COMPLETED' end,
    payment_amount, number_of_payments, starts_on, frequency_code, payment_indicator, 'finance'
  from seeded_payout payout where merchant = $1
  order by contract_sequence
  returning 1`;

/** Parameter: merchant. */
export const insertPayments = `
  insert into payment (merchant, contract_sequence, payment_sequence, product, payment_date, payment_amount,
    payment_indicator, payment_status, response_code, payment_bank_code, payment_branch_code, payment_account_number,
    payment_account)
  select payment.merchant, contract_sequence, sequence, payment.product, pays_on, payment_amount, payment_indicator,
    status, case status when 'PAID' then '00' when 'UNPAID' then '12' end, bank_code, branch_code, account_number,
    account_mark
  from seeded_payment payment left join client on client.merchant = payment.merchant
    and client.product = payment.product and client.client_number = payment.client_number and status <> 'SCHEDULED'
  where payment.merchant = $1
  order by contract_sequence, sequence
  returning 1`;

/** Parameter: merchant. */
export const insertPayoutTransactions = `
  insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
    payment_sequence, transaction_type, amount, status, payment_bank_code, payment_branch_code)
  select merchant, product, cleared_at, client_number, contract_number, contract_sequence, sequence, 'PAYOUT',
    payment_amount, status, bank_code, branch_code
  from seeded_payment join client using (merchant, product, client_number)
  where merchant = $1 and status <> 'SCHEDULED'
  order by cleared_at, contract_sequence, sequence
  returning 1`;

const eventTypes = ['int', 'text', 'timestamp', 'text', 'text', 'text', 'text'];
const amount = '(payment_amount / 100.0)::numeric(14, 2)::text';
const time = (of: string) => `to_char(${of}, 'YYYY-MM-DD HH24:MI')`;
const created = (place: string, field: string, value: string, at = 'captured_at') => [
  place,
  `'CREATE'`,
  at,
  `'finance'`,
  `'${field}'`,
  'null',
  value,
];

const payoutEvents = lateralRows(eventTypes, [
  created('1', 'PaymentStartDate', time('starts_on')),
  created('1', 'PaymentAmount', amount),
  created('1', 'NumberOfPayments', 'number_of_payments::text'),
  created('1', 'FrequencyCode', 'frequency_code', 'case when frequency_code is not null then captured_at end'),
  created('1', 'PaymentIndicator', 'payment_indicator'),
]);

const after = (at: string) => `case when status <> 'SCHEDULED' then ${at} end`;
const paymentEvents = lateralRows(eventTypes, [
  created('2', 'PaymentDate', time('pays_on')),
  created('2', 'PaymentAmount', amount),
  created('2', 'PaymentIndicator', 'payment_indicator'),
  ['3', `'STATE'`, after('submitted_at'), `'clearing'`, `'PaymentStatus'`, `'SCHEDULED'`, `'SUBMITTED'`],
  ['4', `'STATE'`, after('cleared_at'), `'clearing'`, `'PaymentStatus'`, `'SUBMITTED'`, 'status'],
]);

/** The change log of the planned payouts, in the form that handlers and clearing write. Parameter: merchant. */
export const insertPayoutChanges = `
  with event as (
    select contract_sequence, 'payout' as subject, null::int as sequence, told.*
    from seeded_payout, ${payoutEvents} as told (place, type, at, by, field, before, after)
    where merchant = $1
    union all
    select contract_sequence, 'payment', sequence, told.*
    from seeded_payment, ${paymentEvents} as told (place, type, at, by, field, before, after)
    where merchant = $1
    union all
    select contract_sequence, 'payment', sequence, 2, 'STATE', submitted_at, 'clearing', 'PaymentAccount', null,
      account_mark
    from seeded_payment join client using (merchant, product, client_number)
    where merchant = $1 and status <> 'SCHEDULED'
    union all
    select contract_sequence, 'payout', null, 5, 'STATE', max(cleared_at), 'clearing', 'Status', 'ACTIVE',
      'COMPLETED'
    from seeded_payment where merchant = $1
    group by contract_sequence having bool_and(status <> 'SCHEDULED')
  )
  insert into change (merchant, product, subject, change_date, changed_by, client_number, contract_number,
    contract_sequence, payment_sequence, change_type, field_changed, old_value, new_value)
  select merchant, product, subject, at, by, client_number, contract_number, contract_sequence, sequence, type, field,
    before, after
  from event join seeded_payout using (contract_sequence) where at is not null
  order by at, contract_sequence, place, sequence
  returning 1`;

/** Parameters: merchant, today, client, the new account as JSON. */
export const insertNewAccount = `
  insert into approval (merchant, product, kind, client_number, operation, content, reason, preparers, prepared_name,
    prepared_at)
  values ($1, 'EFT', 'BANK_DETAILS', $3, 'clientEdit', $4, 'RULE', '{staff}', 'Sam Staff', $2::date - interval '9 hours')`;

/** What is to be paid after today waits for a second person, and so do changes. Parameters: merchant, today. */
export const insertApprovals = [
  `insert into approval_rule (merchant, above, hold_hours, bank_details, cancel)
    select $1, 0, 48, true, true where $2::date is not null
    returning 1`,
  `insert into approval (merchant, product, reason, preparers, prepared_name, prepared_at, call_sequence)
    select merchant, product, 'RULE', '{finance}', 'Fatima Finance', max(captured_at), nextval('call_sequence')
    from seeded_payment where merchant = $1 and pays_on > $2::date group by merchant, product
    returning 1`,
  `update payment set payment_status = 'WAITING', approval_sequence = approval.approval_sequence,
      prepared_by = 'finance', prepared_on = prepared_at::date
    from approval
    where payment.merchant = $1 and approval.merchant = $1 and approval.product = payment.product
      and payment_status = 'SCHEDULED' and payment_date >= ($2::date + 1)::timestamp`,
  `insert into approval (merchant, product, kind, client_number, contract_sequence, operation, content, reason, preparers,
      prepared_name, prepared_at)
    select merchant, product, 'CANCEL', client_number, contract_sequence, 'omniInstalmentCancel',
      jsonb_build_object('ContractSequence', contract_sequence), 'RULE', '{staff}', 'Sam Staff', $2::date - interval '8 hours'
    from contract where merchant = $1 and product = 'EFT' and mandate_status_code = 'ACTIVE'
    order by contract_sequence limit 1
    returning 1`,
];
