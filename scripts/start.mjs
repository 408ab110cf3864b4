// npm start: from a fresh clone to a running product, in this process.
import { prepareClone, root } from './prepare.mjs';

// The default data folder and a relative DATA_DIR start from the project, in any current folder.
process.chdir(root);
prepareClone();
await import(new URL('../dist/service/main.js', import.meta.url).href);
