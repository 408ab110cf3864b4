// npm run restore -- FILE: the database as it was when the backup was taken; the service must not run.
import { operate } from './prepare.mjs';

await operate('restore', process.argv.slice(2));
