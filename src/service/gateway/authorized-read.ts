import type { IncomingMessage } from 'node:http';
import { forbidden, type HttpError } from '#service/base/errors.ts';
import { isUnwritable } from './exchange.ts';
import type { ProviderOutcome } from './health.ts';
import type { ProviderLine } from './provider-line.ts';
import { providerAway, providerFault, providerRefused } from './tokens.ts';

interface ProviderRead {
  /** With its query. */
  path: string;
  /** Whose calls wait where the provider asks for that. */
  tenant: string;
  /** '' for what belongs to none. */
  merchant: string;
  /** The merchant of the token. */
  owner: string;
  /** The caller's, passed on where this server has no token of its own. */
  authorization: string | undefined;
  headers: Record<string, string>;
  /** The caller's: one who leaves says nothing of the provider. */
  signal: AbortSignal;
  /** For a read that is not streamed: milliseconds until the provider counts as away. */
  limitMs?: number;
}

/**
 * The head of the provider's answer to a read, asked for once more where it refuses the token.
 * @throws HttpError 503 if the provider cannot or does not want to answer.
 */
export async function authorizedRead(
  { wire, tokens, pauses, health }: ProviderLine,
  { path, tenant, merchant, owner, authorization, headers, signal, limitMs }: ProviderRead,
): Promise<IncomingMessage> {
  const ending = limitMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  const failed = (outcome: Exclude<ProviderOutcome, 'answered'>, status?: number) => {
    if (!signal.aborted) health.record(merchant, outcome, status);
  };
  const answered = (answer: IncomingMessage, status: number) => {
    answer.once('close', () => {
      if (status === 500) failed('failed', status);
      else if (answer.complete || signal.aborted) health.record(merchant, 'answered');
      else failed('cut');
    });
    return answer;
  };
  for (let isFirst = true; ; isFirst = false) {
    const token = await tokens?.of(owner).catch((error: unknown) => {
      failed(isRefusal(providerFault(error)) ? 'refused' : 'unreachable');
      throw error;
    });
    const sent = {
      accept: 'application/json',
      ...headers,
      authorization: token === undefined ? authorization : `Bearer ${token}`,
    };
    const answer = await wire.get(path, sent, ending).catch((error: unknown) => {
      if (isUnwritable(error)) throw error;
      failed('unreachable');
      throw providerAway();
    });
    const status = answer.statusCode ?? 0;
    if (isAnswer(status) || (status === 401 && tokens === undefined)) return answered(answer, status);
    answer.destroy();
    if (status === 401 && isFirst && tokens && token !== undefined) {
      tokens.discard(owner, token);
      continue;
    }
    if (tokens === undefined && status === 403) throw forbidden('The provider does not permit this.');
    failed(status === 401 || status === 403 ? 'refused' : 'failed', status);
    if (status === 429 || status >= 500) throw providerAway(pauses.begin(tenant, answer));
    throw refusedThere(status);
  }
}

/** The interface's, but those that have a meaning for this server itself; and unchanged. */
const isAnswer = (status: number): boolean => [200, 304, 400, 404, 500].includes(status);

const refusedThere = (status: number): HttpError =>
  status === 401 || status === 403
    ? providerRefused('The provider refuses this server. An administrator must look at the connection.')
    : providerRefused(`The provider answered with status ${status}, which the interface has not.`);

/** Of this server itself: its secret is wrong, or cannot be read. */
const isRefusal = ({ faults }: HttpError): boolean => faults[0]?.Code === 'PROVIDER_REFUSED';
