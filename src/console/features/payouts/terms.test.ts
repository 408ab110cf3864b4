import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePayments, estimatePayments, type PayoutDraft } from './terms.ts';

const draft = (more: PayoutDraft = {}): PayoutDraft => ({
  PaymentAmount: 100.1,
  PaymentStartDate: '2027-01-31 08:00',
  NumberOfPayments: 3,
  FrequencyCode: 'MNTH',
  ...more,
});

function planned(more: PayoutDraft = {}) {
  const found = estimatePayments(draft(more));
  assert.equal(found.kind, 'planned');
  return found.kind === 'planned' ? found.planned : [];
}

test('payments follow the day of their start, in whole cents; a month end clamps and comes back', () => {
  assert.deepEqual(planned(), [
    { date: '2027-01-31 08:00', cents: 10010 },
    { date: '2027-02-28 08:00', cents: 10010 },
    { date: '2027-03-31 08:00', cents: 10010 },
  ]);
  assert.deepEqual(planned({ NumberOfPayments: 1, FrequencyCode: null }), planned().slice(0, 1));
  assert.deepEqual(planned({ NumberOfPayments: null }), []);
  assert.equal(planned({ PaymentStartDate: '9999-12-01 00:00' })[1]?.date, null);
});

test('what is missing is named; what gives no dates is wrong; a frequency of another service is its own business', () => {
  assert.deepEqual(estimatePayments({}), { kind: 'waiting', missing: ['PaymentStartDate', 'PaymentAmount'] });
  assert.deepEqual(estimatePayments(draft({ FrequencyCode: 'DAILY' })), {
    kind: 'unknown',
    fieldName: 'FrequencyCode',
    code: 'DAILY',
  });
  for (const FrequencyCode of ['ADHO', null]) {
    const found = estimatePayments(draft({ FrequencyCode }));
    assert.deepEqual([found.kind, 'field' in found && found.field], ['wrong', 'FrequencyCode']);
  }
});

test('payments made are set beside those expected: one that was moved or re-priced is one difference', () => {
  const made = planned().map(({ date }, index) => ({
    PaymentSequence: index + 1,
    PaymentDate: index === 1 ? '2027-03-01 08:00' : date,
    PaymentAmount: index === 2 ? 99 : 100.1,
  }));
  assert.deepEqual(
    comparePayments(planned(), made).map((it) => it.verdict),
    ['same', 'date', 'amount'],
  );
});
