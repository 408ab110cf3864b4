// npm run person, program, merchant, keys, audit: manages sign-ins, merchants and keys, for deployments without the sandbox, and
// proves the audit.
import { giveUp, operate } from './prepare.mjs';

const commands = /** @type {const} */ (['person', 'program', 'merchant', 'keys', 'audit']);
const [named, ...words] = process.argv.slice(2);
const command = commands.find((it) => it === named);
if (!command)
  giveUp('Usage: npm run person|program|merchant|keys|audit -- add|rights|password|rename|disable|enable|list|…');
await operate(command, words);
