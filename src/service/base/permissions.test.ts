import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { allPermissions, readPermissions } from '#contract/permissions.ts';
import { mayRequest, narrow } from './permissions.ts';

test('every resource can be read; reports, lookups and cases cannot be written', () => {
  assert.equal(allPermissions.length, 21);
  assert.equal(readPermissions.length, 12);
  for (const resource of ['reports', 'lookups', 'cases']) {
    assert.ok(allPermissions.includes(`${resource}:read`));
    assert.ok(!allPermissions.includes(`${resource}:write`));
  }
});

const merchant = fc.constantFrom<string[]>('1001', '1002', '1003', '*');
const rights = fc.record({
  permissions: fc.uniqueArray(fc.constantFrom(...allPermissions)),
  merchants: fc.uniqueArray(merchant),
});
const scope = fc.oneof(
  fc.constantFrom(...allPermissions, 'openid', 'merchant:', 'merchant:*'),
  merchant.map((number) => `merchant:${number}`),
);

test('scope narrows and never widens', () => {
  fc.assert(
    fc.property(rights, fc.array(scope), (whole, scopes) => {
      const left = narrow(whole, scopes);
      for (const permission of left.permissions) assert.ok(whole.permissions.includes(permission));
      for (const one of left.merchants) assert.ok(whole.merchants.includes(one) || whole.merchants.includes('*'));
      for (const scopeWord of scopes.filter((it) => mayRequest(whole, it)))
        assert.ok([...left.permissions, ...left.merchants.map((it) => `merchant:${it}`)].includes(scopeWord));
    }),
  );
});

test('an empty scope allows everything; a scope of one sort leaves the other sort unrestricted', () => {
  const whole = { permissions: ['mandates:read', 'clients:read'], merchants: ['1001', '1002'] };
  assert.deepEqual(narrow(whole, []), whole);
  assert.deepEqual(narrow(whole, ['merchant:1002']), { ...whole, merchants: ['1002'] });
  assert.deepEqual(narrow(whole, ['clients:read']), { ...whole, permissions: ['clients:read'] });
  assert.deepEqual(narrow(whole, ['merchant:9999']), { ...whole, merchants: [] });
  assert.equal(mayRequest({ ...whole, merchants: ['*'] }, 'merchant:9999'), true);
});
