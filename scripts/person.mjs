// npm run person, program, merchant: manages sign-ins and merchants, for deployments without the sandbox.
import { giveUp, operate } from './prepare.mjs';

const [command, ...words] = process.argv.slice(2);
if (command !== 'person' && command !== 'program' && command !== 'merchant')
  giveUp('Usage: npm run person|program|merchant -- add|rights|password|rename|disable|enable|list|…');
await operate(command, words);
