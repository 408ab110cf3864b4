// A disk whose power can be cut: a file system in a file, mounted through a loop device. As with a real disk, the file
// has what the file system wrote to the device, and not what it still kept in memory.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { atLast } from '../bench/last.mjs';

/**
 * @param {string} program
 * @param {string[]} words
 */
function run(program, words) {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr.trim()}`);
}

/**
 * Creates and mounts a disk in `folder`.
 * @param {string} folder
 * @throws {Error} where this is impossible: another system, no root, no loop devices
 */
export function openDisk(folder) {
  let number = 0;
  let unmount = () => {};
  const image = (of = number) => path.join(folder, `disk-${of}.img`);
  const point = (of = number) => path.join(folder, `disk-${of}`);
  const mount = () => {
    mkdirSync(point());
    run('mount', ['-o', 'loop,noatime', image(), point()]);
    unmount = atLast(() => {
      // Killed processes hold it until the kernel has cleaned them up.
      for (let tries = 1; spawnSync('umount', [point()]).status !== 0; tries++)
        if (tries === 50) return run('umount', ['--lazy', point()]);
        else spawnSync('sleep', ['0.1']);
      rmdirSync(point());
    });
  };
  run('truncate', ['-s', '1G', image()]);
  // No lazy initialisation in the background, which would keep the disk busy.
  run('mkfs.ext4', ['-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image()]);
  mount();

  return {
    /** The folder on the current disk. */
    folder: () => path.join(point(), 'data'),
    /** Copies the disk's current content to a file next to it. All writers must be stopped. */
    cut() {
      // The kernel may still write back by itself: the copy counts only if the disk did not change meanwhile.
      for (let tries = 1; ; tries++) {
        run('cp', ['--sparse=always', image(), image(number + 1)]);
        if (spawnSync('cmp', ['-s', image(), image(number + 1)]).status === 0) return;
        if (tries === 20) throw new Error('the disk did not come to rest');
      }
    },
    /** Continues from the copy; the processes that used the disk must be dead. */
    restart() {
      unmount();
      rmSync(image());
      number++;
      mount();
    },
    close: () => unmount(),
  };
}
