import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf } from './errors.ts';
import { stepUpIn } from './step-up.ts';

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

test('a request for a second factor names its level and age', () => {
  const challenge = 'Bearer error="insufficient_user_authentication", acr_values="urn:x urn:y", max_age="300"';
  assert.deepEqual(stepUpIn(challenge), { acr_values: 'urn:x urn:y', max_age: 300 });
  assert.deepEqual(stepUpIn('Bearer error="insufficient_user_authentication"'), {});
  assert.equal(stepUpIn('Bearer error="invalid_token"'), undefined);
  assert.equal(stepUpIn(null), undefined);
});
