// npm run start:gateway: a sandbox as provider, and the product in front of it.
import { fileURLToPath } from 'node:url';
import { prepareClone, root } from './prepare.mjs';

// As in `npm start`.
process.chdir(root);
prepareClone();
const { startGateway } = await import(new URL('../dist/service/start-gateway.js', import.meta.url).href);
await startGateway([fileURLToPath(new URL('../dist/service/main.js', import.meta.url))], process.env);
