import { clientNumber } from './clients.ts';
import { chance, oneOf, pick } from './pick.ts';

/** SQL for the collection day in the month that begins on `month`; days beyond its end, and 99, are its last day. */
export const dayInMonth = (month: string): string =>
  `(${month} + least(collection_day, extract(day from ${month} + interval '1 month - 1 day')::int) - 1)`;

const minutes = (choice: string, from: number, span: number): string =>
  `make_interval(mins => ${from} + ${pick(choice, span)})`;
const officeHours = (choice: string): string => minutes(choice, 8 * 60, 9 * 60);

/**
 * The contracts of all merchants with what the later statements tell of them but no column holds: when one was captured,
 * accepted by its payer and edited, the amount before the edit, the date that its series counts from, and how its payer pays.
 * Parameters: today; merchants, products, numbers of clients and of contracts as arrays.
 *
 * Frequencies are those that most mandates have; adjustments go with months alone, and stay below the maximum.
 */
export const planContracts = `
  create temporary table seeded_contract on commit drop as
  with captured as (
    select *, case when is_recent then 1 + ${pick('recentAge', 2)} else 1 + ${pick('age', 365)} end as days_ago
    from (
      select *, ${chance('recent', 2)} as is_recent, product = 'DEBICHECK' as is_debicheck
      from (
        select merchant, product, n, ${clientNumber('(n - 1) % clients + 1')} as client_number,
          'LN' || lpad(n::text, 6, '0') as contract_number, concat_ws('/', merchant, product, n) as key
        from unnest($2::text[], $3::text[], $4::int[], $5::int[]) as _ (merchant, product, clients, contracts),
          generate_series(1, contracts) n
      ) numbered
    ) aged
  ), dated as (
    select *, captured_on + 4 + ${pick('lead', 24)} as starts_on
    from (
      select *, is_debicheck or ${chance('mandate', 80)} as is_mandate,
        day - greatest(0, extract(isodow from day)::int - 5) as captured_on,
        ${oneOf('frequency', [...Array<string>(19).fill('MNTH'), 'WEEK', 'FRTN', 'FRTN', 'QURT', 'QURT'])} as frequency_code,
        (100 + ${pick('rands', 1400)}) * 100 + ${oneOf('cents', [0, 0, 0, 50, 95, 99], 'int')} as instalment_amount
      from (select *, $1::date - days_ago as day from captured) day
    ) weekday
  ), termed as (
    select *,
      case frequency_code
        when 'WEEK' then ${oneOf('weekday', [1, 3, 5, 5, 5], 'int')}
        when 'FRTN' then ${oneOf('fortnightDay', [5, 5, 12], 'int')}
        else ${oneOf('monthDay', [1, 1, 1, 1, 15, 15, 25, 25, 25, 25, 26, 28, 30, 31, 99, 99, 99], 'int')}
      end as collection_day,
      case frequency_code
        when 'WEEK' then ${oneOf('weeks', [12, 26], 'int')}
        when 'FRTN' then ${oneOf('fortnights', [12, 26, null], 'int')}
        when 'QURT' then ${oneOf('quarters', [4, 8, null], 'int')}
        else ${oneOf('months', [6, 6, 9, 10, 12, 12, 12, 18, null], 'int')}
      end as number_of_instalments,
      case when is_debicheck then ${oneOf('transactionType', ['TT1', 'TT1', 'TT1', 'TT2', 'TT2', 'TT3'])} end as transaction_type,
      case when not is_mandate then null
        when frequency_code <> 'MNTH' then 'N'
        else ${oneOf('category', [...Array<string>(15).fill('N'), 'A', 'A', 'A', 'B', 'Q', 'R'])}
      end as adjustment_category,
      is_debicheck and not ${chance('untracked', 30)} as is_tracked,
      case frequency_code when 'MNTH' then 1 when 'QURT' then 3 else 0 end as step_months,
      case frequency_code when 'WEEK' then 7 when 'FRTN' then 14 else 0 end as step_days,
      ${chance('firstCollection', 5)} and days_ago > 10 as has_first
    from dated
  ), lived as (
    select *,
      case
        when ${chance('cancelled', 12)} and cancelled_on < $1::date then cancelled_on + ${officeHours('cancelTime')}
      end as cancel_date,
      case
        when step_months > 0 and number_of_instalments is not null and coalesce(adjustment_category, 'N') = 'N'
          and ${chance('edited', 8)} and edited_on < $1::date then edited_on + ${officeHours('editTime')}
      end as may_edit
    from (
      select *,
        -- Before its last instalment in any case: what is completed cannot be cancelled.
        starts_on + 10 + ${pick(
          'cancelDay',
          'least(300, coalesce((number_of_instalments - 1) * greatest(step_days, step_months * 28), 300) - 10)',
        )} as cancelled_on,
        starts_on + 40 + ${pick('editDay', 60)} as edited_on,
        case
          when step_days > 0 then date_trunc('week', starts_on)::date + collection_day - 1
          when ${dayInMonth("date_trunc('month', starts_on)::date")} < starts_on
            then (date_trunc('month', starts_on) + interval '1 month')::date
          else date_trunc('month', starts_on)::date
        end as origin
      from termed
    ) placed
  )
  select key, merchant, product, n, client_number, contract_number, nextval('contract_sequence') as contract_sequence, is_mandate,
    transaction_type, frequency_code, collection_day, adjustment_category, number_of_instalments, cancel_date,
    case when cancel_date is not null then ${oneOf('reason', ['MD17', 'MD17', 'MD17', 'MCES', 'MCES', 'CEXP', 'MCFR'])} end
      as cancel_reason,
    case when transaction_type = 'TT2' then 'PENDING' else 'ACTIVE' end as born,
    step_months, step_days, instalment_amount, is_debicheck,
    case
      when cancel_date is not null then 'CANCELLED'
      when transaction_type = 'TT2' and days_ago <= 2 then 'PENDING'
      else 'ACTIVE'
    end as mandate_status_code,
    case when is_mandate then ${oneOf('mandateType', ['FIXED', 'FIXED', 'FIXED', 'VARI', 'VARI', 'USAGE'])} end as mandate_type,
    case when is_mandate then case when is_tracked then 'Y' else 'N' end end as tracking_yn,
    case
      when is_tracked then ${oneOf('tracking', ['14', '02', '03', '05', '07'])}
      when is_mandate then '12'
    end as tracking_code,
    case
      when adjustment_category = 'B' then instalment_amount / 50
      when adjustment_category = 'Q' then instalment_amount / 100
    end as adjustment_amount,
    case when adjustment_category = 'A' then ${oneOf('rate', [5, 5.5, 6, 7.25], 'numeric')} end as adjustment_rate,
    case when has_first then starts_on - 1 - ${pick('firstDay', 3)} end as first_on,
    case when has_first then instalment_amount / 2 + ${pick('firstCents', 5000)} end as first_collection_amount,
    starts_on, captured_on, captured_on + ${officeHours('captureTime')} as captured_at,
    case when transaction_type = 'TT2' and days_ago > 2 then captured_on + 1 + ${minutes('acceptTime', 5 * 60, 60)} end as accepted_at,
    case when cancel_date is null then may_edit end as edited_at, null::timestamp as completed_at,
    instalment_amount - ${oneOf('raise', [1000, 2500, 4000], 'int')} as former_amount,
    case when step_days > 0 and origin < starts_on then origin + step_days else origin end as origin,
    (array[50, 50, 50, 50, 50, 50, 50, 220, 220, 600])[1 + ${pick('payer', 10)}] as unpaid_per_mille
  from lived
  order by merchant, product desc, n`;

