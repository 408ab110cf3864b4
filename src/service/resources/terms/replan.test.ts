import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Input } from '#contract/operations.ts';
import { addDays, addMonths } from '#rules/calendar.ts';
import { sequenceType } from '#rules/schedule.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { client, mandate } from '#service/testing/samples.ts';

let service: TestService;
before(async () => {
  service = await testService();
  await service.call('clientCreate', client('S-1'));
});
after(() => service.close());

let created = 0;
async function capture(more: Partial<Input<'mandateCreate'>> = {}): Promise<number> {
  const item = { ...mandate(service.clock.today(), 'S-1', `S-${(created += 1)}`), ...more };
  const answer = await service.call('mandateCreate', item);
  assert.ok(answer.successful[0]?.ContractSequence, answer.text);
  return answer.successful[0].ContractSequence;
}

const instalments = async (ContractSequence: number) =>
  (await service.call('instalmentList', { ContractSequence })).records;
const scheduled = async (contract: number) =>
  (await instalments(contract)).filter((it) => it.InstalmentStatus === 'SCHEDULED');
const types = async (contract: number) => (await scheduled(contract)).map((it) => it.DebitSequenceType);
const edit = async (ContractSequence: number, given: Partial<Input<'mandateEdit'>>) => {
  const answer = await service.call('mandateEdit', { ContractSequence, ...given });
  assert.equal(answer.successful.length, 1, answer.text);
};
const rcur = (count: number) => Array.from({ length: count }, () => 'RCUR');

test('a mandate cut from six instalments to three ends with the third', async () => {
  const contract = await capture({ NumberOfInstalments: 6 });
  await edit(contract, { NumberOfInstalments: 3 });
  assert.deepEqual(await types(contract), ['FRST', 'RCUR', 'FNAL']);
  const { records } = await service.call('contractChangeReport', {
    StartDate: `${addDays(service.clock.today(), -1)} 00:00`,
    EndDate: `${addDays(service.clock.today(), 1)} 00:00`,
    ContractSequence: contract,
  });
  assert.ok(
    records.some(
      (it) => it.FieldChanged === 'DebitSequenceType[3]' && it.OldValue === 'RCUR' && it.NewValue === 'FNAL',
    ),
    'the change report tells of it',
  );
});

test('an extended mandate has one last instalment, not two', async () => {
  const contract = await capture({ NumberOfInstalments: 6 });
  await edit(contract, { NumberOfInstalments: 9 });
  assert.deepEqual(await types(contract), ['FRST', ...rcur(7), 'FNAL']);
  await edit(contract, { NumberOfInstalments: null });
  assert.deepEqual(await types(contract), ['FRST', ...rcur(11)]);
  await edit(contract, { NumberOfInstalments: 1 });
  assert.deepEqual(await types(contract), ['OOFF']);
  await edit(contract, { NumberOfInstalments: 2 });
  assert.deepEqual(await types(contract), ['FRST', 'FNAL']);
});

test('the remaining series begins with a first and ends with a last, whichever instalments are cancelled', async () => {
  const contract = await capture({ NumberOfInstalments: 5 });
  for (const InstalmentSequence of [1, 5])
    await service.call('instalmentCancel', { ContractSequence: contract, InstalmentSequence });
  assert.deepEqual(await types(contract), ['FRST', 'RCUR', 'FNAL']);
  await service.call('omniInstalmentCancel', { ContractSequence: contract, InstalmentSequence: 3 });
  assert.deepEqual(await types(contract), ['FRST', 'FNAL']);
  const [left] = await scheduled(contract);
  await service.call('mandateCancel', {
    ContractSequence: contract,
    CancelReason: 'MD17',
    CancelDate: left?.InstalmentActionDate ?? '',
  });
  assert.deepEqual(await types(contract), ['OOFF']);
});

test('an instalment moved past the last one becomes the last', async () => {
  const contract = await capture({ NumberOfInstalments: 3 });
  const last = (await scheduled(contract)).at(-1)?.InstalmentActionDate ?? '';
  const answer = await service.call('instalmentEdit', {
    ContractSequence: contract,
    InstalmentSequence: 1,
    InstalmentActionDate: `${addDays(last.slice(0, 10), 3)} 00:00`,
  });
  assert.equal(answer.successful[0]?.DebitSequenceType, 'FNAL');
  assert.deepEqual(await types(contract), ['FNAL', 'FRST', 'RCUR']);
});

test('instalments that were moved and changed one by one keep that when the terms are edited', async () => {
  const contract = await capture({ NumberOfInstalments: 6 });
  const [, second, third] = await scheduled(contract);
  const day = addDays(second?.InstalmentActionDate?.slice(0, 10) ?? '', 2);
  await service.call('omniInstalmentEdit', { ContractSequence: contract, InstalmentSequence: 2, CollectionDate: day });
  await service.call('instalmentEdit', { ContractSequence: contract, InstalmentSequence: 3, InstalmentAmount: 99.99 });
  await edit(contract, { InstalmentAmount: 1500, CollectionDay: 28, NumberOfInstalments: 4, MaximumAmount: 2000 });
  const now = await scheduled(contract);
  assert.deepEqual(
    now.map((it) => [it.InstalmentAmount, it.InstalmentActionDate?.slice(8, 10), it.DebitSequenceType]),
    [
      [1500, '28', 'FRST'],
      [1500, day.slice(8), 'RCUR'],
      [99.99, '28', 'RCUR'],
      [1500, '28', 'FNAL'],
    ],
  );
  // If the new terms move the series, the edited date moves as well: kept, it would be a second debit in another month.
  await edit(contract, {
    InstalmentStartDate: `${addMonths(third?.InstalmentActionDate?.slice(0, 10) ?? '', 6)} 00:00`,
  });
  const later = await scheduled(contract);
  assert.deepEqual(
    later.map((it) => [it.InstalmentAmount, it.InstalmentActionDate?.slice(8, 10)]),
    [
      [1500, '28'],
      [1500, '28'],
      [99.99, '28'],
      [1500, '28'],
    ],
  );
});

