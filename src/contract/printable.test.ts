import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fields } from './fields.ts';
import { operations } from './operations.ts';
import { isolatedText } from './printable.ts';
import { boundedText, usernameText } from './settings-records.ts';

const accepts = (fieldName: keyof typeof fields, value: string) => fields[fieldName].write.safeParse(value).success;

const formatCharacters = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code))
  .filter((char) => /\p{Cf}/u.test(char));

const joiners = ['\u200c', '\u200d'];

test('no format character can hide in a number, a code or a username, and in a name only a joiner', () => {
  assert.ok(formatCharacters.length > 160);
  for (const char of formatCharacters)
    for (const sent of [`${char}C1`, `C${char}1`, `C1${char}`]) {
      const shown = JSON.stringify(sent).replace(char, `<${char.codePointAt(0)?.toString(16)}>`);
      for (const name of ['ClientNumber', 'ContractNumber', 'IDNumber', 'EMail', 'FrequencyCode'] as const)
        assert.ok(!accepts(name, sent), `${name} ${shown}`);
      assert.ok(!usernameText().safeParse(sent).success, `username ${shown}`);
      for (const schema of [fields.ClientName.write, fields.AccountHolderName.write, boundedText(100)]) {
        const name = schema.safeParse(sent);
        const isJoined = joiners.includes(char) && sent.startsWith('C') && sent.endsWith('1');
        // The byte order mark counts as a blank: at an end it is dropped.
        assert.equal(name.success, isJoined || (char === '\ufeff' && !sent.startsWith('C\ufeff')), `name ${shown}`);
        if (name.success) assert.equal(name.data, isJoined ? sent : 'C1');
      }
    }
});

test('a hidden character is named, and two numbers that look alike are not two', () => {
  const messageOf = (value: string) => fields.ClientNumber.write.safeParse(value).error?.issues[0]?.message;
  assert.equal(messageOf('C00003\u200b'), 'has a hidden character (U+200B)');
  assert.match(messageOf('C00003 ') ?? '', /has a space at an end/);
  for (const twin of ['C1 ', ' C1', 'C1\u00a0', '\u00a0C1', 'C\u00a01', 'C  1', 'C\u20031', 'C\u31641', 'C\u034f1'])
    assert.ok(!accepts('ClientNumber', twin), JSON.stringify(twin));
  for (const good of ['C 1', 'A/7-b', 'Zoë 漢字']) assert.ok(accepts('ClientNumber', good), good);
});

test('names keep joiners and selectors inside them, and lose the blanks at their ends', () => {
  for (const good of ['क्\u200dष', 'نامه\u200cای', '葛\u{e0100}', 'Naledi ❤\ufe0f', "D'Souza  van der Merwe"])
    assert.equal(fields.ClientName.write.parse(good), good);
  assert.equal(fields.ClientName.write.parse('\u00a0 Zola Qwabe\ufeff '), 'Zola Qwabe');
  for (const bad of ['\u3164', '\u00ad', '\u200d', 'Zola\u202eevil', ' \u00a0'])
    assert.ok(!accepts('ClientName', bad), JSON.stringify(bad));
});

test('letters of another alphabet do not make a username that looks like another', () => {
  for (const good of ['staff', 'naledi.d', 'N2', 'zola+test@example.co.za', 'nightly-run_1'])
    assert.ok(usernameText().safeParse(good).success, good);
  for (const bad of ['ѕtaff', 'stаff', 'Zoë', 'ｓtaff', '.staff', '-', 'a b', 'a/b', 'a:b', '', 'x'.repeat(201)])
    assert.ok(!usernameText().safeParse(bad).success, bad);
});

test('a stored text that turns what follows is isolated', () => {
  assert.equal(isolatedText('Zola\u202eevil'), '\u2068Zola\u202eevil\u2069');
  assert.equal(isolatedText('Zola'), 'Zola');
});

test('what was stored under older rules can still be found, edited and cancelled', () => {
  const ClientNumber = 'C00003\u200b ';
  assert.ok(operations.clientList.input.safeParse({ ClientNumber }).success);
  assert.ok(operations.clientEdit.input.safeParse({ ClientNumber, ClientName: 'Zola' }).success);
  assert.ok(!operations.clientEdit.input.safeParse({ ClientNumber, EMail: 'a\u200b@b.c' }).success);
  const cancelled = { ClientNumber, ContractNumber: 'A\u200b', CancelReason: 'MD17', CancelDate: '2026-12-01 08:00' };
  assert.ok(operations.mandateCancel.input.safeParse(cancelled).success);
});

test('a client with a number of an older form gets new contracts, whose own numbers are of the new form', () => {
  const terms = {
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: '2026-12-01 08:00',
    InstalmentAmount: 1,
  };
  const paid = { PaymentAmount: 1, PaymentStartDate: '2026-12-01 08:00' };
  for (const [{ input }, its] of [
    [operations.mandateCreate, terms],
    [operations.contractCreate, terms],
    [operations.payoutContractCreate, paid],
  ] as const) {
    assert.ok(input.safeParse({ ClientNumber: 'A  1', ContractNumber: 'A-1', ...its }).success);
    assert.ok(!input.safeParse({ ClientNumber: 'A  1', ContractNumber: 'A  1', ...its }).success);
  }
  assert.ok(!operations.clientCreate.input.shape.ClientNumber.safeParse('A  1').success);
});