/** Parameter: merchant. */
export const insertContracts = `
  insert into contract (merchant, contract_sequence, product, is_mandate, client_number, contract_number,
    mandate_status_code, mandate_type, transaction_type, mandate_action_date, frequency_code, collection_day,
    debit_sequence_type, adjustment_category, adjustment_amount, adjustment_rate, tracking_yn, tracking_code,
    first_collection_date, first_collection_amount, instalment_start_date, instalment_amount, maximum_amount,
    number_of_instalments, rms, ctc_percentage, cancel_reason, cancel_date)
  select merchant, contract_sequence, product, is_mandate, client_number, contract_number,
    mandate_status_code, mandate_type, transaction_type,
    case when is_mandate then captured_on + 1 + interval '8 hours' end, frequency_code, collection_day,
    case when is_mandate then 'RCUR' end, adjustment_category, adjustment_amount, adjustment_rate, tracking_yn,
    tracking_code, first_on, first_collection_amount, starts_on, instalment_amount,
    case when is_debicheck then instalment_amount * 3 / 2 end, number_of_instalments,
    case when transaction_type = 'TT2' and ${chance('rms', 6)} then 'Y' end,
    case when not is_mandate and ${chance('ctc', 30)} then 2.5 end,
    cancel_reason, cancel_date
  from seeded_contract where merchant = $1
  order by contract_sequence`;
