// npm run backup -- FILE: the whole database in one file, also while the service runs.
import { operate } from './prepare.mjs';

await operate('backup', process.argv.slice(2));
