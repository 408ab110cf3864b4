import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateValues } from './form-templates.ts';

test('a template keeps codes, counts and amounts, and nothing personal', () => {
  const kept = { FrequencyCode: 'MNTH', CollectionDay: 25, InstalmentAmount: 450, TrackingYN: 'Y', BankCode: 4 };
  const left = {
    ClientNumber: 'C1',
    ContractNumber: 'LN1',
    ContractSequence: 5,
    ClientName: 'Nomsa',
    AccountNumber: 1234567890,
    IDNumber: '8001015009087',
    CellphoneNumber: '0825551234',
    InstalmentStartDate: '2026-12-01 00:00',
    MandateType: '',
    CTCPercentage: null,
  };
  assert.deepEqual(templateValues({ ...kept, ...left }), kept);
});
