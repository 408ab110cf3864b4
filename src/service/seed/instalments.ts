import { lateralRows } from '#service/database/lateral-rows.ts';
import { dayInMonth } from './contracts.ts';
import { chance, oneOfSql, pickSql } from './pick.ts';

/**
 * The instalments that rules/schedule.ts generates for the planned contracts, in their state of today: past ones have an
 * outcome, and an open-ended series reaches twelve ahead of today or of its cancellation. A few monthly ones were moved by
 * staff, none past its neighbour. Parameters: today; the non-banking days, and for each the next banking day, as arrays.
 *
 * A yearly rate would compound, but no monthly series here reaches its third year.
 */
export const planInstalments = `
  create temporary table seeded_instalment on commit drop as
  with series as (
    select contract_sequence, step, cancel_date, number_of_instalments, first_on, edited_at, former_amount,
      case when step_months > 0 then ${dayInMonth('(origin + make_interval(months => step * step_months))::date')}
        else origin + step * step_days end as planned_on,
      case
        when adjustment_category = 'Q' then instalment_amount + adjustment_amount * (step / 3)
        when adjustment_category = 'B' then instalment_amount + adjustment_amount * (step / 6)
        when adjustment_category = 'A' and step >= 12 then round(instalment_amount * (1 + adjustment_rate / 100))
        else instalment_amount
      end::bigint as amount
    from seeded_contract,
      generate_series(0, coalesce(number_of_instalments, 13 + 366 / greatest(step_days, 28 * step_months)) - 1) step
  ), placed as (
    select contract_sequence, step + case when first_on is null then 1 else 2 end as sequence, planned_on,
      case when planned_on < edited_at then former_amount else amount end as amount,
      step + 1 = number_of_instalments as is_last
    from (
      select *, count(*) filter (where planned_on < coalesce(cancel_date::date + 1, $1::date))
        over (partition by contract_sequence) as behind
      from series
    ) counted
    where number_of_instalments is not null or step < behind + 12
    union all
    select contract_sequence, 1, first_on, first_collection_amount, false
    from seeded_contract where first_on is not null
  ), told as (
    select placed.*, merchant, product, key || '/' || sequence as key, tracking_code, tracking_yn, cancel_date,
      is_debicheck, unpaid_per_mille,
      step_months > 0 and coalesce(cancel_date, edited_at) is null and sequence > 2
        and planned_on < $1::date + 4 as may_move
    from placed join seeded_contract using (contract_sequence)
  ), moved as materialized (
    select *, ${pickSql('outcome', 1000)} < unpaid_per_mille as is_unpaid,
      planned_on + case when may_move and ${chance('moved', 1.5)} then 2 + ${pickSql('movedDays', 4)} else 0 end
        as action_on
    from told
  ), closed as (
    select * from unnest($2::date[], $3::date[]) as _ (day, open_on)
  ), taken as (
    select moved.*, coalesce(open_on, action_on) as taken_on
    from moved left join closed on day = action_on
  ), disputed as (
    -- Some days after the outcome, which is within a day, and on a banking day.
    select taken.*, coalesce(open_on, dispute_on) as returned_on
    from (
      select *, case when not is_debicheck and not is_unpaid and coalesce(action_on <= cancel_date, true) and ${chance('disputed', 0.5)}
        then taken_on + 4 + ${pickSql('disputeDays', 7)} end as dispute_on
      from taken
    ) as taken left join closed on day = dispute_on
  )
  select merchant, product, contract_sequence, sequence, sequence as planned, key, planned_on, action_on, amount,
    tracking_code, case when sequence = 1 then 'FRST' when is_last then 'FNAL' else 'RCUR' end as debit_sequence_type,
    -- Tracking tries again for days, and EFT outcomes arrive within four.
    case
      when action_on > cancel_date then 'CANCELLED'
      when taken_on >= $1::date then 'SCHEDULED'
      when taken_on >= $1::date - 3 and tracking_yn = 'Y' and is_unpaid then 'TRACKING'
      when taken_on >= $1::date - 4 and not is_debicheck and ${chance('late', 25)} then 'SUBMITTED'
      when is_unpaid or returned_on < $1::date then 'UNPAID'
      else 'PAID'
    end as status,
    case when returned_on < $1::date then returned_on + time '18:30' end as returned_at,
    -- The early window for DebiCheck, the one after hours for EFT.
    taken_on + make_interval(mins => case when is_debicheck then 30 else 1050 end) as submitted_at,
    taken_on + make_interval(mins => case when is_debicheck then 120 else 1110 end + ${pickSql('minute', 240)})
      as cleared_at
  from disputed`;

