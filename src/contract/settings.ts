import * as z from 'zod/mini';
import { requestsPath } from './approvals.ts';
import { endpointAddress, endpointTypes, EventDelivery, EventEndpoint } from './events.ts';
import {
  CollectingLimits,
  MessageHours,
  ProviderConnection,
  ConnectionCheck,
  FormDefaults,
  Link,
  Merchant,
  merchantsList,
  MessageTemplate,
  numbersList,
  Organisation,
  OwnConnectionEntry,
  permissionsList,
  Person,
  productsList,
  Program,
  rolesList,
  RuleEntry,
  secretText,
  sendersList,
  Session,
  SettingsRequest,
  boundedText,
  usernameText,
} from './settings-records.ts';

/**
 * Calls of this service's own for people, programs and merchants (docs/decisions.md, 53). They are no part of the interface:
 * `/openapi.json` describes them with the tag `settings`.
 */
export interface SettingsCall {
  summary: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** `view`: `administer` or `audit`. `own`: every signed-in person, about themselves. */
  access: 'view' | 'administer' | 'own';
  body?: z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;
  answer: z.ZodMiniType;
}

const none = z.object({});

const events = '/settings/v1/merchants/{number}/events';
const endpoint = `${events}/{endpoint}` as const;

export const settingsCalls = {
  peopleList: {
    summary: 'List people, and who can both prepare and release',
    method: 'GET',
    path: '/settings/v1/people',
    access: 'view',
    answer: z.object({
      People: z.array(Person),
      PrepareAndRelease: z.array(z.object({ Username: z.string(), Name: z.string(), Merchants: z.array(z.string()) })),
    }),
  },
  personInvite: {
    summary: 'Invite a person',
    method: 'POST',
    path: '/settings/v1/people',
    access: 'administer',
    body: z.strictObject({ Username: usernameText(), Name: boundedText(100), Roles: rolesList() }),
    answer: z.object({ Person, Link }),
  },
  personEdit: {
    summary: 'Change a person’s name or roles, or disable the person',
    method: 'PUT',
    path: '/settings/v1/people/{username}',
    access: 'administer',
    body: z.strictObject({
      Name: z.optional(boundedText(100)),
      Roles: z.optional(rolesList()),
      Disabled: z.optional(z.boolean()),
    }),
    answer: Person,
  },
  personLink: {
    summary: 'End a person’s password and sessions, and make a link for a new password',
    method: 'POST',
    path: '/settings/v1/people/{username}/link',
    access: 'administer',
    answer: Link,
  },
  personSessionsEnd: {
    summary: 'End all sessions of a person',
    method: 'DELETE',
    path: '/settings/v1/people/{username}/sessions',
    access: 'administer',
    answer: none,
  },
  programsList: {
    summary: 'List programs',
    method: 'GET',
    path: '/settings/v1/programs',
    access: 'view',
    answer: z.object({ Programs: z.array(Program) }),
  },
  programAdd: {
    summary: 'Add a program; its secret is in this answer only',
    method: 'POST',
    path: '/settings/v1/programs',
    access: 'administer',
    body: z.strictObject({
      ClientId: usernameText(),
      Name: boundedText(100),
      Permissions: permissionsList(),
      Merchants: merchantsList(),
    }),
    answer: z.object({ Program, Secret: z.string() }),
  },
  programEdit: {
    summary: 'Change a program’s name, permissions or merchants, disable it, or exempt it from four eyes',
    method: 'PUT',
    path: '/settings/v1/programs/{clientId}',
    access: 'administer',
    body: z.strictObject({
      Name: z.optional(boundedText(100)),
      Permissions: z.optional(permissionsList()),
      Merchants: z.optional(merchantsList()),
      Disabled: z.optional(z.boolean()),
      Exempt: z.optional(z.boolean()),
    }),
    answer: Program,
  },
  programSecret: {
    summary: 'Make another secret for a program; the one before works until it is ended',
    method: 'POST',
    path: '/settings/v1/programs/{clientId}/secret',
    access: 'administer',
    answer: z.object({ Secret: z.string() }),
  },
  programSecretEnd: {
    summary: 'End the secret that a program had before',
    method: 'DELETE',
    path: '/settings/v1/programs/{clientId}/former-secret',
    access: 'administer',
    answer: none,
  },
  merchantsList: {
    summary: 'List merchants',
    method: 'GET',
    path: '/settings/v1/merchants',
    access: 'view',
    answer: z.object({ Merchants: z.array(Merchant), Products: z.array(z.string()) }),
  },
  merchantAdd: {
    summary: 'Add a merchant',
    method: 'POST',
    path: '/settings/v1/merchants',
    access: 'administer',
    body: z.strictObject({
      Number: z.string().check(z.regex(/^\w{1,20}$/, 'must be 1 to 20 letters and digits')),
      Name: boundedText(100),
      Products: z.optional(productsList()),
    }),
    answer: Merchant,
  },
  merchantEdit: {
    summary: 'Change a merchant’s name, products or form defaults, or disable it',
    method: 'PUT',
    path: '/settings/v1/merchants/{number}',
    access: 'administer',
    body: z.strictObject({
      Name: z.optional(boundedText(100)),
      Products: z.optional(productsList()),
      FormDefaults: z.optional(FormDefaults),
      Disabled: z.optional(z.boolean()),
    }),
    answer: Merchant,
  },
  approvalRuleView: {
    summary: 'View a merchant’s rule of four eyes, and who may release and change it',
    method: 'GET',
    path: '/settings/v1/merchants/{number}/rule',
    access: 'view',
    answer: z.object({
      Rule: z.nullable(RuleEntry),
      BankDetails: z.boolean(),
      Cancel: z.boolean(),
      Releasers: z.array(z.string()),
      Administrators: z.array(z.string()),
    }),
  },
  approvalRuleSave: {
    summary: 'Change a merchant’s rule of four eyes, or switch it off',
    method: 'PUT',
    path: '/settings/v1/merchants/{number}/rule',
    access: 'administer',
    body: z.strictObject({
      Rule: z.nullable(RuleEntry),
      BankDetails: z.optional(z.boolean()),
      Cancel: z.optional(z.boolean()),
    }),
    answer: z.object({ Rule: z.nullable(RuleEntry), BankDetails: z.boolean(), Cancel: z.boolean() }),
  },
  collectingLimitsView: {
    summary: 'View a merchant’s limits on collecting again',
    method: 'GET',
    path: '/settings/v1/merchants/{number}/collecting-limits',
    access: 'view',
    answer: z.object({ Limits: CollectingLimits, Releasers: z.array(z.string()) }),
  },
  collectingLimitsSave: {
    summary: 'Change a merchant’s limits on collecting again',
    method: 'PUT',
    path: '/settings/v1/merchants/{number}/collecting-limits',
    access: 'administer',
    body: CollectingLimits,
    answer: z.object({ Limits: CollectingLimits }),
  },
  messageHoursView: {
    summary: 'View when a merchant’s messages go',
    method: 'GET',
    path: '/settings/v1/merchants/{number}/message-hours',
    access: 'view',
    answer: z.object({ Hours: z.nullable(MessageHours) }),
  },
  messageHoursSave: {
    summary: 'Change when a merchant’s messages go',
    method: 'PUT',
    path: '/settings/v1/merchants/{number}/message-hours',
    access: 'administer',
    body: z.strictObject({ Hours: z.nullable(MessageHours) }),
    answer: z.object({ Hours: z.nullable(MessageHours) }),
  },
  connectionView: {
    summary: 'View a merchant’s connection to the provider, if there is one',
    method: 'GET',
    path: '/settings/v1/merchants/{number}/connection',
    access: 'administer',
    answer: z.object({ Connection: z.optional(ProviderConnection) }),
  },
  connectionTest: {
    summary: 'Test a merchant’s connection, by calls that change nothing, and keep the result',
    method: 'POST',
    path: '/settings/v1/merchants/{number}/connection/test',
    access: 'administer',
    answer: z.object({ Findings: z.array(ConnectionCheck) }),
  },
  connectionSave: {
    summary: 'Give a merchant a connection of its own; another address, token address or client ID ends its secret',
    method: 'PUT',
    path: '/settings/v1/merchants/{number}/connection',
    access: 'administer',
    body: OwnConnectionEntry,
    answer: none,
  },
  connectionRemove: {
    summary: 'Remove a merchant’s own connection with its secrets, so that it has the one of the environment again',
    method: 'DELETE',
    path: '/settings/v1/merchants/{number}/connection',
    access: 'administer',
    answer: none,
  },
  connectionSecret: {
    summary:
      'Store a secret of a merchant’s own connection; the one before it is used for a day where the newest is refused',
    method: 'POST',
    path: '/settings/v1/merchants/{number}/connection/secret',
    access: 'administer',
    body: z.strictObject({ Secret: secretText() }),
    answer: none,
  },
  connectionSecretEnd: {
    summary: 'End the secret that a merchant’s own connection had before',
    method: 'DELETE',
    path: '/settings/v1/merchants/{number}/connection/former-secret',
    access: 'administer',
    answer: none,
  },
  connectionPause: {
    summary: 'Pause the changes of a merchant, or send them again; reads go on, and so does what is on its way',
    method: 'PUT',
    path: '/settings/v1/merchants/{number}/connection/changes',
    access: 'administer',
    body: z.strictObject({ Paused: z.boolean() }),
    answer: none,
  },
  eventEndpointsList: {
    summary: 'List the endpoints of a merchant’s events, and the types of events that there are',
    method: 'GET',
    path: events,
    access: 'administer',
    answer: z.object({ Endpoints: z.array(EventEndpoint), Types: z.array(z.string()) }),
  },
  eventEndpointAdd: {
    summary: 'Add an endpoint for events; its secret is in this answer only',
    method: 'POST',
    path: events,
    access: 'administer',
    body: z.strictObject({ Address: endpointAddress(), Types: endpointTypes() }),
    answer: z.object({ Endpoint: z.string(), Secret: z.string() }),
  },
  eventEndpointEdit: {
    summary: 'Change an endpoint’s address or types, or switch it off or on',
    method: 'PUT',
    path: endpoint,
    access: 'administer',
    body: z.strictObject({
      Address: z.optional(endpointAddress()),
      Types: z.optional(endpointTypes()),
      IsOn: z.optional(z.boolean()),
    }),
    answer: none,
  },
  eventEndpointRemove: {
    summary: 'Remove an endpoint with its secret and its events',
    method: 'DELETE',
    path: endpoint,
    access: 'administer',
    answer: none,
  },
  eventSecret: {
    summary: 'Make another secret for an endpoint; the one before signs as well for 24 hours',
    method: 'POST',
    path: `${endpoint}/secret`,
    access: 'administer',
    answer: z.object({ Secret: z.string(), FormerEnds: z.optional(z.string()) }),
  },
  eventTest: {
    summary: 'Send a test event to an endpoint',
    method: 'POST',
    path: `${endpoint}/test`,
    access: 'administer',
    answer: z.object({ Event: z.string() }),
  },
  eventDeliveriesList: {
    summary: 'List the last events of an endpoint',
    method: 'GET',
    path: `${endpoint}/deliveries`,
    access: 'administer',
    answer: z.object({ Deliveries: z.array(EventDelivery) }),
  },
  eventResend: {
    summary: 'Send an event to an endpoint again, with the same id',
    method: 'POST',
    path: `${endpoint}/deliveries/{event}`,
    access: 'administer',
    answer: none,
  },
  settingsRequests: {
    summary: 'List changes that wait for a second administrator',
    method: 'GET',
    path: requestsPath,
    access: 'view',
    answer: z.object({ Requests: z.array(SettingsRequest) }),
  },
  settingsRequestDecide: {
    summary: 'Confirm what another administrator asked for, or decline it; a link that it makes is in this answer only',
    method: 'POST',
    path: `${requestsPath}/{sequence}`,
    access: 'administer',
    body: z.strictObject({ Action: z.enum(['confirm', 'decline'], 'must be confirm or decline') }),
    answer: z.object({ Link: z.optional(Link) }),
  },
  organisationsList: {
    summary: 'List organisations with their senders, templates and sign-ins for messages',
    method: 'GET',
    path: '/settings/v1/organisations',
    access: 'view',
    answer: z.object({ Organisations: z.array(Organisation) }),
  },
  organisationAdd: {
    summary: 'Add an organisation',
    method: 'POST',
    path: '/settings/v1/organisations',
    access: 'administer',
    body: z.strictObject({
      Code: z.string().check(z.regex(/^\w{1,50}$/, 'must be 1 to 50 letters and digits')),
      Name: boundedText(100),
      Merchants: numbersList(),
    }),
    answer: Organisation,
  },
  organisationEdit: {
    summary: 'Change an organisation’s name, merchants or senders',
    method: 'PUT',
    path: '/settings/v1/organisations/{organisation}',
    access: 'administer',
    body: z.strictObject({
      Name: z.optional(boundedText(100)),
      Merchants: z.optional(numbersList()),
      Senders: z.optional(sendersList()),
    }),
    answer: Organisation,
  },
  templateSave: {
    summary: 'Add a message template, or change it',
    method: 'PUT',
    path: '/settings/v1/organisations/{organisation}/templates',
    access: 'administer',
    body: MessageTemplate,
    answer: Organisation,
  },
  templateRemove: {
    summary: 'Remove a message template',
    method: 'DELETE',
    path: '/settings/v1/organisations/{organisation}/templates/{name}/{language}',
    access: 'administer',
    answer: Organisation,
  },
  messageSignInAdd: {
    summary: 'Add a sign-in for messages; its password is in this answer only',
    method: 'POST',
    path: '/settings/v1/organisations/{organisation}/sign-ins',
    access: 'administer',
    body: z.strictObject({ Username: usernameText() }),
    answer: z.object({ Username: z.string(), Password: z.string() }),
  },
  messageSignInEdit: {
    summary: 'Disable a sign-in for messages, or enable it',
    method: 'PUT',
    path: '/settings/v1/organisations/{organisation}/sign-ins/{username}',
    access: 'administer',
    body: z.strictObject({ Disabled: z.boolean() }),
    answer: Organisation,
  },
  callbackSecret: {
    summary: 'Make another secret for delivery reports; the one before signs as well for a week',
    method: 'POST',
    path: '/settings/v1/organisations/{organisation}/callback-secret',
    access: 'administer',
    answer: z.object({ Secret: z.string(), FormerEnds: z.optional(z.string()) }),
  },
  profileView: {
    summary: 'View one’s own roles and sessions',
    method: 'GET',
    path: '/settings/v1/profile',
    access: 'own',
    answer: z.object({
      Username: z.string(),
      Name: z.string(),
      Roles: Person.shape.Roles,
      Permissions: z.array(z.string()),
      Merchants: z.array(z.string()),
      Sessions: z.array(Session),
    }),
  },
  profilePassword: {
    summary: 'Change one’s own password',
    method: 'PUT',
    path: '/settings/v1/profile/password',
    access: 'own',
    body: z.strictObject({
      Current: z.string().check(z.maxLength(1000, 'is longer than 1,000 characters')),
      New: z.string().check(z.maxLength(1000, 'is longer than 1,000 characters')),
    }),
    answer: none,
  },
  profileSessionsEnd: {
    summary: 'End one’s other sessions',
    method: 'DELETE',
    path: '/settings/v1/profile/sessions',
    access: 'own',
    answer: none,
  },
} as const satisfies Record<string, SettingsCall>;

export type SettingsName = keyof typeof settingsCalls;
type Of<N extends SettingsName> = (typeof settingsCalls)[N];
export type SettingsBody<N extends SettingsName> =
  Of<N> extends { body: infer B extends z.ZodMiniType } ? z.infer<B> : undefined;
export type SettingsAnswer<N extends SettingsName> = z.infer<Of<N>['answer']>;
