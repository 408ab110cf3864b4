import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fromCents, toCents } from '#rules/money.ts';
import { fields, type FieldName } from './fields.ts';

/*
 * The contract decides what may be written into a field, and `toCents` stores it. The two must agree for every double.
 * Each property runs over 20,000 numbers; the seed reproduces a run.
 */
const runs = { numRuns: 20_000, seed: Math.floor(Math.random() * 2 ** 31) };
console.log(`seed ${runs.seed}`);

const words = Object.entries(fields);
const amounts = words.filter(([, field]) => field.input === 'amount').map(([fieldName]) => fieldName as FieldName);
const rates = words.filter(([, field]) => field.input === 'rate').map(([fieldName]) => fieldName as FieldName);
const amountField = fc.constantFrom(...amounts);

const largestCents = 999_999_999_999;
const cents = fc.oneof(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: largestCents }));
const double = fc.oneof(
  fc.double(),
  fc.double({ min: -1e11, max: 1e11 }),
  fc.double({ min: 0, max: 1e5 }),
  fc.double({ min: 1e5, max: 1e10 }),
);

/** The number after validation, or the reasons why it was refused. */
function read(fieldName: FieldName, value: unknown): { value: number } | { reasons: string[] } {
  const { success, data, error } = fields[fieldName].write.safeParse(value);
  return success ? { value: data as number } : { reasons: error.issues.map((issue) => issue.message) };
}

test('any double is refused with a reason, or becomes exactly the cents that are stored', (t) => {
  t.diagnostic(`${runs.numRuns} inputs tried`);
  fc.assert(
    fc.property(amountField, double, (fieldName, given) => {
      const result = read(fieldName, given);
      if ('reasons' in result) return assert.ok(result.reasons.every(Boolean) && result.reasons.length > 0);
      const stored = toCents(result.value);
      assert.ok(stored !== undefined, `${given} goes on as ${result.value}, which cannot be stored`);
      assert.ok(Object.is(fromCents(stored), result.value), `${result.value} is answered, ${stored} cents are stored`);
      assert.ok(Math.abs(result.value - given) <= 1e-14 * Math.abs(given), `${given} was taken for ${result.value}`);
    }),
    runs,
  );
});

test('whole cents are accepted, with or without floating-point noise', () => {
  const noise = fc.constantFrom(0, 1, -1, 2, -2);
  fc.assert(
    fc.property(amountField, cents, noise, (fieldName, whole, ulps) => {
      const exact = fromCents(whole);
      const given = exact * (1 + ulps * 2 ** -53);
      assert.deepEqual(read(fieldName, given), { value: exact }, `${given}`);
    }),
    runs,
  );
  fc.assert(
    fc.property(amountField, cents, cents, (fieldName, one, other) => {
      fc.pre(one + other <= largestCents);
      assert.deepEqual(read(fieldName, fromCents(one) + fromCents(other)), { value: fromCents(one + other) });
    }),
    runs,
  );
});

test('a third decimal is refused, also above 100,000', () => {
  const third = fc.integer({ min: 1, max: 9 });
  fc.assert(
    fc.property(amountField, fc.integer({ min: 0, max: largestCents - 1 }), third, (fieldName, whole, digit) => {
      const text = `${fromCents(whole).toFixed(2)}${digit}`;
      const result = read(fieldName, Number(text));
      assert.ok('reasons' in result && result.reasons.includes('has more than two decimals'), text);
    }),
    runs,
  );
  fc.assert(
    fc.property(
      amountField,
      fc.integer({ min: 10_000_000, max: largestCents - 1 }),
      third,
      (fieldName, whole, digit) => {
        const result = read(fieldName, fromCents(whole) + digit / 1000);
        assert.ok('reasons' in result && result.reasons.includes('has more than two decimals'), `${whole} ${digit}`);
      },
    ),
    runs,
  );
});

test('a rate keeps four decimals, and refuses a fifth', () => {
  const rate = fc.constantFrom(...rates);
  fc.assert(
    fc.property(rate, double, (fieldName, given) => {
      const result = read(fieldName, given);
      if ('reasons' in result) return assert.ok(result.reasons.length > 0);
      assert.equal(Number(result.value.toFixed(4)), result.value);
    }),
    runs,
  );
  assert.deepEqual(read('AdjustmentRate', 7.2500000000000009), { value: 7.25 });
  assert.deepEqual(read('CTCPercentage', 2.12345), { reasons: ['has more than four decimals'] });
});

test('anything but an amount is refused, and 0 is accepted only where an amount may be zero', () => {
  for (const bad of [0.009, 1e-7, 5e-324, -0.01, 1e10, 1e21, 1e300, 2 ** 53, NaN, Infinity, -Infinity, '1.10', null])
    assert.ok('reasons' in read('InstalmentAmount', bad), String(bad));
  for (const zero of [0, -0]) {
    assert.ok('reasons' in read('InstalmentAmount', zero));
    const result = read('CTCAmount', zero);
    assert.ok('value' in result && Object.is(result.value, 0), 'CTCAmount may be 0');
  }
  assert.deepEqual(read('InstalmentAmount', 0.01 - 2 ** -60), { value: 0.01 }, 'the bounds hold without the noise');
  assert.deepEqual(read('InstalmentAmount', 9_999_999_999.99), { value: 9_999_999_999.99 });
});
