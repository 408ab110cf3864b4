import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatCents } from '#rules/money.ts';
import { readCell, swappedDate, type ReadOptions } from './values.ts';

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

test('what a spreadsheet shows instead of a value is refused with the reason, in any field', () => {
  for (const fieldName of [
    'ClientName',
    'AccountNumber',
    'InstalmentAmount',
    'InstalmentActionDate',
    'EMail',
    'BankCode',
  ]) {
    for (const text of [
      '#N/A',
      '#REF!',
      '#DIV/0!',
      '#VALUE!',
      '#NAME?',
      '#NUM!',
      '#NULL!',
      '#SPILL!',
      '#NV',
      'Err:508',
    ])
      assert.equal(
        read(fieldName, text).problem,
        `${text} is an error of the spreadsheet. Correct it there, or enter the value.`,
      );
    assert.match(read(fieldName, '=A1*1.06').problem ?? '', /^The formula has no value in the file\./);
  }
  assert.match(read('ClientName', 'Ren\ufffd').problem ?? '', /could not be read/);
  assert.equal(read('ClientName', '#1 Garage').value, '#1 Garage');
  assert.equal(read('ContractNumber', '="0071"').value, '0071', 'written so to keep the zeros');
});

test('a text that looks like a shortened number is a text where the file says so, and a question where it may be one', () => {
  for (const text of ['12E4', '1E5', '5e0009', '12E-4', '3E400', '12E45678']) {
    assert.equal(read('ContractNumber', text).value, text, text);
    assert.equal(read('ClientNumber', text).value, text, text);
  }
  for (const text of ['1.2E4', '1,2E4', '12E10', '1E+05', '4E+09', '1E-04', '8.00102E+12'])
    assert.match(read('ContractNumber', text).problem ?? '', /shortened/, text);
  const typed = { isTyped: true };
  for (const text of ['1.2E4', '12E10', '12E45'])
    assert.equal(read('ContractNumber', text, typed).value, text, `a text cell of a workbook: ${text}`);
  assert.match(read('ContractNumber', '1e+21', typed).problem ?? '', /shortened/, 'a number of a workbook');
  assert.match(read('AccountNumber', '12E4', typed).problem ?? '', /shortened/, 'an account number has digits only');
  assert.equal(read('IDNumber', '12E45678').value, '12E45678', 'a passport');
  assert.deepEqual(read('ClientNumber', '123.0'), { value: '123', repair: '“.0” behind numbers was removed.' });
  assert.equal(read('ClientNumber', '123.0', typed).value, '123.0');
  assert.equal(read('ClientNumber', '12.30').value, '12.30');
});

test('a percentage is read as it is shown, and a rate below one is pointed out', () => {
  assert.deepEqual(read('AdjustmentRate', '8%'), { value: 8 });
  assert.deepEqual(read('AdjustmentRate', '7,5 %'), { value: 7.5 });
  assert.deepEqual(read('AdjustmentRate', '0.5%'), { value: 0.5 });
  assert.deepEqual(read('AdjustmentRate', '0.07'), {
    value: 0.07,
    doubt: 'Read as 0,07 %. If 7 % is meant, enter that.',
  });
  assert.ok(read('InstalmentAmount', '8%').problem);
});

test('dates of programs and people are read to the minute, and a year that is added is reported', () => {
  const at = (text: string, further?: Partial<ReadOptions>) => read('InstalmentActionDate', text, further).value;
  assert.equal(at('2026/12/5'), '2026-12-05 00:00');
  assert.equal(at('15 Des 2026'), '2026-12-15 00:00');
  assert.equal(at('Dinsdag 15 Desember 2026'), '2026-12-15 00:00');
  assert.equal(at('15/12/2026 12:30:00 AM'), '2026-12-15 00:30');
  assert.equal(at('15/12/2026 1:30:15 pm'), '2026-12-15 13:30');
  assert.equal(at('15/12/2026 12:00 PM'), '2026-12-15 12:00');
  assert.equal(at('2026-12-24T22:00:00.000Z'), '2026-12-25 00:00');
  assert.equal(at('2026-12-24T22:00:00Z', { timeZone: 'Europe/London' }), '2026-12-24 22:00');
  assert.equal(at('2026-12-24T23:59:00+0200'), '2026-12-24 23:59');
  assert.deepEqual(read('CollectionDate', '15 Dec'), {
    value: '2026-12-15',
    repair: '“15 Dec” was read as Tue 15 Dec 2026.',
  });
  for (const text of ['15/12/26', '15-Dec-26', '15 December 2026', '2026-12-15'])
    assert.equal(read('CollectionDate', text).repair, undefined, text);
});

test('account numbers and branches may be shown in groups', () => {
  assert.equal(read('AccountNumber', '4050-607-080').value, 4_050_607_080);
  assert.equal(read('BranchCode', '63-20-05').value, 632_005);
  assert.ok(read('AccountNumber', '-4050').problem);
});

test('day and month of a date are swapped where that is another date', () => {
  assert.equal(swappedDate('2026-01-12'), '2026-12-01');
  assert.equal(swappedDate('2026/1/5 08:00'), '2026/5/1 08:00');
  for (const text of ['2026-01-13', '2026-05-05', '12/01/2026', 'C-2026-01-12'])
    assert.equal(swappedDate(text), undefined);
});
