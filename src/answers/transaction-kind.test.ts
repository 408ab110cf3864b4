import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { isCollection, isLateReturn, isOfUnknownType, isPayout, setTransactionTypes } from './transaction-kind.ts';

afterEach(() => setTransactionTypes({ areCertain: false, named: [] }));

const of = (TransactionType: unknown) => ({ TransactionType });

test('payouts and late returns are recognised by the words that services use', () => {
  for (const type of ['PAYOUT', 'payout', 'PAYO', 'PAYMENT OUT', 'Payment_Out', 'PaymentOut', 'OUTGOING PAYMENT'])
    assert.ok(isPayout(of(type)) && !isCollection(of(type)), type);
  for (const type of ['RETURN', 'RETURNED', 'Reversal', 'REVERSED', 'DEBIT RETURN', 'LATE_RETURN', 'CHARGEBACK'])
    assert.ok(isLateReturn(of(type)) && isCollection(of(type)), type);
  for (const type of ['DEBIT', 'Debit order', 'COLLECTION', 'NAEDO', 'TT1', ' debit ', null, undefined, ''])
    assert.ok(isCollection(of(type)) && !isLateReturn(of(type)), String(type));
});

test('a type that may be either, or neither, is in no sum', () => {
  for (const type of ['XYZ', '07', 7, 'PAYMENT', 'CREDIT', 'FEE', 'RETURNED PAYOUT', 'PAYOUT DEBIT', 'NOT A RETURNEE'])
    assert.ok(isOfUnknownType(of(type)) && !isPayout(of(type)) && !isCollection(of(type)), String(type));
});

test('an installation names the types of its service', () => {
  const named = [
    { code: '07', label: 'Payout' },
    { code: '08', label: 'Returned later' },
    { code: 'XYZ', label: 'Real time' },
  ];
  setTransactionTypes({ areCertain: false, named });
  assert.ok(isPayout(of('07')) && !isPayout(of(7)));
  assert.ok(isLateReturn(of('08')));
  assert.ok(isCollection(of('xyz')) && !isLateReturn(of('xyz')));
});

test('where the service is certain of its types, all others are debits', () => {
  setTransactionTypes({ areCertain: true, named: [] });
  assert.ok(isPayout(of('PAYOUT')) && isLateReturn(of('RETURN')));
  for (const type of ['XYZ', 'PAYO', null]) assert.ok(isCollection(of(type)) && !isLateReturn(of(type)), String(type));
});
