import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { answerOf, apiOf, bodyOfText, faultsOf, hasNoList, isFailure, isSuccess, isWrite } from './decode.ts';
import { interfaceRequest } from './request.ts';
import { writtenOf } from './send/results.ts';

const config = { organisation: 'de mo' };
const tenant = { merchant: '10/01', product: 'E F' };

test('a retrieve has its words in the query, after Version; what has no value is left out', () => {
  const { url, body } = interfaceRequest(operations.mandateList, tenant, config, {
    ClientNumber: 'A&B',
    ContractSequence: 7,
    ContractNumber: null,
    MandateStatusCode: undefined,
  });
  assert.equal(url, '/v1/payments/10%2F01/maintain/mandates/E%20F?Version=v1&ClientNumber=A%26B&ContractSequence=7');
  assert.equal(body, undefined);
});

test('a cancel has all its inputs in the query and no body', () => {
  const { url, body } = interfaceRequest(operations.instalmentCancel, tenant, config, { InstalmentSequence: 3 });
  assert.match(url, /\/instalments\/E%20F\?Version=v1&InstalmentSequence=3$/);
  assert.equal(body, undefined);
});

test('a batch has its items under the request key, null kept: it clears', () => {
  const items = [{ ContractSequence: 1, MaximumAmount: null }];
  const { url, body } = interfaceRequest(operations.payoutPaymentEdit, tenant, config, items);
  assert.match(url, /\/maintain\/payo\/payments\/E%20F\?Version=v1$/);
  assert.deepEqual(JSON.parse(body ?? ''), { PaymentPutRequest: items });
});

test('the calls outside the prefix have neither merchant nor Version', () => {
  const { url } = interfaceRequest(operations.caseView, tenant, config, { case_number: 'C 1' });
  assert.equal(url, '/v1/de%20mo/case?case_number=C+1');
});

test('answers are read leniently', () => {
  const records = (body: unknown) => (answerOf(operations.contractList, body) as { records?: unknown[] }).records;
  assert.deepEqual(records({ ContractGetResponse: [{ ContractSequence: 1, New: 'kept' }, 'no record'] }), [
    { ContractSequence: 1, New: 'kept' },
  ]);
  for (const body of [{ ContractGetResponse: null }, []]) assert.deepEqual(records(body), []);
  // Keys in another case than the contract's.
  assert.deepEqual(records({ contractGetResponse: [{ ContractSequence: 1 }], apiResponse: { status: 'SUCCESS' } }), [
    { ContractSequence: 1 },
  ]);
  assert.equal(apiOf(operations.contractList, {}).CallSequence, 0);
});

function statesOf(operation: Operation, input: unknown, body: unknown): string[] {
  assert.ok(isWrite(operation));
  return writtenOf(operation, input, body).items.map(({ state }) => state);
}

test('outcomes of all result objects are put together', () => {
  const sent = ['A', 'B', 'C'].map((ClientNumber) => ({ ClientNumber }));
  const body = {
    ClientPostResponse: [
      { Successful: [{ ClientNumber: 'A' }] },
      { Failed: [{ ClientNumber: 'B', Errors: [{ Code: 7 }] }, { ClientNumber: 'C' }] },
    ],
  };
  const { items } = writtenOf(operations.clientCreate, sent, body);
  assert.deepEqual(
    items.map((it) => [it.state, it.reasons.map(({ Message }) => Message)]),
    [
      ['accepted', []],
      ['refused', ['7']],
      ['refused', []],
    ],
  );
});

test('a service that put a key right, or sends one record bare, is understood', () => {
  const made = { Successful: [{ PaymentSequence: 1 }], Failed: null };
  const payment = { ContractSequence: 1 };
  assert.deepEqual(statesOf(operations.payoutPaymentCreate, [payment], { PayoPaymentPostResponse: [made] }), [
    'accepted',
  ]);
  assert.deepEqual(answerOf(operations.clientList, { ClientGetResponse: { ClientNumber: 'A' } }).records, [
    { ClientNumber: 'A' },
  ]);
  assert.deepEqual(answerOf(operations.clientList, { Errors: [{ Message: 'no' }] }).records, []);
  const bare = { ClientPostResponse: { Successful: ['A', 'B'], Failed: 'C' } };
  const sent = ['C', 'A', 'B'].map((ClientNumber) => ({ ClientNumber }));
  assert.deepEqual(statesOf(operations.clientCreate, sent, bare), ['refused', 'accepted', 'accepted']);
});

