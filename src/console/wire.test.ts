import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '../contract/operations.ts';
import { readConfig } from './config.ts';
import { answerOf, apiOf, bodyOfText, faultsOf, isFailure, isUntold, kindOf, requestOf } from './wire.ts';

const config = readConfig({
  environment: 'Sandbox',
  serviceUrl: 'https://service.example/',
  segment: 'payments',
  products: ['EFT'],
  organisation: 'de mo',
  oauth: { issuer: 'https://sign-in.example', clientId: 'console', scopes: 'openid' },
  timeZone: 'Africa/Johannesburg',
});
const place = { merchant: '10/01', product: 'E F' };

test('a retrieve has its words in the query, after Version; what has no value is left out', () => {
  const { url, body } = requestOf(operations.mandateList, place, config, {
    ClientNumber: 'A&B',
    ContractSequence: 7,
    ContractNumber: null,
    MandateStatusCode: undefined,
  });
  assert.equal(
    url,
    'https://service.example/v1/payments/10%2F01/maintain/mandates/E%20F?Version=v1&ClientNumber=A%26B&ContractSequence=7',
  );
  assert.equal(body, undefined);
});

test('a cancel has all its inputs in the query and no body', () => {
  const { url, body } = requestOf(operations.instalmentCancel, place, config, { InstalmentSequence: 3 });
  assert.match(url, /\/instalments\/E%20F\?Version=v1&InstalmentSequence=3$/);
  assert.equal(body, undefined);
});

test('a batch has its items under the request key, null kept: it clears', () => {
  const items = [{ ContractSequence: 1, MaximumAmount: null }];
  const { url, body } = requestOf(operations.payoutPaymentEdit, place, config, items);
  assert.match(url, /\/maintain\/payo\/payments\/E%20F\?Version=v1$/);
  assert.deepEqual(JSON.parse(body ?? ''), { PaymentPutRequest: items });
});

test('the calls outside the prefix have neither merchant nor Version', () => {
  const { url } = requestOf(operations.caseView, place, config, { case_number: 'C 1' });
  assert.equal(url, 'https://service.example/v1/de%20mo/case?case_number=C+1');
});

test('answers are read leniently', () => {
  const records = (body: unknown) => (answerOf(operations.contractList, body) as { records?: unknown[] }).records;
  assert.deepEqual(records({ ContractGetResponse: [{ ContractSequence: 1, New: 'kept' }, 'no record'] }), [
    { ContractSequence: 1, New: 'kept' },
  ]);
  for (const body of [{}, { ContractGetResponse: null }, [], null, 'text']) assert.deepEqual(records(body), []);
  assert.equal(apiOf(operations.contractList, {}).CallSequence, 0);
});

test('outcomes of all result objects are put together, faults in one form', () => {
  const answer = answerOf(operations.clientCreate, {
    ClientPostResponse: [
      { Successful: [{ ClientNumber: 'A' }] },
      { Failed: [{ ClientNumber: 'B', Errors: [{ Code: 7 }] }, { ClientNumber: 'C' }] },
    ],
    APIResponse: { CallSequence: 5, Status: 'SUCCESS', Version: '1.0.0', Name: 'clientCreate' },
  });
  assert.deepEqual(answer, {
    Successful: [{ ClientNumber: 'A' }],
    Failed: [
      { ClientNumber: 'B', Errors: [{ Field: undefined, Code: '7', Message: '7' }] },
      { ClientNumber: 'C', Errors: [] },
    ],
    api: { CallSequence: 5, Status: 'SUCCESS', Version: '1.0.0', Name: 'clientCreate' },
  });
});

test('a service that put a key right, or sends one record bare, is understood', () => {
  const made = { Successful: [{ PaymentSequence: 1 }], Failed: null };
  const { Successful } = answerOf(operations.payoutPaymentCreate, { PayoPaymentPostResponse: [made] });
  assert.deepEqual(Successful, [{ PaymentSequence: 1 }]);
  assert.deepEqual(answerOf(operations.clientList, { ClientGetResponse: { ClientNumber: 'A' } }).records, [
    { ClientNumber: 'A' },
  ]);
  assert.deepEqual(answerOf(operations.clientList, { Errors: [{ Message: 'no' }] }).records, []);
  const bare = answerOf(operations.clientCreate, { ClientPostResponse: { Successful: ['A', 'B'], Failed: 'C' } });
  assert.deepEqual([bare.Successful?.length, bare.Failed?.length], [2, 1]);
});

