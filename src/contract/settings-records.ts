import * as z from 'zod/mini';
import { allPermissions, roleNames, type RoleName } from './permissions.ts';
import { legible, printableLines } from './printable.ts';

/** What the calls of the settings send and answer. */

export const boundedText = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'must not be empty'),
      z.maxLength(max, `is longer than ${max} characters`),
      ...legible(),
    );

/**
 * A name to sign in with, of a person, a program, or for messages. Letters of one alphabet, so that no two names look alike; no
 * colon, at which Basic sign-ins end the name.
 */
export const usernameText = () =>
  z
    .string()
    .check(
      z.regex(
        /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,199}$/,
        'must be 1 to 200 characters: letters from a to z, digits, and . _ - @ + after the first',
      ),
    );

export const RoleEntry = z.strictObject({
  Role: z.enum(roleNames as [RoleName, ...RoleName[]], 'must be a role'),
  Merchant: z.string().check(z.regex(/^(\w{1,20}|\*)$/, 'must be a merchant number, or * for all')),
});
export type RoleEntry = z.infer<typeof RoleEntry>;

export const rolesList = () => z.array(RoleEntry).check(z.maxLength(1000, 'has more than 1,000 entries'));

export const Person = z.object({
  Username: z.string(),
  Name: z.string(),
  Roles: z.array(z.object({ Role: z.string(), Merchant: z.string() })),
  /** Given one by one: each permission for each of `Merchants`. */
  Permissions: z.array(z.string()),
  Merchants: z.array(z.string()),
  /** `Invited`: has no password yet. */
  Status: z.enum(['Active', 'Invited', 'Disabled']),
  /** Wall-clock time; absent before the first use. */
  LastUsed: z.optional(z.string()),
  /** Not used for 90 days. */
  IsUnused: z.boolean(),
  /** Until when the link for a password works, if there is one. */
  LinkEnds: z.optional(z.string()),
  Sessions: z.int(),
  /** Whether the caller may disable and rename this person and end their sessions. */
  MayManage: z.boolean(),
});
export type Person = z.infer<typeof Person>;

export const permissionsList = () =>
  z
    .array(z.enum([...allPermissions, 'close', 'audit'], 'must be a permission that programs may have'))
    .check(z.minLength(1, 'must not be empty'));
export const merchantsList = () =>
  z
    .array(z.string().check(z.regex(/^(\w{1,20}|\*)$/, 'must be a merchant number, or * for all')))
    .check(z.minLength(1, 'must not be empty'), z.maxLength(1000, 'has more than 1,000 entries'));

export const Program = z.object({
  ClientId: z.string(),
  Name: z.string(),
  Permissions: z.array(z.string()),
  Merchants: z.array(z.string()),
  Status: z.enum(['Active', 'Disabled']),
  /** Wall-clock time; absent before the first use. */
  LastUsed: z.optional(z.string()),
  IsUnused: z.boolean(),
  /** While a secret is replaced, the one before works, too. */
  HasFormerSecret: z.boolean(),
  /** What it prepares needs no second person. */
  IsExempt: z.boolean(),
  MayManage: z.boolean(),
});
export type Program = z.infer<typeof Program>;

export const productsList = () =>
  z.array(z.string()).check(z.minLength(1, 'must not be empty'), z.maxLength(100, 'has more than 100 entries'));

/** By product and form. */
export const FormDefaults = z.record(
  z.string(),
  z.record(z.string(), z.record(z.string(), z.union([boundedText(50), z.int()]))),
);
export type FormDefaults = z.infer<typeof FormDefaults>;

export const Merchant = z.object({
  Number: z.string(),
  Name: z.string(),
  /** The products that it uses. */
  Products: z.array(z.string()),
  FormDefaults,
  Status: z.enum(['Active', 'Disabled']),
  /** Those with a right for this merchant, or for all. */
  People: z.int(),
});
export type Merchant = z.infer<typeof Merchant>;

