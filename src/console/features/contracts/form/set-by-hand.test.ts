import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyItems } from '#console/domain/money-item/item.ts';
import type { CreatedInstalment } from '#console/domain/schedule/compare.ts';
import { schedule } from '#rules/schedule.ts';
import { setByHand } from './set-by-hand.ts';

const terms = {
  FrequencyCode: 'MNTH',
  CollectionDay: 25,
  InstalmentStartDate: '2027-01-01 00:00',
  InstalmentAmount: 100,
  NumberOfInstalments: 4,
};
const made = (horizon?: number, NumberOfInstalments: number | null = 4): CreatedInstalment[] =>
  schedule({ ...terms, NumberOfInstalments, InstalmentCents: 10_000 }, horizon).map((it) => ({
    InstalmentSequence: it.InstalmentSequence,
    InstalmentActionDate: it.InstalmentActionDate,
    InstalmentAmount: it.InstalmentCents / 100,
    InstalmentStatus: 'SCHEDULED',
  }));
const instalments = (changed: Record<number, CreatedInstalment>) =>
  made().map((it) => ({ ...it, ...changed[it.InstalmentSequence ?? 0] }));
const today = '2027-01-05';
const named = (of: Parameters<typeof setByHand>[0], list: CreatedInstalment[], day = today) =>
  setByHand(of, moneyItems('instalment', list), day).map((it) => [
    it.made.InstalmentSequence,
    it.verdict,
    it.expected?.InstalmentActionDate,
  ]);

test('what follows the terms is not named', () => {
  assert.deepEqual(named(terms, made()), []);
  assert.deepEqual(named({ ...terms, NumberOfInstalments: null }, made(20, null)), [], 'rolled on');
});

test('what was moved, changed or added one by one is named, with what the terms say', () => {
  const changed = instalments({
    2: { InstalmentActionDate: '2027-02-27 00:00' },
    3: { InstalmentAmount: 80 },
    4: { InstalmentActionDate: '2027-05-01 00:00', InstalmentAmount: 1 },
  });
  const added = {
    InstalmentSequence: 5,
    InstalmentActionDate: '2027-06-01 00:00',
    InstalmentAmount: 7,
    InstalmentStatus: 'SCHEDULED',
  };
  assert.deepEqual(named(terms, [...changed, added]), [
    [2, 'date', '2027-02-25 00:00'],
    [3, 'amount', '2027-03-25 00:00'],
    [4, 'both', '2027-04-25 00:00'],
    [5, 'extra', undefined],
  ]);
});

test('what can no longer change, or was cancelled, is not named; nor is anything where the terms are not known', () => {
  const changed = instalments({
    1: { InstalmentAmount: 5 },
    2: { InstalmentStatus: 'CANCELLED' },
    3: { InstalmentStatus: 'PAID', InstalmentAmount: 5 },
  });
  assert.deepEqual(named(terms, changed, '2027-01-25'), []);
  const { InstalmentStartDate: _, ...unknown } = terms;
  assert.deepEqual(named(unknown, instalments({ 2: { InstalmentAmount: 5 } })), []);
});
