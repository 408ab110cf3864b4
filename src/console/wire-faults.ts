import type { Fault } from '../contract/operation.ts';

export type Json = Record<string, unknown>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A list as one; a single object where a list is expected is a list of one. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : isObject(value) ? [value] : []);
/** A word as text; nothing else has one. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

// The interface shows neither an error body nor what a failed item holds (Errors), so every service has its own words.
const heads = ['Errors', 'Error', 'Failures', 'Faults', 'Fault', 'Details', 'Detail', 'Messages'];
const reasons = ['Message', 'Reason', 'Description', 'ErrorMessage', 'Error_Description', 'FailReason', 'Title'];
const codes = ['Code', 'ErrorCode', 'ReasonCode', 'ResultCode'];
const places = ['Field', 'FieldName', 'Property', 'Word'];

/** The value of the first of the names that is there, whatever the case it is written in. */
function oneOf(object: Json, names: readonly string[]): unknown {
  const found = new Map(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
  for (const name of names) {
    const value = found.get(name.toLowerCase());
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

const unnamed = 'Not accepted, without a reason';
/** Longer than that is a page, not a reason. */
const longest = 500;

/** Words of a proxy or a crashed service: of a page its title, of anything long its beginning. */
function said(text: string): Fault[] {
  const isPage = /^\s*<(?:!doctype|html|\?xml|head|body)/i.test(text);
  const words = isPage ? (/<(title|h1)[^>]*>([^<]*)</i.exec(text)?.[2] ?? '') : text;
  const plain = words.replace(/\s+/g, ' ').trim();
  return plain === '' ? [] : [{ Code: '', Message: plain.slice(0, longest) }];
}

/** One fault, as text or in whatever words a service has for it; nothing where there is none. */
function faultOf(value: unknown): Fault[] {
  if (!isObject(value)) return said(textOf(value));
  const code = textOf(oneOf(value, codes));
  const message = oneOf(value, reasons);
  const place = textOf(oneOf(value, places)) || undefined;
  if (textOf(message) !== '' || code !== '') return [{ Field: place, Code: code, Message: textOf(message) || code }];
  const inner = faultsOf(message);
  return inner.length > 0 ? inner : faultsOf(value);
}

/** What was wrong, of an error body or a failed item; another service's shape is read as far as it goes. */
export function faultsOf(body: unknown): Fault[] {
  if (!isObject(body)) return Array.isArray(body) ? body.flatMap(faultOf) : said(textOf(body));
  const held = oneOf(body, heads);
  if (Array.isArray(held))
    return held.flatMap((it): Fault[] => {
      const found = faultOf(it);
      return found.length > 0 ? found : [{ Code: '', Message: unnamed }];
    });
  if (isObject(held)) {
    const found = faultOf(held);
    // `{ "Errors": { "InstalmentAmount": "is too high" } }`: each name is a field.
    return found.length > 0
      ? found
      : Object.entries(held).flatMap(([Field, value]) =>
          listOf(Array.isArray(value) ? value : [value]).flatMap((it) =>
            said(textOf(it)).map((fault) => ({ ...fault, Field })),
          ),
        );
  }
  // `{ "error": "invalid_request", "error_description": "…" }`: a code, and what it means.
  const message = textOf(oneOf(body, reasons)) || textOf(held);
  const code = textOf(oneOf(body, codes)) || (message === textOf(held) ? '' : textOf(held));
  const place = textOf(oneOf(body, places)) || undefined;
  return said(message).map((fault) => ({ ...fault, Field: place, Code: code }));
}