/** What waits for a second administrator (docs/decisions.md, 61). */
export const SettingsRequest = z.object({
  Sequence: z.int(),
  Action: z.string(),
  /** The person, program or merchant. */
  Target: z.string(),
  Changes: z.array(z.object({ Field: z.string(), Before: z.string(), After: z.string() })),
  RequestedBy: z.string(),
  RequestedAt: z.string(),
  IsOwn: z.boolean(),
  MayConfirm: z.boolean(),
});
export type SettingsRequest = z.infer<typeof SettingsRequest>;

/** Payouts above the amount a day wait for a second person; 0 for all. */
export const RuleEntry = z.strictObject({
  Above: z.number().check(z.minimum(0, 'must not be negative')),
  HoldHours: z.int().check(z.minimum(0, 'must be 0 to 72'), z.maximum(72, 'must be 0 to 72')),
});
export type RuleEntry = z.infer<typeof RuleEntry>;

const limitTo = (most: number) =>
  z.nullable(z.int().check(z.minimum(1, `must be 1 to ${most}`), z.maximum(most, `must be 1 to ${most}`)));
const amountLimit = () => z.nullable(z.number().check(z.minimum(0.01, 'must be above 0')));

/** Limits on collecting again; null for none. */
export const CollectingLimits = z.strictObject({
  Attempts: limitTo(99),
  PayerMonth: limitTo(999),
  Largest: amountLimit(),
  Month: amountLimit(),
  StopReasons: z.boolean(),
});
export type CollectingLimits = z.infer<typeof CollectingLimits>;

const dayTime = (pattern: RegExp) => z.string().check(z.regex(pattern, 'must be a time: 08:00'));

/** When a merchant's messages go to its clients, and how many. */
export const MessageHours = z.strictObject({
  From: dayTime(/^(?:[01]\d|2[0-3]):[0-5]\d$/),
  To: dayTime(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/),
  Saturdays: z.boolean(),
  Sundays: z.boolean(),
  Holidays: z.boolean(),
  MostWeekly: limitTo(99),
});
export type MessageHours = z.infer<typeof MessageHours>;

export const clientAuthentications = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
export type ClientAuthentication = (typeof clientAuthentications)[number];

/** What a provider may know beyond the interface. */
export const providerOffers = ['lists-of-all'] as const;
export type ProviderOffer = (typeof providerOffers)[number];

const webAddress = () =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(500, 'is longer than 500 characters'),
      z.regex(/^https?:\/\//, 'must begin with https://'),
    );

const wholeBetween = (least: number, most: number) => {
  const says = `must be ${least} to ${most}`;
  return z.int(says).check(z.minimum(least, says), z.maximum(most, says));
};

/** A secret, or a private key as PEM. */
export const secretText = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(8, 'has fewer than 8 characters'),
      z.maxLength(20_000, 'is longer than 20,000 characters'),
    );

/** What an administrator sets of a merchant's own connection; `{merchant}` is replaced by its number. */
export const OwnConnectionEntry = z.strictObject({
  Address: webAddress(),
  Segment: z.string().check(z.regex(/^[\w-]{1,100}$/, 'must be one segment of a path')),
  TokenAddress: webAddress(),
  ClientId: boundedText(200),
  Authentication: z.enum(clientAuthentications, 'must be a kind of sign-in'),
  Scope: z.optional(boundedText(500)),
  Audience: z.optional(boundedText(500)),
  Offers: z
    .array(z.enum(providerOffers, 'must be something that providers offer'))
    .check(z.maxLength(10, 'has more than 10 entries')),
  GraceSeconds: wholeBetween(1, 86_400),
  ReadsAtOnce: wholeBetween(1, 500),
  PayoutDays: wholeBetween(0, 5),
});
export type OwnConnectionEntry = z.infer<typeof OwnConnectionEntry>;

/** One thing that a test of the connection tried, or cannot tell. */
export const ConnectionCheck = z.object({
  Subject: z.string(),
  State: z.enum(['works', 'fails', 'unknown']),
  Found: z.string(),
});
export type ConnectionCheck = z.infer<typeof ConnectionCheck>;

