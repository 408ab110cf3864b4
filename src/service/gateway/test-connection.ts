import type { IncomingMessage } from 'node:http';
import { clients } from '#contract/clients.ts';
import { contracts } from '#contract/contracts.ts';
import { lookups } from '#contract/lookups.ts';
import { messages } from '#contract/messages.ts';
import { RefusedAddress } from '#service/base/address.ts';
import { HttpError } from '#service/base/errors.ts';
import type { MessageCredentials, ProviderSettings } from '#service/config/provider-settings.ts';
import { openWire, type ProviderWire } from './exchange.ts';
import { providerPath } from './provider-path.ts';
import { createMessageTokens, createTokens } from './tokens.ts';

/** One thing that was tried, or that trying cannot tell. */
export interface ConnectionFinding {
  subject:
    | 'Address'
    | 'Token'
    | 'Merchant'
    | `Product ${string}`
    | 'Clock'
    | 'Lists of all'
    | 'Messages'
    | 'Dry runs'
    | 'Keys';
  state: 'works' | 'fails' | 'unknown';
  says: string;
}

/**
 * Tries a connection with reads of one merchant and calls without a record, which change nothing, and ends at the first thing without which the rest cannot
 * be tried. Nothing that the provider wrote is quoted.
 */
export async function testConnection(
  provider: ProviderSettings,
  merchant: string,
  products: readonly string[],
): Promise<ConnectionFinding[]> {
  const wire = openWire(provider.url, provider.reach);
  try {
    const findings: ConnectionFinding[] = [];
    for await (const finding of tried(provider, wire, merchant, products)) {
      findings.push(finding);
      if (finding.state === 'fails' && ['Address', 'Token', 'Merchant'].includes(finding.subject)) break;
    }
    return findings;
  } finally {
    wire.close();
  }
}

async function* tried(
  provider: ProviderSettings,
  wire: ProviderWire,
  merchant: string,
  products: readonly string[],
): AsyncGenerator<ConnectionFinding> {
  const get = async (path: string, product: string, authorization?: string, query = '') => {
    const pattern = path.replace('{PREFIX}', `/v1/${provider.segment}/{merchant}`);
    const headers = { accept: 'application/json', ...(authorization && { authorization }) };
    const answer = await wire.get(
      providerPath(pattern, { merchant, product }) + query,
      headers,
      AbortSignal.timeout(timeoutMs),
    );
    answer.destroy();
    return answer;
  };
  const { path } = lookups.frequencyLookup;
  let first: IncomingMessage;
  try {
    first = await get(path, '');
  } catch (error) {
    const says =
      error instanceof RefusedAddress
        ? `${provider.url} is not on the public internet.`
        : `${provider.url} does not answer (${codeOf(error)}).`;
    yield { subject: 'Address', state: 'fails', says };
    return;
  }
  yield { subject: 'Address', state: 'works', says: `${provider.url} answers.` };
  yield clockFinding(first);

  const { credentials } = provider;
  if (credentials.kind === 'caller') {
    yield {
      subject: 'Token',
      state: 'unknown',
      says: 'Each caller brings one, so the rest cannot be tried from here.',
    };
    return;
  }
  let authorization: string;
  try {
    authorization = `Bearer ${await createTokens(credentials).of(merchant)}`;
  } catch (error) {
    yield { subject: 'Token', state: 'fails', says: tokenFailure(error as Error) };
    return;
  }
  yield {
    subject: 'Token',
    state: 'works',
    says: credentials.kind === 'client' ? 'The provider gave one.' : 'The file has one.',
  };

  const status = await statusOf(get(path, '', authorization));
  yield isFound(status)
    ? { subject: 'Merchant', state: 'works', says: `${merchant} can be read.` }
    : { subject: 'Merchant', state: 'fails', says: `${merchant} cannot be read (${status}).` };
  for (const product of products) {
    const found = await statusOf(get(lookups.bankLookup.path, product, authorization));
    const says = isFound(found) ? 'It can be read.' : `It cannot be read (${found}).`;
    yield { subject: `Product ${product}`, state: isFound(found) ? 'works' : 'fails', says };
  }
  const [product = ''] = products;
  const all = await statusOf(get(contracts.contractList.path, product, authorization, '?Version=v1&All=true'));
  const isOffered = provider.offers.includes('lists-of-all');
  const hint = isOffered ? '' : ', so the connection may offer them';
  const refused = isOffered ? ', so the connection must not offer them' : '';
  yield isFound(all)
    ? { subject: 'Lists of all', state: 'works', says: `They are answered${hint}.` }
    : {
        subject: 'Lists of all',
        state: isOffered ? 'fails' : 'unknown',
        says: `They are not answered for ${product} (${all})${refused}.`,
      };
  if (provider.messages) yield await messagesFinding(provider.messages, wire);
  yield await dryRunFinding(provider, wire, { merchant, product, authorization });
  yield { subject: 'Keys', state: 'unknown', says: 'Only a change would show; ask the provider.' };
}

