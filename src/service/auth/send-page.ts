import type { FastifyReply } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import type { Audit } from '#service/audit/audit.ts';
import type { Settings } from '#service/config/settings.ts';
import { scriptPath } from './factors/pages.ts';
import { setPageHeaders } from './page-headers.ts';
import { messagePage } from './pages.ts';
import type { SignInStore } from './store.ts';

export interface SignInPageContext {
  pool: Pool;
  settings: Settings;
  provider: Provider;
  store: SignInStore;
  /** From which challenges of passkeys and keys of apps are computed. */
  secret: string;
  audit?: Audit;
}

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

const toConsole = { href: '/', label: 'Go to the console' };

export function sendPage(reply: FastifyReply, origin: string, status: number, page: string): FastifyReply {
  setPageHeaders(reply, origin, page.includes(`src="${scriptPath}"`));
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

export const expiredPage = (reply: FastifyReply, origin: string): FastifyReply =>
  sendPage(
    reply,
    origin,
    400,
    messagePage('Sign-in expired', 'This page was open for too long, or was used already. Start again.', toConsole),
  );

export const notAPage = (reply: FastifyReply, origin: string): FastifyReply =>
  sendPage(
    reply,
    origin,
    400,
    messagePage('Sign-in stopped', 'Signing in works in a window of its own only.', toConsole),
  );
