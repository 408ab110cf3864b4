import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setSampleConfig } from '#console/api/testing/config.ts';
import { setUpKit } from '#console/domain/set-up-kit.ts';
import { addUp } from '#rules/sums.ts';
import { sumText } from './day-groups.ts';
import { moneyOf, moneyText } from './money.ts';

before(setUpKit);
before(() => setSampleConfig({ InstalmentStatus: [{ code: 'WAITING', label: 'Waiting for release' }] }));

const sum = (cents: number | null, status: string, type: string | null = null, currency?: string) => ({
  keys: [status, type],
  count: 1,
  cents,
  currency,
});
const textOf = (sums: Parameters<typeof moneyOf>[0]) => moneyText(moneyOf(sums)).replaceAll('\u00a0', ' ');

test('what waits for release and what will go out are two sums, as are what was sent back, missed and cancelled', () => {
  assert.equal(
    textOf([sum(100, 'WAITING'), sum(20, 'SCHEDULED'), sum(3, 'SENT_BACK'), sum(4, 'MISSED'), sum(5, 'CANCELLED')]),
    'Waiting for release R 1,00, Scheduled R 0,20, Sent back R 0,03, Missed R 0,04, Cancelled R 0,05',
  );
  assert.equal(textOf([sum(100, 'Scheduled'), sum(20, 'SCHEDULED')]), 'R 1,20');
});

test('a status is one kind of money however it is padded', () => {
  const sums = ['WAITING', 'waiting ', 'WAITING   '].map((status) => ({
    keys: [status, 'PAYOUT'],
    count: 1,
    cents: 100,
  }));
  assert.deepEqual(
    moneyOf(sums).map(({ count, cents }) => [count, cents]),
    [[3, 300]],
  );
});

test('what is of an unknown type is named, and added to neither collections nor payouts', () => {
  assert.equal(
    textOf([sum(100, 'PAID'), sum(7, 'PAID', 'RETURN'), sum(20, 'PAID', 'PAYO'), sum(3, 'PAID', 'XYZ')]),
    'Collected R 1,07, Paid out R 0,20, Type “XYZ”: Paid R 0,03',
  );
});

test('currencies have a sum each, also where there is one figure', () => {
  assert.equal(
    textOf([sum(100, 'SCHEDULED'), sum(20, 'SCHEDULED', null, 'NAD'), sum(3, 'PAID', null, 'NAD')]),
    'Scheduled R 1,00, Scheduled, NAD NAD 0,20, Collected, NAD NAD 0,03',
  );
  const all = addUp([sum(100, ''), sum(20, '', null, 'NAD'), sum(5, '')]);
  assert.deepEqual([all.count, all.cents], [3, null]);
  assert.equal(sumText(addUp([all, sum(1, '', null, 'NAD')])).replaceAll('\u00a0', ' '), 'R 1,05 and NAD 0,21');
});

test('a sum of nothing adds no currency of its own', () => {
  const abroad = addUp([sum(20, '', null, 'NAD'), addUp([]), addUp([addUp([])])]);
  assert.deepEqual(abroad, { count: 1, cents: 20, currency: 'NAD' });
  assert.deepEqual(addUp([addUp([]), { count: 0, cents: 0, currency: 'NAD' }]), { count: 0, cents: 0 });
  assert.equal(addUp([sum(null, ''), addUp([])]).cents, null);
});
