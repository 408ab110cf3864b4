// Helpers in their own processes, so that measuring does not share an event loop with what is measured.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atLast } from './last.mjs';

/**
 * @param {string} file in this folder
 * @param {string[]} [args]
 */
export function startHelper(file, args = []) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args);
  const end = atLast(() => child.kill('SIGKILL'));
  return {
    async receive() {
      const settled = new AbortController();
      const { signal } = settled;
      const exited = once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${file} ended with ${code}`);
      });
      exited.catch(() => undefined); // Usually a message comes first, so nothing awaits this.
      try {
        const [message] = await Promise.race([once(child, 'message', { signal }), exited]);
        return message;
      } finally {
        settled.abort();
      }
    },
    /** @param {import('node:child_process').Serializable} message */
    send: (message) => child.send(message),
    end,
  };
}

/**
 * Starts a program of the bench's own packages and waits until it answers at `url`.
 * @param {string} script in node_modules/.bin
 * @param {string[]} args
 * @param {string} url
 */
export async function startPeer(script, args, url) {
  const program = fileURLToPath(new URL(`node_modules/.bin/${script}`, import.meta.url));
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = atLast(() => child.kill('SIGKILL'));
  let errors = '';
  child.stderr.on('data', (piece) => (errors = (errors + piece).slice(-2000)));
  for (const began = performance.now(); ;) {
    const status = await fetch(url, { headers: { authorization: 'Bearer any' } }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return { end };
    if (child.exitCode !== null || performance.now() - began > 60_000) {
      end();
      throw new Error(`${script} did not answer (${status}): ${errors}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
