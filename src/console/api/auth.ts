import type { OidcClient, SigninResponse } from 'oidc-client-ts';
import { isObject, textOf } from '#answers/error-body.ts';
import type { Claims } from '#contract/permissions.ts';
import { deleteDatabase, sessionDatabase } from '#kit/base/idb.ts';
import { channelNamed, keepsSignIn, localStore, sessionStore } from '#kit/base/storage.ts';
import { createStore, useStore } from '#kit/base/store.ts';
import type { Config } from './config.ts';
import type { StepUp } from './step-up.ts';
import { reach, Unreachable, unreachableOr } from './unreachable.ts';

/**
 * Returns a bearer token; with `refused`, a different one, and with `stepUp` one of that level. Rejects when the session has
 * ended, or the person does not confirm.
 */
export type TokenSource = (refused?: string, stepUp?: StepUp) => Promise<string>;

/** Nothing was sent. */
export class SessionEnded extends Error {
  override readonly name: string = 'SessionEnded';
}

/** The session goes on, but the person closed the request for a second factor. Nothing was sent. */
class NotConfirmed extends SessionEnded {
  override readonly name = 'NotConfirmed';
}

export interface SignInSession {
  ended: boolean;
  /** The session goes on, and a call waits for the person to confirm. */
  stepUp?: StepUp;
  /** '' where the provider returns no name. */
  name: string;
  /** The provider's stable ID; separates the drafts of people who share a browser. */
  subject: string;
  /** Undefined where the provider does not say. */
  claims?: Claims;
}

let client: OidcClient | undefined;
/** The provider's last answer, the only copy of its tokens. */
let user: SigninResponse | undefined;
let renewing: Promise<void> | undefined;
let signOuts: BroadcastChannel | undefined;
let waiting: { promise: Promise<void>; resolve(): void; reject(error: Error): void } | undefined;

const session = createStore<SignInSession>({ ended: false, name: '', subject: '' });
const change = (next: Partial<SignInSession>) => session.set({ ...session.get(), ...next });

export const useSession = (): SignInSession => useStore(session);
export const currentSubject = (): string => session.get().subject;
export const currentClaims = (): Claims | undefined => session.get().claims;

/** A text, or the number of a record such as `{ number, name }`; records without one are left out. */
const textsOf = (claim: unknown): string[] | undefined =>
  Array.isArray(claim)
    ? claim.flatMap((it) => (isObject(it) ? textOf(it['number'] ?? it['id'] ?? it['code']) : String(it)) || [])
    : undefined;

function enter(signedIn: SigninResponse): void {
  user = signedIn;
  const { profile } = signedIn;
  const { permissions, merchants, roles } = profile;
  change({
    ended: false,
    stepUp: undefined,
    name:
      [profile.name, profile.preferred_username, profile.email].find((it) => typeof it === 'string' && it.trim()) ?? '',
    subject: profile.sub,
    claims: Array.isArray(permissions)
      ? { permissions: permissions.map(String), merchants: textsOf(merchants) ?? ['*'], roles: textsOf(roles) ?? [] }
      : undefined,
  });
}

function provider(): OidcClient {
  if (!client) throw new Error('The sign-in has not started');
  return client;
}

/** `nonce` binds the ID token to this request (OpenID Connect, 3.1.2.1). */
const signInAddress = async (request: {
  prompt?: 'none';
  display?: 'popup';
  state?: unknown;
  extraQueryParams?: Record<string, string | number | boolean>;
}): Promise<string> =>
  (await provider().createSigninRequest({ ...session.get().stepUp, ...request, nonce: crypto.randomUUID() })).url;

/** Only addresses of this console: a return path must not be an open redirect. */
function ownPath(path: unknown): string {
  const url = typeof path === 'string' ? new URL(path, location.origin) : undefined;
  const own = url?.origin === location.origin && !/^\/(callback|signed-out)/.test(url.pathname);
  return own ? url.pathname + url.search + url.hash : '/';
}

/**
 * For a provider on this origin, without leaving the page. As a form, whose fields are the answer: a redirect would be
 * one more call.
 */
async function signInSilently(onAsked: () => void): Promise<SigninResponse> {
  const extraQueryParams = { ...provider().settings.extraQueryParams, response_mode: 'form_post' };
  const address = await signInAddress({ prompt: 'none', extraQueryParams });
  const asked = reach(address, { mode: 'same-origin', cache: 'no-store', signal: AbortSignal.timeout(10_000) });
  onAsked();
  const response = await asked;
  const fields = [...(await response.text()).matchAll(/ name="(\w+)" value="([^"&]*)"/g)];
  const answer = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]));
  // Some providers redirect all the same.
  return provider().processSigninResponse(
    answer.size ? `${location.origin}/callback?${answer.toString()}` : response.url,
  );
}