/** How a merchant's calls reach the provider behind this server. It never has a secret, nor where one is kept. */
export const ProviderConnection = z.object({
  Address: z.string(),
  Segment: z.string(),
  /** How this server proves itself. `token`: from a file. `caller`: each caller's own. */
  Authentication: z.enum([...clientAuthentications, 'token', 'caller']),
  TokenAddress: z.optional(z.string()),
  ClientId: z.optional(z.string()),
  Scope: z.optional(z.string()),
  Audience: z.optional(z.string()),
  Offers: z.array(z.string()),
  GraceSeconds: z.int(),
  ReadsAtOnce: z.int(),
  PayoutDays: z.int(),
  Source: z.enum(['environment', 'merchant']),
  /** `file`: of the environment. `none`: nothing can be read or changed before there is one. */
  SecretFrom: z.enum(['file', 'stored', 'none']),
  SecretSince: z.optional(z.string()),
  /** Until when the one before it is used where the newest is refused. */
  FormerSecretEnds: z.optional(z.string()),
  /** Whether secrets are encrypted in the database (`NUMBERS_KEY_FILE`); otherwise they are in files only. */
  MayStoreSecret: z.boolean(),
  /** Absent while changes are sent. */
  Paused: z.optional(z.object({ Since: z.string(), By: z.string() })),
  /** The last test of this address; absent if it was never tested. */
  Test: z.optional(
    z.object({
      At: z.string(),
      By: z.string(),
      Findings: z.array(ConnectionCheck),
      /** The connection or its secret has been changed since. */
      IsEarlier: z.boolean(),
    }),
  ),
  /** Whether rows of an import can be checked without saving: the last test found it. */
  DryRuns: z.boolean(),
  Health: z.object({
    Since: z.string(),
    State: z.enum(['works', 'fails', 'unknown']),
    LastAnswer: z.optional(z.string()),
    LastFailure: z.optional(
      z.object({
        At: z.string(),
        Outcome: z.enum(['refused', 'failed', 'cut', 'unreachable']),
        HttpStatus: z.optional(z.int()),
      }),
    ),
  }),
});
export type ProviderConnection = z.infer<typeof ProviderConnection>;

/** A template as the network approved it; `{{1}}`, `{{2}}` … in the text are replaced in each message. */
export const MessageTemplate = z.strictObject({
  Name: z.string().check(z.regex(/^\w{1,200}$/, 'must be 1 to 200 letters, digits and underscores')),
  Language: z.string().check(z.regex(/^[A-Za-z]{2,3}(_[A-Za-z0-9]{2,8})?$/, 'must be a language such as en or en_GB')),
  Status: z.enum(['APPROVED', 'PENDING', 'REJECTED', 'PAUSED'], 'must be a status'),
  Header: z.optional(z.enum(['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'], 'must be a type of header')),
  Text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'must not be empty'),
      z.maxLength(4096, 'is longer than 4,096 characters'),
      printableLines(),
    ),
});
export type MessageTemplate = z.infer<typeof MessageTemplate>;

export const sendersList = () =>
  z
    .array(
      z.string().check(z.regex(/^[1-9]\d{7,14}$/, 'must be an international number: country code first, digits only')),
    )
    .check(z.maxLength(100, 'has more than 100 entries'));

/** Merchants, without `*`. */
export const numbersList = () =>
  z
    .array(z.string().check(z.regex(/^\w{1,20}$/, 'must be a merchant number')))
    .check(z.minLength(1, 'must not be empty'), z.maxLength(1000, 'has more than 1,000 entries'));

export const Organisation = z.object({
  Code: z.string(),
  Name: z.string(),
  Merchants: z.array(z.string()),
  /** The numbers that messages are sent from. */
  Senders: z.array(z.string()),
  Templates: z.array(MessageTemplate),
  /** Those of programs that send messages. */
  SignIns: z.array(z.object({ Username: z.string(), Status: z.enum(['Active', 'Disabled']) })),
  /** Whether delivery reports are signed. */
  HasCallbackSecret: z.boolean(),
  /** Until when reports carry a signature by the former secret as well. */
  FormerSecretEnds: z.optional(z.string()),
});
export type Organisation = z.infer<typeof Organisation>;

export const Link = z.object({ Link: z.string(), Ends: z.string() });
export type Link = z.infer<typeof Link>;

export const Session = z.object({
  Device: z.string(),
  SignedIn: z.string(),
  LastUsed: z.string(),
  IsThis: z.boolean(),
});
export type Session = z.infer<typeof Session>;
