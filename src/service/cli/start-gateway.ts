import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { sandboxMessageSignIn } from '#service/auth/basic.ts';
import { sandboxPeople, sandboxProgram } from '#service/auth/users.ts';
import { readSettings, settingNames } from '#service/config/settings.ts';
import { prepareGateway } from './gateway-people.ts';

type Environment = Record<string, string | undefined>;

/**
 * Starts a sandbox and, in front of it, this server with people of its own (docs/gateway.md). Ends with both of them; the exit
 * code is 1 unless a signal ended it once both had started.
 * @param program the arguments with which `node` runs the service.
 */
export async function startGateway(program: readonly string[], environment: Environment): Promise<void> {
  const pair = new Pair(program);
  try {
    const { provider, gateway, files } = environmentsOf(environment);
    const settings = readSettings(gateway);
    await refuseTakenPort(settings.port, 'PORT');
    await refuseTakenPort(Number(provider['PORT']), 'PROVIDER_PORT');
    pair.endOnSignals();
    console.log('A sandbox, the provider:');
    const [password] = await Promise.all([prepareGateway(settings, files), pair.start('provider', provider)]);
    console.log('In front of it, where people sign in:');
    await pair.start('gateway', gateway);
    console.log(`  Sign in    ${sandboxPeople.map((it) => it.username).join(', ')} · password ${password}`);
    console.log(`  Messages   ${sandboxMessageSignIn.username} · the same password`);
    await pair.ended();
  } catch (error) {
    process.exitCode = 1;
    if (!pair.isEnding) console.error((error as Error).message);
    await pair.end();
  }
}

/** What both of them are told alike. Everything else that a person has set belongs to `npm start`. */
const sharedNames = ['LOG_LEVEL', 'PRODUCTS', 'TIME_ZONE'];

/** The data folders are next to each other, in the one that DATA_DIR names. */
function environmentsOf(environment: Environment) {
  const { PORT, PROVIDER_PORT, DATA_DIR, SANDBOX_NOW } = environment;
  const port = PORT || '4180';
  const providerPort = PROVIDER_PORT || String(Number(port) + 1);
  const dataDirectory = DATA_DIR || './data';
  const shared: Environment = {
    ...environment,
    ...Object.fromEntries(settingNames.map((name) => [name, sharedNames.includes(name) ? environment[name] : ''])),
  };
  // An address, where the gateway has a name: browsers keep no cookies apart by port, so each would end the other's sign-in.
  const url = `http://127.0.0.1:${providerPort}`;
  const gatewayDirectory = path.join(dataDirectory, 'gateway');
  const files = {
    secret: path.join(gatewayDirectory, 'provider-secret'),
    messagePassword: path.join(gatewayDirectory, 'provider-message-password'),
  };
  const provider: Environment = {
    ...shared,
    PORT: providerPort,
    ORIGIN: url,
    DATA_DIR: path.join(dataDirectory, 'provider'),
    CALLBACKS: 'loopback',
    // They are those of the server in front, where a second person has released what this one would refuse.
    COLLECTING_LIMITS: 'none',
    SANDBOX_NOW,
  };
  const gateway: Environment = {
    ...shared,
    PORT: port,
    DATA_DIR: gatewayDirectory,
    SANDBOX: 'off',
    PROVIDER_URL: url,
    PROVIDER_TOKEN_URL: `${url}/oauth/token`,
    PROVIDER_CLIENT_ID: sandboxProgram.clientId,
    PROVIDER_CLIENT_SECRET_FILE: files.secret,
    PROVIDER_SCOPE: 'merchant:{merchant}',
    PROVIDER_MESSAGE_USER: sandboxMessageSignIn.username,
    PROVIDER_MESSAGE_PASSWORD_FILE: files.messagePassword,
    PROVIDER_OFFERS: 'lists-of-all',
    CALLBACKS: 'loopback',
  };
  return { provider, gateway, files };
}

/** Before anything starts, with the variable that changes this port: to the process behind it, each is `PORT`. */
async function refuseTakenPort(port: number, variable: string): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${code})`;
    throw new Error(`Port ${port} ${why}: choose another with ${variable}.`, { cause: error });
  }
  await once(server.close(), 'close');
}

/** Two processes of the service that end together. */
class Pair {
  isEnding = false;
  private readonly program: readonly string[];
  private readonly children: ChildProcess[] = [];
  private readonly ends: Promise<void>[] = [];

  constructor(program: readonly string[]) {
    this.program = program;
  }

  /** Resolves when it is ready. @throws Error of one line if it ends instead. */
  async start(name: string, environment: Environment): Promise<void> {
    this.mustGoOn();
    const child = spawn(process.execPath, this.program, {
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
      // Ctrl-C reaches a whole process group; so each gets the one signal that `end` sends.
      detached: true,
    });
    const ready = new Promise<void>((resolve) =>
      child.stdout.on('data', (part: Buffer) => {
        process.stdout.write(part);
        if (part.includes('ready in')) resolve();
      }),
    );
    const end = new Promise<void>((resolve, reject) =>
      child.once('exit', (code, signal) => {
        // Before it has a handler for the signal, the signal itself ends it.
        if (this.isEnding && (code === 0 || signal === 'SIGTERM')) resolve();
        else reject(new Error(`The ${name} has ended by itself (${signal ?? `exit code ${code}`}).`));
      }),
    );
    this.children.push(child);
    this.ends.push(end);
    await Promise.race([ready, end]);
    this.mustGoOn();
  }

  private mustGoOn(): void {
    if (this.isEnding) throw new Error('Ended by a signal.');
  }

  /** Settles when both have ended as they were told, or one of them otherwise. */
  async ended(): Promise<void> {
    await Promise.all(this.ends);
  }

  async end(): Promise<void> {
    this.isEnding = true;
    for (const child of this.children) child.kill('SIGTERM');
    await Promise.allSettled(this.ends);
  }

  /** Cleanly on the first signal, at once on the second. Ctrl-C under npm arrives twice and counts as one. */
  endOnSignals(): void {
    let beganMs: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => {
        if (beganMs !== undefined && performance.now() - beganMs < 500) return;
        beganMs ??= performance.now();
        void this.end();
      });
  }
}
