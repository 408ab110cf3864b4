import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedQuery, viewsIn } from './saved-views.ts';

const read = (query: string) => storedQuery(new URLSearchParams(query));

test('a view keeps its range by name, its order, its columns and what sorts out kinds of records', () => {
  const query =
    'range=last-month&MandateType=FIXED&where=Status%3AoneOf%3APAID&where=Amount%3Anumber%3A100..&sort=-Amount&columns=Status%2CAmount';
  assert.equal(read(query), query);
});

test('a view keeps nothing that names a client or a contract', () => {
  assert.equal(
    read(
      'range=today&find=Nomsa&q=Naledi&contract=5&select=all&ClientNumber=C1&ContractNumber=LN1&ContractSequence=5&where=ClientNumber:oneOf:C1&where=Email:text:a@b&where=Surname:oneOf:X&where=UserId:oneOf:9',
    ),
    'range=today',
  );
});

test('stored views are read, those of reports in their earlier form too, and nothing else', () => {
  const view = { page: '/mandates', title: 'Contracts: Mandates', name: 'Active', query: 'status=ACTIVE' };
  const report = { report: 'transactions', name: 'Last month', query: 'range=last-month' };
  assert.deepEqual(viewsIn(JSON.stringify([view, report, { name: 'No page', query: '' }, null, 7])), [
    view,
    { page: '/reports/transactions', title: 'Reports', name: 'Last month', query: 'range=last-month' },
  ]);
  assert.deepEqual(viewsIn('no JSON'), []);
  assert.deepEqual(viewsIn(null), []);
});
