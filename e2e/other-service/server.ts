// Another service, written from the interface alone. It defines no error body, no failed item and no values of coded fields,
// and here all of that differs from our own service. It also signs people in, for a product that trusts it.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { jsonOf } from '../../src/answers/json.ts';
import { readPermissions } from '../../src/contract/permissions.ts';
import { answerWithPartialIds } from './contract-ids.ts';
import { incompleteAnswers } from './incomplete-answers.ts';
import { answerWithMissingAmounts } from './missing-amounts.ts';
import { answerWithOwnStatuses, type Answer } from './own-statuses.ts';

const html = '<!doctype html><html><head><title>502 Upstream sulks</title></head><body><h1>Sorry</h1></body></html>';

/** Numbers as text and text as numbers, unknown codes and fields, nulls. */
const mandate = {
  ClientNumber: 4711,
  ContractNumber: 'ODD/1',
  ContractSequence: '900001',
  MandateType: 'PERPETUAL',
  MandateStatusCode: 'DORMANT',
  FrequencyCode: 'LUNR',
  CollectionDay: '31',
  DebitSequenceType: null,
  AdjustmentCategory: 7,
  TrackingYN: true,
  TrackingCode: 3,
  InstalmentAmount: '250.50',
  NumberOfInstalments: 'endless',
  Mood: { today: 'fine' },
};
const contract = { ...mandate, InstalmentStartDate: '2026-11-01T00:00:00+02:00', CTCPercentage: '2,5' };
const instalments = [
  {
    ClientNumber: 4711,
    ContractNumber: 'ODD/1',
    ContractSequence: 900001,
    InstalmentSequence: '1',
    InstalmentActionDate: '01/12/2026',
    InstalmentAmount: '250.505',
    InstalmentStatus: 'HIBERNATING',
    TrackingCode: null,
  },
  { ContractSequence: 900001, InstalmentSequence: 2, InstalmentActionDate: null, InstalmentAmount: null },
  { ContractSequence: 900001, InstalmentStatus: 12, InstalmentAmount: 1e21 },
];
const client = {
  ClientNumber: 4711,
  ClientName: 'Odette Oddly',
  IDType: 9,
  IDNumber: 9001015009086,
  CellphoneNumber: 27825550000,
  BankCode: '77',
  BranchCode: '000123',
  AccountType: 'GOLD',
  AccountNumber: '0012345678',
  Loyalty: ['a', 'b'],
};
const payment = {
  ClientNumber: 4711,
  ContractNumber: 'OUT-1',
  ContractSequence: '5',
  PaymentSequence: '1',
  PaymentDate: '2026-12-24 25:61',
  PaymentAmount: 'ten',
  PaymentStatus: 'LOST IN SPACE',
  ResponseCode: 404,
};
const changes = [
  {
    ChangeDate: 'yesterday',
    ClientNumber: 4711,
    ContractNumber: 'ODD/1',
    ContractSequence: '900001',
    ChangeType: 'WHIM',
    FieldChanged: 'Mood',
    OldValue: 1,
    NewValue: { deep: true },
  },
  {},
];
const days = [{ CollectionDay: '31', DayDescription: 'When the moon is full' }, null];

/** A lookup without a documented answer: grouped like other lookups, under its own names. */
const groupedCodes = [{ Product: 'NAEDO', Reasons: [{ ReasonCode: 'ODD1', ReasonDescription: 'Changed our mind' }] }];

/** The answer to each retrieve; some require an identification. */
const retrieves: Record<string, (isIdentified: boolean) => Answer> = {
  'maintain/mandates': (isIdentified) =>
    isIdentified
      ? [200, { MandateGetResponse: [mandate, null, 'x'] }]
      : [400, { error: { message: 'Whose?', code: 4001 } }],
  'maintain/contracts': (isIdentified) =>
    isIdentified
      ? [200, { ContractGetResponse: contract, APIResponse: { CallSequence: '77', Status: 'SUCCESS' } }]
      : [400, 'Whose?'],
  'maintain/instalments': (isIdentified) => (isIdentified ? [200, { InstalmentGetResponse: instalments }] : [404, '']),
  'maintain/omni/instalments': (isIdentified) =>
    isIdentified ? [200, { InstalmentGetResponse: instalments.map((it) => ({ ...it, Status: 8 })) }] : [404, 'Nothing'],
  'maintain/payo/contracts': (isIdentified) =>
    isIdentified ? [200, { PayoContractGetResponse: [{ ...payment, ContractPayments: null }] }] : [400, ['Whose?']],
  'maintain/payo/payments': (isIdentified) => (isIdentified ? [200, { PaymentGetResponse: [payment] }] : [400, html]),
  'maintain/clients': (isIdentified) =>
    isIdentified ? [200, { ClientGetResponse: [client] }] : [400, { Reason: 'Whose?' }],
  'reports/omni/future_transactions': () => [
    200,
    { FutureTransactionsGetResponse: [{ ...instalments[0], Name: 5, Surname: null, Currency: ['ZAR'] }, {}] },
  ],
  'reports/omni/contract_changes_report': () => [
    200,
    { ContractChangesGetResponse: [{ ...contract, ResultCode: 0, ContractInstalments: null, InactiveDate: '' }] },
  ],
  'reports/omni/instalment_changes_report': () => [500, html],
  'reports/transactions_report': () => [
    200,
    {
      TransactionsReportGetResponse: [
        { ...mandate, TransactionDate: '2026-11-02 08:00:30', Amount: '250.50', Status: 'BOUNCED' },
        { ContractSequence: 900001, TransactionDate: null, Amount: null, Status: null },
        { ...mandate, TransactionDate: '2026-11-03 08:00', Amount: 99.99, Status: 'UNPAID', Extra: [1] },
      ],
    },
  ],
  'reports/mandate_changes_report': () => [200, { MandateChangesReportGetResponse: changes }],
  'reports/contract_changes_report': () => [200, { ContractChangesReportGetResponse: null }],
  'reports/payo_payment_changes_report': () => [404, ''],
  'general/frequency_codes': () => [
    200,
    { FrequencyGetResponse: [{ FrequencyCode: 'LUNR', FrequencyDescription: null, CollectionDays: days }, {}] },
  ],
  'general/banks': () => [
    200,
    { BanksGetResponse: [{ Country: 'Odd', Products: null }, { Products: [{ Banks: { BankCode: '77' } }] }] },
  ],
  'general/mandate_reason_codes': () => [500, html],
};

