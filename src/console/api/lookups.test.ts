import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankNameOf, banksIn } from './lookups.ts';

const bank = (BankCode: number, BankName: string, BranchCode: number) => ({
  BankCode,
  BankName,
  Branches: [{ BranchCode, BranchName: `${BankName} main` }],
});
const countries = [
  { Country: 'Namibia', Products: [{ Product: 'EFT', Banks: [bank(3, 'Bank Windhoek', 483_872)] }] },
  {
    Country: 'South Africa',
    Products: [
      { Product: 'EFT', Banks: [bank(3, 'First Bank', 250_655), bank(4, 'Second Bank', 1)] },
      { Product: 'CARD', Banks: [bank(9, 'Card Bank', 9)] },
    ],
  },
];

test('where two countries have a code, the branch decides the bank, and without one no bank is named', () => {
  const having = (code: number) => banksIn(countries, 'EFT').filter((it) => it.BankCode === code);
  assert.equal(bankNameOf(having(3), 250_655), 'First Bank');
  assert.equal(bankNameOf(having(3), 483_872), 'Bank Windhoek');
  assert.equal(bankNameOf(having(3), undefined), undefined);
  assert.equal(bankNameOf(having(4), 77), 'Second Bank');
});

test('banks of another product are not offered, unless the answer does not name this one', () => {
  assert.deepEqual(
    banksIn(countries, 'CARD').map((it) => it.BankName),
    ['Card Bank'],
  );
  assert.equal(banksIn(countries, 'NAEDO').length, 4);
});
