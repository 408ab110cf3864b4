import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const port = process.env['E2E_PROVIDER_PORT'];
const folder = process.env['E2E_DATA_DIR'] ?? '';

/** Whether the tested server is in front of a provider (scripts/through-gateway.mjs). */
export const isGateway = port !== undefined;

/** An address of the sandbox: the tested server itself, or the provider behind it. */
export const sandboxAddress = (path: string): string => (isGateway ? `http://127.0.0.1:${port}${path}` : path);

/** Where operators find the tested server's records. */
export const serverSettings: Record<string, string> = isGateway
  ? { DATA_DIR: join(folder, 'gateway'), SANDBOX: 'off' }
  : { DATA_DIR: folder };

/** Of the tested server's people: a sandbox's is public, and a server beyond loopback refuses to run with it. */
export const peoplePassword = (): string =>
  isGateway ? readFileSync(join(folder, 'gateway', 'password'), 'utf8').trim() : 'sandbox-only';

/** The name of a person in a record's history: a provider names this server's one program for all people. */
export const namedInRecord = (person: string): string => (isGateway ? 'sandbox' : person);
