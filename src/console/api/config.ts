import './no-eval.ts';
import * as z from 'zod/mini';
import { setTransactionTypes } from '#answers/transaction-kind.ts';
import type { FieldName } from '#contract/fields.ts';
import { isDateTime, type DateTimeText } from '#rules/calendar.ts';

export interface Config {
  environment: 'Sandbox' | 'Live';
  products: string[];
  organisation: string;
  oauth: {
    issuer: string;
    clientId: string;
    scopes: string;
    audience?: string;
    /** The provider's own description of itself (OpenID Connect Discovery, 3); read from the provider if absent. */
    metadata?: Record<string, string>;
  };
  timeZone: string;
  /** The minute at which a sandbox's business clock is stopped. */
  now?: DateTimeText;
  messages: {
    /** `none`: the service refuses every message. */
    network: 'connected' | 'none';
    /** Whether the service knows how messages end. */
    deliveries: 'shown' | 'unknown';
    /** Replaces the 0 of a local number; without it local numbers are refused. */
    dialCode?: string;
    senders: string[];
    /** Texts contain `{{1}}`, `{{2}}` …; without any, template names are typed. */
    templates: { name: string; language: string; text: string; header?: string }[];
  };
  /** Whether the service knows `DryRun=true`. */
  dryRun: 'offered' | 'unknown';
  /** Whether the service knows `All=true`; a merchant with a provider of its own may have another answer. */
  listAll: 'offered' | 'unknown';
  /** Whether people and programs are managed here, and not by another issuer (docs/decisions.md, 53). */
  people: 'offered' | 'unknown';
  /** Whether the service is in front of a provider and lists its calls there without a clear outcome. */
  outgoingCalls: 'offered' | 'unknown';
  /**
   * Whether the transactions report has every payout as `PAYOUT` and every late return as `RETURN` (docs/decisions.md, 18).
   */
  transactionTypes: 'certain' | 'unknown';
  /** The meaning of a missing field: empty, or unknown where retrieves return subsets. */
  leftOut: 'empty' | 'unknown';
  /** Non-banking days: public holidays and extra days. */
  calendar: { holidays: 'ZA' | 'none'; extraDays: { date: string; name: string }[] };
  /** For coded fields, whose values the interface does not list. */
  codes: Partial<Record<FieldName, { code: string; label: string }[]>>;
}

const some = z.string().check(z.minLength(1, 'must not be empty'));
const web = (text: string) => /^https?:\/\/[^\s?#]+$/.test(text);

const isTimeZone = (zone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

const Shape = z.object({
  environment: z.enum(['Sandbox', 'Live']),
  products: z.array(some).check(z.minLength(1, 'must list at least one product')),
  organisation: some,
  oauth: z.object({
    issuer: some.check(z.refine(web, 'must be an http(s) address')),
    clientId: some,
    scopes: some.check(z.regex(/(^| )openid( |$)/, 'must contain openid')),
    audience: z.optional(some),
    metadata: z.optional(z.record(z.string(), some)),
  }),
  timeZone: some.check(z.refine(isTimeZone, 'is not a time zone')),
  now: z.optional(some.check(z.refine(isDateTime, 'is not a minute'))),
  messages: z.prefault(
    z.object({
      network: z._default(z.enum(['connected', 'none']), 'connected'),
      deliveries: z._default(z.enum(['shown', 'unknown']), 'unknown'),
      dialCode: z.optional(some.check(z.regex(/^[1-9]\d{0,2}$/, 'must be figures such as 27'))),
      senders: z._default(z.array(some), []),
      templates: z._default(
        z.array(z.object({ name: some, language: some, text: z.string(), header: z.optional(some) })),
        [],
      ),
    }),
    {},
  ),
  dryRun: z._default(z.enum(['offered', 'unknown']), 'unknown'),
  listAll: z._default(z.enum(['offered', 'unknown']), 'unknown'),
  people: z._default(z.enum(['offered', 'unknown']), 'unknown'),
  outgoingCalls: z._default(z.enum(['offered', 'unknown']), 'unknown'),
  transactionTypes: z._default(z.enum(['certain', 'unknown']), 'unknown'),
  leftOut: z._default(z.enum(['empty', 'unknown']), 'unknown'),
  calendar: z.prefault(
    z.object({
      holidays: z._default(z.enum(['ZA', 'none']), 'ZA'),
      extraDays: z._default(
        z.array(
          z.object({
            date: some.check(z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a date, written YYYY-MM-DD')),
            name: some,
          }),
        ),
        [],
      ),
    }),
    {},
  ),
  codes: z._default(z.record(z.string(), z.array(z.object({ code: some, label: z.string() }))), {}),
});

/** `lines` say which key is wrong and why. */
export class ConfigError extends Error {
  readonly lines: string[];
  constructor(lines: string[]) {
    super(lines.join('; '));
    this.lines = lines;
  }
}

const keyOf = (path: PropertyKey[]): string =>
  path.reduce<string>(
    (key, step) => (typeof step === 'number' ? `${key}[${step}]` : key + (key && '.') + String(step)),
    '',
  );

/** Messages for values where the key's own check has none. */
const wrong: z.core.$ZodErrorMap = ({ code, input, ...issue }) => {
  if (input === undefined) return 'is missing';
  if (code === 'invalid_value') return `must be ${(issue.values as unknown[]).map((it) => `"${it}"`).join(' or ')}`;
  return code === 'invalid_type' ? `must be of type ${String(issue.expected)}` : undefined;
};

/** @throws ConfigError */
export function readConfig(given: unknown): Config {
  const result = Shape.safeParse(given, { error: wrong });
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map(({ path, message }) => `${keyOf(path) || 'config.json'}: ${message}`));
}

let current: Config | undefined;

/** @throws ConfigError */
export function setConfig(given: unknown): Config {
  current = readConfig(given);
  const { transactionTypes, codes } = current;
  setTransactionTypes({ areCertain: transactionTypes === 'certain', named: codes.TransactionType ?? [] });
  return current;
}

export function config(): Config {
  if (!current) throw new Error('config.json has not been read yet');
  return current;
}

/** A hook so that it can become one; `config` is for other code. */
export const useConfig = (): Config => config();
