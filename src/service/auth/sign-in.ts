import type { EventEmitter } from 'node:events';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import type { Audit } from '#service/audit/audit.ts';
import type { Settings } from '#service/config/settings.ts';
import { loadKeys, localKeys } from '#service/signing/keys.ts';
import { awayPage, passingError } from './away-page.ts';
import { discoveredKeys } from './discovered-keys.ts';
import { createEpochs } from './epochs.ts';
import { forwardedRequest, passToHandler } from './forward.ts';
import { createGuard, type Guard } from './guard.ts';
import { registerInvitationPage } from './invitation-page.ts';
import { isSilent, isTopLevel, setPageHeaders } from './page-headers.ts';
import { messagePage } from './pages.ts';
import { signInPaths } from './paths.ts';
import { createProvider } from './provider.ts';
import { refreshGrace } from './refresh-grace.ts';
import { sendPage } from './send-page.ts';
import { registerSignInPage } from './sign-in-page.ts';

interface SignInContext {
  pool: Pool;
  settings: Settings;
  audit?: Audit;
  /** Seconds during which a used refresh token gets the same answer again. */
  graceSeconds?: number;
}

const sweepMilliseconds = 10 * 60_000;
const formBytes = 64 * 1024;

type Answer = ReturnType<Provider['callback']>;

const passTo =
  (answer: Answer, origin: string) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    setPageHeaders(reply, origin);
    passToHandler(reply, forwardedRequest(request, origin), answer);
  };

/** The guard for the tokens of another issuer. */
export function otherIssuerGuard(issuer: string, settings: Settings): Guard {
  const { audiences, merchantsClaim, permissionsClaim, rolesClaim, scopePermissions } = settings;
  const claims = { merchantsClaim, permissionsClaim, rolesClaim, scopePermissions };
  const longestLife = settings.longestTokenLife;
  return createGuard({ issuer, audiences, keys: discoveredKeys(issuer), typed: false, ...claims, longestLife });
}

/** Mounts the sign-in (discovery, `/oauth/…`, the page `/sign-in/…`) and returns the guard for its tokens. */
export async function registerSignIn(
  app: FastifyInstance,
  { pool, settings, audit, graceSeconds = 20 }: SignInContext,
): Promise<Guard> {
  const { origin, audiences } = settings;
  const keys = await loadKeys(pool);
  const { provider, store } = await createProvider(pool, settings, keys, audit);
  provider.use(async (_context, next) => {
    await next().catch((error: unknown) => Promise.reject(passingError(error) ?? error));
  });
  provider.use(refreshGrace(pool, graceSeconds));

  app.register(async (scope) => {
    // Bodies stay text: the provider parses forms itself, and takes nothing else.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: formBytes }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      const passing = passingError(error);
      const status = passing?.status ?? error.statusCode ?? 500;
      if (status >= 500) scope.log.error(error);
      const text = 'The sign-in cannot answer this. Try again in a moment.';
      const { headers, html } = passing
        ? awayPage(request.raw)
        : { headers: {}, html: messagePage('Sign-in stopped', text, { href: '/', label: 'Go to the console' }) };
      reply.headers({ ...passing?.headers, ...headers });
      sendPage(reply, origin, status, html);
    });

    provider.on('server_error', (context, error) => {
      scope.log.error(error);
      const passing = passingError(error);
      if (!passing) return;
      context.status = passing.status;
      context.set(passing.headers);
    });
    // The types list only OAuth's events; this one is Koa's.
    const koa: EventEmitter = provider;
    koa.on('error', (error) => scope.log.error(error));

    const answer = passTo(provider.callback(), origin);
    const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      // The provider can't tell whose preflight it is, and would allow any page to send the call.
      const from = request.headers.origin;
      if (request.method !== 'OPTIONS' || from === undefined || from === origin) return answer(request, reply);
      setPageHeaders(reply, origin);
      return reply.code(204).send();
    };
    const passPage: RouteHandlerMethod = (request, reply) => {
      // A frame or script that opens the authorization endpoint wants a code in secret.
      if (isTopLevel(request) || isSilent(request)) return pass(request, reply);
      setPageHeaders(reply, origin);
      return reply.code(400).type('text/plain').send('This page works in a window of its own only.\n');
    };
    scope.all('/.well-known/openid-configuration', pass);
    scope.all('/.well-known/oauth-authorization-server', pass);
    scope.get(signInPaths.authorization, passPage);
    scope.get(`${signInPaths.authorization}/:uid`, passPage);
    scope.all('/oauth/*', pass);
    registerSignInPage(scope, { pool, settings, provider, store, secret: keys.cookies[0] ?? '', audit });
    registerInvitationPage(scope, { pool, origin });

    const sweep = (): void => void store.sweep().catch((error: unknown) => scope.log.warn(error));
    const sweeper = setInterval(sweep, sweepMilliseconds).unref();
    scope.addHook('onClose', async () => clearInterval(sweeper));
  });
  const currentSignIn = createEpochs(pool);
  return createGuard({
    issuer: origin,
    audiences,
    keys: localKeys(pool, keys),
    typed: true,
    currentSignIn,
    rolesClaim: 'roles',
  });
}
