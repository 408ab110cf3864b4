import type { OidcClient, SigninResponse } from 'oidc-client-ts';
import type { Config } from './config.ts';
import { importsDatabase } from './idb.ts';
import { createStore, useStore } from './store.ts';

/** Gives a bearer token; with `refused`, another than that one. Rejects when the session has ended. */
export type TokenSource = (refused?: string) => Promise<string>;

/** The session ended and the person did not sign in again; nothing was sent. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';
}

interface Session {
  /** True while the session dialog has to be on screen. */
  ended: boolean;
  /** What the provider calls the person; '' where it gives nothing that a person would answer to. */
  name: string;
  /** The provider's stable id of the person; keeps one person's drafts from another's eyes. */
  subject: string;
  /** What the person may do, as `resource:read` and `resource:write`; nothing where the provider does not say. */
  permissions?: readonly string[];
}

let client: OidcClient | undefined;
/** What the provider answered last; its tokens are nowhere else. */
let user: SigninResponse | undefined;
let renewing: Promise<void> | undefined;
/** Between the tabs of this browser. */
let signOuts: BroadcastChannel | undefined;
let waiting: { promise: Promise<void>; resolve(): void; reject(error: Error): void } | undefined;

const session = createStore<Session>({ ended: false, name: '', subject: '' });
const change = (next: Partial<Session>) => session.set({ ...session.get(), ...next });

export const useSession = (): Session => useStore(session);
export const currentSubject = (): string => session.get().subject;

function enter(signedIn: SigninResponse): void {
  user = signedIn;
  const { profile } = signedIn;
  const { permissions } = profile;
  change({
    ended: false,
    name:
      [profile.name, profile.preferred_username, profile.email].find((it) => typeof it === 'string' && it.trim()) ?? '',
    subject: profile.sub,
    permissions: Array.isArray(permissions) ? permissions.map(String) : undefined,
  });
}

function provider(): OidcClient {
  if (!client) throw new Error('The sign-in has not started');
  return client;
}

/** The provider's address for a sign-in; its `nonce` binds the id token to this request (OpenID Connect, 3.1.2.1). */
const signInAddress = async (request: { prompt?: 'none'; display?: 'popup'; state?: unknown }): Promise<string> =>
  (await provider().createSigninRequest({ ...request, nonce: crypto.randomUUID() })).url;

/** Only addresses of this console: a return path is never a way out to somebody else's page. */
function ownPath(path: unknown): string {
  const url = typeof path === 'string' ? new URL(path, location.origin) : undefined;
  const own = url?.origin === location.origin && !/^\/(callback|signed-out)/.test(url.pathname);
  return own ? url.pathname + url.search + url.hash : '/';
}

/** Asks a provider of this very origin without leaving the page: its answer is the address where its redirects end. */
async function signInSilently(): Promise<SigninResponse> {
  const address = await signInAddress({ prompt: 'none' });
  const { url } = await fetch(address, { mode: 'same-origin', cache: 'no-store', signal: AbortSignal.timeout(10_000) });
  return provider().processSigninResponse(url);
}

/** Between the window of a sign-in and the one that opened it, whether or not the provider's pages let them see each other. */
const channelOf = (address: string) => new BroadcastChannel(`sign-in ${new URL(address).searchParams.get('state')}`);

/**
 * Before anything is drawn: takes the provider's answer at `/callback`, or asks the provider whether the person is
 * signed in (its own cookie makes a reload cost no password) and leaves for its page when they are not. Tokens live in
 * memory only; what lies in sessionStorage is the state of a request under way.
 *
 * @returns `ready` to draw at the address asked for, `leaving` when the page is about to go, `popup` when the answer was
 *   handed to the window that asked for it, which then closes this one
 */
export async function startSession({ oauth }: Config): Promise<'ready' | 'leaving' | 'popup'> {
  const { OidcClient: Client, WebStorageStateStore } = await import('oidc-client-ts');
  client = new Client({
    authority: oauth.issuer,
    client_id: oauth.clientId,
    scope: oauth.scopes,
    redirect_uri: `${location.origin}/callback`,
    post_logout_redirect_uri: `${location.origin}/`,
    // RFC 8707 says `resource`; some providers know only `audience`, and both ignore what they do not know.
    resource: oauth.audience,
    extraQueryParams: oauth.audience ? { audience: oauth.audience } : {},
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
  });
  if (location.pathname !== '/callback') {
    // A provider elsewhere can be asked by leaving for it only.
    const isHere = new URL(oauth.issuer).origin === location.origin;
    const known = isHere && (await signInSilently().catch(() => undefined));
    if (known) {
      enter(known);
      return 'ready';
    }
    await leaveToSignIn();
    return 'leaving';
  }
  const state = new URLSearchParams(location.search).get('state');
  if (state && !(await client.settings.stateStore.get(state))) {
    // Asked for by another window, where the request's state is: this is the sign-in window. Neither its name nor its
    // opener tells, since not every provider's pages let them through.
    const channel = channelOf(location.href);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
    channel.postMessage(location.href);
    channel.close();
    close();
    return 'popup';
  }
  const signedIn = await client.processSigninResponse(location.href);
  enter(signedIn);
  const userState = signedIn.userState as { path?: unknown } | undefined;
  history.replaceState(null, '', ownPath(userState?.path));
  return 'ready';
}

