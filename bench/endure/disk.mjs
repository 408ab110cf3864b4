// A disk whose power can be cut: a file system in a file, mounted through a loop device. What the mounted file system
// had handed to the device is in the file; what it still kept in memory is not, as with a real disk.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { atLast } from '../last.mjs';

/**
 * @param {string} program
 * @param {string[]} words
 */
function run(program, words) {
  const { status, stderr, error } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr.trim()}`);
}

/**
 * Makes and mounts a disk in `folder`.
 * @param {string} folder
 * @throws {Error} where this system does not let us: another system, no root, no loop devices
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
      // Killed processes hold it until the kernel has taken them apart.
      for (let tries = 1; spawnSync('umount', [point()]).status !== 0; tries++)
        if (tries === 50) return run('umount', ['--lazy', point()]);
        else spawnSync('sleep', ['0.1']);
      rmdirSync(point());
    });
  };
  run('truncate', ['-s', '1G', image()]);
  // Nothing of the file system's making is left to do in the background, where it would never come to rest.
  run('mkfs.ext4', ['-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image()]);
  mount();

  return {
    /** The folder that is on the disk now. */
    folder: () => path.join(point(), 'data'),
    /** What the disk holds at this moment, in a file beside it. Nothing may write meanwhile: all writers are stopped. */
    cut() {
      // The kernel may still write back on its own: the copy counts only when the disk did not change under it.
      for (let tries = 1; ; tries++) {
        run('cp', ['--sparse=always', image(), image(number + 1)]);
        if (spawnSync('cmp', ['-s', image(), image(number + 1)]).status === 0) return;
        if (tries === 20) throw new Error('the disk did not come to rest');
      }
    },
    /** Goes on with what the cut had left; the processes that used the disk must be dead. */
    restart() {
      unmount();
      rmSync(image());
      number++;
      mount();
    },
    close: () => unmount(),
  };
}
