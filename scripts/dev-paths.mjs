import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** What Vite serves in development: pages, sources, public files. */
const ofVite = [
  'm',
  'callback',
  'signed-out',
  'index.html',
  'src',
  'node_modules',
  ...readdirSync(join(root, 'public')),
];

/** All other paths are the service's. `@` and `_` begin paths of Vite's own. */
export const servicePaths = `^/(?![@_]|(?:${ofVite.map((it) => it.replaceAll('.', '\\.')).join('|')})?(?:[/?]|$))`;
