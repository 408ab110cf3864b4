import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as z from 'zod/mini';
import { sampleFields, setUpSample } from '#kit/testing/sample.ts';
import { resolverOf } from './resolve.ts';

before(setUpSample);

const { Name, Kind, Price, Count, Day } = sampleFields;
const schema = z.object({
  Name: Name.write,
  Price: Price.write,
  Day: Day.write,
  Count: z.optional(Count.write),
  Kind: z.optional(Kind.write),
  Note: z.optional(z.string()),
});

type Options = Parameters<ReturnType<typeof resolverOf>>[2];

const check = async (values: Record<string, unknown>, required: string[] = []) => {
  const fields = Object.fromEntries(required.map((name) => [name, { name, ref: {}, required: true }]));
  return resolverOf(schema)(values, undefined, {
    fields,
    shouldUseNativeValidation: false,
  } as Options);
};

const good = { Name: 'C-1', Price: 10, Day: 1 };

test('an item that the operation takes passes; an emptied word is there as undefined', async () => {
  const result = await check({ ...good, Kind: null, Note: '' });
  assert.deepEqual(result.errors, {});
  assert.deepEqual(result.values, { ...good, Kind: undefined, Note: undefined });
});

test('a missing field is asked for by its name, a wrong one says what is wrong', async () => {
  const { errors } = await check({ ...good, Name: null, Count: Number.NaN, Price: 0 });
  assert.equal(errors.Name?.message, 'Enter the customer name.');
  assert.equal(errors.Count?.message, 'Must be a whole number.');
  assert.equal(errors.Price?.message, 'Is less than 0.01.');
  assert.deepEqual(Object.keys(errors).toSorted(), ['Count', 'Name', 'Price']);
});

test('a word that only the page requires is required', async () => {
  const { errors } = await check(good, ['Kind']);
  assert.equal(errors.Kind?.message, 'Choose the kind.');
});

test('a text that is none of the codes is answered by the list, not by the rule of a number or a length', async () => {
  const { errors } = await check({ ...good, Day: Number.NaN, Kind: Number.NaN });
  assert.equal(errors.Day?.message, 'Choose one from the list, or enter its code.');
  assert.equal(errors.Kind?.message, 'Choose one from the list, or enter its code.');
});
