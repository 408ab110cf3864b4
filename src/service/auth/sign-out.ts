import type { KoaContextWithOIDC } from 'oidc-provider';
import { signOutPage } from './pages.ts';
import type { Store } from './store.ts';

/** Ends every grant of a session, so that refresh tokens in other tabs end with it. */
export async function endGrants(
  session: { authorizations?: Record<string, { grantId?: string }> },
  store: Store,
): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {}))
    if (grantId !== undefined) await store.endGrant(grantId);
}

/**
 * Signs out at once where the id token names the person of this session: only the console of that person has it, so
 * nobody else can have sent the request. Else the person is asked.
 */
export async function endSession(context: KoaContextWithOIDC, form: string, store: Store): Promise<void> {
  const { session, entities, provider } = context.oidc;
  if (session?.accountId === undefined || entities.IdTokenHint?.payload['sub'] !== session.accountId) {
    context.type = 'html';
    context.body = signOutPage(form, '/');
    return;
  }
  await endGrants(session, store);
  await session.destroy();
  context.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax' });
  leave(context);
}

/**
 * Without a session there is nothing to ask and nothing to end. The sign-in server would answer with a form that a
 * script sends on, and the policy of these pages lets no script run.
 */
export async function signOutWithoutPage(context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
  await next();
  // Absent where no route of the sign-in server matched.
  const oidc = context.oidc as KoaContextWithOIDC['oidc'] | undefined;
  if (oidc?.route !== 'end_session' || context.status !== 200) return;
  if (oidc.session?.accountId === undefined) leave(context);
}

/** Back to the address that the sign-in server has found registered by now, else to the page that says so. */
function leave(context: KoaContextWithOIDC): void {
  const { post_logout_redirect_uri: target, state } = context.oidc.params ?? {};
  const address = new URL(typeof target === 'string' ? target : context.oidc.urlFor('end_session_success'));
  if (typeof target === 'string' && typeof state === 'string') address.searchParams.set('state', state);
  // What the browser kept of the pages goes too, Back's copies among it. Its storage stays: that holds the person's saved
  // views and the keys of writes whose answers were lost.
  context.set('clear-site-data', '"cache"');
  context.status = 303;
  context.redirect(address.href);
}
