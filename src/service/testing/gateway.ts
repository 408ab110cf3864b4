import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Parts } from '#service/app.ts';
import { saveMessageSignIn } from '#service/auth/basic.ts';
import { sandboxProgram } from '#service/auth/users.ts';
import type { Clock } from '#service/base/clock.ts';
import { asMaintenance } from '#service/jobs/store.ts';
import { testService, type TestService } from './app.ts';
import { startFaultyWire, type FaultyWire } from './faulty-wire.ts';
import { Wire } from './wire.ts';

export interface TestGateway {
  /** The provider: a sandbox. */
  bank: TestService;
  /** What is between the two. */
  wire: FaultyWire;
  /** To the database of the server in front. */
  database: Wire;
  /** This server in front of it. */
  front: TestService;
  /** For another server in front of the same provider. */
  environment: TestProvider['environment'];
  /** Of the user with whom it sends messages. */
  passwordFile: string;
  /** Of the database of the server in front. */
  rows<Row>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

/** Milliseconds: as usual, in less of the time. */
export const quickly: NonNullable<Parts['outgoing']> = {
  caller: 2000,
  answer: 5000,
  claim: 200,
  looks: [40, 200, 600],
  grace: 2500,
  between: 100,
  betweenAfterGrace: 300,
  abandoned: 20_000,
  pollMs: 20,
};

interface TestProvider {
  bank: TestService;
  wire: FaultyWire;
  /** For a server in front of it. */
  environment: Record<string, string>;
  passwordFile: string;
  close(): Promise<void>;
}

/** Of the server in front, at the provider. */
export const messageSignIn = { username: 'in-front', organisation: 'demo', password: 'a password of its own' };

/** A sandbox as provider, with a network before it that can fail; its business time stands still unless `clock` is given. */
export async function startProvider(clock?: Clock): Promise<TestProvider> {
  const folder = mkdtempSync(path.join(tmpdir(), 'collections-gateway-'));
  const secretFile = path.join(folder, 'secret');
  writeFileSync(secretFile, sandboxProgram.secret);
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, messageSignIn.password);
  const bank = await testService({ isAlone: true, clock });
  await saveMessageSignIn(bank.database.pool, messageSignIn);
  const wire = await startFaultyWire(bank.origin);
  const environment = {
    PROVIDER_URL: wire.url,
    PROVIDER_TOKEN_URL: `${bank.origin}/oauth/token`,
    PROVIDER_CLIENT_ID: sandboxProgram.clientId,
    PROVIDER_CLIENT_SECRET_FILE: secretFile,
    PROVIDER_SCOPE: 'merchant:{merchant}',
    PROVIDER_MESSAGE_USER: messageSignIn.username,
    PROVIDER_MESSAGE_PASSWORD_FILE: passwordFile,
    PROVIDER_OFFERS: 'lists-of-all',
  };
  return {
    bank,
    wire,
    environment,
    passwordFile,
    async close() {
      await wire.close();
      await bank.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * A provider, and this server in front of it.
 * @param more variables of the server in front.
 * @param clock of the server in front.
 */
export async function startTestGateway(
  outgoing: Parts['outgoing'] = quickly,
  {
    more = {},
    clock,
    providerClock,
  }: { more?: Record<string, string>; clock?: Parts['clock']; providerClock?: Clock } = {},
): Promise<TestGateway> {
  const { bank, wire, environment: ofProvider, passwordFile, close } = await startProvider(providerClock);
  const environment = { ...ofProvider, ...more };
  const database = new Wire();
  const front = await testService({ environment, outgoing, clock, through: (url) => database.through(url) });
  return {
    bank,
    wire,
    database,
    front,
    environment,
    passwordFile,
    rows: (text, values) => asMaintenance(front.database.pool, (query) => query(text, values)),
    async close() {
      await front.close();
      database.close();
      await close();
    },
  };
}
