import type { KoaContextWithOIDC } from 'oidc-provider';
import { signOutPage } from './pages.ts';
import type { SignInStore } from './store.ts';

/** Ends every grant of a session, and so the refresh tokens of other tabs. */
export async function endGrants(
  session: { authorizations?: Record<string, { grantId?: string }> },
  store: SignInStore,
): Promise<void> {
  for (const { grantId } of Object.values(session.authorizations ?? {}))
    if (grantId !== undefined) await store.endGrant(grantId);
}

/** Signs out at once if the id token names the session's person: only that person's console has it. Else asks the person. */
export async function endSession(context: KoaContextWithOIDC, form: string, store: SignInStore): Promise<void> {
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
 * Without a session there is nothing to end. The sign-in server would answer with a form that a script submits, which the
 * policy of these pages blocks.
 */
export async function signOutWithoutPage(context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> {
  await next();
  // Absent if no route of the sign-in server matched.
  const oidc = context.oidc as KoaContextWithOIDC['oidc'] | undefined;
  if (oidc?.route !== 'end_session' || context.status !== 200) return;
  if (oidc.session?.accountId === undefined) leave(context);
}

/** Redirects to the registered address that the sign-in server found, else to the page that confirms the sign-out. */
function leave(context: KoaContextWithOIDC): void {
  const { post_logout_redirect_uri: target, state } = context.oidc.params ?? {};
  const address = new URL(typeof target === 'string' ? target : context.oidc.urlFor('end_session_success'));
  if (typeof target === 'string' && typeof state === 'string') address.searchParams.set('state', state);
  // Clears cached pages, also those behind Back. Storage stays: it has the person's saved views and the keys of writes whose
  // answers were lost.
  context.set('clear-site-data', '"cache"');
  context.status = 303;
  context.redirect(address.href);
}
