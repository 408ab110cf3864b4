import { randomInt } from 'node:crypto';
import { HttpError, unavailable } from '#service/base/errors.ts';
import { isUnavailable } from '#service/database/transaction.ts';
import { messagePage } from './pages.ts';

/** The 503 of an error that passes by itself, such as a database that is away. */
export function passingError(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error.status === 503 ? error : undefined;
  return isUnavailable(error) ? unavailable() : undefined;
}

/**
 * For a browser that gets a 503: opens the same page again by itself. What was posted, such as a password, is not sent again:
 * the page of its form is opened instead, or the console where there is none. `Refresh` needs no script, which the policy
 * would block.
 */
export function awayPage({ method = '', url = '' }: { method?: string; url?: string }): {
  headers: { refresh: string };
  html: string;
} {
  // Not all browsers at the same moment, when the service is back.
  const seconds = randomInt(3, 7);
  const begin = 'We can’t answer right now.';
  if (method !== 'POST')
    return {
      headers: { refresh: String(seconds) },
      html: messagePage(
        'We’ll be back',
        `${begin} This page tries again by itself, and you carry on where you were. There is nothing you need to do.`,
        // The page's own address.
        { href: '', label: 'Try again now' },
      ),
    };
  const form = url.startsWith('/oauth/') ? '/' : url;
  return {
    headers: { refresh: `${seconds}; url=${form}` },
    html: messagePage(
      'We’ll be back',
      `${begin} What you entered may not have arrived. It isn’t sent again by itself: this page opens again, and you can enter it once more.`,
      { href: form, label: 'Try again now' },
    ),
  };
}
