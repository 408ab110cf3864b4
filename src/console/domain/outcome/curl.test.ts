import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownItems } from '#console/api/call-log.ts';
import { curlOf } from './curl.ts';

const call = { at: '2026-11-25T08:00:00Z', outcome: 'SUCCESS', milliseconds: 12 };

test('a retrieve is one line with a placeholder for the token', () => {
  const url = '/v1/payments/1001/maintain/clients/EFT?Version=v1&ClientNumber=C-1';
  assert.equal(
    curlOf({ ...call, operation: 'clientList', url }, 'https://console.example'),
    `curl 'https://console.example${url}' \\\n  -H 'Authorization: Bearer <TOKEN>'`,
  );
});

test('a body holds no account or ID number, and cannot end the text that it stands in', () => {
  const items = shownItems([
    { ClientNumber: "O'Brien", AccountNumber: 1234567890, IDNumber: '9001015009086', CellphoneNumber: '0825550000' },
  ]);
  const text = curlOf({ ...call, operation: 'clientCreate', url: 'https://s.example/v1', items }, 'https://c.example');
  assert.match(text, /^curl -X POST 'https:\/\/s\.example\/v1'/);
  assert.doesNotMatch(text, /1234567890|9001015009086|0825550000/);
  assert.ok(text.includes(String.raw`"O'\''Brien"`));
  assert.ok(text.includes('"AccountNumber":"<AccountNumber>"'));
});

test('messages are signed for by name and password', () => {
  const text = curlOf({ ...call, operation: 'templateSend', url: '/v1/send-whatsapp-template' }, 'https://c.example');
  assert.match(text, /-u '<USERNAME>:<PASSWORD>'/);
  assert.doesNotMatch(text, /Bearer/);
});

test('a long batch is kept in part', () => {
  assert.equal(shownItems(Array.from({ length: 500 }, () => ({ ClientNumber: 'C-1' }))).length, 20);
});
