// npm start: from a fresh clone to a running product, in this process.
import { build, checkNode, giveUp, install, root } from './prepare.mjs';

checkNode();
// The default data folder and a relative DATA_DIR start from the project, in any current folder.
process.chdir(root);
try {
  install();
  build();
} catch (error) {
  giveUp(error);
}
await import(new URL('../dist/service/main.js', import.meta.url).href);
