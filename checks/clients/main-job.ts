// The main job by a client that knows only the types of `/openapi.json`.
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { operations, paths } from './openapi.js';

const [baseUrl = '', token = '', today = '', nextMonth = ''] = process.argv.slice(2);
const { GET, POST, PUT, DELETE } = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });
const path = { merchant: '1002', product: 'EFT' };
const query = { Version: 'v1' } as const;

/** The client infers a body's type from the body itself, so it would not find a misspelt field. */
type Body<N extends keyof operations> = operations[N] extends {
  requestBody: { content: { 'application/json': infer T } };
}
  ? T
  : never;

function good<T>({ data, error }: { data?: T; error?: unknown }): T {
  assert.ok(data, JSON.stringify(error));
  return data;
}

/** The one item of a batch, which must have been processed. */
function done<T>([batch]: { Successful: T[]; Failed: unknown[] }[]): T {
  assert.deepEqual(batch?.Failed, []);
  const [item] = batch.Successful;
  assert.ok(item);
  return item;
}

const made = good(
  await POST('/v1/payments/{merchant}/maintain/clients/{product}', {
    params: { path, query },
    body: {
      ClientPostRequest: [
        {
          ClientNumber: 'G-1',
          ClientName: 'Thandi Mokoena',
          IDType: 'ID',
          IDNumber: '9001015009086',
          CellphoneNumber: '0825550101',
          BankCode: 6,
          BranchCode: 250655,
          AccountType: 1,
          AccountNumber: 62001234567,
          AccountHolderName: 'T Mokoena',
        },
      ],
    } satisfies Body<'clientCreate'>,
  }),
);
assert.equal(done(made.ClientPostResponse).ClientNumber, 'G-1');

const mandate = good(
  await POST('/v1/payments/{merchant}/maintain/mandates/{product}', {
    params: { path, query },
    body: {
      MandatePostRequest: [
        {
          ClientNumber: 'G-1',
          ContractNumber: 'G-M-1',
          FrequencyCode: 'MNTH',
          CollectionDay: 25,
          InstalmentStartDate: `${nextMonth} 00:00`,
          InstalmentAmount: 1234.56,
          NumberOfInstalments: 12,
        },
      ],
    } satisfies Body<'mandateCreate'>,
  }),
);
const { ContractSequence } = done(mandate.MandatePostResponse);

const mandates = '/v1/payments/{merchant}/maintain/mandates/{product}';
const found = good(await GET(mandates, { params: { path, query: { ...query, ContractSequence } } }));
assert.deepEqual(
  found.MandateGetResponse.map((it) => [it.ContractNumber, it.InstalmentAmount, it.MandateStatusCode]),
  [['G-M-1', 1234.56, 'ACTIVE']],
);

const instalments = '/v1/payments/{merchant}/maintain/instalments/{product}';
const scheduled = good(await GET(instalments, { params: { path, query: { ...query, ContractSequence } } }));
assert.equal(scheduled.InstalmentGetResponse.length, 12);
const InstalmentSequence = scheduled.InstalmentGetResponse[11]?.InstalmentSequence;
assert.ok(InstalmentSequence);

const edited = good(
  await PUT(instalments, {
    params: { path, query },
    body: {
      InstalmentPutRequest: [{ ContractSequence, InstalmentSequence, InstalmentAmount: 99.5 }],
    } satisfies Body<'instalmentEdit'>,
  }),
);
assert.equal(done(edited.InstalmentPutResponse).InstalmentAmount, 99.5);

const beyond = good(
  await PUT(instalments, {
    params: { path, query },
    body: {
      InstalmentPutRequest: [{ ContractSequence, InstalmentSequence: 99, InstalmentAmount: 99.5 }],
    } satisfies Body<'instalmentEdit'>,
  }),
);
const code = beyond.InstalmentPutResponse[0]?.Failed[0]?.Errors[0]?.Code;
assert.ok(code === 'NOT_FOUND', code);

const end = { ...query, ContractSequence, CancelReason: 'MD17', CancelDate: `${today} 23:59` };
const cancelled = good(await DELETE(mandates, { params: { path, query: end } }));
assert.equal(done(cancelled.MandateDeleteResponse).ContractSequence, ContractSequence);

const report = good(
  await GET('/v1/payments/{merchant}/reports/mandate_changes_report/{product}', {
    params: {
      path,
      query: { ...query, ContractSequence, StartDate: `${today} 00:00`, EndDate: `${nextMonth} 00:00` },
    },
  }),
);
assert.ok(
  report.MandateChangesReportGetResponse.some((it) => it.FieldChanged === 'CancelReason' && it.NewValue === 'MD17'),
);
