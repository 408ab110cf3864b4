import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelCodesOf } from './cancel-codes.ts';

const one = { CancelCode: 'DUPL', CancelDescription: 'Paid twice' };

test('the codes are found in whatever shape the lookup has', () => {
  for (const found of [
    [one],
    [{ Code: 'DUPL', Description: 'Paid twice' }],
    [{ ReasonDescription: 'Paid twice', ReasonCode: 'DUPL' }],
    [{ Product: 'EFT', PayoutCancelCodes: [one] }],
    [{ Product: 'EFT', ProductCode: 7, Codes: [{ code: 'DUPL', text: 'Paid twice' }] }],
    { Codes: [one] },
  ])
    assert.deepEqual(cancelCodesOf(found), [one], JSON.stringify(found));
});

test('bare texts are codes without a description; what is no code is left out', () => {
  const bare = (CancelCode: string) => ({ CancelCode, CancelDescription: '' });
  assert.deepEqual(cancelCodesOf(['DUPL', 12]), [bare('DUPL'), bare('12')]);
  assert.deepEqual(cancelCodesOf([{ Product: 'EFT', Codes: ['DUPL'] }]), [bare('DUPL')]);
  assert.deepEqual(cancelCodesOf([null, {}, '', { Codes: [] }, undefined, true]), []);
});

test('codes are read in groups, rows and languages', () => {
  const byCountry = {
    ZA: [{ code: 'P001', text: { en: 'Payer asked', af: null } }, 'P002', ['P003', 'Third']],
    '': [],
  };
  const codes = [
    { CancelCode: 'P001', CancelDescription: 'Payer asked' },
    { CancelCode: 'P002', CancelDescription: '' },
    { CancelCode: 'P003', CancelDescription: 'Third' },
  ];
  assert.deepEqual(cancelCodesOf(byCountry), codes);
  assert.deepEqual(cancelCodesOf({ EFT: { ZA: byCountry } }), codes);
  let deep: unknown = 'P004';
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  assert.deepEqual(cancelCodesOf({ deep }), []);
});
