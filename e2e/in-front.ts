import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type APIRequestContext } from '@playwright/test';
import { startProduct, temporaryFolder } from '../scripts/product.mjs';
import { productEnvironment } from '../scripts/settings.mjs';
import type { Json } from './service.ts';

interface Person {
  username: string;
  name: string;
  password: string;
  roles: readonly string[];
}

/** Starts a server with people of its own in front of a sandbox, which is its provider (docs/gateway.md). */
export async function startInFront(
  provider: string,
  merchant: string,
  people: readonly Person[],
  further: Record<string, string> = {},
): Promise<{ origin: string; operate(words: readonly string[], input?: string): void; stop(): Promise<void> }> {
  const folder = temporaryFolder('gateway');
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, 'sandbox-only-secret');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, 'sandbox-only');
  const keyFile = join(folder, 'numbers.key');
  writeFileSync(keyFile, randomBytes(32));
  const settings = {
    DATA_DIR: join(folder, 'data'),
    SANDBOX: 'off',
    PROVIDER_URL: provider,
    PROVIDER_TOKEN_URL: `${provider}/oauth/token`,
    PROVIDER_CLIENT_ID: 'sandbox',
    PROVIDER_CLIENT_SECRET_FILE: secretFile,
    PROVIDER_SCOPE: 'merchant:{merchant}',
    PROVIDER_MESSAGE_USER: 'demo-messages',
    PROVIDER_MESSAGE_PASSWORD_FILE: passwordFile,
    PROVIDER_OFFERS: 'lists-of-all',
    NUMBERS_KEY_FILE: keyFile,
    ...further,
  };
  const env = productEnvironment(settings);
  const run = (words: string[], input = '') =>
    execFileSync(process.execPath, ['scripts/operate.mjs', ...words], { env, input, stdio: 'pipe' });
  run(['merchant', 'add', merchant, 'Karoo Solar']);
  for (const { username, name, password, roles } of people) {
    const rolesThere = roles.map((it) => (it.includes(':') ? it : `${it}:${merchant}`)).join(',');
    run(['person', 'add', username, '--name', name, '--roles', rolesThere], `${password}\n`);
  }
  const product = await startProduct(settings);
  return {
    origin: product.origin,
    operate: (words, input) => void run([...words], input),
    async stop() {
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Changes records of a sandbox as another program does. */
export async function programAt(request: APIRequestContext, origin: string, merchant: string) {
  const answer = await request.post(`${origin}/oauth/token`, {
    form: { grant_type: 'client_credentials', client_id: 'sandbox', client_secret: 'sandbox-only-secret' },
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return async (method: 'POST' | 'PUT', resource: string, key: string, item: Json): Promise<void> => {
    const response = await request.fetch(`${origin}/v1/payments/${merchant}/maintain/${resource}/EFT?Version=v1`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      data: { [key]: [item] },
    });
    expect(await response.text()).toContain('"Failed":[]');
  };
}
