import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchClient, parseClientSearch, searchClients } from './search.ts';

const clients = [
  { ClientNumber: 'C-1', ClientName: 'Adamina Nel', CellphoneNumber: '0825550101', AccountNumber: 1234567890 },
  { ClientNumber: 'C-2', ClientName: 'Thabo Mina', IDNumber: '9001015009086', EMail: 'thabo@example.com' },
  { ClientNumber: 'MINA', ClientName: 'Zoë Botha', CellphoneNumber: '27835550202' },
  { ClientNumber: 'C-4', ClientName: 'Mina Botha' },
];
const found = async (text: string) =>
  (await searchClients(clients, parseClientSearch(text), 8, new AbortController().signal)).map(
    ({ client, by }) => `${client.ClientNumber} ${by}`,
  );

test('clients are found by number, name, phone, e-mail and the ending of account and ID number, the best first', async () => {
  assert.deepEqual(await found('mina'), ['MINA number', 'C-4 name', 'C-2 name', 'C-1 name']);
  assert.deepEqual(await found('botha ZOE'), ['MINA name']);
  assert.deepEqual(await found('+27 82 555 0101'), ['C-1 phone']);
  assert.deepEqual(await found('083 555'), ['MINA phone']);
  assert.deepEqual(await found('7890'), ['C-1 account']);
  assert.deepEqual(await found('9086'), ['C-2 id']);
  assert.deepEqual(await found('thabo@'), ['C-2 email']);
  assert.deepEqual(await found('c-'), ['C-1 number', 'C-2 number', 'C-4 number']);
  assert.deepEqual(await found('n'), ['MINA number']);
  assert.deepEqual(await found(' '), []);
});

test('a search among many lets others have their turn, and ends when nobody waits', async () => {
  const many = Array.from({ length: 40_000 }, (_, at) => ({ ClientNumber: `C-${at}`, ClientName: `Élodie ${at} Nel` }));
  const stop = new AbortController();
  const search = searchClients(many, parseClientSearch('elodie 39999'), 8, stop.signal);
  setTimeout(() => stop.abort(new Error('left')));
  await assert.rejects(search, /left/);
  assert.equal(matchClient({}, parseClientSearch('nel')), undefined);
});
