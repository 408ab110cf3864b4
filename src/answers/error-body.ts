import type { Fault } from '#contract/operation.ts';

export type Json = Record<string, unknown>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A single object counts as a list of one. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : isObject(value) ? [value] : []);
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

// The interface shows no error body and no content of `Failed` (docs/interface.md, Errors). Services use their own
// names, or those of RFC 7807 (`title`, `detail`, `invalid-params`), SOAP (`faultstring`) or OAuth (`error`).
const says = new Set(
  (
    'errors error errormessage errormessages error_description failures failure failreason failurereason faults fault ' +
    'faultstring messages message reasons reason title description detail details violations problems issues causes ' +
    'fielderrors validationerrors invalid-params invalidparams modelstate msg errortext responsedescription ' +
    'responsemessage statusdescription statusmessage fout foute boodskap boodskappe rede redes beskrywing'
  ).split(' '),
);
/** Next to one of those they are details. */
const saysAlone = new Set(['text', 'comment', 'comments']);
const codes = new Set(['code', 'errorcode', 'reasoncode', 'resultcode', 'faultcode']);
const fieldKeys = new Set(['field', 'fieldname', 'property', 'propertyname', 'word', 'parameter', 'param']);

/** Real reasons are not nested deeper. */
export const maxErrorDepth = 12;
const unnamed: Fault = { Code: '', Message: 'Not accepted, without a reason' };

/** Of a proxy or a crashed service: a page's title, otherwise the text on one line. */
function reasonsInText(text: string, Field?: string): Fault[] {
  const isPage = /^\s*<(?:!doctype|html|\?xml|head|body)/i.test(text);
  const words = isPage ? (/<(title|h1|faultstring)[^>]*>([^<]*)</i.exec(text)?.[2] ?? '') : text;
  const Message = words.replace(/\s+/g, ' ').trim();
  return Message === '' ? [] : [{ ...(Field !== undefined && { Field }), Code: '', Message }];
}

const isFilled = (value: unknown): boolean => value !== null && value !== undefined && value !== '';
const firstText = (entries: readonly (readonly [string, unknown])[], names: ReadonlySet<string>): string =>
  entries.flatMap(([name, value]) => (names.has(name.toLowerCase()) ? [textOf(value)] : [])).find(isFilled) ?? '';

/** `{ "error": "invalid_request", "error_description": … }` has its code under `error`. */
function reasonsInObject(value: Json, around: string | undefined, depth: number): Fault[] {
  const entries = Object.entries(value).filter(([, it]) => isFilled(it));
  const field = firstText(entries, fieldKeys) || around;
  const among = (set: ReadonlySet<string>) => entries.filter(([name]) => set.has(name.toLowerCase()));
  const texts = among(says).length > 0 ? among(says) : among(saysAlone);
  const named = texts.find(([name, it]) => /^error$/i.test(name) && /^\S+$/.test(textOf(it)) && texts.length > 1);
  const code = firstText(entries, codes) || textOf(named?.[1]);
  const found = texts.filter((it) => it !== named).flatMap(([, it]) => faultsIn(it, field, depth + 1));
  if (found.length === 0 && code !== '') return [{ Field: field, Code: code, Message: code }];
  return found.map((fault, index) => ({ Field: field, ...fault, Code: fault.Code || (index === 0 ? code : '') }));
}

/** All of the value is a reason, and an unknown name is a field. */
function faultsIn(value: unknown, field: string | undefined, depth = 0): Fault[] {
  if (depth > maxErrorDepth) return reasonsInText('Nested too deeply to be told here', field);
  if (Array.isArray(value))
    return value.flatMap((entry) => {
      const found = faultsIn(entry, field, depth + 1);
      return found.length > 0 ? found : [{ ...unnamed, ...(field !== undefined && { Field: field }) }];
    });
  if (!isObject(value)) return reasonsInText(textOf(value), field);
  const found = reasonsInObject(value, field, depth);
  const hasFaults = found.length > 0;
  return [
    ...found,
    ...Object.entries(value).flatMap(([name, it]) => {
      const lower = name.toLowerCase();
      // FastAPI's place of a mistake.
      if (says.has(lower) || lower === 'loc') return [];
      // Without text they are ordinary names: `{ "Field": { "Amount": ["is too high"] } }`.
      if ((codes.has(lower) || fieldKeys.has(lower)) && typeof it !== 'object') return [];
      // Next to a message, a text is a detail of it; `{ "InstalmentAmount": "is too high" }` alone is the message.
      if (hasFaults) return typeof it === 'object' ? faultsAmong(it, name, depth + 1) : [];
      return faultsIn(it, /^\d+$/.test(name) ? field : name, depth + 1);
    }),
  ];
}

/** May echo the request: only named reasons and lists of texts count. */
function faultsAmong(value: unknown, field: string, depth: number): Fault[] {
  if (depth > maxErrorDepth || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((it) =>
      typeof it === 'string' ? reasonsInText(it, field) : faultsAmong(it, field, depth + 1),
    );
  const found = reasonsInObject(value as Json, field, depth);
  return [...found, ...otherFaults(value as Json, depth)];
}

/** Reasons under other names of an item or a body: `{ "ClientName": ["is not allowed"] }`. */
const otherFaults = (body: Json, depth: number): Fault[] =>
  Object.entries(body).flatMap(([name, value]) =>
    says.has(name.toLowerCase()) || name === 'APIResponse' ? [] : faultsAmong(value, name, depth + 1),
  );

export function withoutRepeats(faults: readonly Fault[]): Fault[] {
  const byWords = new Map(faults.map((fault) => [`${fault.Field}\n${fault.Message}`, fault]));
  return [...byWords.values()];
}

/** From an error body or failed item of any shape. */
export function faultsOf(body: unknown): Fault[] {
  if (!isObject(body))
    return withoutRepeats(Array.isArray(body) ? faultsIn(body, undefined) : reasonsInText(textOf(body)));
  const api = Object.entries(body).find(([name]) => name.toLowerCase() === 'apiresponse')?.[1];
  return withoutRepeats([
    ...reasonsInObject(body, undefined, 0),
    ...otherFaults(body, 0),
    ...(isObject(api) ? reasonsInObject(api, undefined, 0) : []),
  ]);
}
