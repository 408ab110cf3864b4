import { spawn } from 'node:child_process';
import { programEnvironment, project, serviceProgram } from './programs.ts';

/** The service in its own process: `main.ts`, as `npm start` runs it. */
export interface ServiceProcess {
  /** Its listening address, regardless of ORIGIN. */
  address: string;
  pid: number;
  output(): string;
  /** Its exit code; null when it was killed. */
  ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a service process and waits until it answers. @throws Error with its output when it ended instead. */
export async function startService(environment: { PORT: string } & Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, serviceProgram, {
    cwd: project,
    env: programEnvironment(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => {
        output = (output + part.toString()).slice(-4000);
        if (output.includes('ready in')) resolve();
      });
    void ended.then((code) => reject(new Error(`the service ended with ${code}: ${output}`)));
  });
  // The runner ends a test file that takes too long by SIGTERM, after which `exit` handlers would not run.
  const endWithUs = () => child.kill('SIGKILL');
  const exit = () => process.exit(143);
  process.once('exit', endWithUs).once('SIGTERM', exit);
  void ended.then(() => process.off('exit', endWithUs).off('SIGTERM', exit));
  return {
    address: `http://127.0.0.1:${environment.PORT}`,
    output: () => output,
    pid: child.pid ?? 0,
    ended,
    async kill(signal) {
      child.kill(signal);
      await ended;
    },
  };
}
