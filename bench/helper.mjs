// Helpers in processes of their own, so that what measures does not share an event loop with what is measured.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { atLast } from './last.mjs';

/**
 * Starts a module of ours.
 * @param {string} file in this folder
 * @param {string[]} [words]
 */
export function startHelper(file, words = []) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), words);
  const end = atLast(() => child.kill('SIGKILL'));
  return {
    /** The next thing that it says. */
    async said() {
      const settled = new AbortController();
      const { signal } = settled;
      const gone = once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${file} ended with ${code}`);
      });
      gone.catch(() => undefined); // it speaks first, as a rule
      try {
        const [message] = await Promise.race([once(child, 'message', { signal }), gone]);
        return message;
      } finally {
        settled.abort();
      }
    },
    /** @param {import('node:child_process').Serializable} message */
    tell: (message) => child.send(message),
    end,
  };
}

/**
 * Starts a program of the bench's own packages and waits until it answers at `url`.
 * @param {string} script in node_modules/.bin
 * @param {string[]} words
 * @param {string} url
 */
export async function startPeer(script, words, url) {
  const program = fileURLToPath(new URL(`node_modules/.bin/${script}`, import.meta.url));
  const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  const end = atLast(() => child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (piece) => (said = (said + piece).slice(-2000)));
  for (const began = performance.now(); ;) {
    const status = await fetch(url, { headers: { authorization: 'Bearer any' } }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return { end };
    if (child.exitCode !== null || performance.now() - began > 60_000) {
      end();
      throw new Error(`${script} did not answer (${status}): ${said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
