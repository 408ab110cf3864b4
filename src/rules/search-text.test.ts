import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folded, isEndingOf, isPhoneOf, nationalDigits, searchWords, soughtDigits, wordsRank } from './search-text.ts';

const rank = (sought: string, name: string) => wordsRank(searchWords(sought), folded(name));

test('a name is found with any accents, case and word order', () => {
  assert.equal(rank('ZOE', 'Zoë Müller'), 0);
  assert.equal(rank('muller zoe', 'Zoë Müller'), 1);
  assert.equal(rank('obrien', "Sinéad O'Brien"), 1);
  assert.equal(rank('Van Wyk, Piet', 'Pieter van Wyk'), 1);
  assert.equal(rank('botha', 'Nel-Botha Trust'), 1);
  assert.equal(rank('mina', 'Adamina Nel'), 2);
  assert.equal(rank('naledi x', 'Naledi Dlamini'), undefined);
  assert.equal(rank('  ', 'Naledi Dlamini'), undefined);
});

test('a telephone number is found in any spelling, and by part of it', () => {
  for (const stored of ['0825550101', '+27 82 555 0101', '27825550101', '(082) 555-0101', '0027825550101']) {
    const national = nationalDigits(stored);
    assert.equal(national, '825550101');
    for (const typed of [
      '082 555 0101',
      '+27 82 555 0101',
      '0027825550101',
      '27825550101',
      '0825',
      '+2782555',
      '555 0101',
    ])
      assert.ok(isPhoneOf(soughtDigits(typed) ?? { all: '', phones: [] }, national), `${typed} in ${stored}`);
  }
  assert.equal(isPhoneOf(soughtDigits('083 555') ?? { all: '', phones: [] }, '825550101'), false);
});

test('an account or ID number is found by its ending, and in full with leading zeros', () => {
  const sought = (text: string) => soughtDigits(text) ?? { all: '', phones: [] };
  assert.ok(isEndingOf(sought('7890'), '1234567890'));
  assert.ok(isEndingOf(sought('00 1234567890'), '1234567890'));
  assert.equal(isEndingOf(sought('1234'), '1234567890'), false);
  assert.equal(isEndingOf(sought('1234'), ''), false);
});

test('a name, or too few digits, is no search for digits', () => {
  for (const text of ['Naledi', 'C-1234', '123', ' ', '12/34']) assert.equal(soughtDigits(text), undefined);
});
