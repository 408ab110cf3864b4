import { extensionAddress } from '#contract/extensions.ts';
import type { Fault } from '#contract/operation.ts';
import type { SentCallEnd, SentCallQuestion } from '#contract/sent-calls.ts';
import type { TestService } from './app.ts';

interface AskedEnd {
  status: number;
  text: string;
  body: Partial<SentCallEnd> & { Errors?: Fault[] };
}

/** Asks for the outcome of a change under a key, by default one that was sent just now. */
export async function askSentCall(
  service: Pick<TestService, 'origin' | 'token'>,
  key: string,
  { merchant = '1001', token, ...more }: { merchant?: string; token?: string } & Partial<SentCallQuestion> = {},
): Promise<AskedEnd> {
  const answer = await fetch(service.origin + extensionAddress('sentCallAsk', { merchant }), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token ?? (await service.token(merchant))}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ Key: key, SentAt: new Date().toISOString(), ...more }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) as AskedEnd['body'] };
}

/** The end of a change with this answer, byte for byte. */
export const answeredWith = ({ status, text }: { status: number; text: string }): string =>
  `{"Outcome":"answered","Status":${status},"Answer":${text}}`;
