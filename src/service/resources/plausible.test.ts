import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Input } from '#contract/operations.ts';
import { readSettings } from '#service/config/settings.ts';
import { codesOf, consoleConfig } from '#service/serve/console-config.ts';
import { testService, type TestService } from '#service/testing/app.ts';
import { client, mandate, nextMonth } from '#service/testing/samples.ts';
import { mustBeKnownCode, mustBePlausible } from './plausible.ts';

let service: TestService;
before(async () => void (service = await testService()));
after(() => service.close());

/** Changes what is stored, as no call could. */
async function inMerchant(statement: string): Promise<void> {
  const connection = await service.database.pool.connect();
  try {
    await connection.query(`select set_config('app.merchant', '1001', false)`);
    await connection.query(statement);
  } finally {
    connection.release(true);
  }
}

type Fields = Partial<Input<'clientCreate'>>;

const wrong: [what: string, fields: Fields, field: string, code: string][] = [
  ['a bank that the lookup has not', { BankCode: 77 }, 'BankCode', 'NOT_IN_LOOKUP'],
  ['a branch that the lookup has not', { BranchCode: 1 }, 'BranchCode', 'NOT_IN_LOOKUP'],
  ['a branch of another bank', { BranchCode: 632005 }, 'BranchCode', 'NOT_IN_LOOKUP'],
  ['an account type that is not known', { AccountType: 9 }, 'AccountType', 'UNKNOWN_CODE'],
  ['a text that is no email address', { EMail: 'thandi.example.com' }, 'EMail', 'NOT_PLAUSIBLE'],
  ['a text that is no phone number', { CellphoneNumber: 'none' }, 'CellphoneNumber', 'NOT_PLAUSIBLE'],
  ['an ID number that is too short', { IDNumber: '900101500908' }, 'IDNumber', 'NOT_PLAUSIBLE'],
  ['an ID number of someone born on a 30 February', { IDNumber: '9002305009086' }, 'IDNumber', 'NOT_PLAUSIBLE'],
  ['an ID number with a wrong digit', { IDNumber: '9001015009087' }, 'IDNumber', 'NOT_PLAUSIBLE'],
];

const unseen: typeof wrong = [
  ['a name that turns what follows', { ClientName: 'Zola\u202eevil' }, 'ClientName', 'INVALID'],
  ['a hidden character in the email address', { EMail: 'thandi\u200b@example.com' }, 'EMail', 'INVALID'],
  ['a blank before the ID number', { IDNumber: '\u00a09001015009086' }, 'IDNumber', 'INVALID'],
];

for (const [index, [what, fields, field, code]] of [...wrong, ...unseen].entries())
  test(`refuses a client with ${what} at that field, new and edited; the others of the batch are stored`, async () => {
    const number = `${field}-${index}`;
    const created = await service.call('clientCreate', [{ ...client(`${number}-bad`), ...fields }, client(number)]);
    assert.deepEqual(
      created.successful.map((it) => it.ClientNumber),
      [number],
    );
    const faultsOf = (it: (typeof created)['failed'][number] | undefined) =>
      it?.Errors.map((one) => [one.Field, one.Code]);
    assert.deepEqual(created.failed.map(faultsOf), [[[field, code]]]);
    const edited = await service.call('clientEdit', { ClientNumber: number, ...fields });
    assert.deepEqual(edited.failed.map(faultsOf), [[[field, code]]]);
  });

test('a number with a hidden character or a blank at an end makes no twin; the others of the batch are stored', async () => {
  const twins = ['TW-1\u200b', 'TW-1\ufeff', 'T\u00adW-1', 'TW-1 ', '\u00a0TW-1', 'TW\u202e-1'];
  const created = await service.call('clientCreate', [client('TW-1'), ...twins.map(client), client('TW-2')]);
  assert.deepEqual(
    created.successful.map((it) => it.ClientNumber),
    ['TW-1', 'TW-2'],
  );
  assert.deepEqual(
    created.failed.map((it) => [it['ClientNumber'], ...it.Errors.map((one) => [one.Field, one.Code])]),
    twins.map((number) => [number, ['ClientNumber', 'INVALID']]),
  );
  assert.match(created.failed[0]?.Errors[0]?.Message ?? '', /hidden character \(U\+200B\)/);
  const contracts = ['H-1', 'H-1\u2060', ' H-1'].map((number) => mandate(service.clock.today(), 'TW-1', number));
  assert.deepEqual(
    (await service.call('mandateCreate', contracts)).failed.map((it) => it.Errors.map((one) => one.Field)),
    [['ContractNumber'], ['ContractNumber']],
  );
});

test('a client that was stored with a hidden character can be read and edited', async () => {
  await service.call('clientCreate', client('LEGACY'));
  const ClientNumber = 'LEGACY\u200b ';
  await inMerchant(`update client set client_number = '${ClientNumber}' where client_number = 'LEGACY'`);
  const edited = await service.call('clientEdit', { ClientNumber, ClientName: '  Zola Qwabe\u00a0' });
  assert.deepEqual(edited.failed, []);
  const { records } = await service.call('clientList', { ClientNumber });
  assert.deepEqual(
    records.map((it) => [it.ClientNumber, it.ClientName]),
    [[ClientNumber, 'Zola Qwabe']],
  );
});

