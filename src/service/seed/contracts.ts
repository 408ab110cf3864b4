import { numberSql } from './clients.ts';
import { chance, oneOfSql, pickSql, weightedSql } from './pick.ts';

/** SQL for the collection day in the month that begins on `month`; days beyond its end, and 99, are its last day. */
export const dayInMonth = (month: string): string =>
  `(${month} + least(collection_day, extract(day from ${month} + interval '1 month - 1 day')::int) - 1)`;

const minutes = (choice: string, from: number, span: number): string =>
  `make_interval(mins => ${from} + ${pickSql(choice, span)})`;
const officeHours = (choice: string): string => minutes(choice, 8 * 60, 9 * 60);

/**
 * The contracts of all merchants, with what no column holds: when each was created, approved and edited, the amount before the
 * edit, the start of its series, and how its payer pays. Parameters: today; merchants, products, numbers of clients and of
 * contracts, and the merchants whose samples they have, as arrays.
 *
 * A few are only days old and await approval. Only monthly series have adjustments, below the maximum. Steps are materialized:
 * the planner would otherwise repeat each choice wherever it is read.
 */
export const planContracts = `
  create temporary table seeded_contract on commit drop as
  with numbered as materialized (
    select merchant, product, n, product = 'DEBICHECK' as is_debicheck, concat_ws('/', sample, product, n) as key,
      ${numberSql('C', '(n - 1) % clients + 1', 5)} as client_number,
      ${numberSql('LN', 'n', 6)} as contract_number
    from unnest($2::text[], $3::text[], $4::int[], $5::int[], $6::text[]) as _ (merchant, product, clients, contracts, sample),
      generate_series(1, contracts) n
  ), captured as materialized (
    select *,
      case when ${chance('recent', 2)} then 1 + ${pickSql('recentAge', 2)} else 1 + ${pickSql('age', 365)} end as days_ago,
      is_debicheck or ${chance('mandate', 80)} as is_mandate,
      is_debicheck and ${chance('tracked', 70)} as is_tracked,
      ${weightedSql('frequency', { MNTH: 19, WEEK: 1, FRTN: 2, QURT: 2 })} as frequency_code,
      (100 + ${pickSql('rands', 1400)}) * 100 + ${oneOfSql('cents', [0, 0, 0, 50, 95, 99], 'int')} as instalment_amount
    from numbered
  ), weekday as materialized (
    select *, day - greatest(0, extract(isodow from day)::int - 5) as captured_on
    from (select *, $1::date - days_ago as day from captured) asked
  ), termed as materialized (
    select *, captured_on + 4 + ${pickSql('lead', 24)} as starts_on,
      case frequency_code
        when 'WEEK' then ${oneOfSql('weekday', [1, 3, 5, 5, 5], 'int')}
        when 'FRTN' then ${oneOfSql('fortnightDay', [5, 5, 12], 'int')}
        else ${oneOfSql('monthDay', [1, 1, 1, 1, 15, 15, 25, 25, 25, 25, 26, 28, 30, 31, 99, 99, 99], 'int')}
      end as collection_day,
      case frequency_code
        when 'WEEK' then ${oneOfSql('weeks', [12, 26], 'int')}
        when 'FRTN' then ${oneOfSql('fortnights', [12, 26, null], 'int')}
        when 'QURT' then ${oneOfSql('quarters', [4, 8, null], 'int')}
        else ${oneOfSql('months', [6, 6, 9, 10, 12, 12, 12, 18, null], 'int')}
      end as number_of_instalments,
      case
        -- Enough for some to be left the day after, when the bank has answered most.
        when is_debicheck and days_ago <= 2 then 'TT2'
        when is_debicheck then ${weightedSql('transactionType', { TT1: 3, TT2: 2, TT3: 1 })}
      end as transaction_type,
      case
        when is_mandate and frequency_code = 'MNTH' then ${weightedSql('category', { N: 15, A: 3, B: 1, Q: 1, R: 1 })}
        when is_mandate then 'N'
      end as adjustment_category,
      case frequency_code when 'MNTH' then 1 when 'QURT' then 3 else 0 end as step_months,
      case frequency_code when 'WEEK' then 7 when 'FRTN' then 14 else 0 end as step_days
    from weekday
  ), placed as materialized (
    select *,
      -- Before its last instalment in any case: what is completed cannot be cancelled.
      starts_on + 10 + ${pickSql(
        'cancelDay',
        'least(300, coalesce((number_of_instalments - 1) * greatest(step_days, step_months * 28), 300) - 10)',
      )} as cancelled_on,
      starts_on + 40 + ${pickSql('editDay', 60)} as edited_on,
      date_trunc('month', starts_on)::date as month,
      date_trunc('week', starts_on)::date + collection_day - 1 as week_day,
      days_ago > 10 and ${chance('firstCollection', 5)} as has_first
    from termed
  ), lived as materialized (
    select *,
      case when cancelled_on < $1::date and ${chance('cancelled', 12)}
        then cancelled_on + ${officeHours('cancelTime')} end as cancel_date,
      case when edited_on < $1::date and ${chance('edited', 8)} and step_months > 0
          and number_of_instalments is not null and coalesce(adjustment_category, 'N') = 'N'
        then edited_on + ${officeHours('editTime')} end as may_edit_at
    from placed
  )
  select merchant, product, nextval('contract_sequence') as contract_sequence, n, key, client_number, contract_number,
    is_debicheck, is_mandate, transaction_type, frequency_code, collection_day, number_of_instalments,
    adjustment_category, step_months, step_days, instalment_amount, captured_on, starts_on, cancel_date,
    case
      when cancel_date is not null then 'CANCELLED'
      when transaction_type = 'TT2' and days_ago <= 2 then 'PENDING'
      else 'ACTIVE'
    end as mandate_status_code,
    case when transaction_type = 'TT2' then 'PENDING' else 'ACTIVE' end as born,
    captured_on + ${officeHours('captureTime')} as captured_at,
    case when transaction_type = 'TT2' and days_ago > 2
      then captured_on + 1 + ${minutes('acceptTime', 5 * 60, 60)} end as accepted_at,
    case when cancel_date is null then may_edit_at end as edited_at,
    null::timestamp as completed_at,
    case when cancel_date is not null
      then ${weightedSql('reason', { MD17: 3, MCES: 2, CEXP: 1, MCFR: 1 })} end as cancel_reason,
    case when is_mandate then ${weightedSql('mandateType', { FIXED: 3, VARI: 2, USAGE: 1 })} end as mandate_type,
    case when is_mandate then case when is_tracked then 'Y' else 'N' end end as tracking_yn,
    case
      when is_tracked then ${oneOfSql('tracking', ['14', '02', '03', '05', '07'])}
      when is_mandate then '12'
    end as tracking_code,
    case adjustment_category when 'B' then instalment_amount / 50 when 'Q' then instalment_amount / 100
      end as adjustment_amount,
    case when adjustment_category = 'A' then ${oneOfSql('rate', [5, 5.5, 6, 7.25], 'numeric')} end as adjustment_rate,
    case when has_first then starts_on - 1 - ${pickSql('firstDay', 3)} end as first_on,
    case when has_first then instalment_amount / 2 + ${pickSql('firstCents', 5000)} end as first_collection_amount,
    instalment_amount - ${oneOfSql('raise', [1000, 2500, 4000], 'int')} as former_amount,
    case
      when step_days > 0 then case when week_day < starts_on then week_day + step_days else week_day end
      when ${dayInMonth('month')} < starts_on then (month + interval '1 month')::date
      else month
    end as origin,
    ${oneOfSql('payer', [50, 50, 50, 50, 50, 50, 50, 220, 220, 600], 'int')} as unpaid_per_mille
  from lived
  order by merchant, product desc, n`;

