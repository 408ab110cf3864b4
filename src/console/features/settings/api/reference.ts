import { shellQuoted } from '#console/domain/outcome/curl.ts';

/** As much of a JSON schema as the reference shows. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  format?: string;
  maxLength?: number;
  description?: string;
  readOnly?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

interface Described {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  security?: { oauth?: string[]; basic?: string[] }[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** As much of `/openapi.json` as the reference shows. */
export interface ApiDocument {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

interface ApiField {
  name: string;
  place: string;
  type: string;
  isRequired: boolean;
  description: string;
}

export interface ApiCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  tag: string;
  /** Permissions, one of which is needed. */
  permissions: string[];
  fields: ApiField[];
  curl: string;
}

function typeText(schema: Schema): string {
  const { enum: values, type, format, maxLength, items } = schema;
  if (values) return `one of ${values.map(String).join(', ')}`;
  const kinds = (Array.isArray(type) ? type : [type ?? 'any']).filter((it) => it !== 'null');
  const kind = kinds.join(' or ').replace('string', 'text').replace('integer', 'whole number');
  if (kind === 'array') return items ? `list of ${typeText(items)}` : 'list';
  return [kind, format, maxLength !== undefined && `up to ${maxLength}`].filter(Boolean).join(', ');
}

function exampleOf(name: string, schema: Schema): unknown {
  const { enum: values, type, items, properties, required = [] } = schema;
  if (values) return values[0];
  const kind = Array.isArray(type) ? type[0] : type;
  if (kind === 'array') return items ? [exampleOf(name, items)] : [];
  if (kind === 'object' || properties)
    return Object.fromEntries(required.map((it) => [it, exampleOf(it, properties?.[it] ?? {})]));
  if (kind === 'integer' || kind === 'number') return 1;
  return kind === 'boolean' ? true : `<${name}>`;
}

const isOfInterface = ({ path }: ApiCall): boolean => path.startsWith('/v1/');

/** All calls of a document, those of the interface first, each with its fields and an example that a shell takes. */
export function apiCalls(
  { paths, components }: ApiDocument,
  { origin, merchant, product }: { origin: string; merchant: string; product: string },
): ApiCall[] {
  const whole = (schema: Schema): Schema => {
    const { $ref, anyOf, ...own } = schema;
    const named = $ref ? components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] : undefined;
    // Of a value that may be null its other form.
    const form = anyOf?.find((it) => it.type !== 'null');
    const { items, properties, ...rest } = { ...(named && whole(named)), ...(form && whole(form)), ...own };
    return {
      ...rest,
      ...(items && { items: whole(items) }),
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, whole(it)])),
      }),
    };
  };
  const known: Readonly<Record<string, string>> = { merchant, product };
  const callOf = (path: string, method: string, it: Described): ApiCall => {
    const parameters = it.parameters ?? [];
    const body = it.requestBody?.content['application/json'];
    const schema = body && whole(body.schema);
    // The items of a call are its fields: the envelope has nothing but them.
    const entries = Object.entries(schema?.properties ?? {});
    const [only] = entries.length === 1 ? entries : [];
    const item = only?.[1].items?.properties ? only[1].items : schema;
    const inBody = Object.entries(item?.properties ?? {}).flatMap(([name, field]): ApiField[] =>
      field.readOnly
        ? []
        : [
            {
              name,
              place: 'body',
              type: typeText(field),
              isRequired: item?.required?.includes(name) ?? false,
              description: field.description ?? '',
            },
          ],
    );
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? `<${name}>`);
    const query = parameters
      .filter((field) => field.in === 'query' && field.required)
      .map(({ name, schema: of = {} }) => `${name}=${String(exampleOf(name, whole(of)))}`);
    const isBasic = it.security?.some(({ basic }) => basic) ?? false;
    return {
      id: it.operationId,
      method,
      path,
      summary: it.summary ?? it.operationId,
      description: it.description ?? '',
      tag: it.tags?.[0] ?? '',
      permissions: it.security?.flatMap(({ oauth = [] }) => oauth) ?? [],
      fields: [
        ...parameters.map(({ name, in: place, required = false, description = '', schema: of = {} }) => ({
          name,
          place,
          type: typeText(whole(of)),
          isRequired: required,
          description,
        })),
        ...inBody,
      ],
      curl: [
        `curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(`${origin}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`)}`,
        isBasic ? "-u '<USERNAME>:<PASSWORD>'" : "-H 'Authorization: Bearer <TOKEN>'",
        ...(schema
          ? ["-H 'Content-Type: application/json'", `-d ${shellQuoted(JSON.stringify(exampleOf('', schema)))}`]
          : []),
      ].join(' \\\n  '),
    };
  };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, it]) =>
      it.deprecated || it.operationId.endsWith('Alias') ? [] : [callOf(path, method.toUpperCase(), it)],
    ),
  );
  return [...calls.filter(isOfInterface), ...calls.filter((it) => !isOfInterface(it))];
}

export const tokenExample = (origin: string, merchant: string): string =>
  [
    `curl ${shellQuoted(`${origin}/oauth/token`)}`,
    "-u '<PROGRAM ID>:<SECRET>'",
    '-d grant_type=client_credentials',
    `-d scope=merchant:${merchant}`,
  ].join(' \\\n  ');
