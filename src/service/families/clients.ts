import { clients as the } from '../../contract/clients.ts';
import { each, rows, together, type BatchHandler, type ItemHandler, type RowsHandler } from '../call.ts';
import { difference, logChanges, logEvents } from '../changes.ts';
import { Refusal } from '../errors.ts';
import { columnOf, echo, heldOf, holding, unnesting, wordsOf, writing } from '../rows.ts';
import { retrieve } from './terms.ts';

const all = wordsOf(the.clientList.output);
const needed = ['ClientName', 'BankCode', 'BranchCode', 'AccountType', 'AccountNumber'] as const;

const clientCreate: BatchHandler<'clientCreate'> = async (call, items) => {
  const held = items.map((item) => heldOf(item, all));
  const { columns, unnest, values } = unnesting(all, held, 3);
  const made = await call.query<{ number: string }>(
    `insert into client (merchant, product, ${columns}) select $1, $2, * from ${unnest}
      on conflict do nothing returning client_number as number`,
    [call.merchant, call.product, ...values],
  );
  const numbers = new Set(made.map(({ number }) => number));
  await logEvents(
    call,
    made.map(({ number }) => ({
      record: { ClientNumber: number },
      change: { subject: 'client', type: 'CREATE', field: 'ClientNumber', old: null, new: number },
    })),
  );
  // Of two items with one number the first was stored.
  return held.map((row, index) =>
    numbers.delete(items[index]?.ClientNumber ?? '')
      ? echo(row, all)
      : new Refusal({
          Field: 'ClientNumber',
          Code: 'DUPLICATE',
          Message: 'There is a client with this number already.',
        }),
  );
};

const clientEdit: ItemHandler<'clientEdit'> = async (call, item) => {
  const [before] = await call.query<Record<string, unknown>>(
    `select ${holding(all)} from client where merchant = $1 and product = $2 and client_number = $3 for update`,
    [call.merchant, call.product, item.ClientNumber],
  );
  if (!before) throw new Refusal({ Field: 'ClientNumber', Code: 'NOT_FOUND', Message: 'No such client.' });
  const cleared = needed.find((word) => item[word] === null);
  if (cleared) throw new Refusal({ Field: cleared, Code: 'REQUIRED', Message: `${cleared} cannot be cleared.` });
  const given = Object.fromEntries(writing(item, all));
  const changes = difference('client', before, given);
  if (changes.length > 0) {
    await call.query(
      `update client set ${changes.map((it, index) => `${columnOf(it.field)} = $${index + 4}`).join(', ')}
        where merchant = $1 and product = $2 and client_number = $3`,
      [call.merchant, call.product, item.ClientNumber, ...changes.map((it) => it.new)],
    );
    await logChanges(call, item, changes);
  }
  return echo(given, all);
};

const clientList: RowsHandler<'clientList'> = (asked, query) =>
  retrieve(asked, { table: 'client it', order: 'client_number' }, query, all, (given) => given['ClientNumber'] != null);

export const clients = {
  clientCreate: together(clientCreate),
  clientEdit: each(clientEdit),
  clientList: rows(clientList),
};
