import type { ZodMiniType } from 'zod/mini';
import type { FieldName } from '#contract/fields.ts';
import { reports as operations } from '#contract/reports.ts';
import { columnOf, reporting } from '#service/database/rows.ts';
import { retrieve, type RetrieveHandler, type RecordQuery, type CallTenant } from '#service/http/call.ts';
import type { Subject } from './change-log.ts';
import { mustBeRange } from './terms/terms.ts';

type Query = { StartDate: string; EndDate: string } & Record<string, unknown>;

/*
 * In every statement $1 is the merchant, $2 and $3 the ends of the range. Times are compared as timestamps: row-level security
 * keeps an operator of a timestamp and a date from using an index.
 */

/** Both ends are included whole: stored times may have seconds, and a day has hours. */
const within = (time: string, end: '1 minute' | '1 day'): string =>
  `${time} >= $2::timestamp and ${time} < $3::timestamp + interval '${end}'`;

/** The rows of one table filtered by the given fields, ordered by time. */
function listed<W extends FieldName>(
  tenant: CallTenant,
  from: { table: string; time: string; order: string; columns?: Partial<Record<FieldName, string>> },
  query: Query,
  record: { shape: { [K in W]: ZodMiniType } },
): RecordQuery {
  mustBeRange(query);
  const { StartDate, EndDate, ...rest } = query;
  const filters = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  const where = filters.map(([fieldName], index) => `${columnOf(fieldName)} = $${index + 4}`);
  return {
    text: `select ${reporting(record, from.columns)} from ${from.table}
      where ${['merchant = $1', within(from.time, '1 minute'), ...where].join(' and ')}
      order by ${from.time}, ${from.order}`,
    values: [tenant.merchant, StartDate, EndDate, ...filters.map(([, value]) => value)],
  };
}

const transactionReport: RetrieveHandler<'transactionReport'> = (tenant, query) =>
  listed(
    tenant,
    { table: 'transaction', time: 'transaction_date', order: 'transaction_sequence' },
    query,
    operations.transactionReport.output,
  );

const changesInOrder = (subject: Subject) =>
  `(select * from change where subject = '${subject}' order by change_date, change_sequence)`;

/** Merges an index that has each subject's changes in order; `subject in (…)` would sort them all first. */
const changesOf = (...subjects: Subject[]) => ({
  table: `(${subjects.map(changesInOrder).join(' union all ')}) change`,
  time: 'change_date',
  order: 'change_sequence',
  columns: { UserId: 'changed_by' },
});

const mandateChangeReport: RetrieveHandler<'mandateChangeReport'> = (tenant, query) =>
  listed(tenant, changesOf('mandate'), { ...query, Product: tenant.product }, operations.mandateChangeReport.output);

/** Includes the changes of the contract's instalments. The payments of a payout contract have a report of their own. */
const contractChangeReport: RetrieveHandler<'contractChangeReport'> = (tenant, query) =>
  listed(
    tenant,
    changesOf('contract', 'instalment', 'payout'),
    { ...query, Product: tenant.product },
    operations.contractChangeReport.output,
  );

/** The path has no product: returns the payments of all the merchant's products. */
const payoutPaymentChangeReport: RetrieveHandler<'payoutPaymentChangeReport'> = (tenant, query) =>
  listed(tenant, changesOf('payment'), query, operations.payoutPaymentChangeReport.output);

/** $4 is the product; the ends of the range are days. */
function omni(tenant: CallTenant, query: Query, text: string): RecordQuery {
  mustBeRange(query);
  return { text, values: [tenant.merchant, query.StartDate, query.EndDate, tenant.product] };
}

/** A client has one name field; the last word is taken as the surname. */
const nameOf = (column: string) => String.raw`substring(${column} from '(\S(?:.*\S)?)\s+\S+\s*$')`;
const surnameOf = (column: string) => String.raw`substring(${column} from '(\S+)\s*$')`;

/** A number is South African with the prefix 27 or the trunk 0; 00 begins an international number. */
const dialCodeOf = (column: string) => String.raw`case when ${column} ~ '^(0(?!0)|(00|\+)?27)' then '27' end`;

