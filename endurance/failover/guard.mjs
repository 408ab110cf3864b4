// Ends every process of a folder and removes it once the program that started this guard is gone, even by kill -9: no
// server outlives a run.
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
