import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setUpSample } from '#kit/testing/sample.ts';
import { tsvOf } from './selection.ts';
import { decimalFor } from './use-copy.ts';

before(setUpSample);

test('copied amounts have the usual digits and one separator in every language', () => {
  const copied = (locale: string) => tsvOf([{ Amount: 1412.99 }], ['Amount'], decimalFor(locale));
  for (const locale of [
    'ar-EG',
    'fa-IR',
    'mr-IN',
    'my-MM',
    'ne-NP',
    'ur-IN',
    'en-ZA',
    'af-ZA',
    'de-DE',
    'en-GB',
    'sw-KE',
  ])
    assert.match(copied(locale), /^1412[.,]99$/, locale);
  assert.equal(copied('de-DE'), '1412,99');
  assert.equal(copied('en-GB'), '1412.99');
});