test('what was wrong is read in whatever words it is said', () => {
  const said = (body: unknown) => faultsOf(body).map(({ Field, Code, Message }) => [Field, Code, Message]);
  assert.deepEqual(said('Bank closed'), [[undefined, '', 'Bank closed']]);
  assert.deepEqual(said({ Reason: 'Unknown client', ReasonCode: 17 }), [[undefined, '17', 'Unknown client']]);
  assert.deepEqual(said({ error: 'invalid_request', error_description: 'x' }), [[undefined, 'invalid_request', 'x']]);
  assert.deepEqual(said({ error: { message: 'Too late', field: 'CancelDate' } }), [['CancelDate', '', 'Too late']]);
  assert.deepEqual(said({ Errors: { InstalmentAmount: ['is too high', 'is odd'] } }), [
    ['InstalmentAmount', '', 'is too high'],
    ['InstalmentAmount', '', 'is odd'],
  ]);
  assert.deepEqual(said({ Errors: ['one', { Error: { Text: 'x', Message: 'two' } }, {}] }), [
    [undefined, '', 'one'],
    [undefined, '', 'two'],
    [undefined, '', 'Not accepted, without a reason'],
  ]);
  assert.deepEqual(said({ ClientNumber: 'A', Failure: null }), []);
  assert.deepEqual(said('<!doctype html><html><head><title>502 Bad Gateway</title></head><body>…</body></html>'), [
    [undefined, '', '502 Bad Gateway'],
  ]);
  assert.equal(said('x'.repeat(9000))[0]?.[2]?.length, 500);
  assert.equal(bodyOfText(' '), undefined);
});

test('a 200 that does not say what became of the items leaves it open', () => {
  const untold = (body: unknown) => isUntold(operations.clientCreate, body);
  for (const body of [{}, { ClientPostResponse: null }, { ClientPostResponse: [{ Successful: null }] }, []])
    assert.ok(untold(body));
  for (const body of [{ ClientPostResponse: [{ Successful: [] }] }, { ClientPostResponse: { Failed: ['A'] } }])
    assert.ok(!untold(body));
  assert.ok(!isUntold(operations.clientList, {}));
});

test('a 200 may say that the call failed; other words for success do not', () => {
  const failed = (body: object) => isFailure(operations.clientList, body);
  assert.ok(failed({ APIResponse: { Status: 'ERROR' } }));
  assert.ok(failed({ ClientGetResponse: [], APIResponse: { Status: 'FAIL' }, Errors: [{ Message: 'no' }] }));
  assert.ok(!failed({ ClientGetResponse: [], APIResponse: { Status: 'OK' } }));
  assert.ok(!failed({ ClientGetResponse: [] }));
  assert.equal(apiOf(operations.clientList, { APIResponse: { CallSequence: '12', Status: 0 } }).CallSequence, 12);
});

test('a missing permission is told from an ended session', () => {
  assert.equal(kindOf(401, 'Bearer error="invalid_token"', []), 'signedOut');
  assert.equal(kindOf(401, 'Bearer error="insufficient_scope"', []), 'notPermitted');
  // Across origins the header may be hidden; the body says it, too.
  assert.equal(kindOf(401, null, [{ Code: 'INSUFFICIENT_SCOPE', Message: '' }]), 'notPermitted');
  assert.equal(kindOf(401, null, []), 'signedOut');
});

test('every listed status has its meaning; an unlisted one is nobody’s fault but the service’s', () => {
  const meanings = [400, 404, 413, 429, 500, 502, 503, 504, 418].map((status) => kindOf(status, null, []));
  const passing = 'unavailable';
  assert.deepEqual(meanings, ['refused', 'notFound', 'refused', passing, 'bug', passing, passing, passing, 'bug']);
});