// Sorts the instalments before it looks up their contracts, so that the first rows go out at once; `offset 0` prevents a join
// of everything with the sort at its end.
const futureTransactions = `
  select ${reporting(
    operations.futureTransactionReport.output,
    {
      UserId: 'owner.user_id',
      ContractNumber: 'owner.contract_number',
      Name: 'owner.name',
      Surname: 'owner.surname',
      BeneficiaryNumber: `case when instalment.merchant ~ '^[0-9]{1,15}$' then instalment.merchant::bigint end`,
      BeneficiaryName: '(select name from merchant where merchant = $1)',
      ProductDescription: 'instalment.product',
      Currency: `'ZAR'`,
      FrequencyCode: 'owner.frequency_code',
      Mobile: 'owner.cellphone_number',
      DialCode: 'owner.dial_code',
      Email: 'owner.e_mail',
    },
    'instalment',
  )}
  from (
    select * from instalment
    where merchant = $1 and product = $4 and instalment_status = 'SCHEDULED'
      and ${within('instalment_action_date', '1 day')}
    order by instalment_action_date, contract_sequence, instalment_sequence
  ) instalment
  cross join lateral (
    select user_id, contract_number, frequency_code, cellphone_number, e_mail,
      ${nameOf('client_name')} as name, ${surnameOf('client_name')} as surname,
      ${dialCodeOf('cellphone_number')} as dial_code
    from contract join client using (merchant, product, client_number)
    where merchant = $1 and contract_sequence = instalment.contract_sequence
    offset 0
  ) owner
  order by instalment_action_date, contract_sequence, instalment_sequence`;

const futureTransactionReport: RetrieveHandler<'futureTransactionReport'> = (tenant, query) =>
  omni(tenant, query, futureTransactions);

const contractInstalments = reporting(operations.omniContractChangeReport.output.shape.ContractInstalments.def.element);

// Sorts the contracts before it gathers their instalments, so that the first rows go out at once.
const contractsChanged = `
  select ${reporting(
    operations.omniContractChangeReport.output,
    {
      InstalmentStartDate: `to_char(instalment_start_date, 'YYYY-MM-DD')`,
      InstalmentMinimumAmount: 'null',
      InstalmentMaximumAmount: 'maximum_amount / 100::float8',
      InactiveDate: `coalesce(to_char(cancel_date, 'YYYY-MM-DD HH24:MI'), '')`,
      // What the contract came to: the reason of its end, 00 while it is well, nothing until the payer has answered.
      ResultCode: `coalesce(cancel_reason, case when mandate_status_code <> 'PENDING' then '00' end)`,
      UserDefinedField1: 'null',
      UserDefinedField2: 'null',
      UserDefinedField3: 'null',
      UserDefinedField4: 'null',
      UserDefinedField5: 'null',
      // Not json_agg, which breaks lines between the records it gathers: a record is one line of the stream.
      ContractInstalments: `array_to_json(array(
      select row_to_json(it) from (
        select ${contractInstalments} from instalment
        where merchant = $1 and contract_sequence = contract.contract_sequence
        order by instalment_sequence
      ) it
    ))`,
    },
    'contract',
  )}
  from (
    select * from contract
    where merchant = $1 and product = $4 and contract_sequence in (
      select contract_sequence from change
      where merchant = $1 and product = $4 and subject in ('mandate', 'contract', 'instalment')
        and ${within('change_date', '1 day')}
    )
    order by contract_sequence
  ) contract
  order by contract_sequence`;

const omniContractChangeReport: RetrieveHandler<'omniContractChangeReport'> = (tenant, query) =>
  omni(tenant, query, contractsChanged);

// Instalments created with their contract have no change event; their creation is read from the instalment.
const instalmentsChanged = `
  select ${reporting(
    operations.omniInstalmentChangeReport.output,
    {
      UserId: `coalesce((
      select changed_by from change
      where merchant = $1 and contract_sequence = instalment.contract_sequence and subject = 'instalment'
        and instalment_sequence = instalment.instalment_sequence
      order by change_date desc, change_sequence desc limit 1
    ), contract.user_id)`,
      ContractNumber: 'contract.contract_number',
      InstalmentReferenceNumber: `instalment.contract_sequence || '/' || instalment.instalment_sequence`,
    },
    'instalment',
  )}
  from (
    select contract_sequence, instalment_sequence from instalment
    where merchant = $1 and product = $4 and ${within('created_date', '1 day')}
    union
    select contract_sequence, instalment_sequence from change
    where merchant = $1 and product = $4 and subject = 'instalment' and ${within('change_date', '1 day')}
  ) touched
    join instalment using (contract_sequence, instalment_sequence)
    join contract using (merchant, contract_sequence)
  where instalment.merchant = $1
  order by contract_sequence, instalment_sequence`;

const omniInstalmentChangeReport: RetrieveHandler<'omniInstalmentChangeReport'> = (tenant, query) =>
  omni(tenant, query, instalmentsChanged);

export const reportHandlers = {
  transactionReport: retrieve(transactionReport),
  mandateChangeReport: retrieve(mandateChangeReport),
  contractChangeReport: retrieve(contractChangeReport),
  payoutPaymentChangeReport: retrieve(payoutPaymentChangeReport),
  futureTransactionReport: retrieve(futureTransactionReport),
  omniContractChangeReport: retrieve(omniContractChangeReport),
  omniInstalmentChangeReport: retrieve(omniInstalmentChangeReport),
};
