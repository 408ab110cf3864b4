import type { z } from 'zod';
import { extensionCalls, type ExtensionCall, type ExtensionName } from '#contract/extensions.ts';
import { settingsCalls, type SettingsCall } from '#contract/settings.ts';
import type { ExtensionShape } from './extension.ts';
import { settingsTexts } from './openapi-settings.ts';

type Json = Record<string, unknown>;

/** Writes a schema, with a description of each property: its own, or that of its name. */
type WriteSchema = (schema: z.core.$ZodType, io: 'input' | 'output', texts?: Readonly<Record<string, string>>) => Json;

interface OwnCall extends Pick<ExtensionShape, 'query' | 'body' | 'answer' | 'texts'> {
  name: string;
  method: string;
  path: string;
  summary: string;
  about: string;
  tag: string;
  /** Sets of which one is needed. */
  permissions: readonly (readonly string[])[];
}

const inPath: Readonly<Record<string, string>> = {
  merchant: 'The merchant number.',
  product: 'The product, `EFT` or `DEBICHECK` for example.',
  month: 'The month, written YYYY-MM.',
  account: 'The number of the account, a UUID that the caller chooses.',
  call: 'The Call of the list.',
  import: 'The Import-Id of its calls.',
  note: 'The NoteId of the list.',
  promise: 'The PromiseId of the list.',
  sequence: 'The sequence number in the list.',
  username: 'The name that the person signs in with.',
  clientId: 'The client ID of the program.',
  number: 'The merchant number.',
  organisation: 'The code of the organisation.',
  name: 'The name of the template.',
  language: 'The language of the template.',
  endpoint: 'The Endpoint of the list.',
  event: 'The Event of the list.',
};

const settingsAbout = {
  view: 'Needs `administer` or `audit`, and answers what concerns the merchants of these.',
  administer: 'Needs `administer`, and views or changes what concerns the merchants of it.',
  own: 'For signed-in people, about themselves.',
};

const quoted = (permissions: readonly string[]): string => permissions.map((it) => `\`${it}\``).join(' or ');

function extensionCall([name, shape]: readonly [ExtensionName, ExtensionShape]): OwnCall {
  const { permissions, alsoNeeds, ...call }: ExtensionCall = extensionCalls[name];
  const needs = [permissions.length > 0 && quoted(permissions), alsoNeeds && quoted([alsoNeeds])].filter(Boolean);
  const about = [needs.length > 0 && `Needs ${needs.join(', and ')}.`, shape.about].filter(Boolean).join(' ');
  const sets = permissions.map((it) => (alsoNeeds ? [it, alsoNeeds] : [it]));
  const [, tag = ''] = call.path.split('/');
  return { ...call, ...shape, name, about, tag, permissions: sets };
}

function settingsCall([name, call]: readonly [string, SettingsCall]): OwnCall {
  const permissions = call.access === 'own' ? [] : [['administer']];
  return { ...call, name, about: settingsAbout[call.access], tag: 'settings', permissions, texts: settingsTexts };
}

function describedCall(it: OwnCall, write: WriteSchema, failures: Json): Json {
  const json = (schema: Json) => ({ 'application/json': { schema } });
  const { properties = {}, required = [] } = (it.query ? write(it.query, 'input', it.texts) : {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const content =
    typeof it.answer === 'string'
      ? { [it.answer]: { schema: { type: 'string' } } }
      : json(it.answer ? write(it.answer, 'output', it.texts) : { type: 'object' });
  return {
    operationId: it.name,
    summary: it.summary,
    description: `An extension of this service, and no part of the interface. ${it.about}`.trim(),
    tags: [it.tag],
    security: (it.permissions.length > 0 ? it.permissions : [[]]).map((oauth) => ({ oauth })),
    parameters: [
      ...[...it.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        name,
        in: 'path',
        required: true,
        description: inPath[name],
        schema: { type: 'string' },
      })),
      ...Object.entries(properties).map(([name, { description, ...schema }]) => ({
        name,
        in: 'query',
        // What has a default need not be sent.
        required: required.includes(name),
        description,
        schema,
      })),
    ],
    ...(it.body && { requestBody: { required: true, content: json(write(it.body, 'input', it.texts)) } }),
    responses: { 200: { description: 'The call was processed', content }, ...failures },
  };
}

/** The calls of this service's own (docs/decisions.md, 53). @param served those about a merchant that this server has */
export function servedCalls(served: ReadonlyMap<ExtensionName, ExtensionShape>): OwnCall[] {
  return [...[...served].map(extensionCall), ...Object.entries<SettingsCall>(settingsCalls).map(settingsCall)];
}

export function ownPaths(calls: readonly OwnCall[], write: WriteSchema, failures: Json): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const it of calls) (paths[it.path] ??= {})[it.method.toLowerCase()] = describedCall(it, write, failures);
  return paths;
}
