import type { Word } from '../../contract/fields.ts';
import { reports as the } from '../../contract/reports.ts';
import { rows, type Call, type Rows, type RowsHandler } from '../call.ts';
import type { Subject } from '../changes.ts';
import { columnOf, selecting, wordsOf } from '../rows.ts';
import { mustBeRange } from './terms.ts';

type Query = { StartDate: string; EndDate: string } & Record<string, unknown>;

/*
 * In every statement $1 is the merchant, $2 and $3 are the ends of the range; what else there is follows. Times are
 * compared as timestamps alone: an operator of a timestamp and a date may not pass row-level security into an index.
 */

/** Both ends included as a whole: a stored time may carry seconds, and a day has hours. */
const within = (time: string, end: '1 minute' | '1 day'): string =>
  `${time} >= $2::timestamp and ${time} < $3::timestamp + interval '${end}'`;

/** The rows of one table by the words that are given, in the order of its time. */
function listed(
  call: Call,
  from: { table: string; time: string; order: string },
  query: Query,
  words: readonly Word[],
): Rows {
  mustBeRange(query);
  const { StartDate, EndDate, ...rest } = query;
  const given = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  const where = given.map(([word], index) => `${columnOf(word)} = $${index + 4}`);
  return {
    text: `select ${selecting(words)} from ${from.table}
      where ${['merchant = $1', within(from.time, '1 minute'), ...where].join(' and ')}
      order by ${from.time}, ${from.order}`,
    values: [call.merchant, StartDate, EndDate, ...given.map(([, value]) => value)],
  };
}

const transactionReport: RowsHandler<'transactionReport'> = (call, query) =>
  listed(
    call,
    { table: 'transaction', time: 'transaction_date', order: 'transaction_sequence' },
    query,
    wordsOf(the.transactionReport.output),
  );

/** A branch each: merged from an index that has every subject in order, while `subject in (…)` would sort them all. */
const changesOf = (...subjects: Subject[]) => ({
  table: `(${subjects.map((it) => `select * from change where subject = '${it}'`).join(' union all ')}) change`,
  time: 'change_date',
  order: 'change_sequence',
});

const mandateChangeReport: RowsHandler<'mandateChangeReport'> = (call, query) =>
  listed(call, changesOf('mandate'), { ...query, Product: call.product }, wordsOf(the.mandateChangeReport.output));

/** A contract's changes are its own and its instalments'; a payout contract's are its own, its payments have a report. */
const contractChangeReport: RowsHandler<'contractChangeReport'> = (call, query) =>
  listed(
    call,
    changesOf('contract', 'instalment', 'payout'),
    { ...query, Product: call.product },
    wordsOf(the.contractChangeReport.output),
  );

/** The path has no product segment: the payments of all the merchant's products. */
const payoutPaymentChangeReport: RowsHandler<'payoutPaymentChangeReport'> = (call, query) =>
  listed(call, changesOf('payment'), query, wordsOf(the.payoutPaymentChangeReport.output));

/** The words of a record in their order: by an expression of their own, else by their column of the table `of`. */
const shaped = <W extends Word>(
  record: { shape: { [K in W]: unknown } },
  of: string,
  own: Partial<Record<W, string>>,
): string =>
  wordsOf(record)
    .map((word) => (own[word] === undefined ? selecting([word], of) : `${own[word]} as "${word}"`))
    .join(', ');

/** An omni report: $4 is the product, the ends of the range are days. */
function omni(call: Call, query: Query, text: string): Rows {
  mustBeRange(query);
  return { text, values: [call.merchant, query.StartDate, query.EndDate, call.product] };
}

const futureTransactions = `
  select ${shaped(the.futureTransactionReport.output, 'instalment', {
    UserId: 'contract.user_id',
    ContractNumber: 'contract.contract_number',
    // Clients have one name; its last word is taken for the surname.
    Name: String.raw`nullif(regexp_replace(client.client_name, '\s*\S+\s*$', ''), '')`,
    Surname: String.raw`substring(client.client_name from '(\S+)\s*$')`,
    BeneficiaryNumber: `case when merchant.merchant ~ '^[0-9]{1,15}$' then merchant.merchant::bigint end`,
    BeneficiaryName: 'merchant.name',
    ProductDescription: 'instalment.product',
    Currency: `'ZAR'`,
    FrequencyCode: 'contract.frequency_code',
    Mobile: 'client.cellphone_number',
    // A number is South African by its own prefix or by the trunk 0; 00 is the beginning of any country's.
    DialCode: String.raw`case when client.cellphone_number ~ '^(0(?!0)|(00|\+)?27)' then '27' end`,
    Email: 'client.e_mail',
  })}
  from instalment
    join contract using (merchant, contract_sequence)
    join client on client.merchant = $1 and client.product = $4 and client.client_number = contract.client_number
    join merchant on merchant.merchant = $1
  where instalment.merchant = $1 and instalment.product = $4 and instalment_status = 'SCHEDULED'
    and ${within('instalment_action_date', '1 day')}
  order by instalment_action_date, contract_sequence, instalment_sequence`;

const futureTransactionReport: RowsHandler<'futureTransactionReport'> = (call, query) =>
  omni(call, query, futureTransactions);

const contractInstalments = selecting(
  wordsOf(the.omniContractChangeReport.output.shape.ContractInstalments.unwrap().element),
);

// The contracts are put in order before their instalments are gathered, so that the first can go out at once.
const contractsChanged = `
  select ${shaped(the.omniContractChangeReport.output, 'contract', {
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
    ContractInstalments: `coalesce((
      select json_agg(it order by it."InstalmentSequence") from (
        select ${contractInstalments} from instalment
        where merchant = $1 and contract_sequence = contract.contract_sequence
      ) it
    ), '[]')`,
  })}
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

const omniContractChangeReport: RowsHandler<'omniContractChangeReport'> = (call, query) =>
  omni(call, query, contractsChanged);

// Those that came with their contract have no change event of their own, so their birth is read from themselves.
const instalmentsChanged = `
  select ${shaped(the.omniInstalmentChangeReport.output, 'instalment', {
    UserId: `coalesce((
      select changed_by from change
      where merchant = $1 and contract_sequence = instalment.contract_sequence and subject = 'instalment'
        and instalment_sequence = instalment.instalment_sequence
      order by change_date desc, change_sequence desc limit 1
    ), contract.user_id)`,
    ContractNumber: 'contract.contract_number',
    InstalmentReferenceNumber: `instalment.contract_sequence || '/' || instalment.instalment_sequence`,
  })}
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

const omniInstalmentChangeReport: RowsHandler<'omniInstalmentChangeReport'> = (call, query) =>
  omni(call, query, instalmentsChanged);

export const reports = {
  transactionReport: rows(transactionReport),
  mandateChangeReport: rows(mandateChangeReport),
  contractChangeReport: rows(contractChangeReport),
  payoutPaymentChangeReport: rows(payoutPaymentChangeReport),
  futureTransactionReport: rows(futureTransactionReport),
  omniContractChangeReport: rows(omniContractChangeReport),
  omniInstalmentChangeReport: rows(omniInstalmentChangeReport),
};