test('refuses a maximum below an amount that was set by hand, and names the instalment', async () => {
  const contract = await capture({ NumberOfInstalments: 3, InstalmentAmount: 100, MaximumAmount: 1000 });
  await service.call('instalmentEdit', { ContractSequence: contract, InstalmentSequence: 2, InstalmentAmount: 900 });
  const answer = await service.call('mandateEdit', { ContractSequence: contract, MaximumAmount: 500 });
  assert.equal(answer.failed[0]?.Errors[0]?.Field, 'MaximumAmount');
  assert.match(answer.failed[0]?.Errors[0]?.Message ?? '', /instalment 2 of R\u00a0900,00/);
  await service.call('instalmentEdit', { ContractSequence: contract, InstalmentSequence: 2, InstalmentAmount: 400 });
  await edit(contract, { MaximumAmount: 500 });
});

type Step = (contract: number) => Promise<unknown>;
const small = fc.integer({ min: 1, max: 8 });
const days = fc.integer({ min: 2, max: 200 });
const ahead = (n: number) => `${addDays(service.clock.today(), n)} 00:00`;
const one = (contract: number, n: number) => ({ ContractSequence: contract, InstalmentSequence: n });
const step: fc.Arbitrary<{ name: string; run: Step }> = fc.oneof(
  fc.option(small).map((n) => ({
    name: `number ${n}`,
    run: (contract: number) => service.call('mandateEdit', { ContractSequence: contract, NumberOfInstalments: n }),
  })),
  small.map((n) => ({
    name: `amount ${n}`,
    run: (contract: number) => service.call('mandateEdit', { ContractSequence: contract, InstalmentAmount: n * 10 }),
  })),
  fc.integer({ min: 1, max: 28 }).map((day) => ({
    name: `day ${day}`,
    run: (contract: number) => service.call('mandateEdit', { ContractSequence: contract, CollectionDay: day }),
  })),
  days.map((n) => ({
    name: `start ${n}`,
    run: (contract: number) =>
      service.call('mandateEdit', { ContractSequence: contract, InstalmentStartDate: ahead(n) }),
  })),
  fc.option(days).map((n) => ({
    name: `first ${n}`,
    run: (contract: number) =>
      service.call('mandateEdit', {
        ContractSequence: contract,
        FirstCollectionDate: n === null ? null : ahead(n),
        FirstCollectionAmount: n === null ? null : 5,
      }),
  })),
  fc.tuple(small, days).map(([n, to]) => ({
    name: `move ${n} to ${to}`,
    run: (contract: number) => service.call('instalmentEdit', { ...one(contract, n), InstalmentActionDate: ahead(to) }),
  })),
  small.map((n) => ({
    name: `re-price ${n}`,
    run: (contract: number) => service.call('omniInstalmentEdit', { ...one(contract, n), InstalmentAmount: n }),
  })),
  small.map((n) => ({
    name: `cancel ${n}`,
    run: (contract: number) => service.call('instalmentCancel', one(contract, n)),
  })),
  days.map((n) => ({
    name: `add ${n}`,
    run: (contract: number) =>
      service.call('instalmentCreate', {
        ContractSequence: contract,
        InstalmentActionDate: ahead(n),
        InstalmentAmount: 3,
        DebitSequenceType: 'RPRE',
      }),
  })),
);

test('after any edits over HTTP the scheduled instalments of a series have the types of its length', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`edits over HTTP: seed ${seed}`);
  for (const steps of fc.sample(fc.array(step, { minLength: 6, maxLength: 10 }), { numRuns: 20, seed })) {
    const contract = await capture({ NumberOfInstalments: 5, MaximumAmount: null });
    let isOpenEnded = false;
    for (const [index, { name, run }] of steps.entries()) {
      const answer = (await run(contract)) as Awaited<ReturnType<TestService['call']>>;
      assert.equal(answer.status, 200, answer.text);
      if (name.startsWith('number') && answer.successful.length > 0) isOpenEnded = name.endsWith('null');
      // An instalment added outside the series keeps its own type.
      const live = (await scheduled(contract))
        .filter((it) => it.DebitSequenceType !== 'RPRE')
        .map((it) => ({ at: it.InstalmentActionDate ?? '', type: it.DebitSequenceType }))
        .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
      assert.deepEqual(
        live.map((it) => it.type).toSorted(),
        live.map((_, n) => sequenceType(n, live.length, isOpenEnded)).toSorted(),
        steps
          .slice(0, index + 1)
          .map((it) => it.name)
          .join(', '),
      );
      const dates = new Set(live.map((it) => it.at));
      if (dates.size === live.length)
        assert.deepEqual(
          live.map((it) => it.type),
          live.map((_, n) => sequenceType(n, live.length, isOpenEnded)),
        );
    }
  }
});
