import { instalments as the } from '../../contract/instalments.ts';
import { dateOf } from '../../rules/calendar.ts';
import type { Call, ItemHandler, ListHandler } from '../call.ts';
import { difference, logChanges, type Change } from '../changes.ts';
import { Refusal } from '../errors.ts';
import { columnOf, echo, holding, stored, wordsOf, writing } from '../rows.ts';
import { identify, mustIdentify, type Contract } from './identify.ts';
import { namesContract, retrieve } from './terms.ts';

const terms = ['InstalmentActionDate', 'TrackingCode', 'InstalmentAmount', 'DebitSequenceType'] as const;
const answered = wordsOf(the.instalmentCreate.output);

const ahead = (call: Call, date: string): void => {
  if (dateOf(date) < dateOf(call.now))
    throw new Refusal({
      Field: 'InstalmentActionDate',
      Code: 'IN_THE_PAST',
      Message: `${dateOf(date)} is in the past.`,
    });
};

interface Instalment {
  InstalmentActionDate: string;
  TrackingCode: string | null;
  InstalmentAmount: number;
  DebitSequenceType: string | null;
  InstalmentStatus: string;
}

/** Only what is scheduled can change, and only up to the day before (design: Life cycles). */
async function changeable(call: Call, contract: Contract, sequence: number): Promise<Instalment> {
  const [found] = await call.query<Instalment>(
    `select ${holding([...terms, 'InstalmentStatus'])} from instalment
      where merchant = $1 and contract_sequence = $2 and instalment_sequence = $3`,
    [call.merchant, contract.ContractSequence, sequence],
  );
  if (!found) throw new Refusal({ Field: 'InstalmentSequence', Code: 'NOT_FOUND', Message: 'No such instalment.' });
  if (found.InstalmentStatus !== 'SCHEDULED')
    throw new Refusal({
      Field: 'InstalmentSequence',
      Code: 'NOT_SCHEDULED',
      Message: `The instalment is ${found.InstalmentStatus.toLowerCase()}; only a scheduled one can be changed.`,
    });
  if (dateOf(found.InstalmentActionDate) <= dateOf(call.now))
    throw new Refusal({
      Field: 'InstalmentSequence',
      Code: 'TOO_LATE',
      Message: 'An instalment can be changed up to the day before its action date.',
    });
  return found;
}

const instalmentCreate: ItemHandler<'instalmentCreate'> = async (call, item) => {
  const contract = await identify(call, item);
  if (contract.MandateStatusCode === 'CANCELLED')
    throw new Refusal({ Code: 'NOT_OPEN', Message: 'The contract is cancelled.' });
  ahead(call, item.InstalmentActionDate);
  const cents = stored('InstalmentAmount', item.InstalmentAmount) as number;
  if (contract.MaximumAmount !== null && cents > contract.MaximumAmount)
    throw new Refusal({
      Field: 'InstalmentAmount',
      Code: 'ABOVE_MAXIMUM',
      Message: 'InstalmentAmount is above the MaximumAmount of the mandate.',
    });
  const [made] = await call.query<{ InstalmentSequence: number }>(
    `insert into instalment (merchant, contract_sequence, product, instalment_sequence, instalment_action_date,
        instalment_amount, tracking_code, debit_sequence_type, ctc_amount, instalment_status)
      select $1, $2, $3, coalesce(max(instalment_sequence), 0) + 1, $4::timestamp, $5::bigint, $6, $7, $8::bigint,
        'SCHEDULED'
      from instalment where merchant = $1 and contract_sequence = $2
      returning instalment_sequence as "InstalmentSequence"`,
    [
      call.merchant,
      contract.ContractSequence,
      call.product,
      item.InstalmentActionDate,
      cents,
      item.TrackingCode ?? null,
      item.DebitSequenceType ?? null,
      stored('CTCAmount', item.CTCAmount ?? null),
    ],
  );
  const sequence = made?.InstalmentSequence;
  const of = (field: string, value: unknown): Change => ({
    subject: 'instalment',
    type: 'CREATE',
    field: `${field}[${sequence}]`,
    old: null,
    new: value,
  });
  await logChanges(call, contract, [
    of('InstalmentActionDate', item.InstalmentActionDate),
    of('InstalmentAmount', cents),
  ]);
  return echo({ ...contract, ...item, ...made, InstalmentAmount: cents }, answered);
};

const instalmentEdit: ItemHandler<'instalmentEdit'> = async (call, item) => {
  const contract = await identify(call, item);
  const before = await changeable(call, contract, item.InstalmentSequence);
  for (const word of ['InstalmentActionDate', 'InstalmentAmount'] as const)
    if (item[word] === null)
      throw new Refusal({ Field: word, Code: 'REQUIRED', Message: `${word} cannot be cleared.` });
  if (item.InstalmentActionDate) ahead(call, item.InstalmentActionDate);
  const given = Object.fromEntries(writing(item, terms));
  const changes = difference('instalment', { ...before }, given);
  if (changes.length > 0) {
    await call.query(
      `update instalment set ${changes.map((it, index) => `${columnOf(it.field)} = $${index + 4}`).join(', ')}
        where merchant = $1 and contract_sequence = $2 and instalment_sequence = $3`,
      [call.merchant, contract.ContractSequence, item.InstalmentSequence, ...changes.map((it) => it.new)],
    );
    await logChanges(
      call,
      contract,
      changes.map((it) => ({ ...it, field: `${it.field}[${item.InstalmentSequence}]` })),
    );
  }
  return echo({ ...contract, ...before, ...given, InstalmentSequence: item.InstalmentSequence }, answered);
};

const instalmentCancel: ItemHandler<'instalmentCancel'> = async (call, item) => {
  mustIdentify(item);
  const contract = await identify(call, item);
  await changeable(call, contract, item.InstalmentSequence);
  await call.query(
    `update instalment set instalment_status = 'CANCELLED'
      where merchant = $1 and contract_sequence = $2 and instalment_sequence = $3`,
    [call.merchant, contract.ContractSequence, item.InstalmentSequence],
  );
  await logChanges(call, contract, [
    {
      subject: 'instalment',
      type: 'CANCEL',
      field: `InstalmentStatus[${item.InstalmentSequence}]`,
      old: 'SCHEDULED',
      new: 'CANCELLED',
    },
  ]);
  return echo({ ...contract, InstalmentSequence: item.InstalmentSequence }, wordsOf(the.instalmentCancel.output));
};

/** Instalments with the numbers of their contract, so that one retrieve can filter on either. */
const withContract = `(select i.*, c.client_number, c.contract_number
  from instalment i join contract c using (merchant, contract_sequence)) it`;

const instalmentList: ListHandler<'instalmentList'> = (call, query) =>
  retrieve(
    call,
    { table: withContract, order: 'contract_sequence, instalment_sequence' },
    query,
    wordsOf(the.instalmentList.output),
    (given) => namesContract(given) && given['InstalmentSequence'] != null,
  );

export const instalments = { instalmentCreate, instalmentEdit, instalmentCancel, instalmentList };