/** Unpaid instalments of the last weeks that are collected again: extra instalments some days ahead. Parameter: today. */
export const planRepresented = `
  insert into seeded_instalment (merchant, product, contract_sequence, sequence, key, planned_on, action_on, amount,
    tracking_code, debit_sequence_type, status)
  select distinct on (contract_sequence) merchant, product, contract_sequence, last + 1, key, again_on, again_on,
    amount, tracking_code, 'RPRE', 'SCHEDULED'
  from (
    select *, $1::date + 2 + ${pickSql('again', 7)} as again_on,
      max(sequence) over (partition by contract_sequence) as last,
      bool_or(status = 'CANCELLED') over (partition by contract_sequence) as is_ended
    from seeded_instalment
  ) instalment
  where status = 'UNPAID' and returned_at is null and not is_ended and action_on between $1::date - 30 and $1::date - 2
    and ${chance('represented', 25)}
  order by contract_sequence, sequence desc`;

/** A contract completes with the outcome of its last instalment. */
export const completeContractsSql = `
  update seeded_contract contract set mandate_status_code = 'COMPLETED', completed_at = done.at
  from (
    select contract_sequence, max(cleared_at) as at from seeded_instalment
    group by contract_sequence having bool_and(status in ('PAID', 'UNPAID'))
  ) done
  where contract.contract_sequence = done.contract_sequence and mandate_status_code = 'ACTIVE'`;

/** Parameters: merchant, today. */
export const insertInstalments = `
  insert into instalment (merchant, contract_sequence, instalment_sequence, product, planned_sequence,
    instalment_action_date, instalment_amount, tracking_code, debit_sequence_type, instalment_status,
    instalment_result, created_date, return_date, last_update_date)
  select merchant, contract_sequence, sequence, instalment.product, planned, action_on, amount,
    instalment.tracking_code, debit_sequence_type, status,
    case when returned_at is not null then '30' when status = 'PAID' then '00' when status = 'UNPAID' then ${oneOfSql('reason', ['02', '02', '02', '02', '04', '06', '12'])} end,
    coalesce(born_at, captured_at), returned_at,
    coalesce(
      case
        when returned_at is not null then returned_at
        when status in ('PAID', 'UNPAID', 'TRACKING') then cleared_at
        when status = 'SUBMITTED' then submitted_at
        when status = 'CANCELLED' then cancel_date
        when action_on <> planned_on then planned_on - 5 + time '10:00'
        -- What was added beside the schedule is younger than any edit of the terms.
        when planned is not null and planned_on > edited_at then edited_at
      end,
      born_at, captured_at)
  from (select *, case when planned is null then $2::date - 1 + time '10:00' end as born_at from seeded_instalment)
      instalment
    join (select merchant, contract_sequence, captured_at, edited_at, cancel_date from seeded_contract) contract
      using (merchant, contract_sequence)
  where merchant = $1
  order by contract_sequence, sequence
  returning 1`;

/** Parameter: merchant. */
export const insertTransactions = `
  insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
    instalment_sequence, mandate_type, debit_sequence_type, tracking_code, transaction_type, amount, status)
  select merchant, instalment.product, at, client_number, contract_number, contract_sequence,
    sequence, mandate_type, debit_sequence_type, instalment.tracking_code, type, amount, outcome
  from seeded_instalment instalment join seeded_contract using (merchant, contract_sequence),
    ${lateralRows(
      ['timestamp', 'text', 'text'],
      [
        ['cleared_at', 'transaction_type', `case when returned_at is null then status else 'PAID' end`],
        ['returned_at', `'RETURN'`, `'UNPAID'`],
      ],
    )} as event (at, type, outcome)
  where merchant = $1 and status in ('PAID', 'UNPAID') and at is not null
  order by at, contract_sequence, sequence
  returning 1`;
