import type { Mutant } from './mutant.ts';

const approvals = 'src/service/approvals';
const releases = `${approvals}/release.test.ts`;
const approvalRules = `${approvals}/rules.test.ts`;
const payoutRelease = 'src/service/resources/payouts/release.ts';

/** Faults in four eyes (docs/decisions.md, 57). */
export const approvalMutants: readonly Mutant[] = [
  {
    name: 'a release of one’s own work',
    file: `${approvals}/decide.ts`,
    from: 'if (before.IsOwn)',
    to: 'if (false)',
    test: [
      releases,
      'a person can’t release their own work, and programs and people without the permission can’t release at all',
    ],
  },
  {
    name: 'a release of something that was not shown',
    file: `${approvals}/decide.ts`,
    from: 'if (Digest !== before.Digest)',
    to: 'if (false)',
    test: [releases, 'bad input is 400 with its field, and what is not there is 404'],
  },
  {
    name: 'a release by a person who was just disabled',
    file: `${approvals}/routes.ts`,
    from: "permission !== 'release' ||",
    to: "permission !== '' ||",
    test: [releases, 'a person who was disabled a moment ago releases nothing'],
  },
  {
    name: 'a release after the day of the payment',
    file: `${approvals}/decide.ts`,
    from: 'dateOf(it.PaymentDate) < dateOf(call.now)',
    to: "it.PaymentDate === ''",
    test: [approvalRules, 'a payout that was not released before its day is missed, and its preparer sends it again'],
  },
  {
    name: 'payouts to a preparer’s limit for each payee',
    file: payoutRelease,
    from: 'byPreparer > above ||',
    to: '',
    test: [
      approvalRules,
      'amounts split below the limit are counted together, by payee and day and by preparer and day',
    ],
  },
  {
    name: 'two calls that exceed the limit together',
    file: payoutRelease,
    from: 'if (rule) await mustBeFree(call, call.merchant, Lock.approval);',
    to: '',
    test: [approvalRules, 'calls at once that stay below the limit each do not exceed it together'],
  },
  {
    name: 'a released payout to an account that changed since',
    file: 'src/service/resources/clients.ts',
    from: '  await withdrawFor(call, client);\n',
    to: '',
    test: [approvalRules, 'changed bank details withdraw a release, hold the payment, and need another person'],
  },
  {
    name: 'an edit of a released payout',
    file: 'src/service/resources/payouts/payments.ts',
    from: "if (changes.length > 0 || before.PaymentStatus === 'SENT_BACK')",
    to: 'if (false)',
    test: [releases, 'a release is for what was shown: an edit before it or after it makes the payment wait again'],
  },
];
