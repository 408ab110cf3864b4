import { storedNothing, type ErrorKind } from '#answers/error-kinds.ts';
import type { SendResults } from '#answers/send/results.ts';
import type { ExtensionName } from '#contract/extensions.ts';
import type { ApiResponse, Fault } from '#contract/operation.ts';
import type { OperationName } from '#contract/operations.ts';
import type { SettingsName } from '#contract/settings.ts';
import { NotLoaded } from '#kit/base/not-loaded.ts';
import { serverInstant } from './server-clock.ts';
import { Unreachable } from './unreachable.ts';

/** An operation of the interface, or a call of this package's service's own. */
export type CallName = OperationName | SettingsName | ExtensionName;

interface Details {
  operation: CallName;
  status?: number;
  faults?: Fault[];
  api?: ApiResponse;
  body?: unknown;
  results?: SendResults;
  retryAfter?: number;
  cause?: unknown;
}

export class CallError extends Error {
  readonly kind: ErrorKind;
  readonly operation: CallName;
  readonly status?: number;
  readonly faults: Fault[];
  readonly api?: ApiResponse;
  /** Unchanged. */
  readonly body?: unknown;
  /** If no item's result is known. */
  readonly results?: SendResults;
  /** Seconds. */
  readonly retryAfter?: number;
  /** ISO instant. */
  readonly at: string;

  constructor(kind: ErrorKind, details: Details) {
    super(details.faults?.[0]?.Message ?? `${details.operation}: ${kind}`, { cause: details.cause });
    this.name = 'CallError';
    this.kind = kind;
    this.operation = details.operation;
    this.status = details.status;
    this.faults = details.faults ?? [];
    this.api = details.api;
    this.body = details.body;
    this.results = details.results;
    this.retryAfter = details.retryAfter;
    this.at = serverInstant().toISOString();
  }
}

/** Kept until another administrator confirms it (docs/decisions.md, 61). */
export const isAwaiting = (error: unknown): boolean =>
  error instanceof CallError && error.faults[0]?.Code === 'SECOND_ADMINISTRATOR';

/** Sent to a provider, whose answer never came; the service finds the outcome, or a person decides (docs/gateway.md). */
export const isUnsettled = (error: unknown): boolean =>
  error instanceof CallError && error.faults.some((it) => it.Code === 'UNSETTLED');

/** An administrator has paused the changes of the merchant. */
const isPaused = (error: unknown): boolean => error instanceof CallError && error.faults[0]?.Code === 'PAUSED';

/** The write may have been stored. */
export const isUnknown = (error: CallError | null | undefined): boolean =>
  error !== null && error !== undefined && !storedNothing.includes(error.kind);

export const isPassing = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof CallError && (error.kind === 'unavailable' || error.kind === 'offline'));

/** The server answers, and says that the provider behind it does not. */
const isProviderAway = (error: unknown): boolean =>
  error instanceof CallError && error.faults[0]?.Code === 'PROVIDER_AWAY';

/** The server answers, and says that the provider behind it does not accept it. */
const isProviderRefused = (error: unknown): boolean =>
  error instanceof CallError && error.faults[0]?.Code === 'PROVIDER_REFUSED';

const providerAwayTitle = 'The provider doesn’t answer';
const providerRefused = {
  title: 'The provider refuses this server',
  next: 'An administrator must look at the connection.',
};

