// npm start: from a fresh clone to a running product, in this one process.
import { build, checkNode, giveUp, install, root } from './prepare.mjs';

checkNode();
// The default data folder and a relative DATA_DIR are counted from the project, wherever the command was given.
process.chdir(root);
try {
  install();
  build();
} catch (error) {
  giveUp(error);
}
await import(new URL('../dist/service/main.js', import.meta.url).href);
