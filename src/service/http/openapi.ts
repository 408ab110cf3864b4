import { z } from 'zod';
import type { ExtensionName } from '#contract/extensions.ts';
import { faultCodes } from '#contract/fault-codes.ts';
import { identificationOf } from '#contract/identification.ts';
import { DeliveryReport } from '#contract/messages.ts';
import { answerShape, envelopeOf, ErrorBody, limits, permissionOf, type Operation } from '#contract/operation.ts';
import { operations, readOnlyFields } from '#contract/operations.ts';
import type { ExtensionShape } from './extension.ts';
import { ownPaths, servedCalls } from './openapi-own.ts';
import { describing, propertyText } from './openapi-texts.ts';

type Json = Record<string, unknown>;

/** Schemas that others refer to by name, once for the whole document. */
type Named = Record<string, Json>;

/** An item that is accepted whatever it is, to be rejected on its own, is described as a valid one. */
const asWanted = (_key: string, value: { anyOf?: Json[] } | null): unknown =>
  value?.anyOf?.some((it) => Object.keys(it).length === 0) ? value.anyOf[0] : value;

/** A JSON schema whose named parts go to `named`. @param texts of properties, before those of the interface */
function schemaOf(
  schema: z.core.$ZodType,
  io: 'input' | 'output',
  named: Named,
  texts: Readonly<Record<string, string>> = {},
): Json {
  const created = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  const text = JSON.stringify(created).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs = {}, ...rest } = JSON.parse(text, asWanted) as Json & { $defs?: Named };
  for (const [name, { id: _id, ...part }] of Object.entries($defs)) named[name] = describing(part) as Json;
  return describing(rest, (name) => texts[name] ?? propertyText(name)) as Json;
}

const json = (schema: Json) => ({ 'application/json': { schema } });

const statuses = {
  400: 'The call was processed but errors are present in the request',
  401: 'OAuth 2.0 authentication is needed to access the resource',
  404: 'The specified resource was not found',
  500: 'Internal server error; contact support',
  503: 'Service unavailable; contact support',
};

const failures: Json = Object.fromEntries(
  Object.entries(statuses).map(([status, description]) => [
    status,
    { description, content: json({ $ref: '#/components/schemas/ErrorBody' }) },
  ]),
);

/** Adds the fields that a call does not set: sent as stored, they are ignored (docs/decisions.md, 7). */
function withReadOnly(operation: Operation, item: Json): Json {
  const readOnly = readOnlyFields(operation).map(
    (name) => [name, { description: propertyText(name), readOnly: true }] as const,
  );
  return { ...item, properties: { ...(item.properties as Json), ...Object.fromEntries(readOnly) } };
}

/** Whether a call must name its contract. Of the retrieves only those with `All` must. */
const mustIdentify = (operation: Operation): boolean =>
  identificationOf(operation).needsContract && (envelopeOf(operation) !== 'records' || operation.listsAll === true);

const having = (properties: Record<string, Json>): Json =>
  describing({ type: 'object', properties, required: Object.keys(properties) }) as Json;
// Null identifies nothing.
const identified = [
  having({ ContractSequence: { type: 'integer' } }),
  having({ ClientNumber: { type: 'string' }, ContractNumber: { type: 'string' } }),
];
const identificationText = 'Identified by ContractSequence, or by ClientNumber and ContractNumber.';

/** A query cannot express null. */
function withoutNull({ anyOf, ...schema }: Json): Json {
  const left = (anyOf as Json[] | undefined)?.filter((it) => it.type !== 'null') ?? [];
  return { ...schema, ...(left.length === 1 ? left[0] : left.length > 1 && { anyOf: left }) };
}

/** Reports to the receiver that a message names (docs/decisions.md, 28). */
function deliveryReports(schemas: Named): Json {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  const post = {
    operationId: 'deliveryReport',
    summary: 'Delivery report',
    parameters: [
      header('X-Delivery-Id', 'The same in every attempt: a report is posted at least once.'),
      header(
        'X-Signature',
        '`t=<seconds>,v1=<hex HMAC-SHA-256 of "<seconds>.<body>">`, by the secret of the organisation.',
      ),
    ],
    requestBody: { required: true, content: json(schemaOf(DeliveryReport, 'output', schemas)) },
    responses: {
      '2XX': { description: 'Taken' },
      410: { description: 'Not wanted any more' },
      default: { description: 'Posted again, twelve times within about a day' },
    },
  };
  const { operationId, ...same } = post;
  return {
    toCallbackData: { '{$request.body#/messages/0/callbackData}': { post } },
    toNotifyUrl: { '{$request.body#/messages/0/notifyUrl}': { post: { ...same, operationId: `${operationId}Alias` } } },
  };
}

