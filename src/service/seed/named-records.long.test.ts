import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '#service/testing/app.ts';
import { unpaidOnce } from '../../../e2e/data.ts';
import { seedSandbox } from './seed.ts';

test('the records that browser tests name are in the sample of the stopped day', async () => {
  const service = await testService({ isAlone: true });
  try {
    await seedSandbox(service.database, service.clock.today(), service.numbers);
    const { ContractSequence, ContractNumber, ClientNumber, ClientName } = unpaidOnce;
    const [mandate] = (await service.call('mandateList', { ContractSequence })).records;
    assert.equal(mandate?.ClientNumber, ClientNumber);
    assert.equal(mandate?.ContractNumber, ContractNumber);
    assert.equal(mandate?.MandateStatusCode, 'ACTIVE');
    const [client] = (await service.call('clientList', { ClientNumber })).records;
    assert.equal(client?.ClientName, ClientName);
    const { records } = await service.call('instalmentList', { ContractSequence });
    const { InstalmentSequence, InstalmentActionDate, InstalmentAmount } = unpaidOnce;
    const countOf = (status: string) => records.filter((it) => it.InstalmentStatus === status).length;
    assert.deepEqual(
      records
        .filter((it) => it.InstalmentStatus === 'UNPAID')
        .map((it) => [it.InstalmentSequence, it.InstalmentActionDate, it.InstalmentAmount, it.InstalmentResult]),
      [[InstalmentSequence, InstalmentActionDate, InstalmentAmount, '02']],
    );
    assert.deepEqual([countOf('PAID'), countOf('SCHEDULED')], [unpaidOnce.paid, unpaidOnce.scheduled]);
    assert.ok(records.every((it) => it.InstalmentAmount === InstalmentAmount));
    const { records: debits } = await service.call('transactionReport', {
      ContractSequence,
      StartDate: '2026-09-25 00:00',
      EndDate: '2026-11-25 23:59',
    });
    assert.equal(debits.filter((it) => it.Status === 'UNPAID').length, 1);
  } finally {
    await service.close();
  }
});
