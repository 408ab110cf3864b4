import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCents } from '#rules/money.ts';
import { readCell, type ReadOptions } from './values.ts';

const options: ReadOptions = {
  today: '2026-11-22',
  dayOrder: 'day',
  codes: {
    FrequencyCode: [{ code: 'MNTH', label: 'Monthly' }],
    BankCode: [{ code: '6', label: 'First National Bank' }],
  },
};
const read = (fieldName: string, text: string, further: Partial<ReadOptions> = {}) =>
  readCell(fieldName, text, { ...options, ...further });

test('an amount is read as it is written anywhere, and never as another one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (cents) => {
      const [whole, part] = [Math.floor(cents / 100), String(cents % 100).padStart(2, '0')];
      const texts = [formatCents(cents), `${whole}.${part}`, `${whole},${part}`, `R${whole}.${part}`];
      for (const text of texts) assert.deepEqual(read('InstalmentAmount', text), { value: cents / 100 }, text);
    }),
    { numRuns: 2000 },
  );
  assert.equal(read('InstalmentAmount', '149.70000000000002').value, 149.7);
  for (const text of ['1,234', '1.234', '1.2E+3', 'ten', '12-'])
    assert.ok(read('InstalmentAmount', text).problem, text);
});

test('dates are read by the order that the person chose, numbers of days as dates', () => {
  const at = (text: string, further?: Partial<ReadOptions>) => read('InstalmentActionDate', text, further).value;
  assert.equal(at('2026-11-25'), '2026-11-25 00:00');
  assert.equal(at('2026-11-25T08:30:00'), '2026-11-25 08:30');
  assert.equal(at('03/04/2026'), '2026-04-03 00:00');
  assert.equal(at('03/04/2026', { dayOrder: 'month' }), '2026-03-04 00:00');
  assert.equal(at('46351'), '2026-11-25 00:00');
  assert.equal(read('CollectionDate', '46351').value, '2026-11-25');
  assert.equal(at('31/02/2026'), undefined);
});

test('codes are taken by their names, figures in full only, dropped zeros are put back where that is certain', () => {
  assert.deepEqual(read('FrequencyCode', 'monthly'), { value: 'MNTH', repair: 'Names recognised.' });
  assert.equal(read('BankCode', 'first national bank').value, 6);
  assert.match(read('AccountNumber', '6.2E+10').problem ?? '', /shortened/);
  assert.match(read('AccountNumber', '12345678901234567').problem ?? '', /more digits/);
  assert.equal(read('CellphoneNumber', '825550101').value, '0825550101');
  assert.equal(read('IDNumber', '101015009087').value, '101015009087', 'no check digit would fit: left as it is');
  assert.equal(read('TrackingYN', 'yes').value, 'Y');
  assert.ok(read('BranchCode', '12345').repair);
  assert.deepEqual([read('CollectionDay', '25th').value, read('AccountNumber', '25th').value], [25, undefined]);
});

test('the reason of a wrong cell is about what it says, and what may be meant is offered', () => {
  const codes = {
    ...options.codes,
    AccountType: [{ code: '1', label: 'Current' }],
    IDType: [{ code: 'ID', label: 'South African ID' }],
  };
  const of = (fieldName: string, text: string) => read(fieldName, text, { codes });
  assert.deepEqual(of('BankCode', 'FNB'), { value: 6, repair: '“FNB” was read as First National Bank.' });
  assert.equal(of('AccountType', 'Cheque account').value, 1);
  assert.equal(of('FrequencyCode', 'Month').value, 'MNTH');
  const { problem, suggestions } = of('BankCode', 'Frist National');
  assert.equal(problem, '“Frist National” isn’t in the bank list. Did you mean First National Bank?');
  assert.deepEqual(suggestions, [{ text: 'First National Bank', label: 'First National Bank' }]);
  assert.equal(of('BankCode', 'Bank of Narnia').problem, '“Bank of Narnia” isn’t in the bank list.');
  assert.match(of('FrequencyCode', 'Daily').problem ?? '', /^“Daily” isn’t in the frequency list\./);
  assert.match(of('AccountType', 'Credit card').problem ?? '', /^“Credit card” isn’t in the account type list\./);
  assert.match(of('IDType', 'Driver’s licence').problem ?? '', /^“Driver’s licence” isn’t in the ID type list\./);
  assert.equal(of('IDType', 'TRES').value, 'TRES', 'a code that the configuration does not suggest');
  assert.equal(of('BankCode', '21').value, 21, 'a code that the list does not have is the service’s to judge');
  assert.match(of('BankCode', '8.27E+10').problem ?? '', /shortened/);
});

test('no text makes the reader fail, and an empty cell is nothing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        'InstalmentAmount',
        'InstalmentActionDate',
        'AccountNumber',
        'IDNumber',
        'ClientName',
        'TrackingYN',
      ),
      fc.string(),
      (fieldName, text) => {
        const { value, problem } = read(fieldName, text);
        assert.equal(value === undefined, problem !== undefined || text.trim() === '', `${fieldName}: ${text}`);
      },
    ),
  );
});
