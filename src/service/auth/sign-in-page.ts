import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import type { Settings } from '#service/config/settings.ts';
import { createAttempts } from './attempts.ts';
import { isTopLevel, setPageHeaders } from './page-headers.ts';
import { messagePage, signInPage } from './pages.ts';
import { methodsOf } from './people.ts';
import { endGrants } from './sign-out.ts';
import type { Store } from './store.ts';
import { styleSheet } from './style-sheet.ts';
import { findPerson } from './users.ts';

export interface SignInPageContext {
  pool: Pool;
  settings: Settings;
  provider: Provider;
  store: Store;
}

const toConsole = { href: '/', label: 'Go to the console' };
const wrong = 'Incorrect username or password.';

/** Serves `/sign-in/:uid` and its style sheet. */
export function registerSignInPage(app: FastifyInstance, { pool, settings, provider, store }: SignInPageContext): void {
  const { origin, sandbox } = settings;
  const attempt = createAttempts(pool);

  const html = (reply: FastifyReply, status: number, page: string): FastifyReply => {
    setPageHeaders(reply, origin);
    return reply.code(status).type('text/html; charset=utf-8').send(page);
  };

  /** The sign-in in progress for this browser's cookie, unless it has expired. */
  const underWay = (request: FastifyRequest, reply: FastifyReply) =>
    provider.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
      throw error;
    });

  const expired = (reply: FastifyReply): FastifyReply =>
    html(
      reply,
      400,
      messagePage('Sign-in expired', 'This page was open for too long, or was used already. Start again.', toConsole),
    );

  const notAPage = (reply: FastifyReply): FastifyReply =>
    html(reply, 400, messagePage('Sign-in stopped', 'Signing in works in a window of its own only.', toConsole));

  app.get('/sign-in.css', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .type('text/css; charset=utf-8')
      .send(styleSheet),
  );

  app.get('/sign-in/:uid', async (request, reply) => {
    if (!isTopLevel(request)) return notAPage(reply);
    const interaction = await underWay(request, reply);
    if (interaction === undefined) return expired(reply);
    const hint = interaction.session?.accountId ?? interaction.params['login_hint'];
    return html(reply, 200, signInPage({ username: typeof hint === 'string' ? hint : '', sandbox }));
  });

  app.post('/sign-in/:uid', async (request, reply) => {
    // Read first: it is gone once the connection is closed for a body longer than announced.
    const address = request.ip;
    // The cookie is SameSite, but another port of the same host counts as the same site.
    const from = request.headers['sec-fetch-site'];
    if (!isTopLevel(request) || (from !== undefined && from !== 'same-origin')) return notAPage(reply);
    const interaction = await underWay(request, reply);
    if (interaction === undefined || !address) return expired(reply);

    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const [username, password] = [form.get('username')?.trim() ?? '', form.get('password') ?? ''];
    const again = (status: number, problem: string): FastifyReply =>
      html(reply, status, signInPage({ username: username.slice(0, 200), problem, sandbox }));

    const person = await findPerson(pool, username);
    const judged = await attempt({ name: username, address, password, hash: person?.passwordHash });
    if (judged.result === 'later') {
      reply.header('retry-after', judged.seconds);
      return again(429, 'This username is being tried too often from here. Wait a few seconds, then try again.');
    }
    if (judged.result === 'wrong' || person === undefined) return again(403, wrong);

    if (interaction.session !== undefined && interaction.session.accountId !== person.username) {
      // Another person signs in. Without this the provider ends the old session through a page with a script, which the policy
      // of these pages blocks.
      const session = await provider.Session.findByUid(interaction.session.uid);
      if (session !== undefined) await endGrants(session, store);
      await store.endSession(interaction.session.uid);
      interaction.session = undefined;
      await interaction.persist();
    }
    const next = await provider.interactionResult(request.raw, reply.raw, {
      login: { accountId: person.username, amr: methodsOf(person) },
    });
    setPageHeaders(reply, origin);
    return reply.redirect(next, 303);
  });
}