const tagHeader = { ETag: { description: 'Changes with the lookup.', schema: { type: 'string' } } };
const notModified = { 304: { description: 'The lookup still has the `ETag` of `If-None-Match`', headers: tagHeader } };
const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier answer.',
  schema: { type: 'string' },
};

const inPathTexts: Readonly<Record<string, string>> = {
  merchant: 'The merchant number.',
  product: 'The product, `EFT` or `DEBICHECK` for example.',
  organisation: 'The organisation.',
};

/** @param isInFront of a provider, which has no dry runs and knows no imports. */
function described(operation: Operation, path: string, schemas: Named, isInFront: boolean): Json {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: inPathTexts[name ?? ''],
    schema: { type: 'string' },
  }));
  const inQuery = envelopeOf(operation) !== 'batch' && operation.method !== 'POST';
  const required = new Set((schemaOf(operation.input, 'input', schemas).required as string[] | undefined) ?? []);
  const query = inQuery
    ? Object.entries(operation.input.shape).map(([name, schema]) => ({
        name,
        in: 'query',
        required: required.has(name),
        description: propertyText(name),
        schema: withoutNull(schemaOf(schema, 'input', schemas)),
      }))
    : [];
  const version = operation.version
    ? [
        {
          name: 'Version',
          in: 'query',
          required: true,
          description: 'The version of the interface. This service takes a missing one for `v1`.',
          schema: { type: 'string', enum: ['v1'] },
        },
      ]
    : [];
  const all = operation.listsAll
    ? [
        {
          name: 'All',
          in: 'query',
          required: false,
          description:
            'An extension of this service: retrieves all records of the merchant and product, or with ClientNumber those of ' +
            'the client. Without it the identification rule applies.' +
            (isInFront ? ' Refused with `NOT_OFFERED` where the connection does not offer `lists-of-all`.' : ''),
          schema: { type: 'boolean', default: false },
        },
      ]
    : [];
  const isLookup = operation.resource === 'lookups';
  const isMaintain = envelopeOf(operation) === 'batch' || envelopeOf(operation) === 'cancel';
  const key = isMaintain
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: 'Makes the call safe to repeat: the same key with the same request gets the same answer.',
          schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
        },
        {
          name: 'Import-Id',
          in: 'header',
          required: false,
          description:
            'An extension of this service. Calls with the same number, by one caller, are one import' +
            (isInFront
              ? ': where payouts need a second person, they wait until it is complete, and are judged by their sum.'
              : ': where payouts need a second person, they are judged by their sum and released together.'),
          schema: { type: 'string', format: 'uuid' },
        },
        ...(isInFront
          ? [
              {
                name: 'Import-End',
                in: 'header',
                required: false,
                description:
                  'An extension of this service. The last call of an import has it; otherwise an import is complete 15 minutes after its last call.',
                schema: { type: 'boolean', default: false },
              },
            ]
          : []),
        {
          name: 'Import-Rows',
          in: 'header',
          required: false,
          description:
            'An extension of this service. The rows of the items in the file that is imported, in ascending order, and how many rows it has: ' +
            '`2-501,503/1200`. With it the import is listed, with the reasons of refused rows.',
          schema: { type: 'string' },
        },
        {
          name: 'Import-File',
          in: 'header',
          required: false,
          description: 'An extension of this service, with `Import-Rows`. The name of the file, percent-encoded.',
          schema: { type: 'string' },
        },
      ]
    : [];
  const dryRun = isMaintain
    ? [
        {
          name: 'DryRun',
          in: 'query',
          required: false,
          description:
            'Does nothing that stays: the call is answered as it would be without this, with a header `Dry-Run: true`, ' +
            'and undone. Numbers that the answer gives to new records are not reserved.' +
            (isInFront
              ? ' Refused with `NOT_OFFERED` until a test of the connection finds that the provider does so.'
              : ''),
          schema: { type: 'boolean', default: false },
        },
      ]
    : [];
  const body = operation.request
    ? {
        type: 'object',
        required: [operation.request],
        additionalProperties: false,
        // An item that does not match is refused alone, in a 200 answer: only the envelope decides a 400.
        properties: {
          [operation.request]: {
            type: 'array',
            description: 'The items of the call.',
            minItems: 1,
            maxItems: limits.items,
            items: {
              ...withReadOnly(operation, schemaOf(operation.input, 'input', schemas)),
              // Generators merge `anyOf` next to `properties` to a union that any wrong value matches.
              ...(mustIdentify(operation) && { allOf: [{ anyOf: identified }] }),
            },
          },
        },
      }
    : schemaOf(operation.input, 'input', schemas);
  return {
    operationId: operation.name,
    summary: operation.summary,
    ...(mustIdentify(operation) && { description: identificationText }),
    tags: [operation.resource],
    ...(operation.deprecated ? { deprecated: true } : {}),
    security: operation.basic ? [{ basic: [] }] : [{ oauth: [permissionOf(operation)] }],
    parameters: [...inPath, ...version, ...query, ...all, ...key, ...dryRun, ...(isLookup ? [ifNoneMatch] : [])],
    ...(inQuery ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: {
        description: 'The call was processed',
        ...(isLookup && { headers: tagHeader }),
        content: json(schemaOf(answerShape(operation), 'output', schemas)),
      },
      ...(isLookup && notModified),
      ...failures,
    },
    ...(operation.name === 'templateSend' && { callbacks: deliveryReports(schemas) }),
  };
}

