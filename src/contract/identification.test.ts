import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identificationOf, isIdentified } from './identification.ts';
import { envelopeOf, type Operation } from './operation.ts';
import { operations } from './operations.ts';

const writes = Object.values<Operation>(operations).filter((it) => ['batch', 'cancel'].includes(envelopeOf(it)));

/** The identification that each write needs (docs/interface.md, Identification). */
const expected: Record<string, string> = {
  mandateCreate: 'ClientNumber ContractNumber',
  mandateEdit: 'contract',
  mandateCancel: 'contract',
  mandateInitiateEdit: 'contract',
  mandateInitiateCancel: 'contract',
  contractCreate: 'ClientNumber ContractNumber',
  contractEdit: 'contract',
  contractCancel: 'contract',
  instalmentCreate: 'contract',
  instalmentEdit: 'InstalmentSequence contract',
  instalmentCancel: 'InstalmentSequence contract',
  omniInstalmentCreate: 'ContractSequence',
  omniInstalmentEdit: 'ContractSequence InstalmentSequence',
  omniInstalmentCancel: 'ContractSequence',
  payoutContractCreate: 'ClientNumber ContractNumber',
  payoutContractCancel: 'contract',
  payoutPaymentCreate: 'contract',
  payoutPaymentEdit: 'PaymentSequence contract',
  clientCreate: 'ClientNumber',
  clientEdit: 'ClientNumber',
};

test('each write requires the identification that the interface requires', () => {
  const found = writes.map((operation) => {
    const { required, needsContract } = identificationOf(operation);
    return [operation.name, [...required, ...(needsContract ? ['contract'] : [])].join(' ')];
  });
  assert.deepEqual(Object.fromEntries(found), expected);
});

test('an item that lacks any field of its identification is not identified', () => {
  const whole = { ClientNumber: 'C1', ContractNumber: 'K1', InstalmentSequence: 2, PaymentSequence: 3 };
  for (const it of writes) {
    const { required, needsContract } = identificationOf(it);
    const item = required.includes('ContractSequence') ? { ...whole, ContractSequence: '9007199254770003' } : whole;
    assert.equal(isIdentified(it, item), true, it.name);
    for (const name of [...required, ...(needsContract ? (['ClientNumber', 'ContractNumber'] as const) : [])])
      for (const nothing of [undefined, null, '', ' ', 0, NaN, 2 ** 53])
        assert.equal(isIdentified(it, { ...item, [name]: nothing }), false, `${it.name} without ${name}`);
    if (needsContract)
      assert.equal(
        isIdentified(it, { ContractSequence: 7, InstalmentSequence: 2, PaymentSequence: 3 }),
        true,
        `${it.name} by sequence`,
      );
  }
});
