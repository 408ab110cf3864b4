import type { Mutant } from './mutant.ts';

const outgoing = 'src/service/gateway/outgoing';
const writes = `${outgoing}/writes.test.ts`;
const messages = `${outgoing}/messages.test.ts`;
const waits =
  'another change of the same contract waits for the first, however it names the contract, and is not sent before it';

const deliveries = 'src/service/gateway/deliveries';
const reports = `${deliveries}/reports.test.ts`;

/** Faults that send a change to a provider twice, or tell its outcome wrongly (docs/gateway.md). */
export const outgoingMutants: readonly Mutant[] = [
  {
    name: 'a change of a record that another change has claimed',
    file: `${outgoing}/claims.ts`,
    from: '      claimed.add(place);',
    to: '      continue;',
    test: [writes, waits],
  },
  {
    name: 'a contract under its other name',
    file: `${outgoing}/claims.ts`,
    from: '      unnamed.push(place);',
    to: '      continue;',
    test: [writes, waits],
  },
  {
    name: 'a change under a key that was closed',
    file: `${outgoing}/answer-write.ts`,
    from: '  if (stored?.isClosed) throw keyClosed;',
    to: '',
    test: [
      `${outgoing}/sent-call.test.ts`,
      'a request that arrives after its key was asked for is refused, and never reaches the provider',
    ],
  },
  {
    name: 'a change that is kept while its key is being closed',
    file: `${outgoing}/answer-write.ts`,
    from: '    owner && holdKey(call, owner),',
    to: '    undefined,',
    test: [
      `${outgoing}/sent-call.test.ts`,
      'asks and sends of one key at once: it is sent once and all are told so, or never',
    ],
  },
  {
    name: 'a request that arrives after it was believed to be missing',
    file: `${outgoing}/look.ts`,
    from: 'const isOver = isAnswered || now - sentAt >= timing.grace;',
    to: 'const isOver = true;',
    test: [writes, 'a request that arrives late is not told to be missing before'],
  },
  {
    name: 'a change that a stopped process sends when others have settled it',
    file: `${outgoing}/send.ts`,
    from: '() => performance.now() - markedMs < world.timing.begin',
    to: '() => true',
    test: [writes, 'a process that was stopped between its note and the first byte sends nothing'],
  },
  {
    name: 'an answer that is lost with the database',
    file: `${outgoing}/settle.ts`,
    from: 'if (!isUnavailable(error) || world.ending.signal.aborted) throw error;',
    to: 'throw error;',
    test: [
      writes,
      'while the database is away what the provider answered is not lost, and the caller is told that it is not settled',
    ],
  },
  {
    name: 'a decision of a program',
    file: `${outgoing}/routes.ts`,
    from: 'caller.isProgram || ',
    to: '',
    test: [
      writes,
      'an unclear call is listed with what was sent and what is there, without account numbers, and a person decides',
    ],
  },
  {
    name: 'a message whose outcome is open, sent again among others',
    file: `${outgoing}/message-shape.ts`,
    from: 'else if (claim) claimed.add(place);',
    to: '',
    test: [
      messages,
      'a message without an answer is not sent again, alone or among others, until a person has decided',
    ],
  },
  {
    name: 'a message that was accepted, sent again in another call',
    file: `${outgoing}/message-shape.ts`,
    from: "keepsClaim: ({ state }) => state === 'accepted',",
    to: 'keepsClaim: () => false,',
    test: [
      messages,
      'a message that was accepted is known in any other call, and another one under its messageId is refused',
    ],
  },
  {
    name: 'a message that is sent twice within one call',
    file: `${outgoing}/message-shape.ts`,
    from: '  ids.add(messageId);\n',
    to: '',
    test: [messages, 'what a provider cannot read, or would get twice, is not sent; the answer has it in its place'],
  },
  {
    name: 'an open message that is forgotten because its repetition was refused',
    file: `${outgoing}/send.ts`,
    from: 'if (record.sentAt !== undefined)',
    to: 'if (record.sentAt === null)',
    test: [messages, 'to a provider that sends a messageId once the same call goes again after a lost answer'],
  },
  {
    name: 'a recipient’s number on the page of unclear calls',
    file: `${outgoing}/routes.ts`,
    from: "(isSensitive(name) || name === 'to')",
    to: 'isSensitive(name)',
    test: [
      messages,
      'a message without an answer is not sent again, alone or among others, until a person has decided',
    ],
  },
  {
    name: 'a delivery report on a message that is forgotten',
    file: `${deliveries}/store.ts`,
    from: 'or made.settled_at > now()',
    to: 'or made.settled_at is not null or made.settled_at > now()',
    test: [reports, 'a report on a message that is forgotten is refused, and what was kept of it goes'],
  },
  {
    name: 'a delivery report of any length',
    file: `${deliveries}/receive.ts`,
    from: "if (length > mostBytes) return 'too long';",
    to: '',
    test: [reports, 'a forged, oversized or otherwise wrong report is refused, and nothing is kept'],
  },
  {
    name: 'a repeated delivery report',
    file: `${deliveries}/receive.ts`,
    from: '(await insertReport(query, numbers, { merchant, digest, hash, posting }))',
    to: '(await insertReport(query, numbers, { merchant, digest, hash, posting }), true)',
    test: [
      reports,
      'a repeated report is kept and passed on once, two at once are as well, and after twenty no more are taken',
    ],
  },
  {
    name: 'imports of records that the caller may not read',
    file: 'src/service/serve/imports.ts',
    from: 'changes.filter(mayRead)',
    to: 'changes',
    test: [
      'src/service/imports/imports.test.ts',
      'who may not read what an import changes does not see it, and another caller’s import is not continued',
    ],
  },
  {
    name: 'rows for another caller’s import',
    file: 'src/service/imports/store.ts',
    from: ' and it.subject = excluded.subject',
    to: '',
    test: [
      'src/service/imports/imports.test.ts',
      'who may not read what an import changes does not see it, and another caller’s import is not continued',
    ],
  },
  {
    name: 'dry runs that no test of the connection has found',
    file: 'src/service/gateway/outgoing/pass-dry-run.ts',
    from: ' || dryRunAddress !== line.provider.url',
    to: '',
    test: ['src/service/gateway/outgoing/dry-run.test.ts', 'a changed connection is to be tested again'],
  },
];
