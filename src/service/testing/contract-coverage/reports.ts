import assert from 'node:assert/strict';
import { inTransaction } from '../../database/transaction.ts';
import { saysAll, type ContractCaller } from './caller.ts';
import { listsAll, type Step } from './step.ts';

/** What clearing does to an instalment, as far as the transactions report reads it. */
const collect = (caller: ContractCaller, contract: number) =>
  inTransaction(caller.service.database.pool, { merchant: '1001' }, async (connection) => {
    await connection.query(
      `insert into transaction (merchant, product, transaction_date, client_number, contract_number, contract_sequence,
          instalment_sequence, mandate_type, debit_sequence_type, tracking_code, transaction_type, amount, status)
        select '1001', product, $2, client_number, contract_number, contract_sequence, 1, mandate_type, 'RCUR',
          tracking_code, transaction_type, instalment_amount, 'PAID'
        from contract where contract_sequence = $1`,
      [contract, `${caller.today} 12:00`],
    );
  });

export const transactions: Step = async (caller) => {
  const [mandate] = (await caller.call('mandateList', { ClientNumber: 'W-1', ContractNumber: 'M-1' })).records;
  const ContractSequence = mandate?.ContractSequence ?? 0;
  await collect(caller, ContractSequence);
  const query = {
    ...caller.range,
    Product: 'EFT',
    ClientNumber: 'W-1',
    ContractNumber: 'M-1',
    ContractSequence,
    MandateType: 'USAGE',
    TrackingCode: '12',
    DebitSequenceType: 'RCUR',
  };
  saysAll('transactionReport', query);
  const { records } = await caller.call('transactionReport', query);
  listsAll('transactionReport', records);
  const { StartDate: _from, EndDate: _to, Product: _, ...rest } = query;
  assert.deepEqual(records, [
    { ...rest, TransactionDate: `${caller.today} 12:00`, TransactionType: 'TT3', Amount: 1500.01, Status: 'PAID' },
  ]);
  for (const fieldName of Object.keys(rest)) {
    const other = { ...query, [fieldName]: fieldName === 'ContractSequence' ? 1 : 'NONE' };
    assert.deepEqual((await caller.call('transactionReport', other)).records, [], fieldName);
  }
  assert.deepEqual((await caller.call('transactionReport', { ...query, Product: 'DEBICHECK' })).records, []);
};
