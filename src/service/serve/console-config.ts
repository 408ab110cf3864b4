import { readFileSync } from 'node:fs';
import { ownMetadata } from '#service/auth/paths.ts';
import { nameTheProvider, type Settings } from '#service/config/settings.ts';
import { reportOriginOf } from '#service/gateway/deliveries/address.ts';
import type { Codes } from '#service/http/call.ts';
import { sandboxMerchants } from '#service/seed/merchants.ts';

/**
 * Suggestions for coded fields. The interface lists no values (docs/interface.md, Resources). These are the codes that
 * the payment scheme's participants publish; a deployment replaces them with its provider's. Each line is a code, a
 * space and the label, the likeliest first.
 */
const codes = {
  MandateStatusCode: ['PENDING Pending', 'ACTIVE Active', 'CANCELLED Cancelled', 'COMPLETED Completed'],
  MandateType: ['FIXED Fixed amount', 'VARI Variable amount', 'USAGE Usage based'],
  TransactionType: ['TT1 Real time', 'TT2 Batch, payer answers later', 'TT3 Card and PIN'],
  ChangeType: ['CREATE Created', 'EDIT Changed', 'CANCEL Cancelled', 'STATE Status changed'],
  DebitSequenceType: ['FRST First', 'RCUR Recurring', 'OOFF Once off', 'FNAL Last'],
  AdjustmentCategory: ['N Never', 'Q Quarterly', 'B Every six months', 'A Yearly', 'R Repo rate'],
  TrackingCode: [
    '12 No tracking',
    '13 1 day',
    '01 2 days',
    '14 3 days',
    '02 4 days',
    '03 5 days',
    '04 6 days',
    '15 7 days',
    '05 8 days',
    '06 9 days',
    '07 10 days',
  ],
  InstalmentStatus: [
    'SCHEDULED Scheduled',
    'SUBMITTED Submitted',
    'TRACKING In tracking',
    'PAID Paid',
    'UNPAID Unpaid',
    'CANCELLED Cancelled',
  ],
  ResultCode: ['00 Not cancelled'],
  InstalmentResult: [
    '00 Paid',
    '02 Insufficient funds (R/D)',
    '03 Debits not allowed',
    '04 Payment stopped',
    '06 Account frozen',
    '12 Account closed',
    '14 Account transferred',
    '18 Account holder deceased',
    '22 Effects not cleared',
    '30 No authority to debit',
    '32 Contravenes the authority',
    '34 Authority cancelled',
    '36 Previously stopped',
  ],
  IDType: ['ID South African ID', 'PASS Passport', 'TRES Temporary residence'],
  AccountType: ['1 Current', '2 Savings', '3 Transmission', '4 Bond', '6 Subscription share'],
};

const labelled = (line: string) => {
  const space = line.indexOf(' ');
  return { code: line.slice(0, space), label: line.slice(space + 1) };
};

interface ConsoleConfig {
  merchants: readonly { number: string; name: string }[];
  organisation: string;
  messages: object;
  codes: Record<string, { code: string; label: string }[]>;
  [key: string]: unknown;
}

/** The suggested codes by field; where the service checks a field, it refuses other codes. */
export const codesOf = ({ codes: suggested }: Pick<ConsoleConfig, 'codes'>): Codes =>
  Object.fromEntries(Object.entries(suggested).map(([fieldName, list]) => [fieldName, list.map(({ code }) => code)]));

/**
 * The console's configuration; `CONFIG_FILE` replaces any key. The merchants are only for signed-in users
 * (`/session.json`), the rest is public (`/config.json`).
 */
export function consoleConfig(settings: Settings): ConsoleConfig {
  const { messages, ...rest } = mergedConfig(settings);
  const isSending = settings.provider === undefined || settings.provider.messages !== undefined;
  return {
    ...rest,
    // A fact of the settings: no file may change it.
    now: settings.sandboxNow,
    messages: {
      // Of a service of its own that is not a sandbox only an adapter sends messages (docs/operating.md).
      network: isSending && (settings.sandbox || settings.provider) ? 'connected' : 'none',
      // How they end: our own network tells, and a provider if it can reach this server.
      deliveries: !settings.provider || reportOriginOf(settings) !== undefined ? 'shown' : 'unknown',
      ...messages,
    },
  };
}

function mergedConfig(settings: Settings): ConsoleConfig {
  // Of a provider only its operator knows what it does.
  const isOther = settings.provider !== undefined;
  const offers = settings.provider?.offers ?? [];
  const defaults = {
    environment: settings.sandbox ? 'Sandbox' : 'Live',
    merchants: settings.sandbox ? sandboxMerchants : [],
    products: settings.products,
    organisation: 'demo',
    oauth: {
      issuer: settings.oauthIssuer ?? settings.origin,
      clientId: settings.oauthClientId,
      scopes: ['openid', ...settings.scopePermissions.keys()].join(' '),
      ...(settings.oauthIssuer ? { audience: settings.audiences[0] } : { metadata: ownMetadata(settings.origin) }),
    },
    timeZone: settings.timeZone,
    // This server keeps the answer of every key (docs/decisions.md, 6), also of what it sends to a provider (docs/gateway.md).
    // It can answer a maintain call without performing it (docs/decisions.md, 48). A service that ignores the request
    // for that would perform it.
    dryRun: isOther ? 'unknown' : 'offered',
    // It lists contracts and payout contracts with All=true (docs/decisions.md, 9).
    listAll: isOther && !offers.includes('lists-of-all') ? 'unknown' : 'offered',
    // Its people and programs are managed in the console (docs/decisions.md, 53); people of another issuer are there.
    people: settings.oauthIssuer ? 'unknown' : 'offered',
    // What goes to a provider may stay without an answer, which a person then decides.
    outgoingCalls: settings.provider ? 'offered' : 'unknown',
    // Its transactions report marks payouts and late returns (docs/decisions.md, 18).
    transactionTypes: isOther ? 'unknown' : 'certain',
    // This package's service omits only fields without a value; another may omit more.
    leftOut: isOther ? 'unknown' : 'empty',
    // Holidays declared at short notice go to `extraDays`; outside South Africa `holidays` is 'none'.
    calendar: { holidays: 'ZA', extraDays: [] },
    codes: Object.fromEntries(Object.entries(codes).map(([fieldName, lines]) => [fieldName, lines.map(labelled)])),
    messages: settings.sandbox ? { dialCode: '27' } : {},
  };
  if (!settings.configFile) return defaults;
  const given = readConfigFile(settings.configFile);
  // Ignored, it would start a server with records of its own where another service has them.
  if (given['serviceUrl']) throw new Error(`CONFIG_FILE: serviceUrl ${nameTheProvider}`);
  return { ...defaults, ...given };
}

function readConfigFile(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`CONFIG_FILE: ${file} cannot be read as JSON (${(error as Error).message})`, { cause: error });
  }
}