/** Works even if the provider's pages cut `window.opener`. */
const channelOf = (address: string) => channelNamed(`sign-in ${new URL(address).searchParams.get('state')}`);

/**
 * Runs before the first render: takes the provider's answer at `/callback`, or asks the provider whether the person is
 * signed in, and otherwise leaves for its page. Tokens stay in memory; sessionStorage only has the state of a pending
 * request.
 * @param onAsked called once the provider has been asked
 * May be called again after it was not reached.
 * @returns `ready` to render, `leaving` when the page is about to go, `popup` when the opener took the answer and
 * closes this window
 * @throws Unreachable
 */
export async function startSession(
  { oauth }: Config,
  onAsked: () => void = () => {},
): Promise<'ready' | 'leaving' | 'popup'> {
  const { OidcClient: Client, WebStorageStateStore } = await import('oidc-client-ts');
  client = new Client({
    authority: oauth.issuer,
    metadata: oauth.metadata,
    client_id: oauth.clientId,
    scope: oauth.scopes,
    redirect_uri: `${location.origin}/callback`,
    post_logout_redirect_uri: `${location.origin}/`,
    // RFC 8707 says `resource`; some providers know only `audience`. Each ignores the other.
    resource: oauth.audience,
    extraQueryParams: oauth.audience ? { audience: oauth.audience } : {},
    stateStore: new WebStorageStateStore({ store: sessionStore }),
  });
  if (location.pathname !== '/callback') {
    // A provider on another origin needs a redirect.
    const isHere = new URL(oauth.issuer).origin === location.origin;
    const known = isHere && (await signInSilently(onAsked).catch(ifReached));
    if (known) {
      enter(known);
      return 'ready';
    }
    await leaveToSignIn().catch((error: unknown) => Promise.reject(unreachableOr(error)));
    return 'leaving';
  }
  const state = new URLSearchParams(location.search).get('state');
  if (state && !(await client.settings.stateStore.get(state))) {
    // The state of the request is in the opener, so this is the popup. Its name and opener can't tell: some providers
    // reset them.
    const channel = channelOf(location.href);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
    channel?.postMessage(location.href);
    channel?.close();
    close();
    return 'popup';
  }
  return takeAnswer(client);
}

const ifReached = (error: unknown): undefined => {
  const known = unreachableOr(error);
  if (known instanceof Unreachable) throw known;
};

/** The code could not be exchanged at first. */
let wasAway = false;

/** Of the provider, in the address. The state of the request is kept until it is exchanged, so that it can be tried again. */
async function takeAnswer(from: OidcClient): Promise<'ready' | 'leaving'> {
  const { state, response } = await from.readSigninResponseState(location.href);
  const path = ownPath((state.data as { path?: unknown } | undefined)?.path);
  try {
    enter(await from.processSigninResponse(location.href, undefined, false));
  } catch (error) {
    const known = response.error ? error : unreachableOr(error);
    if (known instanceof Unreachable) wasAway = true;
    else if (wasAway) {
      // Meanwhile the code has expired, or was exchanged and the answer was lost. The provider knows the person.
      await leaveToSignIn(path);
      return 'leaving';
    }
    throw known;
  }
  await from.settings.stateStore.remove(state.id);
  history.replaceState(null, '', path);
  return 'ready';
}

/** A sign-in leaves the page, which could not continue it afterwards. */
export class SiteDataBlocked extends Error {
  override name = 'SiteDataBlocked';
  override message = 'The browser blocks site data';
}

/** Returns to the same address, where drafts are restored. @throws SiteDataBlocked */
export async function leaveToSignIn(path = location.pathname + location.search + location.hash): Promise<void> {
  if (!keepsSignIn()) throw new SiteDataBlocked();
  location.replace(await signInAddress({ state: { path: ownPath(path) } }));
}

function popupFeatures(): string {
  const [width, height] = [Math.min(800, Math.max(360, Math.floor(outerWidth / 2))), 640];
  const middle = (from: number, room: number, size: number) => Math.max(0, Math.round(from + (room - size) / 2));
  return `width=${width},height=${height},left=${middle(screenX, outerWidth, width)},top=${middle(screenY, outerHeight, height)}`;
}

async function answerFrom(popup: Window): Promise<SigninResponse> {
  try {
    const address = await signInAddress({ display: 'popup' });
    const channel = channelOf(address);
    if (!channel) throw new SiteDataBlocked();
    const answer = new Promise<string>((resolve) => {
      channel.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
    }).finally(() => channel.close());
    popup.location.replace(address);
    return await provider().processSigninResponse(await answer);
  } finally {
    popup.close();
  }
}

/**
 * Signs in again in a popup, while calls wait. Call it directly from a click, or the browser blocks it.
 * @throws when the popup is blocked or the provider refuses
 */
