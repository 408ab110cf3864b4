import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { operations } from '#contract/operations.ts';
import { guessColumns } from '#sheet-engine/columns.ts';
import { ImportSheet } from '#sheet-engine/sheet.ts';
import { readWorkbook } from '#sheet-engine/workbook.ts';
import { importKind, kinds } from './kinds.ts';
import { sheetColumns, headingsOf, sheetOfRecords, templateColumnsOf } from './records.ts';
import { writeTemplate } from './workbook-template.ts';

// The writer's pauses alone don't keep the process alive.
const alive = setInterval(() => {}, 60_000);
after(() => clearInterval(alive));

const codes = {
  FrequencyCode: [
    { code: 'MNTH', label: 'Monthly' },
    { code: 'WEEK', label: 'Weekly' },
  ],
  BankCode: [
    { code: '4', label: 'Capitec & Co' },
    { code: '5', label: 'Twin' },
    { code: '6', label: 'Twin' },
  ],
};

test('the template of every operation has its columns, no row that could be sent, and can be imported again', async () => {
  for (const kind of kinds) {
    const pieces: Uint8Array[] = [];
    const fieldNames = templateColumnsOf(kind.operation, true);
    await writeTemplate(kind, fieldNames, codes, async (piece) => void pieces.push(piece));
    const bytes = new Uint8Array(Buffer.concat(pieces));
    const { sheets } = await readWorkbook(bytes);
    assert.deepEqual(sheets[0]?.rows, [headingsOf(fieldNames)], kind.operation);
    assert.deepEqual(guessColumns(headingsOf(fieldNames), fieldNames), fieldNames, kind.operation);
    assert.equal(sheets[1]?.rows.length, fieldNames.length + 1, kind.operation);
    const isCoded = fieldNames.includes('FrequencyCode') || fieldNames.includes('BankCode');
    assert.equal(sheets.length, isCoded ? 3 : 2, kind.operation);
    const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    assert.equal(xml.includes('<dataValidation type="list"'), isCoded, kind.operation);
    const codesXml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet3.xml'] ?? new Uint8Array());
    assert.equal(/<col [^>]* style="6"/.test(codesXml), isCoded, 'codes are typed as texts');
    if (fieldNames.includes('BankCode'))
      assert.deepEqual(
        sheets[2]?.rows.map((row) => row.slice(-2)),
        [
          ['Bank', 'Code'],
          ['Capitec & Co', '4'],
          ['5', '5'],
          ['6', '6'],
        ],
        'two banks of one name are told apart by their codes',
      );
  }
});

test('the template of what is for a client has columns for new clients, marked as optional, and a filled-in one adds them', async () => {
  const kind = importKind('contractCreate');
  assert.ok(kind);
  const fieldNames = templateColumnsOf(kind.operation, true);
  assert.deepEqual(templateColumnsOf(kind.operation, false), sheetColumns(kind.operation));
  assert.deepEqual(templateColumnsOf('instalmentCreate', true), sheetColumns('instalmentCreate'));
  const pieces: Uint8Array[] = [];
  await writeTemplate(kind, fieldNames, codes, async (piece) => void pieces.push(piece));
  const { sheets } = await readWorkbook(new Uint8Array(Buffer.concat(pieces)));
  const [headings = []] = sheets[0]?.rows ?? [];
  const help = new Map(sheets[1]?.rows.map(([heading = '', ...rest]) => [heading, rest]));
  assert.equal(help.get('Client number')?.[0], 'Yes');
  assert.equal(help.get('Account number')?.[0], 'For a new client');
  assert.equal(help.get('Cellphone number')?.[0], '');
  for (const heading of ['Account number', 'Cellphone number'])
    assert.match(help.get(heading)?.[1] ?? '', /^Optional: adds the client/);

  const filled = {
    ClientNumber: 'N1',
    ContractNumber: 'A',
    FrequencyCode: 'Monthly',
    CollectionDay: '1',
    InstalmentStartDate: '2026-12-01',
    InstalmentAmount: '100',
    ClientName: 'Zoë',
    BankCode: 'Capitec & Co',
    BranchCode: '470010',
    AccountType: '1',
    AccountNumber: '1234567890',
  };
  const columns = guessColumns(headings, fieldNames);
  const sheet = new ImportSheet({
    operation: operations.contractCreate,
    rows: [columns.map((it) => filled[it as keyof typeof filled] ?? '')],
    columns,
    constants: {},
    options: { today: '2026-11-22', dayOrder: 'day', codes },
  });
  sheet.knowClients([]);
  assert.deepEqual(sheet.summary().problems, []);
  const [client] = sheet.clients.next(1);
  assert.deepEqual([client?.ClientNumber, client?.ClientName, client?.BankCode], ['N1', 'Zoë', 4]);
});

test('records become rows as people would type them, with whose they are in front', () => {
  const { headings, columns, rows } = sheetOfRecords(
    'mandateEdit',
    [
      { ClientName: 'Zoë', ContractSequence: 7, FrequencyCode: 'MNTH', InstalmentAmount: 100.5, Unknown: 1 },
      { ContractSequence: 8, InstalmentStartDate: '2026-12-01 00:00', TrackingYN: null },
    ],
    { codes },
  );
  assert.deepEqual(headings.slice(0, 2), ['Client', 'Contract ID']);
  assert.equal(columns[0], undefined);
  const cell = (row: number, fieldName: string) => rows[row]?.[columns.indexOf(fieldName)];
  assert.deepEqual(
    [cell(0, 'FrequencyCode'), cell(0, 'InstalmentAmount'), cell(1, 'InstalmentStartDate'), cell(1, 'TrackingYN')],
    ['Monthly', '100.50', '2026-12-01', ''],
  );
  assert.ok(!columns.includes('ClientNumber'), 'no number of a record that was told by another one');
});
