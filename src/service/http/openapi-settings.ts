import type { z } from 'zod';
import { settingsCalls, type SettingsCall } from '#contract/settings.ts';

type Json = Record<string, unknown>;

const permissionsOf = { view: ['administer'], administer: ['administer'], own: [] };

const texts = {
  view: 'An extension of this service. Needs `administer` or `audit`, and answers what concerns the merchants of these.',
  administer:
    'An extension of this service. Needs `administer`, and views or changes what concerns the merchants of it.',
  own: 'An extension of this service. For signed-in people, about themselves.',
};

const inPath: Readonly<Record<string, string>> = {
  username: 'The name that the person signs in with.',
  clientId: 'The client ID of the program.',
  number: 'The merchant number.',
  organisation: 'The code of the organisation.',
  name: 'The name of the template.',
  language: 'The language of the template.',
  sequence: 'The Sequence of the request.',
};

const properties: Readonly<Record<string, string>> = {
  People: 'The people.',
  Person: 'The person.',
  PrepareAndRelease: 'Who has both rights for the same merchant.',
  Username: 'The name to sign in with.',
  Name: 'The name to show.',
  Roles: 'What the person does, for each merchant.',
  Role: 'A role.',
  Merchant: 'A merchant number; `*` is every merchant.',
  Permissions: 'Single permissions, each for each of `Merchants`.',
  Merchants: 'Merchant numbers; `*` is every merchant.',
  Status:
    'Whether the person can sign in; `Invited` before there is a password. Of a template, whether it may be sent.',
  Organisations: 'The organisations.',
  Code: 'The code of the organisation, as in paths.',
  Senders: 'The numbers that messages are sent from.',
  Templates: 'The message templates.',
  Language: 'The language of the template.',
  Header: 'The type of the header of the template.',
  Text: 'The text of the template, with `{{1}}`, `{{2}}` … for the values of a message.',
  SignIns: 'The sign-ins of programs that send messages.',
  Password: 'The password. It is not shown again.',
  HasCallbackSecret: 'Whether delivery reports are signed.',
  FormerSecretEnds: 'Until when the former secret works as well.',
  FormerEnds: 'Until when reports are signed with the former secret as well.',
  Number: 'The merchant number.',
  Products: 'Product codes.',
  FormDefaults: 'What the console’s forms begin with, by product, form and field.',
  Programs: 'The programs.',
  Program: 'The program.',
  ClientId: 'The client ID that the program gets tokens with.',
  Secret: 'The secret. It is not shown again.',
  HasFormerSecret: 'Whether the secret before the current one still works.',
  Disabled: 'Whether the person or program can no longer sign in, or the merchant be used.',
  LastUsed: 'When it was last used: wall-clock time of the service, `YYYY-MM-DD HH:MM`.',
  IsExempt: 'Whether what the program prepares needs no second person.',
  Exempt: 'Whether what the program prepares needs no second person. Two administrators decide that.',
  Rule: 'Which payouts need a second person; null for none.',
  Above: 'Amounts above it a day wait, of a payee or of a preparer; 0 for all.',
  HoldHours: 'For how many hours payouts to a new or changed account are held.',
  BankDetails: 'Whether changed bank details of a client need a second person.',
  Cancel: 'Whether the cancel of a contract, or of all its instalments that remain, needs a second person.',
  Releasers: 'The names of those who may release.',
  Administrators: 'The names of those who administer the merchant.',
  Connection: 'How the merchant’s calls reach the provider; absent if there is none.',
  Address: 'The address of the provider.',
  Segment: 'The literal segment of its paths.',
  Authentication:
    'How this server proves itself: by a client ID and secret or key, a token from a file, or each caller’s own token.',
  TokenAddress: 'Where this server gets its tokens.',
  Scope: 'What the tokens are for.',
  Audience: 'Who the tokens are for.',
  Offers: 'What the provider knows beyond the interface.',
  ReadsAtOnce: 'How many reads of the merchant are under way at a time, at most.',
  PayoutDays: 'How many banking days before its day a released payout is sent.',
  Test: 'The last test of this address; absent if it was never tested.',
  IsEarlier: 'Whether the connection or its secret has been changed since.',
  DryRuns: 'Whether rows of an import can be checked without saving: the last test found it.',
  GraceSeconds: 'For how many seconds a change without an answer may still arrive.',
  Source: 'Where the connection is set: in the environment of this server, or for the merchant.',
  SecretFrom: 'Where its secret is: in a file of this server, in its database, or nowhere yet.',
  SecretSince: 'Since when its newest secret is stored; absent without one of its own.',
  MayStoreSecret: 'Whether secrets are kept in the database, encrypted; otherwise they are in files.',
  Paused: 'Whether changes are paused; of a connection, since when and by whom, absent while they are sent.',
  By: 'The name of the administrator.',
  Health: 'How the provider answers the merchant’s reads, as far as this process knows.',
  Since: 'When this process started: wall-clock time of the service, `YYYY-MM-DD HH:MM`.',
  LastAnswer: 'When the provider last answered; absent if it has not.',
  LastFailure: 'How and when it last failed; absent if it has not.',
  At: 'When: wall-clock time of the service, `YYYY-MM-DD HH:MM`.',
  Outcome: 'How it failed: it refused this server, answered with another status, cut its answer, or did not answer.',
  HttpStatus: 'The status of its answer; absent without an answer.',
  Findings: 'What was tried, in this order; it ends at the first thing without which the rest cannot be tried.',
  Subject: 'What was tried.',
  State: 'Whether it works; `not told` if that cannot be known.',
  Found: 'What was found, in words.',
  Requests: 'The changes that wait.',
  Sequence: 'The number of the request.',
  Action: 'What it does, as in the audit; of a decision, what to do.',
  Target: 'The person, program or merchant.',
  Changes: 'What would change.',
  Field: 'The field.',
  Before: 'Its value now.',
  After: 'Its value afterwards.',
  RequestedBy: 'The name of the first administrator.',
  RequestedAt: 'When: wall-clock time of the service, `YYYY-MM-DD HH:MM`.',
  IsOwn: 'Whether the caller asked for it.',
  MayConfirm: 'Whether the caller may confirm it.',
  IsUnused: 'Not used for 90 days.',
  LinkEnds: 'Until when the link for a password works.',
  Sessions: 'The sessions, or their number.',
  MayManage:
    'Whether the caller may change the person or program as a whole: rename, disable, end sessions or secrets.',
  Link: 'The address on which the person chooses a password, once. It is not shown again.',
  Ends: 'Until when the link works.',
  Device: 'The browser and the system.',
  SignedIn: 'When the session began: wall-clock time of the service, `YYYY-MM-DD HH:MM`.',
  IsThis: 'The session of this call.',
  Current: 'The password until now.',
  New: 'The new password.',
};

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function described(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(described);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties' && isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, it]) => [
              name,
              { ...(described(it) as Json), description: properties[name] },
            ]),
          )
        : described(value),
    ]),
  );
}

/** The calls of the settings, which are no part of the interface (docs/decisions.md, 53). */
export function settingsPaths(
  schemaOf: (schema: z.core.$ZodType, io: 'input' | 'output') => Json,
  failures: Json,
): Record<string, Json> {
  const paths: Record<string, Json> = {};
  const json = (schema: Json) => ({ 'application/json': { schema: described(schema) } });
  for (const [operationId, call] of Object.entries<SettingsCall>(settingsCalls))
    (paths[call.path] ??= {})[call.method.toLowerCase()] = {
      operationId,
      summary: call.summary,
      description: texts[call.access],
      tags: ['settings'],
      security: [{ oauth: permissionsOf[call.access] }],
      parameters: [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        name,
        in: 'path',
        required: true,
        description: inPath[name],
        schema: { type: 'string' },
      })),
      ...(call.body && { requestBody: { required: true, content: json(schemaOf(call.body, 'input')) } }),
      responses: { 200: { description: 'Done', content: json(schemaOf(call.answer, 'output')) }, ...failures },
    };
  return paths;
}
