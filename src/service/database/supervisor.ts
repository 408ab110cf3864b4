import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { processOptions, type ServerAccount } from './account.ts';

/**
 * A shell between this process and the server, for two features that Node lacks: a lock that the kernel releases when
 * its last holder dies, and an end of the server when this process dies, even by kill -9 (the pipe then closes).
 *
 * It takes the lock (`flock`; the server inherits it on descriptor 9), reports it, reads the server's path and starts
 * it with the remaining arguments. SIGINT is a fast shutdown; it is repeated, since a server that has just begun
 * ignores it. Exit status 75: another process holds the lock. Without flock (macOS) it reports `open`.
 */
const script = `
lock=$1 folder=$2
shift 2
exec 9>>"$lock" || exit 74
said=open
if command -v flock >/dev/null 2>&1; then
  flock -n 9 2>/dev/null
  case $? in 0) said=locked ;; 1) exit 75 ;; esac
fi
echo "$said"
IFS= read -r server || exit 0
exec 3<&0
"$server" "$@" 3<&- </dev/null >/dev/null &
child=$!
(read -r rest <&3; while kill -INT "$child"; do sleep 1; done) 9>&- >/dev/null 2>&1 &
reader=$!
exec 3<&- </dev/null >/dev/null
wait "$child"
status=$?
kill "$reader" 2>/dev/null
[ -z "$folder" ] || rm -rf -- "$folder"
exit "$status"
`;

export interface Supervisor {
  /** False where this system has no flock, and only PostgreSQL's own lock guards the files. */
  isLocked: boolean;
  /**
   * Starts the server. @returns true when it answers, false when another server has the files; @throws its last log
   * lines.
   */
  begin(server: string): Promise<boolean>;
  /** Lets this process end while the server runs; the server then ends too. */
  detach(): void;
  /** Stops the server, if it runs, and releases the lock. Settles when both are done. */
  end(): Promise<void>;
  /** Settles when the server has ended, for any reason. */
  exited: Promise<void>;
}

/**
 * Takes the lock. @returns undefined when another process holds it. `folder`, if any, is removed after the server ends.
 */
export async function supervise(
  lock: string,
  folder: string,
  serverArgs: string[],
  account: ServerAccount | undefined,
): Promise<Supervisor | undefined> {
  const child = spawn('sh', ['-c', script, 'sh', lock, folder, ...serverArgs], {
    ...processOptions(account),
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C reaches the whole process group, but running calls must be answered before the server stops.
    detached: true,
  });
  let log = '';
  let onLog = () => {};
  child.stderr.on('data', (text: Buffer) => {
    log = (log + text.toString()).slice(-8000);
    onLog();
  });
  child.stdin.on('error', () => undefined);
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  // After the exit, once the log is complete.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const lockAnswer = new Promise<string>((resolve) =>
    child.stdout.once('data', (text: Buffer) => resolve(String(text).trim())),
  );
  const first = await Promise.race([lockAnswer, exited]);
  if (first === 75) return undefined;
  if (typeof first !== 'string') throw new Error(`the database could not be locked: ${log.trim()}`);

  return {
    isLocked: first === 'locked',
    async begin(server) {
      const ready = new Promise<'ready'>((resolve) => {
        onLog = () => /ready to accept (read-only )?connections/.test(log) && resolve('ready');
      });
      child.stdin.write(`${server}\n`);
      if ((await Promise.race([ready, closed])) === 'ready') return true;
      if (/lock file ".*" already exists/.test(log)) return false;
      const lines = log.split('\n').filter((line) => /FATAL|PANIC|could not|cannot/.test(line));
      throw new Error((lines.at(-1) ?? log).trim().replace(/^.*?(FATAL|PANIC): +/, ''));
    },
    detach() {
      child.unref();
      for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();
    },
    async end() {
      child.ref();
      child.stdin.end();
      await exited;
    },
    exited: exited.then(() => undefined),
  };
}
