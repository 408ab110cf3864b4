// npm run dev: the console from Vite's server with reload, and the service, which restarts when its sources change.
import { spawn } from 'node:child_process';
import { servicePaths } from './dev-paths.mjs';
import { freePort } from './ports.mjs';
import { giveUp, prepareClone, root } from './prepare.mjs';

prepareClone({ isBuilt: false });
process.chdir(root);
const { createServer } = await import('vite');

const port = Number(process.env.PORT || 4180);
const origin = `http://localhost:${port}`;

const servicePort = await freePort();

const vite = await createServer({
  root,
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    proxy: { [servicePaths]: { target: `http://127.0.0.1:${servicePort}` } },
  },
});
await vite.listen().catch(giveUp);

const service = spawn(
  process.execPath,
  ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'src/service/main.ts'],
  {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(servicePort), ORIGIN: origin },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
/** @type {Promise<void>} */
const ended = new Promise((resolve) => service.once('exit', () => resolve()));

let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  service.kill('SIGTERM');
  await Promise.all([vite.close(), ended]);
  process.exit(0);
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => void end());
void ended.then(end);
