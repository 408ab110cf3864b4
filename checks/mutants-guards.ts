import type { Mutant } from './mutant.ts';

const auth = 'src/service/auth';
const site = 'src/service/http/site.ts';
const monthEnd = 'src/service/month-end';
const page = [
  'src/service/http/site.test.ts',
  'no page of the console can be framed, nor its forms, links or scripts turned to another origin',
] as const;
const cookie = [
  `${auth}/sign-in-page.test.ts`,
  'no script and no other site gets the cookie of a session, and it ends with the session',
] as const;
const accounts = `${monthEnd}/bank-accounts.test.ts`;
const signedBy = [
  accounts,
  'who matched a line and when is the service’s word, and stays so when another matches the next',
] as const;
const unchanged = [accounts, 'a line that is kept does not change, matched or not'] as const;
const verify = 'src/service/audit/verify.test.ts';
const promised = 'src/service/promises/promises.test.ts';
const proofs = 'src/service/audit/proofs.ts';

/** Faults in the page, the sign-in, and in what is matched, signed and recorded. */
export const guardMutants: readonly Mutant[] = [
  {
    name: 'a path at the provider that leads out of the interface',
    file: 'src/service/gateway/provider-path.ts',
    from: 'if (!segmentShape.test(segment)) throw notFound();',
    to: '',
    test: ['src/service/gateway/passing.test.ts', 'no other path reaches the provider, in any spelling'],
  },
  {
    name: 'a caller’s own token at the provider',
    file: 'src/service/gateway/authorized-read.ts',
    from: 'token === undefined ? authorization : `Bearer ${token}`',
    to: 'authorization',
    test: [
      'src/service/gateway/passing.test.ts',
      'no header of the caller reaches the provider but how to answer, and none of its own comes back but what the answer is',
    ],
  },
  { name: 'a framed console', file: site, from: "`frame-ancestors 'none'; ", to: '`', test: page },
  { name: 'a framed console in older browsers', file: site, from: "'x-frame-options': 'DENY',", to: '', test: page },
  { name: 'another base of the console’s links', file: site, from: " base-uri 'none';", to: '', test: page },
  {
    name: 'forms of the console sent elsewhere',
    file: site,
    from: " form-action 'self'; `",
    to: ' form-action *; `',
    test: page,
  },
  {
    name: 'markup that becomes script in the console',
    file: site,
    from: " require-trusted-types-for 'script';",
    to: '',
    test: page,
  },
  {
    name: 'a session’s cookie that scripts and other sites get',
    file: `${auth}/provider.ts`,
    from: "long: { httpOnly: true, sameSite: 'lax', secure }",
    to: "long: { httpOnly: false, sameSite: 'none', secure }",
    test: cookie,
  },
  {
    name: 'a code that works for hours',
    file: `${auth}/provider.ts`,
    from: 'AuthorizationCode: 60,',
    to: 'AuthorizationCode: 36_000,',
    test: [`${auth}/authorize.test.ts`, 'a code is good for a minute'],
  },
  {
    name: 'an invitation that works for years',
    file: `${auth}/invitations.ts`,
    from: "interval '3 days'",
    to: "interval '3000 days'",
    test: [`${auth}/invitations.test.ts`, 'a link works for three days, and not after them'],
  },
  {
    name: 'a program with the name of a person',
    file: `${auth}/taken-names.ts`,
    from: 'ids.has(folded(id))',
    to: 'ids.has(id)',
    test: [
      'src/service/settings/programs.test.ts',
      'a program’s name that a person, another program or the service has is refused in any case or width',
    ],
  },
  {
    name: 'a password of the product’s name',
    file: `${auth}/password-rules.ts`,
    from: ' || bare.some((it) => scoreOf(it) < leastNew)',
    to: '',
    test: [`${auth}/password-rules.test.ts`, 'refuses common passwords, repetitions and keyboard patterns'],
  },
  {
    name: 'a match under another’s name',
    file: `${monthEnd}/bank-accounts.ts`,
    from: '{ ...match, by, at }',
    to: '{ ...match, at }',
    test: signedBy,
  },
  {
    name: 'a match of another time',
    file: `${monthEnd}/bank-accounts.ts`,
    from: '{ ...match, by, at }',
    to: '{ ...match, by }',
    test: signedBy,
  },
  {
    name: 'another amount under a confirmed match',
    file: `${monthEnd}/bank-accounts.ts`,
    from: '      mustKeepWhatIsKept(sent, before);\n',
    to: '',
    test: unchanged,
  },
  {
    name: 'a match that is not its line’s amount',
    file: `${monthEnd}/bank-accounts.ts`,
    from: '      mustAddUp(sent);\n',
    to: '',
    test: unchanged,
  },
  {
    name: 'a signature over a matched sum that no match has',
    file: `${monthEnd}/close.ts`,
    from: 'BankAccounts ? await matchedBy(query, book, BankAccounts) : manifest.Figures.Matched',
    to: 'manifest.Figures.Matched',
    test: [
      `${monthEnd}/month-end.test.ts`,
      'what the bank has shown is signed only as the sum of kept matches; any other sum is signed as stated',
    ],
  },
  {
    name: 'a month of a provider’s report that broke off',
    file: `${monthEnd}/provider/transactions.ts`,
    from: 'if (!isWhole || (',
    to: 'if ((',
    test: [
      `${monthEnd}/provider/months.test.ts`,
      'a report that ends too early, says that it failed, or has no list closes nothing',
    ],
  },
  {
    name: 'a month at a provider that is signed as its author states',
    file: `${monthEnd}/close.ts`,
    from: 'const counted = read ? await keepRead(query, read, version)',
    to: 'const counted = read ? ((await keepRead(query, read, version)), manifest.Days)',
    test: [
      `${monthEnd}/provider/months.test.ts`,
      'a month closes with the figures and days of the provider’s report, and nothing has changed since',
    ],
  },
  {
    name: 'a limit for each program of one person',
    file: 'src/service/resources/payouts/release.ts',
    from: 'hands.map((it) => it.name)',
    to: 'hands.map((it) => it.person)',
    test: [
      'src/service/approvals/rules.test.ts',
      'what one person prepares by two programs and by hand is one sum, and another person’s is not',
    ],
  },
  {
    name: 'a cut tail behind a restore that was only written into the audit',
    file: 'src/service/audit/verify.ts',
    from: 'restoredOn.includes(at.slice(0, 10))',
    to: "at !== ''",
    test: [verify, 'an entry of a restore does not hide a cut tail'],
  },
  {
    name: 'a cut tail of the last hour',
    file: 'src/service/audit/checkpoints.ts',
    from: 'signedTo.get(it.merchant) !== it.sequence',
    to: 'signedTo.get(it.merchant) === undefined',
    test: [verify, 'what was appended since the hourly check is signed within a minute, and once'],
  },
  {
    name: 'whole chains of the audit, once proved and never again',
    file: proofs,
    from: "part = 'whole' and broken_at is null and due_at <= $1",
    to: "part = 'whole' and broken_at is null and due_at is null and $1 < ''",
    test: [
      verify,
      'an old entry that is changed is found when the whole chain is proved, on its day, and every hour until it is repaired',
    ],
  },
  {
    name: 'entries of the audit that do not follow from the one before',
    file: proofs,
    from: "if ('reason' in next) return { place, isLast: false, brokenAt: next.sequence };",
    to: "if ('reason' in next) { place = row; continue; }",
    test: [verify, 'a new entry that is changed is found within the hour, and old ones are not read again for it'],
  },
  {
    name: 'a fault in old entries that proved new ones hide',
    file: 'src/service/audit/read.ts',
    from: 'const broken = proofs.flatMap((it) => it.broken ?? []);',
    to: 'const broken = recent?.broken ? [recent.broken] : [];',
    test: [
      'src/service/audit/audit.test.ts',
      'an auditor is told when new entries were checked, when all were, and the first that does not hold',
    ],
  },
  {
    name: 'the proof of a whole chain that begins again in each turn',
    file: proofs,
    from: "if (!step.isAtEnd) return { state: 'more' };",
    to: "if (!step.isAtEnd) throw new Error('rolled back');",
    test: [verify, 'a long proof of a whole chain goes on in another process, where the first one stopped'],
  },
  {
    name: 'messages to clients who want none',
    file: 'src/service/messages/held-messages.ts',
    from: '  if (days.includes(null)) return optedOut;\n',
    to: '',
    test: [
      'src/service/serve/opt-outs.test.ts',
      'who wants no messages gets none, however the number is written, until they want them again; others get theirs',
    ],
  },
  {
    name: 'messages that go outside the hours of their merchant',
    file: 'src/rules/message-hours.ts',
    from: 'if (isDayOf(rule, day) && minute < rule.to)',
    to: 'if (isDayOf(rule, day))',
    test: [
      'src/service/messages/message-hours.test.ts',
      'a message of the evening waits for the morning, is sent once, and may be sent again meanwhile without going twice',
    ],
  },
  {
    name: 'reminders of debits that are no longer as they say',
    file: 'src/service/messages/announced-debits.ts',
    from: "    stageOf(now.status) === 'scheduled' &&\n",
    to: '',
    test: [
      'src/service/messages/message-hours.test.ts',
      'a reminder goes only while its debit is as it says: not once it is moved, cancelled or of another amount, or its day is over',
    ],
  },
  {
    name: 'debits that are collected again although the client has promised to pay',
    file: 'src/service/resources/instalments.ts',
    from: '      if (held) throw held;\n',
    to: '',
    test: [
      promised,
      'until its day a promise of a contract holds back new debits of that contract, also in a list, and no others',
    ],
  },
  {
    name: 'debits for a provider that are collected again although the client has promised to pay',
    file: 'src/service/gateway/outgoing/promised.ts',
    from: '    if (refusal) held.set(place, refusal);\n',
    to: '',
    test: [
      promised,
      'until its day a promise of a contract holds back new debits of that contract, also in a list, and no others',
    ],
  },
  {
    name: 'two people who follow up one client',
    file: 'src/service/serve/assignments.ts',
    from: 'it.subject = $8 or it.subject = any($9) or $10',
    to: 'it.subject = $8 or it.subject = any($9) or $10 is not null',
    test: ['src/service/serve/assignments.test.ts', 'of six people who take one client at once, one has it'],
  },
];
