import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isChangedByOther } from './changed-by-other.ts';

test('an own change whose answer was lost is not called another administrator’s', () => {
  const [opened, wanted] = [{ Products: ['EFT'] }, { Products: ['EFT', 'DEBICHECK'] }];
  assert.equal(isChangedByOther(opened, wanted, opened), false);
  assert.equal(isChangedByOther(opened, wanted, { Products: ['DEBICHECK', 'EFT'] }), false, 'its own answer was lost');
  assert.equal(isChangedByOther(opened, wanted, { Products: [] }), true);
  assert.equal(isChangedByOther(opened, wanted, undefined), false, 'the service says that it is gone');
  const roles = [{ Role: 'clerk', Merchant: '1001' }];
  assert.equal(isChangedByOther(roles, [], [{ Role: 'clerk', Merchant: '1002' }]), true);
});
