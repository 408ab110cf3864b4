import type { Mutant } from './mutant.ts';

const judge = 'src/service/resources/collecting/judge.ts';
const collecting = 'src/service/resources/collecting/collecting.test.ts';

/** Faults in the limits on collecting again (docs/decisions.md, 64). */
export const collectingMutants: readonly Mutant[] = [
  {
    name: 'attempts beyond the merchant’s limit',
    file: judge,
    from: 'if (isMore && left === 0 && !isOwnAttempt)',
    to: 'if (false)',
    test: [
      collecting,
      'what is cancelled, paid or of the schedule uses no attempt; another missed debit brings its own',
    ],
  },
  {
    name: 'collecting again after a reason to stop without a second person',
    file: judge,
    from: 'if (isMore && stop && rule.stopReasons && !isReleased) return { stop };',
    to: '',
    test: [
      collecting,
      'where a debit came back with a reason to stop, another one waits for a second person, once, and is added by the release',
    ],
  },
  {
    name: 'debits of which the provider shows nothing that counts',
    file: 'src/service/gateway/collecting/judge.ts',
    from: 'if (known && !known.listed) {',
    to: 'if (false) {',
    test: [collecting, 'what the provider does not show is refused as not judged, and nothing is sent'],
  },
  {
    name: 'debits that are raised beyond the limits',
    file: 'src/service/resources/instalments.ts',
    from: 'if (refusal) throw refusal;',
    to: '',
    test: [
      collecting,
      'a debit that is raised or moved to an earlier day passes the same limits; one that is lowered or moved on does not',
    ],
  },
];
