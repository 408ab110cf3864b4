import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStorable } from '#contract/printable.ts';
import { forwardedRequest } from '../forward.ts';
import { recordedChange } from '../own-changes.ts';
import { isTopLevel } from '../page-headers.ts';
import { isCurrent } from '../people.ts';
import { expiredPage, notAPage, sendPage, type SignInPageContext } from '../send-page.ts';
import { maxAgeSeconds, secondFactor } from '../step-up.ts';
import { findPerson, type SignInPerson } from '../users.ts';
import type { Enrolment } from './enrolment.ts';
import { backLink, codesPage, factorsPage } from './pages.ts';
import { factorsClient, factorsPath } from './paths.ts';
import { factorsOf, newRecoveryCodes, recoveryCodesLeft, removeFactor } from './store.ts';

/** How long the page can be used after the sign-in it asks for. */
const usableSeconds = maxAgeSeconds + 600;

/**
 * Serves the page where people add and remove their own factors. It needs a sign-in of the last minutes, with a factor if there
 * is one: a browser that was left open must not be enough.
 */
export function registerFactorsPage(app: FastifyInstance, context: SignInPageContext, enrolment: Enrolment): void {
  const { pool, settings, provider } = context;
  const { origin } = settings;

  /** The person of this browser's session, if it is fresh. */
  const signedIn = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await provider.Session.get(provider.createContext(forwardedRequest(request, origin), reply.raw));
    const person = session.accountId === undefined ? undefined : await findPerson(pool, session.accountId);
    if (person === undefined || !isCurrent(person, session.amr)) return undefined;
    const isConfirmed = session.acr === secondFactor || !person.hasFactor;
    return isConfirmed && !session.past(usableSeconds) ? { person, binding: session.uid } : undefined;
  };

  const askToSignIn = (reply: FastifyReply): FastifyReply => {
    const parameters = {
      client_id: factorsClient,
      redirect_uri: origin + factorsPath,
      response_type: 'code',
      scope: 'openid',
      // Of a verifier that is not kept: no one can use the code.
      code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
      code_challenge_method: 'S256',
      max_age: String(maxAgeSeconds),
      acr_values: secondFactor,
    };
    return reply.redirect(`/oauth/authorize?${new URLSearchParams(parameters)}`, 303);
  };

  const show = async (
    reply: FastifyReply,
    person: SignInPerson,
    binding: string,
    last?: { problem: string; nonce?: string },
  ) => {
    const { username } = person;
    const [factors, left] = [await factorsOf(pool, username), await recoveryCodesLeft(pool, username)];
    const page = factorsPage(factors, left, await enrolment.offer(person, binding, last));
    return sendPage(reply, origin, last ? 403 : 200, page);
  };

  app.get(factorsPath, async (request, reply) => {
    if (!isTopLevel(request)) return notAPage(reply, origin);
    const query = request.query as Record<string, unknown>;
    if (query['error'] !== undefined) return reply.redirect('/', 303);
    if (query['code'] !== undefined) return reply.redirect(factorsPath, 303);
    const found = await signedIn(request, reply);
    return found ? show(reply, found.person, found.binding) : askToSignIn(reply);
  });

  app.post(factorsPath, async (request, reply) => {
    const from = request.headers['sec-fetch-site'];
    if (!isTopLevel(request) || (from !== undefined && from !== 'same-origin')) return notAPage(reply, origin);
    const found = await signedIn(request, reply);
    if (!found) return expiredPage(reply, origin);
    const { person, binding } = found;
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const removed = form.get('remove');
    const by = { person, address: request.ip };
    if (removed !== null && isStorable(removed))
      await recordedChange(pool, { ...by, action: 'factor.removed' }, async (connection) => {
        const Kind = await removeFactor(connection, person.username, removed);
        return Kind && { Kind };
      });
    if (form.has('codes') && person.hasFactor) {
      let codes: string[] = [];
      await recordedChange(pool, { ...by, action: 'recovery-codes.made' }, async (connection) => {
        codes = await newRecoveryCodes(connection, person.username);
        return {};
      });
      return sendPage(reply, origin, 200, codesPage(codes, backLink));
    }
    const outcome = await enrolment.add(person, { binding, address: request.ip }, form);
    if (outcome && 'problem' in outcome) return show(reply, person, binding, outcome);
    if (outcome?.codes) return sendPage(reply, origin, 200, codesPage(outcome.codes, backLink));
    return reply.redirect(factorsPath, 303);
  });
}
