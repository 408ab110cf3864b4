// A provider that answers a read after 5 ms, a change after 5 ms and 0.2 ms for each of its items, as our own service does, and writes
// a report as fast as it is read: node provider.mjs PORT.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const record = {
  ClientNumber: 'C00002',
  ClientName: 'Tsakani Mathebula',
  BankCode: 4,
  BranchCode: 632005,
  AccountType: 3,
};
const one = JSON.stringify({ ClientGetResponse: [record], APIResponse: { CallSequence: 1, Status: 'OK' } });
/** A thousand records of a transactions report, written out each time as a provider does. */
const some = (/** @type {number} */ from) =>
  Array.from({ length: 1000 }, (_, at) =>
    JSON.stringify({
      TransactionSequence: from + at,
      ...record,
      ContractNumber: 'LN000002',
      Amount: 250.5,
      Status: 'PAID',
      Result: '00',
    }),
  ).join(',');

/** @param {import('node:http').IncomingMessage} request */
async function changed(request) {
  let body = '';
  for await (const piece of request) body += piece;
  /** @type {{ InstalmentPostRequest: object[] }} */
  const { InstalmentPostRequest: items } = JSON.parse(body);
  await pause(5 + items.length * 0.2);
  const Successful = items.map((item) => ({ ...item, InstalmentSequence: 7, InstalmentStatus: 'SCHEDULED' }));
  const APIResponse = { CallSequence: 1, Status: 'SUCCESS' };
  return JSON.stringify({ InstalmentPostResponse: [{ Successful, Failed: [] }], APIResponse });
}

createServer(async (request, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  if (request.url === '/token')
    return void response.end(JSON.stringify({ access_token: 'bench', token_type: 'Bearer', expires_in: 3600 }));
  if (request.method === 'POST') return void response.end(await changed(request));
  const { searchParams } = new URL(request.url ?? '', 'http://localhost');
  if (!request.url?.includes('/reports/')) {
    await pause(5);
    return void response.end(one);
  }
  const records = Number(searchParams.get('records'));
  response.write('{"TransactionsReportGetResponse":[');
  for (let from = 0; from < records; from += 1000) {
    if (from > 0) response.write(',');
    if (!response.write(some(from))) await once(response, 'drain');
  }
  return void response.end(']}');
}).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('ready'));