export async function signInAgain(): Promise<void> {
  const before = currentSubject();
  // Before the request: a new window copies sessionStorage.
  const popup = open('', '_blank', popupFeatures());
  if (!popup) throw new Error('The browser blocked the sign-in window');
  const signedIn = await answerFrom(popup);
  if (signedIn.profile.sub !== before) {
    // The page shows another person's data.
    location.replace('/');
    return;
  }
  enter(signedIn);
  waiting?.resolve();
  waiting = undefined;
}

/** Also rejects the calls that wait; the next call opens the dialog again. */
export function dismissSignIn(): void {
  const { stepUp } = session.get();
  change({ ended: false, stepUp: undefined });
  waiting?.reject(stepUp ? new NotConfirmed('Not confirmed') : new SessionEnded('The session has ended'));
  waiting = undefined;
}

function sessionEnds(): Promise<void> {
  if (!waiting) {
    let resolve = () => {};
    let reject: (error: Error) => void = () => {};
    const promise = new Promise<void>((done, fail) => {
      resolve = done;
      reject = fail;
    });
    waiting = { promise, resolve, reject };
    change({ ended: true });
  }
  return waiting.promise;
}

// Per tab, because tabs have refresh tokens of their own.
const renew = (): Promise<void> => (renewing ??= renewOnce().finally(() => (renewing = undefined)));

async function renewOnce(): Promise<void> {
  const before = user;
  if (!before?.refresh_token) return sessionEnds();
  const { ErrorResponse } = await import('oidc-client-ts');
  try {
    const state = { ...before, refresh_token: before.refresh_token };
    const renewed = await provider().useRefreshToken({ state, timeoutInSeconds: 10 });
    // Providers that don't rotate it may omit it.
    renewed.refresh_token ??= before.refresh_token;
    user = renewed;
  } catch (error) {
    // Only the provider's refusal (invalid_grant) ends the session, not an unreachable provider.
    if (!(error instanceof ErrorResponse) || unreachableOr(error) instanceof Unreachable) throw error;
    user = undefined;
    await sessionEnds();
  }
}

/** Longer than a slow request takes to arrive. */
const marginSeconds = 30;

/**
 * Waits for a sign-in if the session has ended.
 * @throws SessionEnded when the person does not sign in; network errors
 */
export async function token(): Promise<string> {
  if (!user) await sessionEnds();
  const left = user?.expires_in ?? Infinity;
  if (left <= (user?.refresh_token ? marginSeconds : 0))
    await renew().catch((error: unknown) => {
      if (left <= 0 || error instanceof SessionEnded) throw error;
    });
  if (!user) throw new SessionEnded('The session has ended');
  return user.access_token;
}

/** Keeps the token for other calls meanwhile. */
async function confirm(refused: string, stepUp: StepUp): Promise<void> {
  if (user?.access_token !== refused) return;
  change({ stepUp });
  await sessionEnds();
}

/** By renewal, the second time by a sign-in. */
async function replaceToken(refused: string, second: boolean): Promise<void> {
  if (user && user.access_token !== refused) return;
  if (!second) return renew();
  user = undefined;
  await sessionEnds();
}

/** For one series of calls: renews after the first refusal, signs in after the second. */
export function tokenSource(): TokenSource {
  let before: string | undefined;
  return async (refused, stepUp) => {
    if (refused !== undefined && stepUp) await confirm(refused, stepUp);
    else if (refused !== undefined) {
      // Parallel calls may be refused with the same token; only a second token means that renewal did not help.
      await replaceToken(refused, before !== undefined && before !== refused);
      before = refused;
    }
    return token();
  };
}

export function onSignOutElsewhere(listener: () => void): void {
  signOuts = channelNamed('sign-out');
  signOuts?.addEventListener('message', listener);
}

/** Deleted at sign-out. */
export const importColumnsPrefix = 'import-columns:';
export const lastTenantPrefix = 'last-tenant:';
const prefixes = [importColumnsPrefix, lastTenantPrefix];

/**
 * Ends the session here, in other tabs and at the provider. If the provider can't end it, revokes the refresh token and
 * shows a page saying that the provider's session may continue.
 */
export async function signOut(): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
  signOuts?.postMessage('');
  sessionStore.clear();
  deleteDatabase(sessionDatabase);
  for (const key of localStore.keys()) if (prefixes.some((it) => key.startsWith(it))) localStore.removeItem(key);
  // Back must not restore the page from the cache.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  const there = await provider()
    .metadataService.getEndSessionEndpoint()
    .catch(() => undefined);
  if (there) {
    const { url } = await provider().createSignoutRequest({ id_token_hint: user?.id_token });
    return location.assign(url);
  }
  const longEnough = new Promise((resolve) => setTimeout(resolve, 3000));
  const revoked = user?.refresh_token && provider().revokeToken(user.refresh_token, 'refresh_token');
  await Promise.race([revoked, longEnough]).catch(() => undefined);
  user = undefined;
  location.replace('/signed-out');
}