/** Parameter: merchant. */
export const insertContracts = `
  insert into contract (merchant, contract_sequence, product, is_mandate, client_number, contract_number,
    mandate_status_code, mandate_type, transaction_type, mandate_action_date, frequency_code, collection_day,
    debit_sequence_type, adjustment_category, adjustment_amount, adjustment_rate, tracking_yn, tracking_code,
    first_collection_date, first_collection_amount, instalment_start_date, instalment_amount, maximum_amount,
    number_of_instalments, rms, ctc_percentage, cancel_reason, cancel_date, user_id)
  select merchant, contract_sequence, product, is_mandate, client_number, contract_number,
    mandate_status_code, mandate_type, transaction_type,
    case when is_mandate then captured_on + 1 + time '08:00' end, frequency_code, collection_day,
    case when is_mandate then 'RCUR' end, adjustment_category, adjustment_amount, adjustment_rate, tracking_yn,
    tracking_code, first_on, first_collection_amount, starts_on, instalment_amount,
    case when is_debicheck then instalment_amount * 3 / 2 end, number_of_instalments,
    case when transaction_type = 'TT2' and ${chance('rms', 6)} then 'Y' end,
    case when not is_mandate and ${chance('ctc', 30)} then 2.5 end, cancel_reason, cancel_date, 'staff'
  from seeded_contract where merchant = $1
  order by contract_sequence
  returning 1`;
