import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Happened } from '#service/audit/entry.ts';
import { createAttempts } from './attempts.ts';
import { createEnrolment } from './factors/enrolment.ts';
import { registerFactorsPage } from './factors/page.ts';
import { passkeyForm } from './factors/pages.ts';
import { factorScript } from './factors/script.ts';
import { createSecondStep } from './factors/second-step.ts';
import { hasPasskeys } from './factors/store.ts';
import { byPerson } from './own-changes.ts';
import { isTopLevel, setPageHeaders } from './page-headers.ts';
import { signInPage } from './pages.ts';
import { methodsOf } from './people.ts';
import { expiredPage, notAPage, sendPage, type Interaction, type SignInPageContext } from './send-page.ts';
import { endGrants } from './sign-out.ts';
import { styleSheet } from './style-sheet.ts';
import { findPerson, type SignInPerson } from './users.ts';

const wrong = 'Incorrect username or password.';
const year = 31_536_000;

const signInBy = (
  person: Pick<SignInPerson, 'username' | 'name'> | SignInPerson,
  address: string,
  methods: readonly string[] = [],
): Omit<Happened, 'Outcome'> => ({
  ...byPerson(person, address),
  Action: 'sign-in',
  Context: { Address: address, Factors: methods.filter((it) => !it.startsWith('epoch:')) },
});

/** Serves `/sign-in/:uid`, the page of a person's own factors, and what both load. */
export function registerSignInPage(app: FastifyInstance, context: SignInPageContext): void {
  const { pool, settings, provider, store, audit } = context;
  const { origin, sandbox } = settings;
  const attempt = createAttempts(pool);
  const enrolment = createEnrolment(context);
  const secondStep = createSecondStep(context, enrolment);

  for (const [path, type, content] of [
    ['/sign-in.css', 'text/css', styleSheet],
    ['/sign-in.js', 'text/javascript', factorScript],
  ] as const)
    app.get(path, (_request, reply) =>
      reply
        .header('cache-control', `public, max-age=${year}, immutable`)
        .header('x-content-type-options', 'nosniff')
        .type(`${type}; charset=utf-8`)
        .send(content),
    );
  registerFactorsPage(app, context, enrolment);

  /** The sign-in in progress for this browser's cookie, unless it has expired. */
  const underWay = (request: FastifyRequest, reply: FastifyReply) =>
    provider.interactionDetails(request.raw, reply.raw).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
      throw error;
    });

  const firstStep = async (
    reply: FastifyReply,
    { uid }: Interaction,
    status: number,
    shown: { username: string; problem?: string },
  ): Promise<FastifyReply> => {
    const options = (await hasPasskeys(pool)) ? await enrolment.request(uid) : undefined;
    const passkey = options && passkeyForm('passkey', options, 'Use a passkey');
    return sendPage(reply, origin, status, signInPage({ ...shown, sandbox, passkey }));
  };

  const finish = async (
    request: FastifyRequest,
    reply: FastifyReply,
    interaction: Interaction,
    person: SignInPerson,
    by: { amr: string[]; acr?: string },
  ): Promise<FastifyReply> => {
    if (interaction.session !== undefined && interaction.session.accountId !== person.username) {
      // Another person signs in. Without this the provider ends the old session through a page with a script, which the policy
      // of these pages blocks.
      const session = await provider.Session.findByUid(interaction.session.uid);
      if (session !== undefined) await endGrants(session, store);
      await store.endSession(interaction.session.uid);
      interaction.session = undefined;
      await interaction.persist();
    }
    await audit?.append(null, { ...signInBy(person, request.ip, by.amr), Outcome: 'done' });
    const login = { accountId: person.username, ...by };
    const next = await provider.interactionResult(
      request.raw,
      reply.raw,
      { login },
      { mergeWithLastSubmission: false },
    );
    setPageHeaders(reply, origin);
    return reply.redirect(next, 303);
  };

  app.get('/sign-in/:uid', async (request, reply) => {
    if (!isTopLevel(request)) return notAPage(reply, origin);
    const interaction = await underWay(request, reply);
    if (interaction === undefined) return expiredPage(reply, origin);
    const person = await secondStep.personIn(interaction);
    if (person) return secondStep.show(reply, interaction, person);
    const hint = interaction.session?.accountId ?? interaction.params['login_hint'];
    return firstStep(reply, interaction, 200, { username: typeof hint === 'string' ? hint : '' });
  });

  app.post('/sign-in/:uid', async (request, reply) => {
    // Read first: it is gone once the connection is closed for a body longer than announced.
    const address = request.ip;
    // The cookie is SameSite, but another port of the same host counts as the same site.
    const from = request.headers['sec-fetch-site'];
    if (!isTopLevel(request) || (from !== undefined && from !== 'same-origin')) return notAPage(reply, origin);
    const interaction = await underWay(request, reply);
    if (interaction === undefined || !address) return expiredPage(reply, origin);

    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    if (!form.has('password')) {
      const result = await secondStep.take(reply, interaction, { form, address });
      if ('problem' in result) return firstStep(reply, interaction, 403, { username: '', ...result });
      if (!('person' in result)) return result;
      return finish(request, reply, interaction, result.person, result.by);
    }
    const [username, password] = [form.get('username')?.trim() ?? '', form.get('password') ?? ''];
    const again = (status: number, problem: string) =>
      firstStep(reply, interaction, status, { username: username.slice(0, 200), problem });

    const person = await findPerson(pool, username);
    const judged = await attempt({ name: username, address, password, hash: person?.passwordHash });
    if (judged.result === 'later') {
      reply.header('retry-after', judged.seconds);
      return again(429, 'This username is being tried too often from here. Wait a few seconds, then try again.');
    }
    if (judged.result === 'wrong' || person === undefined) {
      // What was typed for a name may be a password.
      audit?.refused(null, signInBy(person ?? { username: '', name: 'Unknown' }, address));
      return again(403, wrong);
    }
    if (!secondStep.isNeeded(person)) return finish(request, reply, interaction, person, { amr: methodsOf(person) });
    await secondStep.begin(interaction, person);
    setPageHeaders(reply, origin);
    return reply.redirect(`/sign-in/${interaction.uid}`, 303);
  });
}
