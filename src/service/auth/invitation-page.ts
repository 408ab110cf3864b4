import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { acceptInvitation, findInvitation, invitationPath, NotAccepted, type Invitation } from './invitations.ts';
import { isTopLevel, setPageHeaders } from './page-headers.ts';
import { invitationPage, messagePage } from './pages.ts';

const toConsole = { href: '/', label: 'Go to the console' };

/** Serves the page of a link on which a person chooses a password. Opening it does not use it up: mail programs do that. */
export function registerInvitationPage(app: FastifyInstance, { pool, origin }: { pool: Pool; origin: string }): void {
  const html = (reply: FastifyReply, status: number, page: string): FastifyReply => {
    setPageHeaders(reply, origin);
    return reply.code(status).type('text/html; charset=utf-8').send(page);
  };
  const gone = (reply: FastifyReply) =>
    html(
      reply,
      400,
      messagePage(
        'This link no longer works',
        'It was used already, has expired, or was replaced by a newer one. Ask an administrator for a new link.',
        toConsole,
      ),
    );
  const tokenOf = (request: FastifyRequest) => (request.params as { token: string }).token;

  app.get(`${invitationPath}/:token`, async (request, reply) => {
    if (!isTopLevel(request)) return gone(reply);
    const invitation = await findInvitation(pool, tokenOf(request));
    return invitation ? html(reply, 200, invitationPage(valuesOf(invitation))) : gone(reply);
  });

  app.post(`${invitationPath}/:token`, async (request, reply) => {
    const from = request.headers['sec-fetch-site'];
    if (!isTopLevel(request) || (from !== undefined && from !== 'same-origin')) return gone(reply);
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const [username = '', name = '', password = '', repeated = ''] = ['username', 'name', 'password', 'repeated'].map(
      (field) => form.get(field) ?? '',
    );
    try {
      const answered = { username, name, password, repeated, address: request.ip };
      const accepted = await acceptInvitation(pool, tokenOf(request), answered);
      if (accepted === undefined) return gone(reply);
      const text = `Your username is ${accepted}. Sign in with it and your new password.`;
      return html(reply, 200, messagePage('Password saved', text, { href: '/', label: 'Sign in' }));
    } catch (error) {
      if (!(error instanceof NotAccepted)) throw error;
      const invitation = await findInvitation(pool, tokenOf(request));
      if (!invitation) return gone(reply);
      const values = invitation.username === undefined ? { isFirst: true, username, name } : valuesOf(invitation);
      return html(reply, 400, invitationPage({ ...values, problem: error.message }));
    }
  });
}

const valuesOf = ({ username = '', name = '' }: Invitation) => ({ isFirst: username === '', username, name });
