import { post, type Posting } from './post.ts';
import { signatureOf } from './report.ts';

/** To whom and how far a report or an event may go. */
export type PostingWorld = Pick<Posting, 'reach' | 'resolve' | 'timeoutMs'>;

interface Signed extends Pick<Posting, 'url' | 'body'> {
  /** The same at every attempt. */
  id: string;
  contentType?: string;
  /** None: its receiver knows no signature. */
  secrets: readonly string[];
}

/**
 * Posts once what a receiver takes at least once, under the same id.
 * @returns the status: 2xx, or 410, with which a receiver says that it wants it no more.
 * @throws Error that names neither address nor answer, but has a code.
 */
export async function postSigned(
  { url, body, id, contentType = 'application/json', secrets }: Signed,
  { reach, resolve, timeoutMs }: PostingWorld,
): Promise<number> {
  const signature = signatureOf(secrets, Math.floor(Date.now() / 1000), body);
  const headers = {
    'content-type': contentType,
    'user-agent': 'collections-console',
    'x-delivery-id': id,
    ...(secrets.length > 0 && { 'x-signature': signature }),
  };
  const status = await post({ url, headers, body, reach, resolve, timeoutMs });
  if (status === 410 || (status >= 200 && status < 300)) return status;
  throw Object.assign(new Error(`the receiver answered ${status}`), { code: `ANSWERED_${status}` });
}