/** The schema of a fault with the codes of this service; the contract lists none, because the console also reads others. */
function withCodes(fault: Json | undefined): Json {
  const { properties } = fault as { properties: Record<string, Json> };
  const description = Object.entries(faultCodes).map(([code, meaning]) => `- ${code}: ${meaning}`);
  return {
    ...fault,
    properties: {
      ...properties,
      Code: { ...properties.Code, enum: Object.keys(faultCodes), description: description.join('\n') },
    },
  };
}

/**
 * The interface and the calls of this service's own as an OpenAPI 3.1 document, derived from the contract.
 * @param served the calls about a merchant that this server has
 * @param provider which this server is in front of: without what is not offered there, such as messages without credentials for them
 */
export function openapi(
  origin: string,
  served: ReadonlyMap<ExtensionName, ExtensionShape>,
  provider?: { messages?: unknown },
): Json {
  const isInFront = provider !== undefined;
  const schemas: Named = {};
  const own = servedCalls(served);
  const paths = ownPaths(own, (schema, io, texts) => schemaOf(schema, io, schemas, texts), failures);
  schemaOf(ErrorBody, 'output', schemas);
  const offered = Object.values<Operation>(operations).filter((it) => !it.basic || !provider || provider.messages);
  for (const operation of offered)
    for (const [index, template] of [operation.path, operation.alias].entries()) {
      if (!template) continue;
      const path = template.replace('{PREFIX}', '/v1/payments/{merchant}');
      const entry = described(operation, path, schemas, isInFront);
      (paths[path] ??= {})[operation.method.toLowerCase()] =
        index === 0 ? entry : { ...entry, operationId: `${operation.name}Alias` };
    }
  // At the end: every answer with faults names this schema again, without codes.
  schemas.Fault = withCodes(schemas.Fault);
  const scopes = Object.fromEntries([
    ...own.flatMap(({ permissions, tag }) => permissions.flat().map((permission) => [permission, tag])),
    ...offered.map((it) => [permissionOf(it), it.resource]),
  ]) as Record<string, string>;
  return {
    openapi: '3.1.0',
    info: { title: 'Collections and payouts', version: '1.0.0' },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: `${origin}/oauth/token`, scopes },
            authorizationCode: {
              authorizationUrl: `${origin}/oauth/authorize`,
              tokenUrl: `${origin}/oauth/token`,
              scopes,
            },
          },
        },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
  };
}