test('lists every error of a client at once, without its ID number', async () => {
  const all = Object.assign({}, ...wrong.map(([, fields]) => fields)) as Fields;
  const { failed } = await service.call('clientCreate', { ...client('ALL'), ...all, BankCode: 77 });
  assert.deepEqual(
    failed[0]?.Errors.map((it) => it.Field),
    ['BankCode', 'AccountType', 'IDNumber', 'EMail', 'CellphoneNumber'],
  );
  assert.ok(failed[0]?.Errors.every((it) => !it.Message.includes('9001015009087')));
});

test('other ID types have their own formats, and the number is optional', async () => {
  for (const [index, fields] of [
    { IDType: 'PASS', IDNumber: 'A1' },
    { IDType: null, IDNumber: '9001015009087' },
    { IDType: 'ID', IDNumber: null },
    { IDNumber: null, EMail: null, CellphoneNumber: null },
  ].entries()) {
    const { successful, text } = await service.call('clientCreate', { ...client(`OTHER-${index}`), ...fields });
    assert.equal(successful.length, 1, text);
  }
  const number = 'OTHER-1';
  const typed = await service.call('clientEdit', { ClientNumber: number, IDType: 'ID' });
  assert.equal(typed.failed[0]?.Errors[0]?.Field, 'IDNumber', 'the number that is there must fit its new type');
});

test('stored values stay editable: only changed fields are checked', async () => {
  await service.call('clientCreate', client('OLD'));
  await inMerchant(`update client set bank_code = 77, account_type = 9, e_mail = '-' where client_number = 'OLD'`);
  const same = { BankCode: 77, AccountType: 9, EMail: '-' };
  const edited = await service.call('clientEdit', { ClientNumber: 'OLD', ...same, ClientName: 'New Name' });
  assert.equal(edited.successful.length, 1, edited.text);
  const branch = await service.call('clientEdit', { ClientNumber: 'OLD', BranchCode: 632005 });
  assert.equal(branch.failed[0]?.Errors[0]?.Field, 'BankCode');
});

test('refuses an unknown tracking code in every call that takes one', async () => {
  const today = service.clock.today();
  await service.call('clientCreate', client('TRACK'));
  const { TrackingCode: _, ...terms } = mandate(today, 'TRACK', 'M');
  const created = await service.call('mandateCreate', terms);
  const { ContractSequence = 0 } = created.successful[0] ?? {};
  assert.ok(ContractSequence, created.text);
  const contract = {
    ClientNumber: 'TRACK',
    ContractNumber: 'C',
    FrequencyCode: 'MNTH',
    CollectionDay: 1,
    InstalmentStartDate: `${nextMonth(today)} 00:00`,
    InstalmentAmount: 5,
  };
  const instalment = { ContractSequence, InstalmentActionDate: `${nextMonth(today)} 00:00`, InstalmentAmount: 5 };
  const TrackingCode = '99';
  for (const { failed, text } of [
    await service.call('mandateCreate', { ...terms, ContractNumber: 'M2', TrackingCode }),
    await service.call('mandateEdit', { ContractSequence, TrackingCode }),
    await service.call('contractCreate', { ...contract, TrackingCode }),
    await service.call('contractEdit', { ContractSequence, TrackingCode }),
    await service.call('instalmentCreate', { ...instalment, TrackingCode }),
    await service.call('instalmentEdit', { ContractSequence, InstalmentSequence: 1, TrackingCode }),
  ])
    assert.deepEqual([failed[0]?.Errors[0]?.Field, failed[0]?.Errors[0]?.Code], ['TrackingCode', 'UNKNOWN_CODE'], text);
  assert.equal((await service.call('mandateEdit', { ContractSequence, TrackingCode: '07' })).successful.length, 1);
});

test('refuses an unknown adjustment category; a deployment’s own one changes no amount by itself', async () => {
  const today = service.clock.today();
  await service.call('clientCreate', client('ADJUST'));
  const terms = { ...mandate(today, 'ADJUST', 'M'), AdjustmentAmount: 5 };
  const created = await service.call('mandateCreate', terms);
  const { ContractSequence = 0 } = created.successful[0] ?? {};
  assert.ok(ContractSequence, created.text);
  for (const { failed, text } of [
    await service.call('mandateCreate', { ...terms, ContractNumber: 'M2', AdjustmentCategory: 'CPI' }),
    await service.call('mandateEdit', { ContractSequence, AdjustmentCategory: 'CPI' }),
  ])
    assert.deepEqual(
      [failed[0]?.Errors[0]?.Field, failed[0]?.Errors[0]?.Code],
      ['AdjustmentCategory', 'UNKNOWN_CODE'],
      text,
    );
  mustBeKnownCode({ codes: { AdjustmentCategory: ['CPI'] } }, 'AdjustmentCategory', 'CPI');
  assert.throws(() => mustBeKnownCode({ codes: { AdjustmentCategory: ['CPI'] } }, 'AdjustmentCategory', 'Q'));
});

test('a deployment’s own codes replace the known ones; without any, every code is accepted', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'collections-codes-'));
  try {
    const CONFIG_FILE = path.join(folder, 'config.json');
    await writeFile(CONFIG_FILE, JSON.stringify({ codes: { AccountType: [{ code: '9', label: 'Gold' }] } }));
    const own = { codes: codesOf(consoleConfig(readSettings({ CONFIG_FILE }))) };
    mustBePlausible(own, { AccountType: 9 }, {});
    assert.throws(() => mustBePlausible(own, { AccountType: 1 }, {}), /AccountType 1 is not known here; 9 are/);
    mustBePlausible({ codes: {} }, { AccountType: 1 }, {});
  } finally {
    await rm(folder, { recursive: true });
  }
});
