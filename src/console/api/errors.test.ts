import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from '#answers/error-body.ts';
import { errorKindOf } from '#answers/error-kinds.ts';
import { awayOf, awayTexts, CallError, explain, isUnknown } from './errors.ts';
import { stepUpIn } from './step-up.ts';

test('a missing permission is told from an ended session', () => {
  assert.equal(errorKindOf(401, 'Bearer error="invalid_token"', []), 'signedOut');
  assert.equal(errorKindOf(401, 'Bearer error="insufficient_scope"', []), 'notPermitted');
  // Across origins the header may be hidden; the body has the code, too.
  assert.equal(errorKindOf(401, null, [{ Code: 'INSUFFICIENT_SCOPE', Message: '' }]), 'notPermitted');
  assert.equal(errorKindOf(401, null, []), 'signedOut');
});

test('every listed status has its meaning; an unlisted one is nobody’s fault but the service’s', () => {
  const meanings = [400, 404, 413, 429, 500, 502, 503, 504, 418].map((status) => errorKindOf(status, null, []));
  const passing = 'unavailable';
  assert.deepEqual(meanings, ['refused', 'notFound', 'refused', passing, 'bug', passing, passing, passing, 'bug']);
});

test('a change that was not sent because changes are paused is refused, and says so', () => {
  const faults = [{ Code: 'PAUSED', Message: 'An administrator has paused changes for this merchant.' }];
  const kind = errorKindOf(503, null, faults, { isCreate: true, items: 1, body: { Errors: faults } });
  const error = new CallError(kind, { operation: 'clientCreate', faults });
  assert.deepEqual([kind, isUnknown(error)], ['refused', false]);
  assert.equal(explain(error).title, 'Changes are paused for this merchant');
});

/** Of one created record unless said otherwise. */
const refusal = (status: number, body: unknown, { isCreate = true, items = 1 } = {}) =>
  errorKindOf(status, null, faultsOf(body), { isCreate, items, body });
const one = { isCreate: false };
const many = { isCreate: false, items: 2 };

test('a 400, 409 or 422 without results is never reported as nothing stored', () => {
  for (const body of ['Bad request', '', undefined, { Message: 'Amount is too high' }, ['No instalment for item 2']])
    for (const status of [400, 422, 409, 204]) {
      assert.equal(refusal(status, body), 'unclear', `${status} ${JSON.stringify(body)}`);
      assert.equal(refusal(status, body, many), 'unclear', `${status} ${JSON.stringify(body)}`);
      assert.ok(isUnknown(new CallError(refusal(status, body), { operation: 'instalmentCreate' })));
    }
  // One record is edited or cancelled, or it is not.
  assert.deepEqual([refusal(400, 'No', one), refusal(422, 'No', one)], ['refused', 'refused']);
  assert.deepEqual([refusal(409, 'Still at it', one), refusal(404, 'No', many)], ['unclear', 'unclear']);
  assert.deepEqual(
    [refusal(404, 'No', one), refusal(404, 'No'), refusal(413, 'Too large')],
    ['notFound', 'notFound', 'refused'],
  );
});

test('an answer that says that nothing was done is believed, one that says so of a part is not', () => {
  for (const body of [
    { Errors: [{ Code: 'ENVELOPE', Message: 'No array' }], Processed: 0 },
    { message: 'Nothing was stored.' },
    { Message: 'Wrong total', Processed: 0, Created: 0 },
    { detail: 'No records were processed' },
    'The entire batch was rejected',
    'The request was not processed.',
  ])
    assert.equal(refusal(400, body, { items: 2 }), 'refused', JSON.stringify(body));
  for (const body of [
    'Nothing was stored for item 3',
    'No instalments were created except the first',
    'Nothing was stored, except item 1',
    'No contract was created; 2 mandates were.',
    'Row 2: nothing was stored.',
    'The request was not processed, but item 1 was.',
    'The whole batch was rejected except item 1',
    { Processed: 1 },
    { Processed: 2, Created: 0 },
    { Created: 0, Updated: 2 },
    { Message: 'Nothing was stored.', Processed: 2 },
    { Processed: 0, Created: ['C1'] },
    { Errors: [{ Field: 'Amount', Message: 'Nothing was stored.' }] },
    'Item 2 was not processed',
  ])
    assert.equal(refusal(400, body, { items: 2 }), 'unclear', JSON.stringify(body));
});

test('a request for a second factor names its level and age', () => {
  const challenge = 'Bearer error="insufficient_user_authentication", acr_values="urn:x urn:y", max_age="300"';
  assert.deepEqual(stepUpIn(challenge), { acr_values: 'urn:x urn:y', max_age: 300 });
  assert.deepEqual(stepUpIn('Bearer error="insufficient_user_authentication"'), {});
  assert.equal(stepUpIn('Bearer error="invalid_token"'), undefined);
  assert.equal(stepUpIn(null), undefined);
});

test('a change that did not reach the provider was not sent; of a read that is no statement', () => {
  const faults = [{ Code: 'PROVIDER_AWAY', Message: 'The provider cannot be reached.' }];
  const kind = errorKindOf(503, null, faults, { isCreate: true, items: 1, body: { Errors: faults } });
  const error = new CallError(kind, { operation: 'mandateCreate', status: 503, faults });
  assert.equal(kind, 'notSent');
  assert.deepEqual(explain(error), {
    title: 'The provider doesn’t answer',
    next: 'Nothing was sent; your changes are still here.',
  });
  assert.ok(!isUnknown(error));
  assert.equal(errorKindOf(503, null, faults), 'unavailable');
});

test('a provider that refuses this server is said to do so, for reads and for changes, and an administrator must look', () => {
  const faults = [{ Code: 'PROVIDER_REFUSED', Message: 'The provider refuses this server.' }];
  const refused = (written?: Parameters<typeof errorKindOf>[3]) =>
    new CallError(errorKindOf(503, null, faults, written), { operation: 'mandateList', status: 503, faults });
  const change = refused({ isCreate: true, items: 1, body: { Errors: faults } });
  assert.deepEqual(explain(change), {
    title: 'The provider refuses this server',
    next: 'Nothing was sent; your changes are still here. An administrator must look at the connection.',
  });
  const read = refused();
  assert.deepEqual(awayTexts[awayOf([read, read])], explain(read));
  assert.equal(explain(read).title, 'The provider refuses this server');
  const away = new CallError('unavailable', {
    operation: 'mandateList',
    faults: [{ Code: 'PROVIDER_AWAY', Message: '' }],
  });
  assert.equal(awayTexts[awayOf([read, away])].title, 'The provider doesn’t answer');
  assert.equal(
    awayTexts[awayOf([read, away, new CallError('unavailable', { operation: 'mandateList' })])].title,
    'We can’t reach the server',
  );
});

test('a change whose outcome at the provider is not known is not called unreachable', () => {
  const Message = 'It was sent to the provider.';
  const error = new CallError('unavailable', {
    operation: 'mandateCreate',
    status: 503,
    faults: [{ Code: 'UNSETTLED', Message }],
  });
  assert.equal(explain(error).title, 'It was sent, and its outcome is not known yet');
  assert.ok(isUnknown(error));
});
