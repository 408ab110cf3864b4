import type { ProviderOffer, ClientAuthentication } from '#contract/settings-records.ts';
import type { ProviderSettings, SecretSource } from '#service/config/provider-settings.ts';
import type { Query } from '#service/database/query.ts';
import type { Numbers } from '#service/numbers/numbers.ts';

/** How a merchant's calls reach a provider of its own, as an administrator has set it. */
export interface OwnConnection {
  address: string;
  segment: string;
  tokenAddress: string;
  clientId: string;
  authentication: ClientAuthentication;
  scope: string | null;
  audience: string | null;
  offers: readonly ProviderOffer[];
  graceSeconds: number;
  readsAtOnce: number;
  payoutDays: number;
}

/** Of a merchant: its row, or what is so without one. */
export interface KeptConnection {
  /** Counts the changes of the connection and of its secrets. */
  version: number;
  own: OwnConnection | undefined;
  /** As they are stored. */
  secret: string | null;
  formerSecret: string | null;
  /** Seconds from now; negative once it is over. */
  formerLeft: number | null;
  isPaused: boolean;
  /** The address that the last test found to answer dry runs, with this version; null if none did. */
  dryRunAddress: string | null;
}

type Row = Omit<KeptConnection, 'own'> & { [Name in keyof OwnConnection]: OwnConnection[Name] | null };

/** Of the columns of `provider_connection`, for callers that also want others of them. */
export const connectionColumns = `version, address, segment, token_address as "tokenAddress", client_id as "clientId", authentication, scope,
  audience, offers, grace_seconds as "graceSeconds", reads_at_once as "readsAtOnce", coalesce(payout_days, 1) as "payoutDays", secret, former_secret as "formerSecret",
  extract(epoch from former_ends - now())::float8 as "formerLeft", paused_since is not null as "isPaused",
  case when dry_runs and tested_version = version then tested_address end as "dryRunAddress"`;

export const connectionQuery = (merchant: string) => ({
  name: 'connection',
  text: `select ${connectionColumns} from provider_connection where merchant = $1`,
  values: [merchant],
});

export function connectionOf(row: Row | undefined): KeptConnection {
  if (!row)
    return {
      version: 0,
      own: undefined,
      secret: null,
      formerSecret: null,
      formerLeft: null,
      isPaused: false,
      dryRunAddress: null,
    };
  const { version, secret, formerSecret, formerLeft, isPaused, dryRunAddress, ...own } = row;
  // The table has all of it, or no address.
  return {
    version,
    own: own.address === null ? undefined : (own as OwnConnection),
    secret,
    formerSecret,
    formerLeft,
    isPaused,
    dryRunAddress,
  };
}

export const readConnection = async (query: Query, merchant: string): Promise<KeptConnection> => {
  const { text, values } = connectionQuery(merchant);
  return connectionOf((await query<Row>(text, values))[0]);
};

export type ConnectionRow = Row;

/** What decides where a secret goes, and as whose: with another one of them, the secret is another one, too. */
const targetNames = ['address', 'tokenAddress', 'clientId'] as const;

/** The target of the environment's connection; undefined where its credentials are none that need a secret. */
export function targetOf({
  url,
  credentials,
}: ProviderSettings): Pick<OwnConnection, (typeof targetNames)[number]> | undefined {
  return credentials.kind === 'client'
    ? { address: url, tokenAddress: credentials.tokenUrl, clientId: credentials.clientId }
    : undefined;
}

/** What a merchant's connection may name, and the connection that the environment names. */
export interface ConnectionWorld {
  environment: ProviderSettings;
  addresses: 'public' | 'any';
  numbers: Numbers;
}

/** The environment's own addresses are allowed wherever they are. */
export function reachOf(
  { environment, addresses }: Omit<ConnectionWorld, 'numbers'>,
  address: string,
): 'public' | undefined {
  const target = targetOf(environment);
  const isNamed = address === environment.url || address === target?.tokenAddress;
  return addresses === 'any' || isNamed ? undefined : 'public';
}

/** Where no secret is stored, `numbers` are not needed. */
type OwnWorld = Omit<ConnectionWorld, 'numbers'> & { numbers?: Numbers };

/** The settings of a merchant's own connection. */
export function settingsOfOwn(
  world: OwnWorld,
  own: OwnConnection,
  kept: Pick<KeptConnection, 'secret' | 'formerSecret' | 'formerLeft'>,
): ProviderSettings {
  return {
    url: own.address,
    segment: own.segment,
    offers: own.offers,
    readsAtOnce: own.readsAtOnce,
    payoutDays: own.payoutDays,
    graceSeconds: own.graceSeconds,
    reach: reachOf(world, own.address),
    credentials: {
      kind: 'client',
      tokenUrl: own.tokenAddress,
      clientId: own.clientId,
      authentication: own.authentication,
      scope: own.scope ?? undefined,
      audience: own.audience ?? undefined,
      secret: secretOf(world, own, kept),
      reach: reachOf(world, own.tokenAddress),
    },
  };
}

/** Its own; before it has one, the environment's, if nothing else would get that. */
function secretOf(
  { environment, numbers }: OwnWorld,
  own: OwnConnection,
  { secret, formerSecret, formerLeft }: Pick<KeptConnection, 'secret' | 'formerSecret' | 'formerLeft'>,
): SecretSource {
  if (secret !== null && numbers) {
    const former =
      formerSecret !== null && formerLeft !== null && formerLeft > 0
        ? { text: numbers.open(formerSecret), endsMs: performance.now() + formerLeft * 1000 }
        : undefined;
    return { stored: { newest: numbers.open(secret), former } };
  }
  const { credentials } = environment;
  return credentials.kind === 'client' && isTargetOf(environment, own) ? credentials.secret : 'none';
}

/** Whether the secret of the environment would go where it goes anyway, and as what it is. */
export function isTargetOf(environment: ProviderSettings, own: OwnConnection): boolean {
  const { credentials } = environment;
  const target = targetOf(environment);
  return (
    credentials.kind === 'client' &&
    provesByKey(credentials) === provesByKey(own) &&
    targetNames.every((name) => target?.[name] === own[name])
  );
}

/** A private key must never leave as if it were a secret. */
export const provesByKey = ({ authentication }: Pick<OwnConnection, 'authentication'>): boolean =>
  authentication === 'private_key_jwt';
