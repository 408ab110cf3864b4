import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addRate, formatCents, fromCents, maxCents, parseAmount, toCents } from './money.ts';

const anyCents = fc.oneof(
  fc.integer({ min: -100_000_000, max: 100_000_000 }),
  fc.integer({ min: -maxCents, max: maxCents }),
);

test('every whole number of cents survives conversion to JSON and back', () => {
  fc.assert(
    fc.property(anyCents, (cents) => {
      const wire: unknown = JSON.parse(JSON.stringify(fromCents(cents)));
      assert.equal(typeof wire, 'number');
      assert.equal(toCents(Number(wire)), cents);
    }),
    { numRuns: 5000 },
  );
});

test('toCents refuses anything but whole cents', () => {
  assert.equal(toCents(1234.56), 123_456);
  assert.equal(toCents(1.1), 110);
  assert.equal(toCents(-0.29), -29);
  assert.equal(toCents(4.35), 435);
  assert.ok(Object.is(toCents(-0), 0));
  for (const amount of [0.001, 1.005, 1e-7, NaN, Infinity, -Infinity, 1e13, 1e300, 2 ** 53]) {
    assert.equal(toCents(amount), undefined, String(amount));
  }
  assert.equal(toCents(maxCents / 100), maxCents);
});

test('floating-point noise is ignored', () => {
  assert.equal(toCents(1.1 + 2.2), 330);
  assert.equal(toCents(149.70000000000002), 14_970);
  assert.equal(toCents(1 - 0.9), 10); // 0.09999999999999998
  assert.equal(toCents(-1.1 - 2.2), -330);
});

test('a third decimal is refused, whatever the amount', () => {
  fc.assert(
    fc.property(anyCents, fc.integer({ min: 1, max: 9 }), (cents, third) => {
      const text = `${Math.trunc(cents / 100_000)}.${String(Math.abs(cents) % 100).padStart(2, '0')}${third}`;
      assert.equal(toCents(Number(text)), undefined, text);
    }),
  );
});

test('cents that are not whole are a bug, not a number', () => {
  assert.throws(() => fromCents(0.5), RangeError);
  assert.throws(() => formatCents(NaN), RangeError);
  assert.throws(() => addRate(1.5, 1), RangeError);
  assert.throws(() => addRate(1, Infinity), RangeError);
  assert.throws(() => addRate(1, NaN), RangeError);
});

test('amounts are written the South African way', () => {
  const written = (cents: number): string => formatCents(cents).replaceAll('\u00a0', '_');
  assert.equal(written(0), 'R_0,00');
  assert.equal(written(5), 'R_0,05');
  assert.equal(written(-5), '−R_0,05');
  assert.equal(written(99_999), 'R_999,99');
  assert.equal(written(100_000), 'R_1_000,00');
  assert.equal(written(123_456), 'R_1_234,56');
  assert.equal(written(-123_456_789), '−R_1_234_567,89');
  assert.equal(written(Number.MAX_SAFE_INTEGER), 'R_90_071_992_547_409,91');
});

test('reads every text it writes', () => {
  fc.assert(
    fc.property(anyCents, (cents) => {
      assert.equal(parseAmount(formatCents(cents)), fromCents(cents));
      assert.equal(parseAmount(String(fromCents(cents))), fromCents(cents));
      const english =
        Math.abs(cents) >= 100_000 ? fromCents(cents).toLocaleString('en-US', { minimumFractionDigits: 2 }) : '1.00';
      assert.equal(parseAmount(english), Math.abs(cents) >= 100_000 ? fromCents(cents) : 1);
    }),
    { numRuns: 2000 },
  );
});

test('both styles are read, with or without the R', () => {
  const readings: [string, number][] = [
    ['1 234,56', 1234.56],
    ['1\u00a0234,56', 1234.56],
    ['1\u202f234\u2009567,8', 1_234_567.8],
    ['R1,234.56', 1234.56],
    ['r 1 234.56', 1234.56],
    ['1234.5', 1234.5],
    ['1234,5', 1234.5],
    ['1,234,567', 1_234_567],
    ['  12  ', 12],
    ['0,05', 0.05],
    ['007', 7],
    ['-R 12,50', -12.5],
    ['R -12,50', -12.5],
    ['\u221212.50', -12.5],
    ['-0', 0],
  ];
  for (const [text, amount] of readings)
    assert.ok(Object.is(parseAmount(text), amount), `${text} ${parseAmount(text)}`);
});

test('refuses a text that could mean two amounts, or none', () => {
  const refused = [
    '1,234',
    '1.234',
    '12,345',
    '1.234.567',
    '1.234,56',
    '1,23,456',
    '1 23',
    '1 2345',
    '12 34,00',
    '1,234 567.00',
    '',
    ' ',
    'R',
    '-',
    'R-',
    '.5',
    ',5',
    '5.',
    '5,',
    '1.005',
    '1,005.123',
    '1e3',
    '1E3',
    '0x10',
    'Infinity',
    'NaN',
    '--1',
    '-R-1',
    '+1',
    '1-',
    '12 R',
    'RR1',
    'ZAR 1',
    '$5',
    '1 234\t567',
    '1 234\n567',
    '1  234',
    '0 123',
    '0,123.00',
    '(12.00)',
    '१२',
    '12345678901234567890',
    '10000000000000.00',
    '1.2.3',
    '1,2.3',
    '1_000',
  ];
  for (const text of refused) assert.equal(parseAmount(text), undefined, JSON.stringify(text));
});

test('a parsed amount is always whole cents', () => {
  const letters = fc.constantFrom(...'0123456789., -Re\u00a0');
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 14 }), (parts) => {
      const amount = parseAmount(parts.join(''));
      if (amount !== undefined) assert.notEqual(toCents(amount), undefined, parts.join(''));
    }),
    { numRuns: 5000 },
  );
});

test('a rate rounds half up to the cent, without drift', () => {
  assert.equal(addRate(10_000, 6), 10_600);
  assert.equal(addRate(50, 1), 51); // 50.5
  assert.equal(addRate(49, 1), 49); // 49.49
  assert.equal(addRate(150, 1), 152); // 151.5
  assert.equal(addRate(1000, 0.05), 1001); // 1000.5
  assert.equal(addRate(1000, 0.049999), 1000);
  assert.equal(addRate(50, -1), 50); // 49.5
  assert.equal(addRate(-50, 1), -50); // -50.5: up is towards zero here
  assert.equal(addRate(-50, 3), -51); // -51.5
  assert.equal(addRate(-50, 3.1), -52); // -51.55
  assert.equal(addRate(10_000, -100), 0);
  assert.equal(addRate(10_000, 1e-7), 10_000);
  assert.equal(addRate(1, 1e21), 1e19);
  assert.equal(addRate(maxCents, 1e308), Infinity);
  // With floats these are 101.49999999999999 and 56.49999999999999, and lose a cent.
  assert.equal(addRate(100, 1.5), 102);
  assert.equal(addRate(50, 13), 57);
});

test('a rate in hundredths of a percent is an exact fraction', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: -9999, max: 99_999 }),
      (cents, hundredths) => {
        const exact = cents * (10_000 + hundredths);
        assert.equal(addRate(cents, hundredths / 100), Math.floor((exact + 5000) / 10_000));
      },
    ),
    { numRuns: 5000 },
  );
});
