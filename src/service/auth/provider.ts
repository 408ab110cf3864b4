import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import type { Audit } from '#service/audit/audit.ts';
import type { Settings } from '#service/config/settings.ts';
import type { Keys } from '#service/signing/keys.ts';
import { createAttempts } from './attempts.ts';
import { awayPage, passingError } from './away-page.ts';
import { factorsClient, factorsPath } from './factors/paths.ts';
import { loadLibrary } from './library.ts';
import { messagePage } from './pages.ts';
import { signInPaths } from './paths.ts';
import { accountOf, loginPolicy } from './people.ts';
import { programClient, isSecretOf, programClaims, requestedScope } from './programs.ts';
import { endSession, signOutWithoutPage } from './sign-out.ts';
import { secondFactor } from './step-up.ts';
import { createSignInStore, type SignInStore } from './store.ts';
import { recordProgramUse, recordSessionUse } from './uses.ts';

const accessTokenSeconds = 600;
/** From the sign-in to the end of all its tokens, however often they are refreshed. */
const sessionSeconds = 8 * 3600;
const pageSeconds = 3600;

const secondsLeft = (signedInAt: number | undefined): number =>
  signedInAt === undefined ? pageSeconds : Math.max(1, signedInAt + sessionSeconds - Math.floor(Date.now() / 1000));

/**
 * The OAuth 2 and OpenID provider: people sign in by code and PKCE, programs with a secret. Access tokens are JWTs (RFC 9068)
 * for the API, the default resource, so clients need not name it.
 */
