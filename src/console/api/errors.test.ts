import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf } from './errors.ts';

test('a missing permission is told from an ended session', () => {
  assert.equal(kindOf(401, 'Bearer error="invalid_token"', []), 'signedOut');
  assert.equal(kindOf(401, 'Bearer error="insufficient_scope"', []), 'notPermitted');
  // Across origins the header may be hidden; the body has the code, too.
  assert.equal(kindOf(401, null, [{ Code: 'INSUFFICIENT_SCOPE', Message: '' }]), 'notPermitted');
  assert.equal(kindOf(401, null, []), 'signedOut');
});

test('every listed status has its meaning; an unlisted one is nobody’s fault but the service’s', () => {
  const meanings = [400, 404, 413, 429, 500, 502, 503, 504, 418].map((status) => kindOf(status, null, []));
  const passing = 'unavailable';
  assert.deepEqual(meanings, ['refused', 'notFound', 'refused', passing, 'bug', passing, passing, passing, 'bug']);
});
