import { clients as the } from '../../contract/clients.ts';
import type { ItemHandler, ListHandler } from '../call.ts';
import { difference, logChanges } from '../changes.ts';
import { Refusal } from '../errors.ts';
import { columnOf, echo, holding, wordsOf, writing } from '../rows.ts';
import { retrieve } from './terms.ts';

const all = wordsOf(the.clientList.output);
const needed = ['ClientName', 'BankCode', 'BranchCode', 'AccountType', 'AccountNumber'] as const;

const clientCreate: ItemHandler<'clientCreate'> = async (call, item) => {
  const written = writing(item, all);
  const columns = ['merchant', 'product', ...written.map(([word]) => columnOf(word))];
  const values = [call.merchant, call.product, ...written.map(([, value]) => value)];
  const made = await call.query(
    `insert into client (${columns.join(', ')}) values (${values.map((_, index) => `$${index + 1}`).join(', ')})
      on conflict do nothing returning 1`,
    values,
  );
  if (made.length === 0)
    throw new Refusal({
      Field: 'ClientNumber',
      Code: 'DUPLICATE',
      Message: 'There is a client with this number already.',
    });
  await logChanges(call, item, [
    { subject: 'client', type: 'CREATE', field: 'ClientNumber', old: null, new: item.ClientNumber },
  ]);
  return echo(Object.fromEntries(written), all);
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

const clientList: ListHandler<'clientList'> = (call, query) =>
  retrieve(call, { table: 'client it', order: 'client_number' }, query, all, (given) => given['ClientNumber'] != null);

export const clients = { clientCreate, clientEdit, clientList };
