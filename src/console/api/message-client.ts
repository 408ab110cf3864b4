import { bodyOfText } from '#answers/decode.ts';
import { errorKindOf } from '#answers/error-kinds.ts';
import { answersIn, type Answered } from '#answers/messages.ts';
import { reasonsOf } from '#answers/send/reasons.ts';
import { messages as contract, type Message } from '#contract/messages.ts';
import { createStore, useStore } from '#kit/base/store.ts';
import { noteCall } from './call-log.ts';
import { CallError } from './errors.ts';
import { withPassword } from './http.ts';
import { serverInstant } from './server-clock.ts';

/** The messageId is created before sending, so that a message can be repeated safely. */
export type Outgoing = Message & { messageId: string };

/** Nothing was sent. */
export class WrongCredentials extends Error {
  override readonly name = 'WrongCredentials';
}

interface Credentials {
  username: string;
  password: string;
}

// In memory only: a browser can't keep a secret.
const credentials = createStore<Credentials | undefined>(undefined);

export const holdCredentials = credentials.set;

export const useMessageUser = (): string | undefined => useStore(credentials)?.username;

function post(url: string, body: string): Promise<Response> {
  const given = credentials.get();
  if (!given) throw new WrongCredentials('There are none');
  return withPassword(url, given.username, given.password, { method: 'POST', body });
}

/**
 * The only operation with Basic credentials.
 * @throws WrongCredentials, or CallError, whose kind says whether messages may have been accepted
 */
export async function sendMessages(messages: readonly Outgoing[]): Promise<Answered[]> {
  const operation = contract.templateSend.name;
  const url = contract.templateSend.path;
  const startedAt = performance.now();
  const note = (outcome: string, status?: number) =>
    noteCall({
      operation,
      at: serverInstant().toISOString(),
      status,
      outcome,
      milliseconds: Math.round(performance.now() - startedAt),
      url,
    });
  let response: Response;
  let body: unknown;
  try {
    response = await post(url, JSON.stringify({ messages }));
    body = bodyOfText(await response.text());
  } catch (cause) {
    if (cause instanceof WrongCredentials) throw cause;
    const kind = navigator.onLine ? 'unavailable' : 'offline';
    note(kind);
    throw new CallError(kind, { operation, cause });
  }
  const faults = reasonsOf(body);
  const answers = response.ok ? answersIn(body) : undefined;
  note(answers ? 'SUCCESS' : String(response.status), response.status);
  if (answers) return answers;
  if (response.status === 401) throw new WrongCredentials(faults[0]?.Message);
  // The interface states no errors of this call, so the refusal of a single message is one.
  const written = { isCreate: false, items: messages.length, body };
  const kind = errorKindOf(response.status, response.headers.get('www-authenticate'), faults, written);
  throw new CallError(kind, { operation, status: response.status, faults, body });
}