test('what was wrong is read in whatever words it is said', () => {
  const reasons = (body: unknown) => faultsOf(body).map(({ Field, Code, Message }) => [Field, Code, Message]);
  assert.deepEqual(reasons('Bank closed'), [[undefined, '', 'Bank closed']]);
  assert.deepEqual(reasons({ Reason: 'Unknown client', ReasonCode: 17 }), [[undefined, '17', 'Unknown client']]);
  assert.deepEqual(reasons({ error: 'invalid_request', error_description: 'x' }), [
    [undefined, 'invalid_request', 'x'],
  ]);
  assert.deepEqual(reasons({ error: { message: 'Too late', field: 'CancelDate' } }), [['CancelDate', '', 'Too late']]);
  assert.deepEqual(reasons({ Errors: { InstalmentAmount: ['is too high', 'is odd'] } }), [
    ['InstalmentAmount', '', 'is too high'],
    ['InstalmentAmount', '', 'is odd'],
  ]);
  assert.deepEqual(reasons({ Errors: { Field: { deep: ['r-deep'] } } }), [['deep', '', 'r-deep']]);
  assert.deepEqual(reasons({ Errors: { Code: [{ Parameter: { Amount: { rules: { max: 'is too high' } } } }] } }), [
    ['max', '', 'is too high'],
  ]);
  assert.deepEqual(reasons({ Errors: ['one', { Error: { Text: 'x', Message: 'two' } }, {}] }), [
    [undefined, '', 'one'],
    [undefined, '', 'two'],
    [undefined, '', 'Not accepted, without a reason'],
  ]);
  assert.deepEqual(reasons({ ClientNumber: 'A', Failure: null }), []);
  assert.deepEqual(reasons('<!doctype html><html><head><title>502 Bad Gateway</title></head><body>…</body></html>'), [
    [undefined, '', '502 Bad Gateway'],
  ]);
  assert.deepEqual(reasons({ Messages: ['a', 'b'], Fault: { faultcode: 'S', faultstring: 'c' }, ClientName: ['d'] }), [
    [undefined, '', 'a'],
    [undefined, '', 'b'],
    [undefined, 'S', 'c'],
    ['ClientName', '', 'd'],
  ]);
  const problem = {
    type: 'about:blank',
    title: 'Closed',
    detail: 'Since May',
    'invalid-params': [{ field: 'x', reason: 'y' }],
  };
  assert.deepEqual(reasons(problem), [
    [undefined, '', 'Closed'],
    [undefined, '', 'Since May'],
    ['x', '', 'y'],
  ]);
  assert.equal(reasons('x'.repeat(9000))[0]?.[2]?.length, 9000);
  assert.equal(bodyOfText(' '), undefined);
});

test('a 200 that does not say what became of the items leaves it open', () => {
  const states = (body: unknown) => statesOf(operations.clientCreate, [{ ClientNumber: 'A' }], body);
  const silent = { Successful: null, Failed: [null] };
  for (const body of [
    {},
    { ClientPostResponse: null },
    { ClientPostResponse: [silent] },
    [],
    { ClientPostResponse: [{ Successful: [] }] },
  ])
    assert.deepEqual(states(body), ['unknown']);
  assert.deepEqual(states({ ClientPostResponse: { Failed: ['A'] } }), ['refused']);
  assert.deepEqual(states({ ClientPostResponse: { Successful: 0, Failed: 1 } }), ['refused']);
  assert.deepEqual(states({ ClientPostResponse: { Successful: 3 } }), ['unknown']);
});

test('a 200 may say that the call failed; other words for success do not', () => {
  const failed = (body: object) => isFailure(operations.clientList, body);
  assert.ok(failed({ APIResponse: { Status: 'ERROR' } }));
  assert.ok(failed({ ClientGetResponse: [], APIResponse: { Status: 'FAIL' }, Errors: [{ Message: 'no' }] }));
  assert.ok(!failed({ ClientGetResponse: [], APIResponse: { Status: 'OK' } }));
  assert.ok(failed({ ClientGetResponse: [], APIResponse: { Status: 'PARTIAL' } }));
  assert.ok(!failed({ ClientGetResponse: [] }));
  assert.deepEqual(['SUCCESS', 'success', 'Successful', 'OK', 'Completed', '', '0'].filter(isSuccess).length, 7);
  for (const status of ['PARTIAL', 'FAILED', 'ERROR', 'SUCCESS_PARTIAL', 'COMPLETED WITH ERRORS', 'WARNING', '12'])
    assert.ok(!isSuccess(status), status);
  assert.equal(apiOf(operations.clientList, { APIResponse: { CallSequence: '12', Status: 0 } }).CallSequence, 12);
});

test('an answer without a list does not say that there are no records', () => {
  const { contractList, payoutCancelLookup } = operations;
  for (const body of [{}, { APIResponse: { Status: 'SUCCESS' } }, { Contracts: [{}] }, null, 'text', 7])
    assert.ok(hasNoList(contractList, body), JSON.stringify(body));
  assert.ok(hasNoList(contractList, { ContractGetResponse: 'not authorised' }));
  assert.ok(hasNoList(contractList, { ContractGetResponse: 0 }));
  for (const body of [[], { ContractGetResponse: null }, { contractgetresponse: [] }, { ContractsGetResponse: [] }])
    assert.ok(!hasNoList(contractList, body), JSON.stringify(body));
  // The key of this lookup is not known.
  assert.ok(!hasNoList(payoutCancelLookup, { Codes: [] }));
  assert.ok(hasNoList(payoutCancelLookup, { error: { message: 'no' } }));
});

test('a reason is read under the names that services have for it, also within APIResponse', () => {
  const said = (body: unknown) => faultsOf(body).map(({ Message }) => Message);
  for (const name of ['ErrorText', 'text', 'ResponseDescription', 'StatusDescription', 'Comment', 'Boodskap'])
    assert.deepEqual(said({ [name]: 'Supply ContractSequence' }), ['Supply ContractSequence'], name);
  const api = { CallSequence: 7, Status: 'FAILED', Version: '1.0.0', Name: 'x', Message: 'Closed today', Code: '1107' };
  assert.deepEqual(said({ APIResponse: api }), ['Closed today']);
  assert.deepEqual(said({ detail: [{ loc: ['query', 'ClientNumber'], msg: 'field required', type: 'value_error' }] }), [
    'field required',
  ]);
});
