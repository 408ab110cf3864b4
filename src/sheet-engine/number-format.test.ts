import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formattedNumber, numberFormat } from './number-format.ts';

const shown = (code: string, number: string) => {
  const format = numberFormat(code);
  return typeof format === 'object' ? formattedNumber(number, format) : (format ?? number);
};

test('a number is read with the zeros, spaces and letters that its format shows', () => {
  for (const [code, text] of [
    ['000000', '004471'],
    ['0######', '0004471'],
    ['#00000', '04471'],
    ['"C"00000', 'C04471'],
    ['"POL-"0', 'POL-4471'],
    ['00\\-00', '44-71'],
    ['000\\ 000\\ 0000', '000 000 4471'],
    ['[Red]000000', '004471'],
    ['00000;(00000)', '04471'],
    ['00', '4471'],
  ] as const)
    assert.equal(shown(code, '4471'), text, code);
  assert.equal(shown('00\\-00', '14471'), '144-71');
  assert.equal(shown('000000', '4471.5'), '4471.5', 'only whole numbers');
});

test('decimals, thousands, currencies and units leave the number as it is', () => {
  for (const code of [
    'General',
    '0',
    '#',
    '0.00',
    '#,##0',
    '#,##0.00;[Red]-#,##0.00',
    '"R"0',
    '"R" 0000',
    '[$R-1C09] 0000',
    '0" months"',
    '00" days"',
    '0000E+00',
    '# ?/?',
    '@',
    '[<=9999999]000-0000;(000) 000-0000',
  ])
    assert.equal(shown(code, '4471'), '4471', code);
});

test('dates and percentages are recognised by their format codes', () => {
  for (const code of ['dd/mm/yyyy', '[$-409]d mmm yy;@', 'yyyy\\-mm\\-dd', '[h]:mm', 'mmm-yy'])
    assert.equal(numberFormat(code), 'date', code);
  for (const code of ['0%', '0.00%', '0.0" "%', '[Blue]0%']) assert.equal(numberFormat(code), 'percent', code);
  for (const code of ['"dd"0', '0\\%', '0" %"']) assert.notEqual(numberFormat(code), 'percent', code);
});
