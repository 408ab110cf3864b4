import { chance, oneOfSql, pickSql, weightedSql } from './pick.ts';

/** SQL for the nth number of the row's product. The numbers of two products differ, so that each finds one record. */
export const numberSql = (letters: string, n: string, digits: number): string =>
  `'${letters}' || lpad((${n} + case product when 'EFT' then 0 else 5${'0'.repeat(digits - 1)} end)::text, ${digits}, '0')`;

const namesIn = (list: string) => `names -> '${list}' ->> ${pickSql(list, `jsonb_array_length(names -> '${list}')`)}`;

/**
 * The clients of one product of a merchant. Parameters: merchant, product, count, people and banks as JSON, the
 * merchant whose sample it has.
 *
 * An ID number is date of birth, sequence (women 0000 to 4999, men 5000 to 9999), citizenship, an 8, and the Luhn check digit.
 * Cellphone numbers are from one 555 block, email addresses in domains reserved for examples.
 */
export const insertClients = `
  with person as materialized (
    select *, $4::jsonb -> ${pickSql('people', 'jsonb_array_length($4::jsonb)')} as names,
      $5::jsonb -> ${pickSql('bank', 'jsonb_array_length($5::jsonb)')} as bank, ${pickSql('woman', 2)} = 0 as is_woman
    from (
      select n, ${numberSql('C', 'n', 5)} as client_number, concat_ws('/', $6::text, product, n) as key
      from generate_series(1, $3::int) n, (select $2::text as product) asked
    ) numbered
  ), named as materialized (
    select *, case when is_woman then ${namesIn('women')} else ${namesIn('men')} end as given,
      ${namesIn('surnames')} as surname, ${weightedSql('idType', { ID: 19, PASS: 1 })} as id_type,
      to_char(date '1955-01-01' + ${pickSql('born', 18_000)}, 'YYMMDD')
        || lpad((${pickSql('idSequence', 5000)} + case when is_woman then 0 else 5000 end)::text, 4, '0')
        || '08' as id_stem
    from person
  )
  insert into client (merchant, product, client_number, client_name, id_type, id_number, cellphone_number, e_mail,
    bank_code, branch_code, account_type, account_number, account_holder_name)
  select $1, $2, client_number, given || ' ' || surname, id_type,
    case id_type
      when 'ID' then id_stem || (10 - luhn.sum % 10) % 10
      else 'A' || lpad(${pickSql('passport', 100_000_000)}::text, 8, '0')
    end,
    case when not ${chance('noCellphone', 2)}
      then ${oneOfSql('network', ['060', '071', '072', '073', '076', '079', '082', '083', '084'])}
        || '555' || lpad(${pickSql('cellphone', 10_000)}::text, 4, '0') end,
    case when not ${chance('noEmail', 8)}
      then lower(replace(given || '.' || surname, ' ', '')) || n || '@example.' || ${oneOfSql('domain', ['com', 'org'])}
    end,
    (bank ->> 0)::int, (bank ->> 1)::int, ${oneOfSql('accountType', [1, 1, 2, 2, 2, 3], 'int')},
    (1 + ${pickSql('accountHead', 9)}) * (10 ^ (8 + ${pickSql('accountLength', 3)}))::bigint
      + ${pickSql('account', 100_000_000)},
    case when not ${chance('noHolder', 5)} then left(given, 1) || ' ' || surname end
  from named, lateral (
    select sum(case when place % 2 = 1 then digit when digit > 4 then digit * 2 - 9 else digit * 2 end) as sum
    from (select place, substr(id_stem, place, 1)::int as digit from generate_series(1, 12) place) digits
  ) luhn
  order by n
  returning 1`;