const timeoutMs = 20_000;

/** A call without a client changes nothing, also where the parameter is ignored: what is offered is said in a header. */
async function dryRunFinding(
  provider: ProviderSettings,
  wire: ProviderWire,
  { merchant, product, authorization }: { merchant: string; product: string; authorization: string },
): Promise<ConnectionFinding> {
  const { method, path, request } = clients.clientCreate;
  const pattern = path.replace('{PREFIX}', `/v1/${provider.segment}/{merchant}`);
  const body = JSON.stringify({ [request]: [] });
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization,
  };
  const address = `${providerPath(pattern, { merchant, product })}?Version=v1&DryRun=true`;
  const isDry = await wire
    .change({ method, path: address, headers, body, timeoutMs }, () => true)
    .then(
      (answer) => {
        answer.destroy();
        return isDryRun(answer);
      },
      () => false,
    );
  return isDry
    ? { subject: 'Dry runs', state: 'works', says: 'They are answered, so imports can be checked without saving.' }
    : { subject: 'Dry runs', state: 'unknown', says: 'They are not answered as such, so none is sent.' };
}

/** How a service says that it did not do what it answered (docs/decisions.md, 48). */
export const isDryRun = ({ headers }: IncomingMessage): boolean => headers['dry-run'] === 'true';

/** A call without a message reaches no recipient: its refusal names the missing message, or the missing permission. */
async function messagesFinding(credentials: MessageCredentials, wire: ProviderWire): Promise<ConnectionFinding> {
  const finding = (state: ConnectionFinding['state'], says: string) => ({ subject: 'Messages' as const, state, says });
  const tokens = createMessageTokens(credentials);
  const given = await tokens.of('').catch((error: Error) => error);
  if (given instanceof Error) return finding('fails', given.message);
  const body = JSON.stringify({ messages: [] });
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    authorization: `${tokens.scheme} ${given}`,
  };
  const { method, path } = messages.templateSend;
  const answer = wire.change({ method, path, headers, body, timeoutMs }, () => true);
  const status = await statusOf(answer.then((it) => it.destroy()));
  if (status === '401' || status === '403') return finding('fails', `The username or password is refused (${status}).`);
  return status === '400' || status === '200'
    ? finding('works', 'The username and password are taken. Nothing was sent.')
    : finding('unknown', `A call without a message is answered otherwise (${status}).`);
}

const tokenFailure = (error: Error): string =>
  error instanceof HttpError && error.faults[0]?.Code !== 'PROVIDER_REFUSED'
    ? 'The address for tokens does not answer.'
    : error.message;

const isFound = (status: string): boolean => status === '200';

const statusOf = (answer: Promise<IncomingMessage>): Promise<string> =>
  answer.then(({ statusCode }) => String(statusCode), codeOf);

/** Names a failure of the network, never its text, which may hold an address with a token. */
const codeOf = (error: unknown): string => {
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
};

/** A difference of more than this makes tokens end too early, or days begin at another time than at the provider. */
const muchSeconds = 30;

function clockFinding({ headers }: IncomingMessage): ConnectionFinding {
  const seconds = Math.round((Date.parse(headers.date ?? '') - Date.now()) / 1000);
  if (Number.isNaN(seconds)) return { subject: 'Clock', state: 'unknown', says: 'The provider does not say its time.' };
  const says = `It is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} this server’s.`;
  return Math.abs(seconds) <= muchSeconds
    ? { subject: 'Clock', state: 'works', says }
    : { subject: 'Clock', state: 'fails', says };
}
