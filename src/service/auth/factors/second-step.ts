import type { FastifyReply } from 'fastify';
import { byPerson } from '../own-changes.ts';
import { isCurrent, methodsOf } from '../people.ts';
import { expiredPage, sendPage, type Interaction, type SignInPageContext } from '../send-page.ts';
import { secondFactor } from '../step-up.ts';
import { findPerson, type SignInPerson } from '../users.ts';
import { recordRightCode, waitForCodeTurn } from './code-turn.ts';
import type { Enrolment } from './enrolment.ts';
import { codesPage, confirmPage, continueForm, enrolPage } from './pages.ts';
import { passkeyPerson } from './passkeys.ts';
import { factorsOf, spendRecoveryCode, spendTotp } from './store.ts';

/** What the browser's sign-in has shown so far, in the interaction. */
interface Stage {
  username: string;
  methods: string[];
  /** In seconds since 1970. */
  at: number;
  /** The person has just added the first factor, which confirms it. */
  isEnrolled?: boolean;
}

interface SignedIn {
  person: SignInPerson;
  by: { amr: string[]; acr: string };
}

/** How long after the password the second step may come, in seconds. */
const stageSeconds = 600;
const now = (): number => Math.floor(Date.now() / 1000);

/** The second step of a sign-in: a passkey, a code, or the first factor where everybody needs one. */
export function createSecondStep({ pool, settings, audit }: SignInPageContext, enrolment: Enrolment) {
  const { origin } = settings;
  const isNeeded = ({ hasFactor }: SignInPerson): boolean => hasFactor || settings.secondFactor === 'required';

  const stageIn = ({ lastSubmission }: Interaction): Stage | undefined => {
    const stage = lastSubmission?.['stage'] as Stage | undefined;
    return stage !== undefined && now() - stage.at < stageSeconds ? stage : undefined;
  };

  const setStage = async (interaction: Interaction, stage: Stage): Promise<void> => {
    interaction.lastSubmission = { ...interaction.lastSubmission, stage };
    await interaction.persist();
  };

  /**
   * The person who has done the first step here: typed the password, or signed in before and is asked only for the second
   * factor or a fresh one. To add a first factor takes the password.
   */
  const personIn = async (interaction: Interaction): Promise<SignInPerson | undefined> => {
    const { session, prompt } = interaction;
    const stage = stageIn(interaction);
    const isStepUp = prompt.reasons.every((reason) => reason === 'max_age' || reason === 'second_factor');
    const username = stage?.username ?? (isStepUp ? session?.accountId : undefined);
    const person = username === undefined ? undefined : await findPerson(pool, username);
    if (person === undefined || !isCurrent(person, stage?.methods ?? session?.amr)) return undefined;
    return person.hasFactor || (stage && isNeeded(person)) ? person : undefined;
  };

  const show = async (
    reply: FastifyReply,
    interaction: Interaction,
    person: SignInPerson,
    last: { problem?: string; nonce?: string } = {},
    status = last.problem === undefined ? 200 : 403,
  ): Promise<FastifyReply> => {
    const { uid } = interaction;
    if (!person.hasFactor) return sendPage(reply, origin, status, enrolPage(await enrolment.offer(person, uid, last)));
    const kinds = (await factorsOf(pool, person.username)).map(({ kind }) => kind);
    const passkey = kinds.includes('passkey') ? await enrolment.request(uid, person) : undefined;
    const page = confirmPage({ name: person.name, passkey, hasApp: kinds.includes('totp'), problem: last.problem });
    return sendPage(reply, origin, status, page);
  };

  const signedIn = (person: SignInPerson, how: string[]): SignedIn => ({
    person,
    by: { amr: methodsOf(person, [...how, 'mfa']), acr: secondFactor },
  });

  const refused = (person: SignInPerson, address: string, code: string): void =>
    audit?.refused(null, { ...byPerson(person, address), Action: 'sign-in', Codes: { [code]: 1 } });

  const takeCode = async (
    reply: FastifyReply,
    interaction: Interaction,
    person: SignInPerson,
    { code, address }: { code: string; address: string },
  ): Promise<FastifyReply | SignedIn> => {
    // No one guesses sixteen random characters, and guesses of six digits must not keep the owner of them out.
    if (await spendRecoveryCode(pool, person.username, code)) return signedIn(person, ['pwd']);
    const seconds = await waitForCodeTurn(pool, person.username);
    if (seconds !== undefined) {
      refused(person, address, 'TOO_MANY');
      reply.header('retry-after', seconds);
      return show(reply, interaction, person, { problem: 'Too many wrong codes. Wait a few minutes.' }, 429);
    }
    if (!(await spendTotp(pool, person.username, code))) {
      refused(person, address, 'WRONG_CODE');
      return show(reply, interaction, person, { problem: 'This code is wrong, or was used before.' });
    }
    await recordRightCode(pool, person.username);
    return signedIn(person, ['pwd', 'otp']);
  };

  /** Answers a form without a password: signs the person in, or shows a page. A problem is for the first step's page. */
  const take = async (
    reply: FastifyReply,
    interaction: Interaction,
    { form, address }: { form: URLSearchParams; address: string },
  ): Promise<FastifyReply | SignedIn | { problem: string }> => {
    const { uid } = interaction;
    const person = await personIn(interaction);
    const answer = form.get('passkey');
    if (answer !== null) {
      const username = await passkeyPerson(pool, origin, enrolment.challengeOf(uid), answer, person?.username);
      const found = username === undefined ? undefined : await findPerson(pool, username);
      if (found) return signedIn(found, ['pop', 'user']);
      const problem = 'This passkey cannot be used.';
      if (person) refused(person, address, 'WRONG_PASSKEY');
      return person ? show(reply, interaction, person, { problem }) : { problem };
    }
    if (person === undefined) return expiredPage(reply, origin);
    const stage = stageIn(interaction);
    if (form.has('continue') && stage?.isEnrolled) return signedIn(person, ['pwd']);
    const code = form.get('code');
    if (code !== null) return takeCode(reply, interaction, person, { code, address });
    // Otherwise the password alone would add a factor next to those that are there.
    const outcome =
      person.hasFactor || !stage ? undefined : await enrolment.add(person, { binding: uid, address }, form);
    if (outcome === undefined || !stage) return show(reply, interaction, person);
    if ('problem' in outcome) return show(reply, interaction, person, outcome);
    await setStage(interaction, { ...stage, isEnrolled: true });
    return sendPage(reply, origin, 200, codesPage(outcome.codes ?? [], continueForm));
  };

  return {
    isNeeded,
    personIn,
    show,
    take,
    begin: (interaction: Interaction, person: SignInPerson) =>
      setStage(interaction, { username: person.username, methods: methodsOf(person), at: now() }),
  };
}
