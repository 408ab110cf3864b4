import type { Mutant } from './mutant.ts';

const held = 'src/service/gateway/held';
const changes = `${held}/changes.test.ts`;
const payouts = `${held}/payouts.test.ts`;
const known = `${held}/known-payees.test.ts`;
const takenOver =
  'they are known once a second person has released them, and only their accounts of then; it is possible once';
const between =
  'what changes at the provider between the release and the sending waits again, as does what its preparer may not send any more';

/** Faults by which something reaches a provider that no second person has seen (docs/gateway.md). */
export const heldMutants: readonly Mutant[] = [
  {
    name: 'known payees that nobody has released',
    file: `${held}/counted.ts`,
    from: ' and is_known',
    to: '',
    test: [known, takenOver],
  },
  {
    name: 'known payees that are taken over twice',
    file: `${held}/known-payees.ts`,
    from: 'if (!done) return;',
    to: 'return;',
    test: [known, takenOver],
  },
  {
    name: 'a list of clients that shows less than a client by itself',
    file: 'src/service/gateway/client-lists.ts',
    from: ' && (await saysTheSame(reading.one, list, first))',
    to: '',
    test: [payouts, 'a list of clients that shows less than a client by itself is not used'],
  },
  {
    name: 'bank details that need a second person',
    file: `${held}/facts.ts`,
    from: 'changedFields(item, facts).some((field) => bankDetailFields.includes(field))',
    to: 'false',
    test: [
      changes,
      'changed bank details are at this server until another person releases them, and then go to the provider once',
    ],
  },
  {
    name: 'a record that changed between release and sending',
    file: `${held}/keep-call.ts`,
    from: ' && it.mark === keptMark(numbers, heldMark(name, fields, seen))',
    to: '',
    test: [changes, between],
  },
  {
    name: 'a preparer who lost the right before the sending',
    file: `${held}/keep-call.ts`,
    from: '!world.hasOwnSignIns || (await mayStillSend(query, first))',
    to: 'true',
    test: [changes, between],
  },
  {
    name: 'a released payout that is sent too early',
    file: `${held}/book.ts`,
    from: 'const isLater = sendAt > call.now;',
    to: 'const isLater = false;',
    test: [
      payouts,
      'it is sent on the banking day before its day; until then it is taken back, or waits again for a new account',
    ],
  },
  {
    name: 'a payout whose day is over',
    file: `${held}/send.ts`,
    from: 'day !== null && day < today &&',
    to: 'day !== null && day === today &&',
    test: [payouts, 'a payout that was not released or sent before its day is over is missed, and never leaves'],
  },
  {
    name: 'held payouts in the sums of a limit',
    file: `${held}/payouts.ts`,
    from: 'items.map((it) => ({ ...countedItem(it), approval, item: it.number })),',
    to: '[],',
    test: [
      payouts,
      'below the limit it goes by itself, and amounts of a payee, and of a preparer, are counted together',
    ],
  },
  {
    name: 'an import above the limit',
    file: `${held}/imports.ts`,
    from: 'return items.filter((it) => !isOver(it));',
    to: 'return items;',
    test: [payouts, 'an import above the limit waits as one, and a person can release it before it is complete'],
  },
  {
    name: 'released payouts of a client whose account changes',
    file: `${held}/book.ts`,
    from: "if (held.operation === 'clientEdit') await payoutsWaitAgain(call, held);",
    to: '',
    test: [
      payouts,
      'released bank details make released payouts of the client wait, and who changed them releases none',
    ],
  },
];
