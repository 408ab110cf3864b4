// npm run person, program, merchant, keys: manages sign-ins, merchants and keys, for deployments without the sandbox.
import { giveUp, operate } from './prepare.mjs';

const [command, ...words] = process.argv.slice(2);
if (command !== 'person' && command !== 'program' && command !== 'merchant' && command !== 'keys')
  giveUp('Usage: npm run person|program|merchant|keys -- add|rights|password|rename|disable|enable|list|…');
await operate(command, words);
