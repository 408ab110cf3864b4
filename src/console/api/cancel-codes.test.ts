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