/** The answer to each write, each in a different form. */
const writes: Record<string, Answer> = {
  'POST maintain/clients': [
    200,
    { ClientPostResponse: [{ Successful: null, Failed: [{ Reason: 'Too odd a name' }] }] },
  ],
  'POST maintain/mandates': [200, { MandatePostResponse: { Failed: ['Not on a public holiday'] } }],
  'POST maintain/instalments': [422, { Errors: { InstalmentAmount: ['must be odd'] } }],
};

/** The changes of merchant 77 that arrived. */
export const changesArrived: string[] = [];

const paths = Object.keys(retrieves).toSorted((one, other) => other.length - one.length);

function answerTo(method: string, url: URL, body: string): Answer {
  const path = url.pathname;
  if (path.startsWith('/v1/payments/78/')) return answerWithOwnStatuses(method, url, body);
  if (path.startsWith('/v1/payments/80/')) return answerWithPartialIds(method, url, body);
  if (path.startsWith('/v1/payments/81/')) return answerWithMissingAmounts(url);
  const [, merchant = ''] = /^\/v1\/payments\/(\d+)\//.exec(path) ?? [];
  const other = incompleteAnswers[merchant];
  if (other) return other(method, url, body);
  if (path.startsWith('/v1/odd/case')) return [200, { case_id: 7, subject: null, attachment: null, status: ['open'] }];
  if (path.includes('payout_cancel_codes')) return [200, { PayoutCancelCodes: groupedCodes }];
  const found = paths.find((it) => path.includes(`/v1/payments/77/${it}`));
  if (!found) return [404, 'No such thing'];
  if (method !== 'GET') {
    changesArrived.push(`${method} ${found}`);
    return writes[`${method} ${found}`] ?? [200, {}];
  }
  const isIdentified = ['ClientNumber', 'ContractNumber', 'ContractSequence'].some((fieldName) =>
    url.searchParams.has(fieldName),
  );
  return retrieves[found]?.(isIdentified) ?? [404, ''];
}

const key = await generateKeyPair('ES256', { extractable: true });
const publishedKey = { ...(await exportJWK(key.publicKey)), alg: 'ES256', kid: 'one' };

/**
 * A minimal OpenID provider: signs everybody in as the same person, who may read and has no name, requires a nonce and has no
 * sign-out.
 */
async function signIn(url: URL, issuer: string, body: string): Promise<Answer | undefined> {
  if (url.pathname === '/.well-known/openid-configuration')
    return [
      200,
      {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      },
    ];
  if (url.pathname === '/keys') return [200, { keys: [publishedKey] }];
  if (url.pathname === '/authorize') {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    const nonce = url.searchParams.get('nonce');
    if (nonce) back.searchParams.set('code', nonce);
    else back.searchParams.set('error', 'invalid_request');
    back.searchParams.set('state', url.searchParams.get('state') ?? '');
    return [302, '', { location: back.href }];
  }
  if (url.pathname !== '/token') return undefined;
  const form = new URLSearchParams(body);
  const signed = (audience: string, claims: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: publishedKey.kid })
      .setIssuer(issuer)
      .setSubject('auth0|6512')
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key.privateKey);
  const id_token = await signed(form.get('client_id') ?? '', { nonce: form.get('code') });
  const access_token = await signed('urn:collections:api', { merchants: ['77'], permissions: readPermissions });
  return [200, { access_token, token_type: 'Bearer', expires_in: 3600, id_token }];
}

/** Starts it on a free port of loopback. */
export async function startOtherService(): Promise<{ origin: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += String(chunk)));
    request.on('end', async () => {
      const [status, answer, headers] = (await signIn(url, origin, body)) ?? answerTo(request.method ?? '', url, body);
      const isText = typeof answer === 'string';
      response
        .writeHead(status, {
          'content-type': isText ? 'text/html' : 'application/json',
          // For the sign-in, which the console calls directly.
          'access-control-allow-origin': '*',
          'access-control-allow-headers': '*',
          ...headers,
        })
        .end(isText ? answer : jsonOf(answer));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, stop };
}