export async function createProvider(
  pool: Pool,
  settings: Settings,
  keys: Keys,
  audit?: Audit,
): Promise<{ provider: Provider; store: SignInStore }> {
  const library = await loadLibrary();
  const { errors } = library;
  const { origin } = settings;
  const audience = settings.audiences[0] ?? '';
  const secure = origin.startsWith('https:');
  const isFactorRequired = settings.secondFactor === 'required';
  const attempt = createAttempts(pool);

  const store = createSignInStore(
    pool,
    (clientId) => programClient(pool, clientId),
    () => new errors.InvalidGrant('already used'),
  );

  const provider = new library.Provider(origin, {
    adapter: store.adapter,
    // oidc-provider's types want a literal key type; these are the keys that jose exported.
    jwks: { keys: keys.signing as never },
    cookies: {
      keys: keys.cookies,
      names: {
        session: `${secure ? '__Host-' : ''}collections_session`,
        interaction: `${secure ? '__Secure-' : ''}collections_sign_in`,
        resume: `${secure ? '__Secure-' : ''}collections_resume`,
      },
      long: { httpOnly: true, sameSite: 'lax', secure },
      short: { httpOnly: true, sameSite: 'lax', secure },
    },
    routes: signInPaths,
    clients: [
      {
        client_id: 'console',
        client_name: 'Collections Console',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${origin}/callback`],
        post_logout_redirect_uris: [`${origin}/`],
      },
      // Comes back to its own page, which reads the session and no token: no program has the verifier of its codes.
      {
        client_id: factorsClient,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        redirect_uris: [origin + factorsPath],
      },
    ],
    acrValues: [secondFactor],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    responseTypes: ['code'],
    scopes: ['openid'],
    claims: { openid: ['sub', 'name', 'preferred_username', 'permissions', 'merchants', 'roles'] },
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    rotateRefreshToken: true,
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => true,
    clientBasedCORS: (_context, from) => from === origin,
    interactions: {
      policy: loginPolicy(library, isFactorRequired),
      url: (_context, interaction) => `/sign-in/${interaction.uid}`,
    },
    // Without a code or refresh token this is the session's account.
    findAccount: ({ oidc }, username, token) =>
      accountOf(pool, username, token && 'amr' in token ? token.amr : oidc.session?.amr, isFactorRequired),
    async loadExistingGrant({ oidc }) {
      const { session, client, account } = oidc;
      const known = session?.grantIdFor(client?.clientId ?? '');
      const found = known === undefined ? undefined : await provider.Grant.find(known);
      const grant = found ?? new provider.Grant({ accountId: account?.accountId, clientId: client?.clientId });
      if (found !== undefined && oidc.result?.login === undefined) return found;
      // New, or signed in again: the eight hours start again.
      grant.addOIDCScope('openid');
      grant.exp = Math.floor(Date.now() / 1000) + secondsLeft(session?.loginTs);
      await grant.save();
      return grant;
    },
    async extraTokenClaims(context, token) {
      const { oidc } = context;
      if (token.kind === 'AccessToken') {
        await recordSessionUse(pool, {
          username: token.accountId,
          sessionUid: token.sessionUid ?? '',
          grantId: token.grantId ?? '',
          userAgent: context.get('user-agent'),
        });
        const { acr, authTime } = oidc.entities.AuthorizationCode ?? oidc.entities.RefreshToken ?? {};
        const rights = oidc.account?.['rights'] as Record<string, unknown> | undefined;
        return { ...rights, grant: token.grantId, acr, auth_time: authTime };
      }
      await recordProgramUse(pool, token.clientId ?? '');
      return programClaims(pool, token.clientId ?? '', token.scopes);
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: async (_context, client, token) => token.clientId === client.clientId,
      },
      // Every access token is for the API, so none would work for userinfo; the id token has it all.
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => audience,
        useGrantedResource: async () => true,
        async getResourceServerInfo(context, resource, client) {
          if (resource !== audience) throw new errors.InvalidTarget();
          const program = client.grantTypeAllowed('client_credentials');
          return {
            scope: program ? await requestedScope(pool, library, context, client.clientId) : '',
            audience,
            accessTokenTTL: accessTokenSeconds,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          };
        },
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => endSession(context, form, store),
        postLogoutSuccessSource(context) {
          context.type = 'html';
          context.body = messagePage('Signed out', 'You are signed out.', { href: '/', label: 'Sign in again' });
        },
      },
    },
    ttl: {
      AccessToken: accessTokenSeconds,
      ClientCredentials: accessTokenSeconds,
      IdToken: accessTokenSeconds,
      AuthorizationCode: 60,
      Interaction: pageSeconds,
      Session: (_context, session) => secondsLeft(session.loginTs),
      Grant: ({ oidc }) => secondsLeft(oidc.session?.loginTs),
      RefreshToken: (_context, token) => secondsLeft(token.authTime),
    },
    renderError(context, { error, error_description: description }, cause) {
      context.type = 'html';
      if (passingError(cause)) {
        const { headers, html } = awayPage(context.req);
        context.set(headers);
        context.body = html;
        return;
      }
      const text =
        context.status >= 500
          ? 'The sign-in cannot answer right now. Try again in a moment.'
          : `This request to sign in cannot be used (${[error, description].filter(Boolean).join(': ')}). Start again from the console.`;
      context.body = messagePage('Sign-in stopped', text, { href: '/', label: 'Go to the console' });
    },
  });

  // Addresses and protocol come from `forwardedRequest`, never from the client.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = async function compareClientSecret(secret) {
    const address = library.Provider.ctx?.ip ?? '';
    const isRight = await isSecretOf(attempt, this, secret, address);
    const { clientId: Id } = this;
    const Actor = { Kind: 'program', Id, Name: Id } as const;
    if (!isRight) audit?.refused(null, { Action: 'sign-in', Actor, Context: { Address: address } });
    return isRight;
  };
  provider.use(signOutWithoutPage);
  provider.use(async (context, next) => {
    await next();
    // A code that was refused once, for example for a wrong verifier, is not accepted later.
    const { error } = (context.body ?? {}) as { error?: unknown };
    const code =
      context.path === signInPaths.token && error === 'invalid_grant' ? context.oidc.params?.['code'] : undefined;
    if (typeof code === 'string') await store.adapter('AuthorizationCode').destroy(code);
    // Not an error of the page that asks whether someone is signed in, but the answer.
    const { prompt, response_mode: mode } = (context.oidc?.params ?? {}) as Record<string, unknown>;
    const isAsked = context.path === signInPaths.authorization && prompt === 'none' && mode === 'form_post';
    if (isAsked && context.status === 400) context.status = 200;
  });
  return { provider, store };
}
