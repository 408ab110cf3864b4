import { openCalls } from '#kit/base/worker-calls.ts';
import { BankMatching } from './matching/session.ts';
import { ImportSession } from './session.ts';
import { StatementFiles } from './statement/session.ts';

const session = new ImportSession();

const parts = {
  session,
  get run() {
    return session.run;
  },
  get checks() {
    return session.run.checks;
  },
  get clients() {
    return session.run.clients;
  },
  get existing() {
    return session.run.existing;
  },
  statements: new StatementFiles(),
  matching: new BankMatching(),
};
export type ImportParts = typeof parts;

openCalls(globalThis, parts, {
  told: (error) => (error.name === 'UnreadableFile' ? error.message : 'The file could not be read.'),
});
