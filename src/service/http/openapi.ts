import { z } from 'zod';
import { fields } from '../../contract/fields.ts';
import { faultCodes } from '../../contract/fault-codes.ts';
import { answerOf, ErrorBody, envelopeOf, limits, permissionOf, type Operation } from '../../contract/operation.ts';
import { operations, readOnlyFields } from '../../contract/operations.ts';

type Json = Record<string, unknown>;

/** What schemas refer to by name, once for the whole document. */
type Named = Record<string, Json>;

/** A JSON schema whose named parts go to `named`. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output', named: Named): Json {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs = {}, ...rest } = JSON.parse(text) as Json & { $defs?: Named };
  for (const [name, { id: _id, ...part }] of Object.entries($defs)) named[name] = part;
  return rest;
}

const json = (schema: Json) => ({ 'application/json': { schema } });

const statuses = {
  400: 'The call was processed but errors are present in the request',
  401: 'OAuth 2.0 authentication is needed to access the resource',
  404: 'The specified resource was not found',
  500: 'Internal server error; contact support',
  503: 'Service unavailable; contact support',
};

/** An item with the fields that a call does not set: sent as they are stored, they are ignored (docs/decisions.md, 7). */
function withReadOnly(it: Operation, item: Json): Json {
  const readOnly = readOnlyFields(it).map((name) => [name, { readOnly: true }] as const);
  return { ...item, properties: { ...(item.properties as Json), ...Object.fromEntries(readOnly) } };
}

function described(it: Operation, path: string, schemas: Named): Json {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = envelopeOf(it) !== 'batch' && it.method !== 'POST';
  const required = new Set((schemaOf(it.input, 'input', schemas).required as string[] | undefined) ?? []);
  const query = inQuery
    ? Object.entries(it.input.shape).map(([name, schema]) => ({
        name,
        in: 'query',
        required: required.has(name),
        description: name in fields ? fields[name as keyof typeof fields].label : undefined,
        schema: schemaOf(schema, 'input', schemas),
      }))
    : [];
  const version = it.version
    ? [{ name: 'Version', in: 'query', required: false, schema: { type: 'string', enum: ['v1'], default: 'v1' } }]
    : [];
  const all = it.listsAll
    ? [
        {
          name: 'All',
          in: 'query',
          required: false,
          description:
            'An extension of this service: retrieves all records of the merchant and product, or with ClientNumber those of ' +
            'the client. Without it the identification rule applies.',
          schema: { type: 'boolean', default: false },
        },
      ]
    : [];
  const isMaintain = envelopeOf(it) === 'batch' || envelopeOf(it) === 'cancel';
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
          name: 'DryRun',
          in: 'query',
          required: false,
          description:
            'Does nothing that stays: the call is answered as it would be without this, with a header `Dry-Run: true`, ' +
            'and undone. Numbers that the answer gives to new records are not reserved.',
          schema: { type: 'boolean', default: false },
        },
      ]
    : [];
  const body = it.request
    ? {
        type: 'object',
        required: [it.request],
        additionalProperties: false,
        // An item that does not fit is refused by itself, inside a 200 answer: the envelope alone decides a 400.
        properties: {
          [it.request]: {
            type: 'array',
            minItems: 1,
            maxItems: limits.items,
            items: withReadOnly(it, schemaOf(it.input, 'input', schemas)),
          },
        },
      }
    : schemaOf(it.input, 'input', schemas);
  return {
    operationId: it.name,
    summary: it.summary,
    tags: [it.resource],
    ...(it.deprecated ? { deprecated: true } : {}),
    security: it.basic ? [{ basic: [] }] : [{ oauth: [permissionOf(it)] }],
    parameters: [...inPath, ...version, ...query, ...all, ...key],
    ...(inQuery ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: { description: 'The call was processed', content: json(schemaOf(answerOf(it), 'output', schemas)) },
      ...Object.fromEntries(
        Object.entries(statuses).map(([status, description]) => [
          status,
          { description, content: json({ $ref: '#/components/schemas/ErrorBody' }) },
        ]),
      ),
    },
  };
}

/** The schema of a fault with the codes that this service gives; the contract names none, since the console reads others. */
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

/** The interface as an OpenAPI 3.1 document, derived from the contract. */
export function openapi(origin: string): Json {
  const paths: Record<string, Json> = {};
  const schemas: Named = {};
  schemaOf(ErrorBody, 'output', schemas);
  schemas.Fault = withCodes(schemas.Fault);
  for (const it of Object.values<Operation>(operations))
    for (const [index, template] of [it.path, it.alias].entries()) {
      if (!template) continue;
      const path = template.replace('{PREFIX}', '/v1/payments/{merchant}');
      const entry = described(it, path, schemas);
      (paths[path] ??= {})[it.method.toLowerCase()] =
        index === 0 ? entry : { ...entry, operationId: `${it.name}Alias` };
    }
  const permissions = Object.values<Operation>(operations).map((it) => [permissionOf(it), it.resource] as const);
  const scopes = Object.fromEntries(permissions);
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
