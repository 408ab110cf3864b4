// npm run backup, restore, person, program, merchant, provider, keys, audit: an operator's commands, from the built program.
import { prepareClone, root } from './prepare.mjs';

// A relative DATA_DIR starts from the project, as in `npm start`; a relative file from the current folder.
const folder = process.env.INIT_CWD ?? process.cwd();
process.chdir(root);
prepareClone();
const { operate } = await import(new URL('../dist/service/operate.js', import.meta.url).href);
const [command, ...words] = process.argv.slice(2);
await operate(command, words, folder);
