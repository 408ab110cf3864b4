import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idNumberWarning, idNumberProblem, isAccountNumber, isEmailAddress, isPhoneNumber } from './plausible.ts';

test('an email address is a name at a host', () => {
  for (const good of ['thandi@example.com', 'o’neil+x_1@mail.example.co.za', 'a.b@x-y.org', 'zoë@exämple.org'])
    assert.ok(isEmailAddress(good), good);
  const bad =
    'thandi,thandi@,@example.com,thandi@example,a b@example.com,a@b@example.com,a@example..com,a@.com,a@example.,a@-x.com,' +
    '.a@example.com,a.@example.com,a@example.com;b@example.com,';
  for (const text of bad.split(',')) assert.ok(!isEmailAddress(text), text);
});

test('a phone number has 7 to 15 digits, written as people write them', () => {
  for (const good of ['0825550101', '082 555 0101', '+27 (0)82-555.0101', '0027825550101', '5550101'])
    assert.ok(isPhoneNumber(good), good);
  for (const bad of ['', '555', '08255x0101', 'none', '+', '082+5550101', '1234567890123456'])
    assert.ok(!isPhoneNumber(bad), bad);
});

test('an account number has 6 to 11 digits, or the 16 of a card', () => {
  for (const good of ['123456', '1234567890', '62001234567', '4000123412341234'])
    assert.ok(isAccountNumber(good), good);
  for (const bad of ['', '12345', '123456789012', '40001234123412341', '1234 5678', '-1234567'])
    assert.ok(!isAccountNumber(bad), bad);
});

test('questions thirteen digits with a wrong check digit under every ID type, and other lengths under the South African one', () => {
  for (const type of [undefined, null, '', 'ID', 'PASS', 'OTHER'])
    assert.equal(idNumberWarning('9001015009087', type), 'The check digit does not fit: one of the digits is wrong.');
  assert.equal(idNumberWarning('900101500908', 'ID'), 'A South African ID number has 13 digits.');
  for (const [number, type] of [
    ['9001015009086', undefined],
    ['9001015009086', 'PASS'],
    ['A01234567', 'PASS'],
    ['900101500908', undefined],
  ] as const)
    assert.equal(idNumberWarning(number, type), undefined, number);
});

test('a South African ID number begins with a date of birth and ends in its check digit', () => {
  for (const good of ['8001015009087', '9202204720083', '0002295000083'])
    assert.equal(idNumberProblem(good), undefined, good);
  assert.equal(idNumberProblem('800101500908'), 'length');
  assert.equal(idNumberProblem('80010150O9087'), 'length');
  assert.equal(idNumberProblem('8013015009087'), 'birth');
  assert.equal(idNumberProblem('0102295009087'), 'birth');
  assert.equal(idNumberProblem('8001015009088'), 'checkDigit');
  // It detects every single wrong digit.
  for (let place = 6; place < 13; place++)
    for (let digit = 0; digit < 10; digit++) {
      const text = `8001015009087`.slice(0, place) + digit + `8001015009087`.slice(place + 1);
      assert.equal(idNumberProblem(text), text === '8001015009087' ? undefined : 'checkDigit', text);
    }
});
