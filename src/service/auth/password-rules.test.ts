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
    'Collections Console',
    'collections-console-2026',
    'administrator 2026',
    'Adm1n1strat0r 2026!',
    'Johannesburg2026',
    'J0hannesburg 2026',
    'Cape Town 2027!!',
    'Summer2026!!',
    'Spring-Summer-2026',
    'sandbox-only-sandbox',
    'correct horse battery staple',
    'Correct-Horse-Battery-Staple',
    'The quick brown fox jumps over the lazy dog',
    'qwerty-uiop-1234',
    'Naledi Dlamini 2026',
    'Ｃｏｌｌｅｃｔｉｏｎｓ Console',
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
    'copper lantern meadow',
    'quiet karoo windmill',
    'my summer goat eats tar',
    'Tr8-kq.Vz2!mNp',
  ])
    await refuseWeakPassword(password, own);
});

test('refuses passwords that are too short, too long or cannot be typed, and never quotes them', async () => {
  await assert.rejects(refuseWeakPassword('x7Gq-2mPz-L', own), /^Error: The password is shorter than 12 characters\.$/);
  await assert.rejects(refuseWeakPassword('x7Gq-2mPz '.repeat(21), own), /longer than 200 characters/);
  for (const character of ['\0', '\u0007', '\u0085', '\n'])
    await assert.rejects(refuseWeakPassword(`a long pass${character} phrase`, own), /no keyboard types/);
});
