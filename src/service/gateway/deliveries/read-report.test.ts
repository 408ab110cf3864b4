import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOriginOf } from './address.ts';
import { withOwnData } from './own-data.ts';
import { readReport, saysMore } from './read-report.ts';

const read = (body: unknown) => readReport(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), 'm-1');

test('reads a report in the shapes of gateways, and of its message alone', () => {
  const delivered = { groupId: 3, groupName: 'DELIVERED' };
  const other = { messageId: 'm-2', status: { groupId: 4, groupName: 'EXPIRED' } };
  for (const body of [
    { results: [other, { messageId: 'm-1', status: delivered }] },
    { messages: [{ messageId: 'm-1', status: delivered }] },
    [{ messageId: 'm-1', status: delivered }],
    { messageId: 'm-1', status: delivered },
    { results: [{ status: delivered }] },
  ])
    assert.deepEqual(read(body), { status: delivered });
  assert.deepEqual(read({ messageId: 'm-1', status: 'delivered' }), { status: { name: 'delivered' } });
  assert.equal(read({ results: [other, other] }).status, undefined);
});

test('keeps the beginning of a report of another shape, on one line', () => {
  assert.deepEqual(read('DLR\r\nok\0'), { text: 'DLR ok' });
  assert.deepEqual(read('{"state": 7'), { text: '{"state": 7' });
  assert.equal(read('x'.repeat(2000)).text?.length, 500);
  assert.deepEqual(read(''), { text: '' });
  assert.deepEqual(read({ messageId: 'm-1', state: 'gone' }), { text: '{"messageId":"m-1","state":"gone"}' });
});

test('a report that says less than an earlier one changes nothing', () => {
  const at = (groupId: number | undefined) => ({ receivedAt: 1, ...(groupId && { status: { groupId } }) });
  assert.ok(saysMore(at(undefined), undefined));
  assert.ok(saysMore(at(3), at(1)));
  assert.ok(saysMore(at(4), at(3)));
  assert.ok(!saysMore(at(1), at(3)));
  assert.ok(!saysMore(at(undefined), at(1)));
});

test('puts the caller’s own data back, and changes no other byte', () => {
  const address = 'https://console.karoo.co.za/message-reports/1001/token';
  const own = (body: string, callbackData: string | null) =>
    withOwnData(Buffer.from(body, 'latin1'), address, callbackData).toString('latin1');
  const body = `{ "status":1.50,"callbackData": "${address}", "x":"\xff\\u00e9" }`;
  assert.equal(own(body, 'order "17"'), body.replace(`"${address}"`, '"order \\"17\\""'));
  assert.equal(own(body, null), body.replace(`"${address}"`, 'null'));
  assert.equal(
    own(body.replaceAll('/', '\\/'), 'a$&b'),
    body.replace(`"${address}"`, () => '"a$&b"'),
  );
  assert.equal(own(`{"text":"to ${address}"}`, 'a"b'), '{"text":"to a\\"b"}');
  assert.equal(own(`id=7&callback=${encodeURIComponent(address)}`, 'a b'), 'id=7&callback=a%20b');
  assert.equal(own(`sent to ${address}`, null), 'sent to ');
  assert.equal(own('nothing of ours', 'x'), 'nothing of ours');
});

test('a provider reaches this server at a public ORIGIN only, or on this machine where that is allowed', () => {
  const provider = { messages: { user: 'karoo' } } as never;
  const of = (origin: string, callbacks: 'public' | 'loopback' = 'public') =>
    reportOriginOf({ origin, callbacks, provider }) !== undefined;
  for (const origin of ['https://console.karoo.co.za', 'https://console.karoo.co.za:8443', 'https://41.0.0.10'])
    assert.ok(of(origin) && of(origin, 'loopback'), origin);
  for (const origin of [
    'http://console.karoo.co.za',
    'https://console',
    'https://console.internal',
    'https://console.local',
    'https://10.0.0.7',
    'https://192.168.1.2:4180',
    'https://[fd00::1]',
    'http://10.0.0.7:4180',
  ])
    assert.ok(!of(origin) && !of(origin, 'loopback'), origin);
  for (const origin of ['http://localhost:4180', 'http://127.0.0.1:4180', 'https://localhost'])
    assert.ok(!of(origin) && of(origin, 'loopback'), origin);
  assert.equal(
    reportOriginOf({ origin: 'https://console.karoo.co.za', callbacks: 'public', provider: undefined }),
    undefined,
  );
});
