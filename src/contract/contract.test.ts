import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields, isFieldName } from './fields.ts';
import { envelopeOf, type Operation } from './operation.ts';
import { operations } from './operations.ts';

const all = Object.values<Operation>(operations);

test('the interface has 27 maintain calls, 7 reports, 4 lookups, the case and the message', () => {
  const count = (part: string) => all.filter((it) => it.path.includes(part)).length;
  assert.deepEqual([count('/maintain/'), count('/reports/'), count('/general/'), all.length], [27, 7, 4, 40]);
});

test('an operation is known by its name, and no two share a method and path', () => {
  for (const [name, it] of Object.entries<Operation>(operations)) assert.equal(it.name, name);
  assert.equal(new Set(all.map((it) => `${it.method} ${it.path}`)).size, all.length);
});

test('the method decides the envelope, and only the omni calls answer as 1.0.2', () => {
  for (const it of all) {
    assert.equal(Boolean(it.request), envelopeOf(it) === 'batch', it.name);
    if (envelopeOf(it) !== 'plain') assert.equal(it.version, it.path.includes('/omni/') ? '1.0.2' : '1.0.0', it.name);
  }
});

test('every field of every call is in the dictionary', () => {
  for (const it of all.filter((one) => envelopeOf(one) !== 'plain'))
    for (const fieldName of [...Object.keys(it.input.shape), ...Object.keys(it.output.shape)])
      assert.ok(isFieldName(fieldName), `${it.name}: ${fieldName}`);
});

test('irregular keys are spelled as in the interface', () => {
  assert.equal(operations.payoutPaymentCreate.request, 'PayoPaymentPostRequest');
  assert.equal(operations.payoutPaymentCreate.response, 'PayoPaymentsPostResponse');
  assert.equal(operations.payoutPaymentEdit.request, 'PaymentPutRequest');
  assert.equal(operations.mandateInitiateEdit.request, 'MandateInitiatePutRecordsRequest');
  assert.equal(operations.omniInstalmentCreate.request, operations.instalmentCreate.request);
});

const accepts = (fieldName: keyof typeof fields, value: unknown) => fields[fieldName].write.safeParse(value).success;

test('dates and times must exist and have the one text form', () => {
  for (const good of ['2026-12-01 08:00', '2024-02-29 23:59', '2000-02-29 00:00'])
    assert.ok(accepts('CancelDate', good), good);
  for (const bad of [
    '2026-02-29 08:00',
    '2026-04-31 08:00',
    '2026-12-01 24:00',
    '2026-12-01',
    '2026-12-01T08:00',
    '1900-02-29 00:00',
  ])
    assert.ok(!accepts('CancelDate', bad), bad);
  assert.ok(accepts('CollectionDate', '2026-12-01'));
  assert.ok(!accepts('CollectionDate', '2026-12-01 08:00'));
});

test('amounts have at most two decimals', () => {
  for (const good of [0.01, 1234.56, 0.29, 9_999_999_999.99, 1e3])
    assert.ok(accepts('InstalmentAmount', good), `${good}`);
  for (const bad of [0.001, 12.345, 0, -1, 1e10, Number.NaN, '12'])
    assert.ok(!accepts('InstalmentAmount', bad), `${bad}`);
});

test('refuses empty, unprintable and overlong text', () => {
  for (const bad of ['', 'a\u0000b', 'line\nline', '\ud800', 'x'.repeat(31)]) assert.ok(!accepts('ClientNumber', bad));
  for (const good of ['C-1', 'Zoë 漢字', '007']) assert.ok(accepts('ClientNumber', good));
});

test('an empty text has one fault', () => {
  for (const [name, { write }] of Object.entries(fields)) {
    const issues = write.safeParse('').error?.issues ?? [];
    assert.equal(issues.length, 1, name);
  }
  assert.equal(fields.ClientNumber.write.safeParse('').error?.issues[0]?.message, 'must not be empty');
});
