import type { Connection } from '#service/database/query.ts';
import { commandAsMaintenance } from './recorded.ts';

/*
 * Manages merchants at the terminal, for deployments without the sandbox. Each function returns a line that reports
 * what it did, and needs a connection in a transaction, because it changes the role.
 */

export async function addMerchant(db: Connection, number: string, name: string): Promise<string> {
  if (!/^\w{1,20}$/.test(number)) throw new Error('A merchant number is 1 to 20 letters and digits.');
  const added = await commandAsMaintenance(db, (query) =>
    query('insert into merchant (merchant, name) values ($1, $2) on conflict do nothing returning merchant', [
      number,
      merchantName(name),
    ]),
  );
  if (added.length === 0)
    throw new Error(`Merchant ${number} is there already: npm run merchant -- rename|enable ${number}`);
  return `merchant ${number} is added`;
}

export async function renameMerchant(db: Connection, number: string, name: string): Promise<string> {
  await updateMerchant(db, number, 'name', merchantName(name));
  return `merchant ${number} is called ${name.trim()}`;
}

/** To every caller a disabled merchant does not exist, and its clearing pauses. Its data is kept. */
export async function setMerchantDisabled(db: Connection, number: string, disabled: boolean): Promise<string> {
  await updateMerchant(db, number, 'disabled', disabled);
  return disabled
    ? `merchant ${number} is disabled: nobody can work with it, and nothing is collected or paid out`
    : `merchant ${number} is enabled: people and programs can work with it, and what is due is cleared again`;
}

async function updateMerchant(
  db: Connection,
  number: string,
  column: 'name' | 'disabled',
  value: string | boolean,
): Promise<void> {
  const updated = await commandAsMaintenance(db, (query) =>
    query(`update merchant set ${column} = $2 where merchant = $1 returning merchant`, [number, value]),
  );
  if (updated.length === 0) throw new Error(`There is no merchant ${number}.`);
}

function merchantName(given: string): string {
  const name = given.trim();
  if (name === '' || name.length > 100) throw new Error('The name of a merchant is 1 to 100 characters.');
  return name;
}

export const listMerchants = (db: Connection): Promise<{ merchant: string; name: string; disabled: boolean }[]> =>
  commandAsMaintenance(db, (query) => query('select merchant, name, disabled from merchant order by merchant'));
