import { z } from 'zod';
import { fields } from '../contract/fields.ts';
import { answerOf, ErrorBody, envelopeOf, limits, permissionOf, type Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as Json;
  return rest;
};

const json = (schema: Json) => ({ 'application/json': { schema } });

const statuses = {
  400: 'The call was processed but errors are present in the request',
  401: 'OAuth 2.0 authentication is needed to access the resource',
  404: 'The specified resource was not found',
  500: 'Internal server error; contact support',
  503: 'Service unavailable; contact support',
};

function described(it: Operation, path: string): Json {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = envelopeOf(it) !== 'batch' && it.method !== 'POST';
  const required = new Set((schemaOf(it.input, 'input').required as string[] | undefined) ?? []);
  const query = inQuery
    ? Object.entries(it.input.shape as Record<string, z.ZodType>).map(([name, schema]) => ({
        name,
        in: 'query',
        required: required.has(name),
        description: name in fields ? fields[name as keyof typeof fields].label : undefined,
        schema: schemaOf(schema, 'input'),
      }))
    : [];
  const version = it.version
    ? [{ name: 'Version', in: 'query', required: false, schema: { type: 'string', enum: ['v1'], default: 'v1' } }]
    : [];
  const body = it.request
    ? {
        type: 'object',
        required: [it.request],
        additionalProperties: false,
        // An item that does not fit is refused by itself, inside a 200 answer: the envelope alone decides a 400.
        properties: {
          [it.request]: { type: 'array', minItems: 1, maxItems: limits.items, items: schemaOf(it.input, 'input') },
        },
      }
    : schemaOf(it.input, 'input');
  return {
    operationId: it.name,
    summary: it.summary,
    tags: [it.family],
    ...(it.deprecated ? { deprecated: true } : {}),
    security: it.basic ? [{ basic: [] }] : [{ oauth: [permissionOf(it)] }],
    parameters: [...named, ...version, ...query],
    ...(inQuery ? {} : { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: { description: 'The call was processed', content: json(schemaOf(answerOf(it), 'output')) },
      ...Object.fromEntries(
        Object.entries(statuses).map(([status, description]) => [
          status,
          { description, content: json({ $ref: '#/components/schemas/ErrorBody' }) },
        ]),
      ),
    },
  };
}

/** The interface as an OpenAPI 3.1 document, derived from the contract. */
export function openapi(origin: string): Json {
  const paths: Record<string, Json> = {};
  for (const it of Object.values<Operation>(operations))
    for (const [index, template] of [it.path, it.alias].entries()) {
      if (!template) continue;
      const path = template.replace('{PREFIX}', '/v1/payments/{merchant}');
      const entry = described(it, path);
      (paths[path] ??= {})[it.method.toLowerCase()] =
        index === 0 ? entry : { ...entry, operationId: `${it.name}Alias` };
    }
  return {
    openapi: '3.1.0',
    info: { title: 'Collections and payouts', version: '1.0.0' },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: { ErrorBody: schemaOf(ErrorBody, 'output') },
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: `${origin}/oauth/token`, scopes: {} },
            authorizationCode: {
              authorizationUrl: `${origin}/oauth/authorize`,
              tokenUrl: `${origin}/oauth/token`,
              scopes: {},
            },
          },
        },
        basic: { type: 'http', scheme: 'basic' },
      },
    },
  };
}
