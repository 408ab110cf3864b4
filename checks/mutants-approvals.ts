import type { Mutant } from './mutant.ts';

const approvals = 'src/service/approvals';
const releases = `${approvals}/release.test.ts`;
const approvalRules = `${approvals}/rules.test.ts`;
const changes = `${approvals}/changes.test.ts`;
const awaiting = 'src/service/resources/awaiting.ts';
const payoutRelease = 'src/service/resources/payouts/release.ts';

/** Faults in four eyes (docs/decisions.md, 57). */
export const approvalMutants: readonly Mutant[] = [
  {
    name: 'who decided about bank details, told to those who may not read clients',
    file: `${approvals}/routes.ts`,
    from: 'if (!may(caller, needed, merchant)) throw notPermitted(needed);',
    to: '',
    test: [
      changes,
      'changed bank details are not in force until another person releases them, as an ordinary edit of who sent them',
    ],
  },
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
    file: 'src/service/http/extension.ts',
    from: '{ merchant, must, ...begin }',
    to: '{ merchant, ...begin }',
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
    from: 'isAll: payments.reduce((sum, it) => sum + it.PaymentAmount, most) > above,',
    to: 'isAll: false,',
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
  {
    name: 'changed bank details that nobody released',
    file: 'src/service/resources/clients.ts',
    from: '    if (waits) return waits;\n',
    to: '',
    test: [
      changes,
      'changed bank details are not in force until another person releases them, as an ordinary edit of who sent them',
    ],
  },
  {
    name: 'a change released by who sent it as well',
    file: awaiting,
    from: 'unnest($3::text[]) except',
    to: 'unnest($3::text[]) where false except',
    test: [
      changes,
      'a change is not released or returned by who sent it, nor by programs or people without the permission',
    ],
  },
  {
    name: 'a release of values that changed since they were shown',
    file: `${approvals}/changes.ts`,
    from: 'changes.map((it) => [it.field, it.old, it.new])',
    to: 'changes.length',
    test: [changes, 'a release is for what was shown: a client that changed since is read again'],
  },
  {
    name: 'a release of other content than the last',
    file: awaiting,
    from: 'if (found.isWaiting && !isSame) await',
    to: 'if (!found.isWaiting) await',
    test: [
      changes,
      'other fields need no second person, and the same content finds the same request, other content replaces it',
    ],
  },
  {
    name: 'the cancel of instalments that were not shown',
    file: `${approvals}/changes.ts`,
    from: ', Change.Instalments];',
    to: '',
    test: [changes, 'the cancel of all that remains waits, and cancels what was shown when another person releases it'],
  },
  {
    name: 'the end of a mandate instead of the cancel of its instalments',
    file: 'src/service/resources/terms/terms.ts',
    from: '  if (waits) return waits;\n',
    to: '',
    test: [
      changes,
      'the end of a mandate or contract waits like the cancel of its instalments, of which it is another content',
    ],
  },
  {
    name: 'requests without an entry in the audit',
    file: 'src/service/audit/audit.ts',
    from: " && codes['AWAITING_RELEASE'] === undefined",
    to: '',
    test: [changes, 'more than sixty requests an hour of one caller are all in the audit'],
  },
  {
    name: 'an account number that is kept after the decision',
    file: `${approvals}/decide.ts`,
    from: 'content = null, shown = $7',
    to: 'shown = $7',
    test: [changes, 'no account number is kept once it is decided'],
  },
  {
    name: 'a release of payouts by who changed the account while they were returned',
    file: payoutRelease,
    from: "payment_status in ('SENT_BACK', 'MISSED'))`",
    to: "payment_status = 'NONE')`",
    test: [changes, 'who changed bank details cannot release payments that had come back before'],
  },
  {
    name: 'what waits shown to who may not read the records',
    file: `${approvals}/routes.ts`,
    from: 'may(caller, approvalReaders[it.Kind], merchant)',
    to: "may(caller, 'payouts:read', merchant)",
    test: [changes, 'what waits is shown to those who may read the records, and to no other'],
  },
];
