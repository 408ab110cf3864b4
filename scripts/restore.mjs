// npm run restore -- FILE: restores the database of a backup; the service must not run.
import { operate } from './prepare.mjs';

await operate('restore', process.argv.slice(2));
