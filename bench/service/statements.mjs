// The simplest hand-written SQL for the same result: one statement per batch, with the rows that the service stores for
// it. It checks no item, locks no contract and returns no answer.

/** $1 merchant, $2 contracts, $3 dates, $4 amounts in cents, $5 now. */
export const insertInstalments = `
  with item as (
    select * from unnest($2::bigint[], $3::timestamp[], $4::bigint[]) with ordinality
      as _ (contract_sequence, at, cents, place)
  ), last as (
    select contract_sequence, max(instalment_sequence) as sequence from instalment
    where merchant = $1 and contract_sequence = any($2::bigint[]) group by contract_sequence
  ), made as (
    insert into instalment (merchant, contract_sequence, product, instalment_sequence, instalment_action_date,
      instalment_amount, instalment_status, created_date, last_update_date)
    select $1, contract_sequence, contract.product,
      coalesce(last.sequence, 0) + row_number() over (partition by contract_sequence order by place), at, cents,
      'SCHEDULED', $5::timestamp, $5::timestamp
    from item
      join contract using (contract_sequence)
      left join last using (contract_sequence)
    where contract.merchant = $1
    returning contract_sequence, instalment_sequence, instalment_action_date as at, instalment_amount as cents
  )
  insert into change (merchant, product, subject, change_date, changed_by, client_number, contract_number,
    contract_sequence, mandate_type, change_type, field_changed, instalment_sequence, new_value)
  select $1, contract.product, 'instalment', $5::timestamp, 'bench', client_number, contract_number,
    contract_sequence, mandate_type, 'CREATE', field || '[' || instalment_sequence || ']', instalment_sequence, value
  from made
    join contract using (contract_sequence),
    lateral (values
      ('InstalmentActionDate', to_char(at, 'YYYY-MM-DD HH24:MI')),
      ('InstalmentAmount', (cents / 100.0)::numeric(14, 2)::text)
    ) as told (field, value)
  where contract.merchant = $1`;

/** $1 merchant, $2 product, $3 clients, $4 contract numbers, $5 start dates, $6 amounts in cents, $7 now; 12 instalments each. */
export const insertMandates = `
  with made as (
    insert into contract (merchant, product, is_mandate, client_number, contract_number, mandate_status_code,
      frequency_code, collection_day, instalment_start_date, instalment_amount, number_of_instalments, user_id)
    select $1, $2, true, client_number, contract_number, 'ACTIVE', 'MNTH', 1, starts, cents, 12, 'bench'
    from unnest($3::text[], $4::text[], $5::timestamp[], $6::bigint[]) as _ (client_number, contract_number, starts, cents)
    returning contract_sequence, client_number, contract_number, instalment_start_date, instalment_amount
  ), series as (
    insert into instalment (merchant, contract_sequence, product, instalment_sequence, planned_sequence,
      instalment_action_date, instalment_amount, debit_sequence_type, instalment_status, created_date, last_update_date)
    select $1, contract_sequence, $2, n, n, instalment_start_date + make_interval(months => n - 1), instalment_amount,
      case n when 1 then 'FRST' when 12 then 'FNAL' else 'RCUR' end, 'SCHEDULED', $7::timestamp, $7::timestamp
    from made, generate_series(1, 12) as n
  )
  insert into change (merchant, product, subject, change_date, changed_by, client_number, contract_number,
    contract_sequence, change_type, field_changed, new_value)
  select $1, $2, subject, $7::timestamp, 'bench', client_number, contract_number, contract_sequence, 'CREATE', field, value
  from made, lateral (values
    ('mandate', 'MandateStatusCode', 'ACTIVE'),
    ('contract', 'Status', 'ACTIVE'),
    ('mandate', 'FrequencyCode', 'MNTH'),
    ('mandate', 'CollectionDay', '1'),
    ('mandate', 'InstalmentStartDate', to_char(instalment_start_date, 'YYYY-MM-DD HH24:MI')),
    ('mandate', 'InstalmentAmount', (instalment_amount / 100.0)::numeric(14, 2)::text),
    ('mandate', 'NumberOfInstalments', '12')
  ) as told (subject, field, value)`;

/** What has been stored so far, to compare both sides: numbers of rows, sums, contents of the change log. */
export const stored = `
  select (select count(*) from contract)::int as contracts,
    (select count(*) from instalment)::int as instalments,
    (select sum(instalment_amount) from instalment)::float8 as cents,
    (select sum(extract(epoch from instalment_action_date)) from instalment)::float8 as seconds,
    (select count(*) from change)::int as changes,
    (select count(*) from change where subject = 'instalment')::int as instalment_changes,
    (select count(*) from change where subject = 'mandate')::int as mandate_changes,
    (select sum(length(new_value)) from change where field_changed like 'Instalment%')::int as told`;
