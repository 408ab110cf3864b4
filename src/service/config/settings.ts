import { z } from 'zod';
import { isDateTime, type DateTimeText } from '#rules/calendar.ts';
import { isLoopback } from '#service/base/loopback.ts';
import { permissionsFrom, UnknownPermission } from '#service/base/permissions.ts';
import { providerFrom, providerVariables, type ProviderSettings } from './provider-settings.ts';

/** The environment, read and checked once. No other file of the service reads `process.env`. */
export interface Settings {
  host: string;
  port: number;
  /** The address that browsers use, without a trailing slash; also the issuer of the embedded sign-in. */
  origin: string;
  /** Further host names of this service, without a port. */
  allowedHosts: string[];
  dataDirectory: string;
  databaseUrl?: string;
  /** Another service of the interface, whose records this server's people work with. */
  provider?: ProviderSettings;
  /** What administrators may name as the provider of a merchant: the public internet only, or any address. */
  providerAddresses: 'public' | 'any';
  /** Trust this issuer instead of running our own sign-in. */
  oauthIssuer?: string;
  oauthClientId: string;
  /** The API as OAuth resource: the `aud` of access tokens. The console requests the first; the service accepts any. */
  audiences: string[];
  merchantsClaim: string;
  permissionsClaim: string;
  /** Undefined if the issuer's tokens carry no roles of this service. */
  rolesClaim?: string;
  scopePermissions: ReadonlyMap<string, readonly string[]>;
  /** Seconds after which no token of `oauthIssuer` is trusted, even if it claims to live longer. */
  longestTokenLife: number;
  /** Sample merchants, well-known sign-ins. */
  sandbox: boolean;
  products: string[];
  /** A JSON file that replaces keys of the console's configuration. */
  configFile?: string;
  /** Stops a sandbox's business clock at this minute. */
  sandboxNow?: DateTimeText;
  timeZone: string;
  logLevel: string;
  /** Most database connections for calls; streamed answers get half as many more. */
  databasePool: number;
  /** Allows other machines to fetch `/metrics`. */
  metricsToken?: string;
  /** Proxies whose client address we trust; password guesses are counted per client address. */
  trustedProxies: string[];
  /** How long an ending process still accepts calls, while `/readyz` fails. */
  drainSeconds: number;
  /** Where delivery reports may go: the public internet only, or this machine too. */
  callbacks: 'public' | 'loopback';
  /** What holds for a merchant without limits of its own on collecting again. */
  collectingLimits: 'usual' | 'none';
  /** Whether everybody who signs in needs a second factor, or those who have one. */
  secondFactor: 'optional' | 'required';
  /** A file whose content encrypts backups. */
  backupKeyFile?: string;
  backupPassphrase?: string;
  /** A file whose content encrypts account and ID numbers in the database. */
  numbersKeyFile?: string;
  /** The one before it, until its numbers are encrypted with the new one. */
  formerNumbersKeyFile?: string;
}

const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

const isHost = (name: string): boolean => /^([\w.-]+|\[?[\da-f:.]+\]?)$/i.test(name) && !/^[^:]+:\d+$/.test(name);

/** `{"scope": "permissions"}`, where `all` and `read` name sets of permissions. */
function permissionsOfScopes(text: string, context: z.RefinementCtx<string>): ReadonlyMap<string, readonly string[]> {
  try {
    const input = z.record(z.string(), z.string()).parse(JSON.parse(text));
    return new Map(Object.entries(input).map(([scope, words]) => [scope, permissionsFrom(words)]));
  } catch (error) {
    const why = error instanceof UnknownPermission ? error.message : 'must be JSON such as {"payments.read":"read"}';
    context.addIssue(why);
    return z.NEVER;
  }
}

const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65535).default(4180),
  ORIGIN: url.optional(),
  ALLOWED_HOSTS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
    .refine((names) => names.every(isHost), 'must be host names or addresses without ports, with commas between'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(500).default(16),
  ...providerVariables,
  OAUTH_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OAUTH_CLIENT_ID: z.string().min(1).default('console'),
  OAUTH_AUDIENCE: z
    .string()
    .regex(/^[^\s,][^,]*(,[^,]+)*$/, 'must be audiences with commas between')
    .default('urn:collections:api'),
  OAUTH_MERCHANTS_CLAIM: z.string().min(1).default('merchants'),
  OAUTH_PERMISSIONS_CLAIM: z.string().min(1).default('permissions'),
  OAUTH_ROLES_CLAIM: z.string().min(1).optional(),
  OAUTH_SCOPE_PERMISSIONS: z.string().default('{}').transform(permissionsOfScopes),
  OAUTH_TOKEN_LIFE: z.coerce.number().int().min(60).max(2_592_000).default(86_400),
  SANDBOX: z.enum(['on', 'off']).optional(),
  PRODUCTS: z
    .string()
    .regex(/^[^,/?#]{1,10}(,[^,/?#]{1,10})*$/, 'must be product codes of at most 10 characters, with commas between')
    .default('EFT,DEBICHECK'),
  CONFIG_FILE: z.string().min(1).optional(),
  TIME_ZONE: z
    .string()
    .default('Africa/Johannesburg')
    .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone) || zone === 'UTC', 'is not a time zone'),
  SANDBOX_NOW: z
    .string()
    .refine(isDateTime, 'must be a minute of an existing day, written YYYY-MM-DD HH:MM')
    .optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('warn'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,}$/, 'must have at least 16 characters, no spaces')
    .optional(),
  TRUST_PROXY: z.string().min(1).optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).optional(),
  CALLBACKS: z.enum(['public', 'loopback']).default('public'),
  COLLECTING_LIMITS: z.enum(['usual', 'none']).default('usual'),
  SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  BACKUP_KEY_FILE: z.string().min(1).optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  NUMBERS_KEY_FILE: z.string().min(1).optional(),
  FORMER_NUMBERS_KEY_FILE: z.string().min(1).optional(),
});