const texts: Record<ErrorKind, { title: string; next: string }> = {
  refused: { title: 'This was not accepted', next: 'Correct what is listed below, then try again.' },
  unclear: {
    title: 'The answer does not say clearly whether it was saved',
    next: 'Send it again to find out; nothing is saved twice.',
  },
  notPermitted: {
    title: 'Not permitted',
    next: 'You don’t have permission for this. Ask your administrator.',
  },
  signedOut: { title: 'Your session has ended', next: 'Sign in again to carry on; what you typed is still here.' },
  notFound: {
    title: 'Not found',
    next: 'Check the number, and that the merchant and product above are the right ones.',
  },
  unavailable: { title: 'We can’t reach the server', next: 'Try again shortly. If this continues, contact support.' },
  offline: { title: 'You are offline', next: 'Check the network of this computer, then try again.' },
  notSent: { title: 'We can’t reach the server', next: 'Nothing was sent; your changes are still here.' },
  partial: {
    title: 'Not everything came',
    next: 'The service did not say that its answer is complete. Try again shortly.',
  },
  bug: {
    title: 'Something went wrong on our side',
    next: 'If it happens again, contact support and send them what is under Details.',
  },
  notOffered: {
    title: 'These settings are not available here',
    next: 'They are managed where the service is run.',
  },
  unidentified: {
    title: 'Not sent: it does not say which contract or client it is for',
    next: 'Open the contract or the client, and do it from there.',
  },
  savedBefore: {
    title: 'Not sent: what was sent before without an answer was saved',
    next: 'Look at the record first. Send this again only if it is still needed.',
  },
};

/**
 * After a 404 for a list or report (docs/decisions.md, 41): it may be empty, or the service does not know the merchant.
 * For a single record a 404 means that it does not exist.
 */
export const nothingFound = {
  title: 'Nothing was found',
  next: 'There may be none yet, or this merchant and product are not set up here.',
};

/** Only a browser knows. */
const isOffline = (): boolean => (globalThis.navigator as Navigator | undefined)?.onLine === false;

/** Who does not answer a page's reads that failed with errors that may pass (`isPassing`). */
export type AwayParty = 'server' | 'provider' | 'provider refuses';

export function awayOf(errors: readonly unknown[]): AwayParty {
  if (errors.every(isProviderRefused)) return 'provider refuses';
  return errors.every((it) => isProviderAway(it) || isProviderRefused(it)) ? 'provider' : 'server';
}

export const awayTexts: Record<AwayParty, { title: string; next: string }> = {
  server: { title: texts.unavailable.title, next: '' },
  provider: { title: providerAwayTitle, next: '' },
  'provider refuses': providerRefused,
};

/** For any thrown value. @param page the page that was to open, as the navigation names it */
export function explain(error: unknown, page = 'this page'): { title: string; next: string } {
  if (error instanceof NotLoaded)
    return navigator.onLine
      ? {
          title: 'A part of the console did not load',
          next: 'We’ll keep trying. If it stays like this, reload the page.',
        }
      : { title: 'You’re offline', next: `We’ll open ${page} when you’re back.` };
  if (error instanceof CallError && error.cause instanceof Error && error.cause.name === 'NotConfirmed')
    return { title: 'Not sent: you did not confirm that it is you', next: 'Your changes are still here. Try again.' };
  if (isAwaiting(error))
    return { title: 'Waits for a second administrator', next: 'Nothing has changed until another one confirms it.' };
  if (isUnsettled(error))
    return {
      title: 'It was sent, and its outcome is not known yet',
      next: 'The server is finding out, and nothing is sent twice. Send it again to ask for it.',
    };
  if (isPaused(error))
    return {
      title: 'Changes are paused for this merchant',
      next: 'An administrator resumes them in Settings, Merchants.',
    };
  if (error instanceof CallError && isProviderRefused(error)) {
    const { title, next } = providerRefused;
    return { title, next: error.kind === 'notSent' ? `${texts.notSent.next} ${next}` : next };
  }
  if (error instanceof CallError && error.kind === 'notSent' && isOffline())
    return { ...texts.notSent, title: 'You’re offline' };
  if (error instanceof CallError)
    return isProviderAway(error) ? { ...texts[error.kind], title: providerAwayTitle } : texts[error.kind];
  if (error instanceof Unreachable) return texts.unavailable;
  return { title: 'This page ran into a problem', next: 'Reload the page. If it happens again, contact support.' };
}
