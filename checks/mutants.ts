import type { Mutant } from './mutant.ts';
import { approvalMutants } from './mutants-approvals.ts';
import { collectingMutants } from './mutants-collecting.ts';
import { guardMutants } from './mutants-guards.ts';
import { heldMutants } from './mutants-held.ts';
import { outgoingMutants } from './mutants-outgoing.ts';
import { settingsMutants } from './mutants-settings.ts';

const auth = 'src/service/auth';
const rules = 'src/rules';
const messages = 'src/service/messages';
const factors = `${auth}/factors/factors.test.ts`;
const imports = 'src/sheet-engine';
const money = `${rules}/money.test.ts`;
const calendar = `${rules}/calendar.test.ts`;
const idempotency = 'src/service/http/idempotency.test.ts';
const encryption = 'src/service/backup/encryption.test.ts';
const numbers = 'src/service/numbers/numbers.test.ts';

export const mutants: readonly Mutant[] = [
  // names
  {
    name: 'numbers with hidden characters',
    file: 'src/contract/printable.ts',
    from: '!pattern.test(text)',
    to: 'text !== undefined',
    test: [
      'src/contract/printable.test.ts',
      'no format character can hide in a number, a code or a username, and in a name only a joiner',
    ],
  },
  // authorisation
  {
    name: 'calls without the permission',
    file: 'src/service/http/entry.ts',
    from: 'if (merchant === null ? !caller.permissions.has(permission) : !may(caller, permission, merchant))',
    to: 'if (false)',
    test: [`${auth}/roles.test.ts`, 'a role counts for its merchant only, and several add up'],
  },
  {
    name: 'tokens for another audience',
    file: `${auth}/guard.ts`,
    from: '      audience: [...audiences],\n',
    to: '',
    test: [
      `${auth}/guard.test.ts`,
      'answers 401 to tokens that are expired, for another audience, unsigned or not access tokens',
    ],
  },
  {
    name: 'ID tokens, and tokens bound to a key',
    file: `${auth}/guard.ts`,
    from: "if (!right || !isStorable || payload['cnf'] !== undefined)",
    to: 'if (false)',
    test: [
      `${auth}/guard.test.ts`,
      'answers 401 to tokens that are expired, for another audience, unsigned or not access tokens',
    ],
  },
  {
    name: 'tokens after the sign-out',
    file: `${auth}/epochs.ts`,
    from: '${person} and ${isGranted}',
    to: '${person} and $2::bytea is not null',
    test: [
      `${auth}/signed-out.test.ts`,
      'signing out ends the access tokens of all tabs within five seconds, and no other sign-in',
    ],
  },
  {
    name: 'passwords that are guessed at full speed',
    file: `${auth}/pace.ts`,
    from: 'if (seconds > longestWaitSeconds) return Math.ceil',
    to: 'if (seconds < 0) return Math.ceil',
    test: [
      `${auth}/attempts.test.ts`,
      'attempts on many names from one address queue up; a person who signed in there before skips the queue',
    ],
  },
  // tenant filter
  {
    name: 'rows of other merchants',
    file: 'src/service/database/transaction.ts',
    from: "select enter('collections_app', $1, $2)",
    to: 'select enter(current_user, $1, $2)',
    test: [
      'src/service/database/transaction.test.ts',
      'a merchant sees and writes only its own rows, and a call without a merchant sees none',
    ],
  },
  {
    name: 'disabled merchants',
    file: 'src/service/base/permissions.ts',
    from: '!without.has(merchant)',
    to: "merchant !== ''",
    test: [
      'src/service/cli/people.test.ts',
      'renames a merchant; a disabled one does not exist for any caller, and is complete once enabled',
    ],
  },
  // second factor
  {
    name: 'a second factor of an hour ago',
    file: `${auth}/step-up.ts`,
    from: 'at === undefined || Date.now() / 1000 - at <= maxAge',
    to: 'at !== 0',
    test: [
      `${auth}/step-up.test.ts`,
      'bank details, releases, settings and hidden numbers need a second factor of the last five minutes, once a person has one',
    ],
  },
  {
    name: 'a password in place of a second factor',
    file: `${auth}/step-up.ts`,
    from: 'acr === secondFactor && typeof',
    to: 'typeof',
    test: [
      factors,
      'a session without the level gets it only by the factor, not by its password or by a continued enrolment',
    ],
  },
  {
    name: 'a code that was used',
    file: `${auth}/factors/store.ts`,
    from: 'where factor_id = $1 and counter < $2',
    to: 'where factor_id = $1 and $2 > 0',
    test: [factors, 'an app is added, then its code signs in once, in one session, and never an older one'],
  },
  {
    name: 'a passkey’s answer that was used',
    file: `${auth}/factors/store.ts`,
    from: 'challenge is distinct from $2 and ',
    to: '',
    test: [factors, 'a passkey whose counter stays 0 signs in again and again, but never twice with one answer'],
  },
  {
    name: 'another person’s passkey after a password',
    file: `${auth}/factors/passkeys.ts`,
    from: '|| (username !== undefined && passkey.username !== username)',
    to: '',
    test: [factors, 'a passkey whose counter stays 0 signs in again and again, but never twice with one answer'],
  },
  ...approvalMutants,
  ...collectingMutants,
  ...settingsMutants,
  ...heldMutants,
  ...outgoingMutants,
  ...guardMutants,
  // money
  {
    name: 'amounts that lose a cent',
    file: `${rules}/money.ts`,
    from: 'Math.round((decimalOf(amount, 2) ?? NaN) * 100)',
    to: 'Math.trunc((decimalOf(amount, 2) ?? NaN) * 100)',
    test: [money, 'every whole number of cents survives conversion to JSON and back'],
  },
  {
    name: 'amounts with three decimals',
    file: 'src/contract/decimals.ts',
    from: 'return Number(kept.toFixed(places)) === kept ? kept + 0 : undefined;',
    to: 'return kept + 0;',
    test: [money, 'a third decimal is refused, whatever the amount'],
  },
  {
    name: 'rates that round a negative amount the wrong way',
    file: `${rules}/money.ts`,
    from: 'truncated - 1n : truncated',
    to: 'truncated : truncated',
    test: [money, 'a rate rounds half up to the cent, without drift'],
  },
  // dates
  {
    name: '29 February 1900',
    file: `${rules}/calendar.ts`,
    from: '(year % 100 !== 0 || year % 400 === 0)',
    to: 'true',
    test: [calendar, 'every fourth year is a leap year, but of the centuries only every fourth'],
  },
  {
    name: '31 April',
    file: `${rules}/calendar.ts`,
    from: 'day <= daysInMonth(year, month)',
    to: 'day <= 31',
    test: [calendar, 'a date that does not exist is refused'],
  },
  {
    name: '24:00',
    file: `${rules}/calendar.ts`,
    from: '2[0-3]):[0-5]\\d$/',
    to: '2[0-4]',
    test: [calendar, 'a date-time is a minute of a day that exists'],
  },
  // parser
  {
    name: 'a key that occurs twice',
    file: 'src/service/http/json/json.ts',
    from: 'if (keysIn(value) !== keys) {',
    to: 'if (keys < 0) {',
    test: [
      'src/service/http/json/json.test.ts',
      'refuses duplicate keys of an object, at any depth and in any spelling, and nothing else',
    ],
  },
  {
    name: 'an Idempotency-Key with another request',
    file: 'src/service/http/idempotency.ts',
    from: 'stored.operation !== operation || !stored.hash.equals(hash)',
    to: 'stored.operation !== operation',
    test: [idempotency, 'a key with a different request is refused, and that request does nothing'],
  },
  {
    name: 'the answer stored for another caller',
    file: 'src/service/http/idempotency.ts',
    from: 'from idempotency where merchant = $1 and subject = $2 and key = $3',
    to: "from idempotency where merchant = $1 and subject <> $2 || 'x' and key = $3",
    test: [idempotency, 'other merchants and other callers have their own keys'],
  },
  {
    name: 'a request that arrives after its Idempotency-Key was closed',
    file: 'src/service/http/idempotency.ts',
    from: '  if (stored.isClosed) throw keyClosed;',
    to: '  if (stored.isClosed) return undefined;',
    test: [
      'src/service/http/sent-calls.test.ts',
      'a request that arrives after its key was asked for is refused, whatever is in it, and stores nothing',
    ],
  },
  {
    name: 'a question that does not wait for the call under its key',
    file: 'src/service/http/sent-calls.ts',
    from: '  await holdKey(within, owner);',
    to: '',
    test: ['src/service/http/sent-calls.test.ts', 'a call that is being processed is waited for, and its answer told'],
  },
  // delivery reports
  {
    name: 'posts to private networks',
    file: 'src/service/base/address.ts',
    from: "return range === 'unicast' && (",
    to: "return range !== 'linkLocal' && (",
    test: ['src/service/base/address.test.ts', 'refuses an internal machine in any spelling'],
  },
  {
    name: 'names with one public address among private ones',
    file: `${messages}/post.ts`,
    from: 'addresses.every((address)',
    to: 'addresses.some((address)',
    test: [`${messages}/post.test.ts`, 'checks all addresses of a name before connecting'],
  },
  // backups
  {
    name: 'a file that somebody else wrote, though a key is set',
    file: 'src/service/backup/encryption.ts',
    from: 'else if (key.isSet)',
    to: 'else if (head.length < 0)',
    test: [encryption, 'every wrong key and every changed file is a clear error, and the database is unchanged'],
  },
  // numbers at rest
  {
    name: 'numbers of new clients in clear',
    file: 'src/service/resources/clients.ts',
    from: 'seal(String(number))',
    to: 'String(number)',
    test: [numbers, 'with a key no account or ID number is stored in clear, and every answer has them'],
  },
  {
    name: 'numbers in kept answers',
    file: 'src/service/http/idempotency.ts',
    from: 'hasSensitiveFields(operation) ? call.numbers.seal(answer) : answer',
    to: 'answer',
    test: [numbers, 'with a key no account or ID number is stored in clear, and every answer has them'],
  },
  {
    name: 'a database opened without the key of its numbers',
    file: 'src/service/numbers/open.ts',
    from: 'if (!key && stored.length > secretBytes)',
    to: 'if (stored.length === 0)',
    test: [numbers, 'a database with sealed numbers is not opened without its key, or with another'],
  },
  // imports
  {
    name: 'debits that are there already, in an import',
    file: `${imports}/existing.ts`,
    from: 'const isAllowed = this.allowed.has(item);',
    to: 'const isAllowed = true;',
    test: [
      `${imports}/existing.test.ts`,
      'a debit that is there already waits, until it is allowed or excluded; others are sent',
    ],
  },
  {
    name: 'rows that a workbook hides',
    file: `${imports}/sheet.ts`,
    from: "if (spec.isHiddenExcluded && row.idle !== 'blank') row.state = 'excluded';",
    to: '',
    test: [
      `${imports}/import-cases.test.ts`,
      'dates are swapped in the columns that the person says, and the workbook’s hidden rows begin excluded',
    ],
  },
  {
    name: 'rows with more cells than headings',
    file: `${imports}/rows.ts`,
    from: 'if (cells.length > mostCells && cells.some(isBeyond))',
    to: 'if (cells.length < 0)',
    test: [
      `${imports}/sheet.test.ts`,
      'a row with more cells than headings is named and not sent, unless a field takes them',
    ],
  },
];
