import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payoutStatusOf } from '#answers/change-log.ts';
import { countAndSum, moneyItem, statusesOf, type Payment } from './item.ts';
import { payoutOf, payoutsOf } from './payout-sums.ts';
import { affectedByCancel, notEditableReason } from './rules.ts';

const today = '2026-11-21';
const one = (more: Partial<Payment> = {}): Payment =>
  moneyItem('payment', {
    ContractSequence: 7,
    ClientNumber: 'C1',
    ContractNumber: 'P1',
    PaymentSequence: 1,
    PaymentDate: '2026-12-01 08:00',
    PaymentAmount: 0.1,
    PaymentStatus: 'SCHEDULED',
    ...more,
  });

test('payout contracts are told from their payments: count, sums in whole cents and the next date of each', () => {
  const payments = [
    one({ PaymentDate: '2026-10-01 08:00', PaymentStatus: 'PAID' }),
    one({ PaymentSequence: 2, PaymentAmount: 0.2 }),
    one({ ContractSequence: 9, ContractNumber: 'P2', PaymentStatus: 'CANCELLED' }),
    one({ ContractSequence: null, ClientNumber: null }),
    one({ ContractSequence: null, ContractNumber: 'P3', PaymentStatus: 'PAID' }),
    one({ PaymentSequence: 3, PaymentDate: '2026-11-22 08:00' }),
  ];
  const [first, second, third, ...rest] = payoutsOf(payments, today);
  assert.deepEqual(first, {
    ContractSequence: 7,
    ClientNumber: 'C1',
    ContractNumber: 'P1',
    payments: 3,
    total: 40,
    paid: 10,
    ahead: 30,
    next: '2026-11-22 08:00',
    nextAmount: 0.1,
  });
  assert.deepEqual([second?.payments, second?.ahead, second?.next], [1, 0, undefined]);
  assert.deepEqual([third?.ContractSequence, third?.ContractNumber, third?.paid], [null, 'P3', 10]);
  assert.deepEqual(rest, []);
});

test('a payout contract whose payments were not returned is shown without sums, not with zeros', () => {
  const bare = { ContractSequence: 7, ClientNumber: 'C1', ContractNumber: 'P1' };
  assert.deepEqual(payoutOf(bare, today, false), [bare]);
  assert.deepEqual(payoutOf({ ...bare, ContractPayments: [] }, today, false), [bare]);
  // For a service that always includes payments, an empty list means none.
  assert.equal(payoutOf({ ...bare, ContractPayments: [] }, today, true)[0]?.payments, 0);
});

test('what is paid and what is to come is not said where a status does not tell, nor a sum where an amount is none', () => {
  const [sums] = payoutsOf([one(), one({ PaymentSequence: 2, PaymentStatus: 'On_the_way' })], today);
  assert.deepEqual([sums?.total, sums?.paid, sums?.ahead], [undefined, undefined, undefined]);
  assert.equal(sums?.next, '2026-12-01 08:00');
  const [odd] = payoutsOf([one(), one({ PaymentAmount: 'ten' as unknown as number })], today);
  assert.deepEqual([odd?.total, odd?.paid, odd?.ahead], [null, 0, null]);
});

test('a cancel takes what is scheduled after its date and does not go out today', () => {
  const payments = [
    one({ PaymentDate: '2026-11-21 23:00' }),
    one({ PaymentDate: '2026-11-22 00:00' }),
    one({ PaymentDate: '2026-12-01 08:00' }),
    one({ PaymentDate: '2026-12-02 08:00', PaymentStatus: 'SUBMITTED' }),
  ];
  const going = (date: string) => affectedByCancel(payments, date, today).map((it) => it.PaymentDate);
  assert.deepEqual(going('2026-11-20 00:00'), ['2026-11-22 00:00', '2026-12-01 08:00']);
  assert.deepEqual(going('2026-12-01 08:00'), []);
  assert.equal(countAndSum(payments), '4 payments, R\u00a00,40');
});

test('a payment that cannot be changed says why; unforeseen statuses are kept and come last', () => {
  assert.equal(notEditableReason(one(), today), undefined);
  assert.equal(notEditableReason(one({ PaymentStatus: undefined }), today), undefined);
  assert.ok(notEditableReason(one({ PaymentDate: '2026-11-21 23:59' }), today));
  assert.ok(notEditableReason(one({ PaymentStatus: 'PAID' }), today));
  assert.deepEqual(
    statusesOf(['ODD', 'CANCELLED', 'PAID', 'SCHEDULED'].map((PaymentStatus) => one({ PaymentStatus }))),
    ['SCHEDULED', 'PAID', 'CANCELLED', 'ODD'],
  );
});

test('the change log tells how a payout contract ended', () => {
  assert.equal(payoutStatusOf([{ FieldChanged: 'PaymentAmount', NewValue: '1.00' }]), undefined);
  assert.equal(payoutStatusOf([{ FieldChanged: 'CancelCode', NewValue: 'DUPL' }]), 'CANCELLED');
  assert.equal(payoutStatusOf([{ FieldChanged: 'Status', NewValue: 'COMPLETED' }]), 'COMPLETED');
});