/** Signs in by leaving this page; the address is kept and drafts are restored. */
export async function leaveToSignIn(path = location.pathname + location.search + location.hash): Promise<void> {
  location.replace(await signInAddress({ state: { path: ownPath(path) } }));
}

/** In front of this window, in its middle. */
function popupFeatures(): string {
  const [width, height] = [Math.min(800, Math.max(360, Math.floor(outerWidth / 2))), 640];
  const middle = (from: number, room: number, size: number) => Math.max(0, Math.round(from + (room - size) / 2));
  return `width=${width},height=${height},left=${middle(screenX, outerWidth, width)},top=${middle(screenY, outerHeight, height)}`;
}

async function answerFrom(popup: Window): Promise<SigninResponse> {
  try {
    const address = await signInAddress({ display: 'popup' });
    const channel = channelOf(address);
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
 * Signs in again in a window of its own; the page stays as it is and waiting calls go on. Has to be called straight
 * from a click, or the browser blocks the window. @throws when the window is blocked or the provider refuses
 */
export async function signInAgain(): Promise<void> {
  const before = currentSubject();
  // Before its request is made: a new window starts with a copy of what is kept here.
  const popup = open('', '_blank', popupFeatures());
  if (!popup) throw new Error('The browser blocked the sign-in window');
  const signedIn = await answerFrom(popup);
  if (signedIn.profile.sub !== before) {
    // What is on screen belongs to somebody else: start afresh, as the person who signed in.
    location.replace('/');
    return;
  }
  enter(signedIn);
  waiting?.resolve();
  waiting = undefined;
}

/** Puts the session dialog away; calls that wait for a sign-in are given up, the next one asks again. */
export function dismissSignIn(): void {
  change({ ended: false });
  waiting?.reject(new SessionEnded('The session has ended'));
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

// Each tab signs in for itself and so holds refresh tokens of its own: one renewal at a time in this tab is enough.
const renew = (): Promise<void> => (renewing ??= renewOnce().finally(() => (renewing = undefined)));

async function renewOnce(): Promise<void> {
  const before = user;
  if (!before?.refresh_token) return sessionEnds();
  const { ErrorResponse } = await import('oidc-client-ts');
  try {
    const state = { ...before, refresh_token: before.refresh_token };
    const renewed = await provider().useRefreshToken({ state, timeoutInSeconds: 10 });
    // A provider that does not change it need not repeat it.
    renewed.refresh_token ??= before.refresh_token;
    user = renewed;
  } catch (error) {
    // The provider's own "no" (invalid_grant) ends the session; an unreachable provider does not.
    if (!(error instanceof ErrorResponse)) throw error;
    user = undefined;
    await sessionEnds();
  }
}

/** Seconds before its end from which a token is renewed: longer than a slow request takes to reach the service. */
const margin = 30;

/**
 * A token that the service will take, renewed when it is about to end; waits for the person where the session is over.
 * @throws SessionEnded when they do not sign in; whatever the network throws when the provider cannot be reached
 */
export async function token(): Promise<string> {
  if (!user) await sessionEnds();
  const left = user?.expires_in ?? Infinity;
  if (left <= (user?.refresh_token ? margin : 0))
    await renew().catch((error: unknown) => {
      if (left <= 0 || error instanceof SessionEnded) throw error;
    });
  if (!user) throw new SessionEnded('The session has ended');
  return user.access_token;
}

/** The service refused this token: gets another one, by renewal or, at the second time, from the person. */
async function replaceToken(refused: string, second: boolean): Promise<void> {
  if (user && user.access_token !== refused) return;
  if (!second) return renew();
  user = undefined;
  await sessionEnds();
}

/** The token as calls that belong together ask for it: renewed at the first refusal, by the person at the next. */
export function tokenSource(): TokenSource {
  let before: string | undefined;
  return async (refused) => {
    if (refused !== undefined) {
      // Two calls may be refused with the same token; only another one says that renewing it did not help.
      await replaceToken(refused, before !== undefined && before !== refused);
      before = refused;
    }
    return token();
  };
}

/** Calls `listener` when the person signs out in another tab of this browser. */
export function onSignOutElsewhere(listener: () => void): void {
  signOuts = new BroadcastChannel('sign-out');
  signOuts.addEventListener('message', listener);
}

/** Begins the keys under which the columns of imported files are remembered: until the person signs out. */
export const importColumnsPrefix = 'import-columns:';

/**
 * Ends the session here, in other tabs and at the provider. Of a provider that has no address for it, or does not answer, the refresh
 * token is given back where it takes that, and a page says that its own session may go on.
 */
export async function signOut(): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of this origin alone
  signOuts?.postMessage('');
  sessionStorage.clear();
  indexedDB.deleteDatabase(importsDatabase);
  for (const key of Object.keys(localStorage)) if (key.startsWith(importColumnsPrefix)) localStorage.removeItem(key);
  // Going Back must not bring the page back as it was: browsers keep pages whole for that.
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
