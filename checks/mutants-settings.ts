import type { Mutant } from './mutant.ts';

const settings = 'src/service/settings';
const second = `${settings}/second.test.ts`;
const ownConnection = `${settings}/own-connection.test.ts`;
const release = 'src/service/resources/payouts/release.ts';
const imports = 'src/service/approvals/imports.test.ts';
const events = 'src/service/events/events.test.ts';

/** Faults that let one administrator get around four eyes (docs/decisions.md, 57 and 61). */
export const settingsMutants: readonly Mutant[] = [
  {
    name: 'a disabled administrator who enables themselves with the token of a moment ago',
    file: `${settings}/change.ts`,
    from: 'const caller = await presentCaller(query, by.caller);',
    to: 'const { caller } = by;',
    test: [
      `${settings}/former-rights.test.ts`,
      'an administrator who was disabled a moment ago changes nothing any more, and each attempt is in the audit',
    ],
  },
  {
    name: 'a connection for an administrator of another merchant',
    file: `${settings}/connection.ts`,
    from: 'if (!administeredScope(caller).has(number)) throw notFound();',
    to: '',
    test: [`${settings}/connection.test.ts`, 'an administrator of the merchant sees its connection, and others do not'],
  },
  {
    name: 'endpoints for events of another merchant',
    file: `${settings}/events.ts`,
    from: 'if (!administeredScope(caller).has(number)) throw notFound();',
    to: '',
    test: [events, 'only administrators of a merchant see and change its endpoints, with what is offered'],
  },
  {
    name: 'an endpoint for events in the network of the server',
    file: `${settings}/events.ts`,
    from: 'readAddress(text, reach);',
    to: '',
    test: [events, 'no endpoint has a private address, and none is reached by a name for one'],
  },
  {
    name: 'the path of a secret’s file in a test of the connection',
    file: 'src/service/gateway/tokens.ts',
    from: '${variable}: its file cannot be read',
    to: '${variable}: ${file} cannot be read',
    test: [`${settings}/connection.test.ts`, 'neither a secret, a token nor the path of a file is in any answer'],
  },
  {
    name: 'a secret that goes to another address',
    file: `${settings}/own-connection.ts`,
    from: '(!own || isElsewhere || !before.own ||',
    to: '(!own || !before.own ||',
    test: [ownConnection, 'another address, token address or client ID never gets the secret'],
  },
  {
    name: 'another provider while the outcome of a change is open',
    file: `${settings}/own-connection.ts`,
    from: 'if (changes.some(({ field }) => !freely.has(field))) await',
    to: 'if (changes.length < 0) await',
    test: [ownConnection, 'while the outcome of a change is open, its connection stays'],
  },
  {
    name: 'another provider by one administrator',
    file: `${settings}/own-connection.ts`,
    from: '...(isElsewhere && { guarded: [number] })',
    to: '',
    test: [
      ownConnection,
      'where the merchant has a rule, a second administrator confirms another target, and nothing less',
    ],
  },
  {
    name: 'the own connection of another merchant',
    file: `${settings}/own-connection.ts`,
    from: 'if (!administeredScope(caller).has(number)) throw notFound();',
    to: '',
    test: [
      ownConnection,
      'a connection cannot be changed by those who do not administer the merchant, or without what it needs',
    ],
  },
  {
    name: 'changes that are sent while they are paused',
    file: 'src/service/gateway/outgoing/answer-write.ts',
    from: 'if (isPaused) throw paused;',
    to: '',
    test: [ownConnection, 'paused changes are refused and not sent, reads go on, and so does what is on its way'],
  },
  {
    name: 'a provider’s name that leads inside the network',
    file: 'src/service/gateway/public-network.ts',
    from: '!first || !found.every(({ address }) => mayReach(address, reach))',
    to: '!first',
    test: [
      'src/service/gateway/public-network.test.ts',
      'what an administrator named is not connected to unless it is on the public internet, by name or in digits',
    ],
  },
  {
    name: 'a rule that one administrator switches off',
    file: `${settings}/rule.ts`,
    from: '...(isOfRule && { guarded: [number], isAlwaysGuarded: true })',
    to: '',
    test: [second, 'one administrator neither changes nor switches off a rule: another confirms exactly that'],
  },
  {
    name: 'a role that one administrator gives where a rule is on',
    file: `${settings}/people.ts`,
    from: '...merchantsOfChanged(before.roles, roles),',
    to: '',
    test: [second, 'roles at a merchant with a rule wait: invited, changed, enabled again, and a new password'],
  },
  {
    name: 'a confirmation of one’s own request',
    file: `${settings}/requests.ts`,
    from: "if (isOwn) throw settingsRefusal('OWN_WORK'",
    to: "if (false) throw settingsRefusal('OWN_WORK'",
    test: [second, 'one administrator neither changes nor switches off a rule: another confirms exactly that'],
  },
  {
    name: 'a confirmation of something that changed since',
    file: `${settings}/requests.ts`,
    from: 'if (JSON.stringify(done.change) !== row.change)',
    to: 'if (false)',
    test: [second, 'what has changed since is not confirmed, nor what a person asked who no longer administers'],
  },
  {
    name: 'a secret of an exempt program for one administrator',
    file: `${settings}/programs.ts`,
    from: 'mustNotBeExempt(row);',
    to: '',
    test: [second, 'a program is exempted by two administrators, and one gives an exempt program nothing'],
  },
  {
    name: 'a release of what one prepared with a program’s secret',
    file: release,
    from: ', ...(found?.holders ?? [])',
    to: '',
    test: [imports, 'who was shown the secret of a program does not release what it prepared'],
  },
  {
    name: 'an exempt program that releases others’ payouts by editing them',
    file: release,
    from: 'preparers.some((it) => it !== caller.subject)',
    to: 'preparers.includes(caller.name)',
    test: [imports, 'an exempt program’s payouts need no second person, and by editing it releases nothing of others'],
  },
  {
    name: 'the first calls of an import above the limit',
    file: release,
    from: '  if (approval !== null) await addEarlier(call, approval, over);\n',
    to: '',
    test: [imports, 'an import is judged by its sum: its first calls wait as well once the others exceed the limit'],
  },
];
