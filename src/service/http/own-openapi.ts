import { z } from 'zod';

type Json = Record<string, unknown>;

const ours = 'An extension of this service, not part of the interface.';
const statuses = {
  400: 'The call does not fit its description',
  401: 'OAuth 2.0 authentication is needed, or the permission is missing',
  404: 'Another merchant, or none',
};

export const schemaOf = (schema: z.ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as Json & { properties: Record<string, Json> };
};

const texts: Readonly<Record<string, string>> = {
  From: 'The first day, in the time zone of the service.',
  To: 'The last day.',
  Actor: 'A username or a client id.',
  Kind: 'Who acted: people, programs, the service itself, or operators at the terminal.',
  Action: 'The name of an operation, or sign-in, export, unmask, clearing and the like.',
  Chain: '`installation` has the sign-ins of people, changes of their rights and restores of backups.',
  Before: 'Entries before this sequence: the last one of the page before.',
  Limit: 'Entries in the answer.',
};

export const described = (operationId: string, summary: string, permission: string | undefined, rest: Json): Json => ({
  operationId,
  summary,
  description: `${ours} ${permission ? `Needs the permission ${permission}.` : ''}`.trim(),
  tags: [operationId.replace(/[A-Z].*/, '')],
  security: [{ oauth: [] }],
  ...rest,
  responses: {
    200: { description: 'The call was processed', content: { 'application/json': { schema: { type: 'object' } } } },
    ...Object.fromEntries(
      Object.entries(statuses).map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } } },
      ]),
    ),
  },
});

export const inPath = (name: string, description: string): Json => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
});
export const inQuery = (filter: z.ZodType): Json[] =>
  Object.entries(schemaOf(filter).properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    description: schema['description'] ?? texts[name] ?? `Only entries with this ${name}.`,
    schema,
  }));
