// npm run person, program, merchant: who may sign in and which merchants there are, where no sandbox brings them.
import { giveUp, operate } from './prepare.mjs';

const [command, ...words] = process.argv.slice(2);
if (command !== 'person' && command !== 'program' && command !== 'merchant')
  giveUp('Usage: npm run person|program|merchant -- add|rights|password|rename|disable|enable|list|…');
await operate(command, words);