export const settingNames = Object.keys(Environment.shape);

export const nameTheProvider = 'is no longer known; name the provider with PROVIDER_URL (docs/gateway.md)';

/** Ignored, they would start a server with records of its own where another service has them. */
const formerSettings = {
  SERVICE_URL: nameTheProvider,
  MESSAGE_CREDENTIALS: 'is no longer known; it was for SERVICE_URL',
};

/** @throws Error of one line that names the variable and its format. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const input = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  for (const [name, why] of Object.entries(formerSettings)) if (input[name]) throw new Error(`${name}: ${why}`);
  const result = Environment.safeParse(input);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new Error(`${issue?.path.join('.') ?? 'The environment'}: ${issue?.message ?? 'is not valid'}`);
  }
  const read = result.data;
  if (read.BACKUP_KEY_FILE && read.BACKUP_PASSPHRASE)
    throw new Error('BACKUP_KEY_FILE: and BACKUP_PASSPHRASE are both set, and only one can encrypt a backup');
  const provider = providerFrom(read);
  if (provider && read.SANDBOX === 'on')
    throw new Error('SANDBOX: has a bank of its own, and PROVIDER_URL names another service: one of them must go');
  // Sample records would be taken for the provider's.
  const isSandbox = provider === undefined && read.SANDBOX !== 'off';
  if (read.SANDBOX_NOW && !isSandbox)
    throw new Error('SANDBOX_NOW: stops the clock of a sandbox only, and this is none');
  const origin = read.ORIGIN ?? `http://${hostInOrigin(read.HOST, read.OAUTH_ISSUER)}:${read.PORT}`;
  return {
    host: read.HOST,
    port: read.PORT,
    origin,
    allowedHosts: read.ALLOWED_HOSTS,
    dataDirectory: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    provider,
    providerAddresses: read.PROVIDER_ADDRESSES,
    oauthIssuer: read.OAUTH_ISSUER,
    oauthClientId: read.OAUTH_CLIENT_ID,
    audiences: read.OAUTH_AUDIENCE.split(',').map((it) => it.trim()),
    merchantsClaim: read.OAUTH_MERCHANTS_CLAIM,
    permissionsClaim: read.OAUTH_PERMISSIONS_CLAIM,
    rolesClaim: read.OAUTH_ROLES_CLAIM,
    scopePermissions: read.OAUTH_SCOPE_PERMISSIONS,
    longestTokenLife: read.OAUTH_TOKEN_LIFE,
    sandbox: isSandbox,
    products: read.PRODUCTS.split(','),
    configFile: read.CONFIG_FILE,
    timeZone: read.TIME_ZONE,
    sandboxNow: read.SANDBOX_NOW,
    logLevel: read.LOG_LEVEL,
    databasePool: read.DATABASE_POOL,
    metricsToken: read.METRICS_TOKEN,
    trustedProxies: read.TRUST_PROXY?.split(',').map((it) => it.trim()) ?? [],
    // On loopback no load balancer reads `/readyz` first.
    drainSeconds: read.DRAIN_SECONDS ?? (exposedBy({ host: read.HOST, origin }) ? 5 : 0),
    callbacks: read.CALLBACKS,
    collectingLimits: read.COLLECTING_LIMITS,
    secondFactor: read.SECOND_FACTOR,
    backupKeyFile: read.BACKUP_KEY_FILE,
    backupPassphrase: read.BACKUP_PASSPHRASE,
    numbersKeyFile: read.NUMBERS_KEY_FILE,
    formerNumbersKeyFile: read.FORMER_NUMBERS_KEY_FILE,
  };
}

/**
 * Passkeys need a name: browsers refuse them for an address. Another issuer's sign-in has its own, and knows this
 * console's address by its redirects.
 */
function hostInOrigin(host: string, issuer: string | undefined): string {
  if (issuer === undefined && ['127.0.0.1', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * The variable that exposes this service to other machines, directly or through a proxy; undefined on loopback alone.
 */
export function exposedBy({ host, origin }: Pick<Settings, 'host' | 'origin'>): 'HOST' | 'ORIGIN' | undefined {
  if (!isLoopback(host)) return 'HOST';
  return isLoopback(new URL(origin).hostname) ? undefined : 'ORIGIN';
}
