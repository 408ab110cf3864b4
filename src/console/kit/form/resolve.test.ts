import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setSampleConfig } from '#console/api/testing/config.ts';
import { operations } from '#contract/operations.ts';
import { resolverOf } from './resolve.ts';

before(() => setSampleConfig({ TrackingCode: [{ code: '12', label: 'No tracking' }] }));

type Options = Parameters<ReturnType<typeof resolverOf>>[2];

const check = async (values: Record<string, unknown>, required: string[] = []) => {
  const fields = Object.fromEntries(required.map((name) => [name, { name, ref: {}, required: true }]));
  return resolverOf(operations.mandateCreate.input)(values, undefined, {
    fields,
    shouldUseNativeValidation: false,
  } as Options);
};

const good = {
  ClientNumber: 'C-1',
  ContractNumber: 'K-1',
  FrequencyCode: 'MNTH',
  CollectionDay: 1,
  InstalmentStartDate: '2026-12-01 08:00',
  InstalmentAmount: 10,
};

test('an item that the operation takes passes; an emptied word is there as undefined', async () => {
  const result = await check({ ...good, TrackingCode: null, RMS: '' });
  assert.deepEqual(result.errors, {});
  assert.deepEqual(result.values, { ...good, TrackingCode: undefined, RMS: undefined });
});

test('a missing field is asked for by its name, a wrong one says what is wrong', async () => {
  const { errors } = await check({ ...good, ClientNumber: null, NumberOfInstalments: Number.NaN, InstalmentAmount: 0 });
  assert.equal(errors.ClientNumber?.message, 'Enter the client number.');
  assert.equal(errors.NumberOfInstalments?.message, 'Must be a whole number.');
  assert.equal(errors.InstalmentAmount?.message, 'Is less than 0.01.');
  assert.deepEqual(Object.keys(errors).toSorted(), ['ClientNumber', 'InstalmentAmount', 'NumberOfInstalments']);
});

test('a word that only the page requires is required', async () => {
  const { errors } = await check(good, ['RMS']);
  assert.equal(errors.RMS?.message, 'Enter the RMS.');
});

test('a text that is none of the codes is answered by the list, not by the rule of a number or a length', async () => {
  const { errors } = await check({ ...good, CollectionDay: Number.NaN, TrackingCode: Number.NaN });
  assert.equal(errors.CollectionDay?.message, 'Choose one from the list, or enter its code.');
  assert.equal(errors.TrackingCode?.message, 'Choose one from the list, or enter its code.');
});
