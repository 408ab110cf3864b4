// Ends all that runs in a folder and removes the folder once whoever started this is gone: however a run ends, kill -9
// included, no server outlives it.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { processesIn, signalIn } from './processes.mjs';

const [folder = ''] = process.argv.slice(2);
process.stdin.resume().once('close', async () => {
  while (processesIn(folder).length > 0) {
    signalIn(folder, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  for (const [, mounted = ''] of readFileSync('/proc/mounts', 'utf8').matchAll(/^\S+ (\S+)/gm))
    if (mounted.startsWith(`${folder}/`)) spawnSync('umount', [mounted]);
  rmSync(folder, { recursive: true, force: true });
});
