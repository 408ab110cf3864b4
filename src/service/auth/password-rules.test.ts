import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseWeakPassword } from './password-rules.ts';

const own = ['naledi', 'Naledi Dlamini'];

test('refuses common passwords, repetitions and keyboard patterns', async () => {
  for (const password of [
    'passwordpassword',
    'PasswordPassword',
    'P@ssw0rdP@ssw0rd',
    'password1234',
    'welcome12345',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '123456789012',
    'abcdefghijkl',
    'qwertyuiop12',
    'q1w2e3r4t5y6',
    'naledidlamini',
    'collectionsconsole',
  ])
    await assert.rejects(refuseWeakPassword(password, own), /^Error: The password is easy to guess/, password);
});

test('accepts several words, or random letters', async () => {
  for (const password of [
    'a long pass phrase',
    'blue desk chair 9',
    'x7Gq-2mPz-Lk',
    'tien blou motors',
    'пароль и соль 17',
  ])
    await refuseWeakPassword(password, own);
});

test('refuses passwords that are too short, too long or cannot be typed, and never quotes them', async () => {
  await assert.rejects(refuseWeakPassword('x7Gq-2mPz-L', own), /^Error: The password is shorter than 12 characters\.$/);
  await assert.rejects(refuseWeakPassword('x7Gq-2mPz '.repeat(21), own), /longer than 200 characters/);
  for (const character of ['\0', '\u0007', '\u0085', '\n'])
    await assert.rejects(refuseWeakPassword(`a long pass${character} phrase`, own), /no keyboard types/);
});
