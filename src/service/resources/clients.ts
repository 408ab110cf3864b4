import { clients as operations } from '#contract/clients.ts';
import type { FieldName } from '#contract/fields.ts';
import { identification } from '#contract/mandates.ts';
import { Refusal } from '#service/base/errors.ts';
import { columnOf, echo, fieldNamesOf, selectingStored, storedOf, unnesting, writing } from '#service/database/rows.ts';
import {
  batch,
  perItem,
  retrieve,
  type BatchHandler,
  type Call,
  type ItemHandler,
  type RetrieveHandler,
} from '#service/http/call.ts';
import { keepOptedOut } from '#service/messages/held-messages.ts';
import { isSensitive, withOpened, withSealed } from '#service/numbers/numbers.ts';
import { awaitRelease, withdrawAwaiting } from './awaiting.ts';
import { difference, logChanges, logEvents, type Change, type ChangedRecord } from './change-log.ts';
import { askAgain } from './next-look.ts';
import { acceptedOutcomes, outcomeOf } from './outcomes.ts';
import { withdrawFor } from './payouts/release.ts';
import { mustBePlausible } from './plausible.ts';
import { recordsBy } from './terms/terms.ts';

const all = fieldNamesOf(operations.clientEdit.output);
const bankDetails: readonly FieldName[] = [
  'BankCode',
  'BranchCode',
  'AccountType',
  'AccountNumber',
  'AccountHolderName',
];
const needed = ['ClientName', 'BankCode', 'BranchCode', 'AccountType', 'AccountNumber'] as const;

const markOf = ({ merchant, numbers }: Call, account: unknown) => numbers.mark(merchant, String(account));

const clientCreate: BatchHandler<'clientCreate'> = async (call, items) => {
  const checked = items.map((item) =>
    outcomeOf(() => {
      mustBePlausible(call, item, item);
      return { number: item.ClientNumber, row: storedOf(item, all) };
    }),
  );
  const rows = acceptedOutcomes(checked).map(({ row }) => row);
  const { columns, unnest, values } = unnesting(all, rows, 4);
  const { seal } = call.numbers;
  const sealed = values.map((column, index) =>
    isSensitive(all[index] ?? '') ? column.map((number) => (number === null ? null : seal(String(number)))) : column,
  );
  const created = await call.query<{ number: string }>(
    `insert into client (merchant, product, ${columns}, account_mark)
      select $1, $2, * from ${unnest.slice(0, -1)}, $3::text[])
      on conflict do nothing returning client_number as number`,
    [call.merchant, call.product, rows.map((row) => markOf(call, row.AccountNumber)), ...sealed],
  );
  const numbers = new Set(created.map(({ number }) => number));
  await logEvents(
    call,
    created.map(({ number }) => ({
      record: { ClientNumber: number },
      change: { subject: 'client', type: 'CREATE', field: 'ClientNumber', old: null, new: number },
    })),
  );
  // Of two items with one number the first is stored.
  return checked.map((client) => {
    if (client instanceof Refusal) return client;
    return numbers.delete(client.number)
      ? echo(client.row, all)
      : new Refusal({
          Field: 'ClientNumber',
          Code: 'DUPLICATE',
          Message: 'There is a client with this number already.',
        });
  });
};

const clientEdit: ItemHandler<'clientEdit'> = async (call, item) => {
  const [found] = await call.query<Record<string, unknown>>(
    `select ${selectingStored(all)} from client where merchant = $1 and product = $2 and client_number = $3 for update`,
    [call.merchant, call.product, item.ClientNumber],
  );
  if (!found) throw new Refusal({ Field: 'ClientNumber', Code: 'NOT_FOUND', Message: 'No such client.' });
  const before = withOpened(found, call.numbers);
  const cleared = needed.find((fieldName) => item[fieldName] === null);
  if (cleared) throw new Refusal({ Field: cleared, Code: 'REQUIRED', Message: `${cleared} cannot be cleared.` });
  const fields = Object.fromEntries(writing(item, all));
  const record = { ClientNumber: item.ClientNumber };
  const changes = difference('client', before, fields);
  mustBePlausible(call, Object.fromEntries(changes.map((it) => [it.field, it.new])), { ...before, ...fields });
  const isBankDetail = (field: string) => (bankDetails as string[]).includes(field);
  if (changes.some((it) => isBankDetail(it.field))) {
    const content = Object.fromEntries(changes.map(({ field }) => [field, item[field as keyof typeof item]]));
    const waits = await awaitRelease(call, { kind: 'BANK_DETAILS', operation: 'clientEdit', record, content });
    if (waits) return waits;
  } else if (Object.keys(fields).some(isBankDetail)) await withdrawAwaiting(call, record);
  if (changes.length > 0) {
    const after = Object.entries(withSealed(Object.fromEntries(changes.map((it) => [it.field, it.new])), call.numbers));
    const account = changes.find((it) => it.field === 'AccountNumber');
    if (account) after.push(['AccountMark', markOf(call, account.new)]);
    await call.query(
      `update client set ${after.map(([field], index) => `${columnOf(field)} = $${index + 4}`).join(', ')}
        where merchant = $1 and product = $2 and client_number = $3`,
      [call.merchant, call.product, item.ClientNumber, ...after.map(([, value]) => value)],
    );
    if (changes.some((it) => it.field === 'CellphoneNumber')) await keepOptedOut(call, [item]);
    if (account) await askAgain(call, 'client_number', item.ClientNumber);
    await logChanges(call, item, changes);
    await noteBankDetails(
      call,
      item.ClientNumber,
      changes.filter((it) => isBankDetail(it.field)),
    );
  }
  return echo(fields, all);
};

/**
 * Records when and by whom bank details were changed. No report covers clients, so the change is logged for each contract and
 * payout contract that uses the new details.
 */
async function noteBankDetails(call: Call, client: string, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  await call.query(
    `update client set bank_details_changed_date = $4, bank_details_changed_by = $5
      where merchant = $1 and product = $2 and client_number = $3`,
    [call.merchant, call.product, client, call.now, call.caller.subject],
  );
  await withdrawFor(call, client);
  const open = await call.query<ChangedRecord & { subject: 'contract' | 'payout' }>(
    `select 'contract' as subject, ${selectingStored([...identification, 'MandateType'])} from contract
        where merchant = $1 and product = $2 and client_number = $3 and mandate_status_code in ('PENDING', 'ACTIVE')
      union all
      select 'payout', ${selectingStored(identification)}, null from payout_contract
        where merchant = $1 and product = $2 and client_number = $3 and payout_status_code = 'ACTIVE'
      order by "ContractSequence"`,
    [call.merchant, call.product, client],
  );
  await logEvents(
    call,
    open.flatMap((record) => changes.map((change) => ({ record, change: { ...change, subject: record.subject } }))),
  );
}

const clientList: RetrieveHandler<'clientList'> = recordsBy(
  { table: 'client it', order: 'client_number' },
  fieldNamesOf(operations.clientList.output),
  (fields) => fields['ClientNumber'] != null,
);

export const clientHandlers = {
  clientCreate: batch(clientCreate),
  clientEdit: perItem(clientEdit),
  clientList: retrieve(clientList),
};
