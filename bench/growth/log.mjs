// A change log of ten years for sixteen merchants, in the order in which it would have been written.

/** The merchant whose reports are measured, and its index among the sixteen. */
export const merchant = '1008';
const place = Number(merchant) - 1001;

/** Ten years. The last month is written after the last `analyze`, as on a live database between two of them. */
export const from = '2016-11-01';
export const lastYear = { StartDate: '2025-11-01 00:00', EndDate: '2026-10-31 23:59' };
export const lastMonth = { StartDate: '2026-10-01 00:00', EndDate: '2026-10-31 23:59' };
export const always = { StartDate: '2000-01-01 00:00', EndDate: '2999-12-31 23:59' };
const days = { all: 3652, beforeLastYear: 3287, beforeLastMonth: 3621 };

/** Changes of a contract in its one year: its own, and two or three of each instalment. */
const changesPerContract = 30;

/**
 * The numbers of the first row of the last year and of the last month.
 * @param {number} rows in all ten years
 */
export const placesOf = (rows) => ({
  lastYear: Math.ceil((rows * days.beforeLastYear) / days.all),
  lastMonth: Math.ceil((rows * days.beforeLastMonth) / days.all),
});

/**
 * The statement that writes rows $1 up to, but not including, $2. The merchants take turns with calls of a hundred
 * changes each; a contract's changes are spread over a year.
 * @param {number} rows in all ten years
 */
export const insertChanges = (rows) => `
  insert into change (merchant, change_sequence, product, subject, change_date, changed_by, client_number, contract_number,
    contract_sequence, mandate_type, change_type, field_changed, old_value, new_value, instalment_sequence, payment_sequence)
  select merchant::text, 10000000 + n, 'EFT', subject,
    date_trunc('minute', timestamp '${from}' + make_interval(secs => n * ${(days.all * 86_400) / rows})),
    'clearing', 'C' || lpad((contract / 2)::text, 8, '0'),
    case when subject <> 'client' then 'LN' || lpad(contract::text, 8, '0') end,
    case when subject <> 'client' then 100001 + contract * 16 + merchant - 1001 end, 'USAGE', 'STATE',
    case subject when 'instalment' then 'InstalmentStatus[7]' when 'payment' then 'PaymentStatus' else 'MandateStatusCode' end,
    'SCHEDULED', 'SUBMITTED', case subject when 'instalment' then 7 end, case subject when 'payment' then 7 end
  from (
    select n, 1001 + n / 100 % 16 as merchant,
      (n / ${changesPerContract} + (hashint8(n) & 2147483647)::bigint % ${windowOf(rows)}) / 16 as contract,
      case when h < 860 then 'instalment' when h < 900 then 'contract' when h < 940 then 'mandate' when h < 980 then 'client'
        when h < 990 then 'payout' else 'payment' end as subject
    from generate_series($1::bigint, $2::bigint - 1) as n, lateral (select (hashint8(n * 7 + 1) & 1023) * 1000 / 1024 as h) as _
  ) as event`;

/** @param {number} rows */
const windowOf = (rows) => Math.round((rows / changesPerContract / days.all) * 350);

/**
 * Contracts of the merchant that began within the last year, so all their changes are in it.
 * @param {number} rows
 * @param {number} count
 */
export const recentContracts = (rows, count) => {
  const last = Math.floor(rows / changesPerContract / 16);
  return Array.from({ length: count }, (_, n) => 100_001 + (last - n) * 16 + place);
};

/** One call: five hundred changes of the merchant's instalments, at the end of the log. $1 is the highest contract. */
export const insertBatch = `
  insert into change (merchant, product, change_date, changed_by, subject, change_type, field_changed, instalment_sequence,
    old_value, new_value, client_number, contract_number, contract_sequence, mandate_type)
  select '${merchant}', 'EFT', timestamp '2026-11-01 08:00', 'staff', 'instalment', 'EDIT', 'InstalmentAmount[7]', 7,
    '100.00', '200.00', 'C00000001', 'LN00000001', $1 - 16 * (random() * 5000)::int, 'USAGE'
  from generate_series(1, 500)`;
