import { isObject, textOf, type Json } from '#answers/error-body.ts';
import { fieldNameOf, fieldOf } from '#contract/fields.ts';
import type { Fault } from '#contract/operation.ts';
import { maskedNumber } from '#kit/ui/masked.tsx';

const isSensitive = (name: string): boolean => fieldOf(fieldNameOf(name))?.sensitive === true;
/** Contact details are not needed for support. */
const isPrivate = (name: string): boolean =>
  isSensitive(name) || /^(?:to|mobile|\w*cellphone\w*|e-?mail|\w+_email)$/i.test(name);

/** Sensitive values of the request as text, to hide them in answers. */
const secretsOf = (sent: readonly Json[], isSecret = isSensitive): string[] =>
  sent.flatMap((item) =>
    Object.entries(item).flatMap(([name, value]) => {
      const text = textOf(value);
      return isSecret(name) && text !== '' ? [text] : [];
    }),
  );

/** A value as formatted JSON; `change` maps every value in it by its name. */
function laidOut(value: unknown, change: (name: string, value: unknown) => unknown): string {
  try {
    return typeof value === 'string' ? String(change('', value)) : (JSON.stringify(value, change, 2) ?? '');
  } catch {
    // Too deep for the browser.
    return 'Nested too deeply to be shown.';
  }
}

const isScalar = (value: unknown): boolean => value !== null && typeof value !== 'object';

/** The full answer for the person who sent the request, with account and ID numbers masked. */
export function textOnScreen(received: unknown, sent: readonly Json[]): string {
  const secrets = secretsOf(sent);
  const withoutSecrets = (text: string) =>
    secrets.reduce((all, secret) => all.replaceAll(secret, maskedNumber(secret)), text);
  return laidOut(received, (name, value) => {
    if (isScalar(value) && isSensitive(name)) return maskedNumber(textOf(value));
    if (typeof value === 'number') return secrets.includes(String(value)) ? maskedNumber(String(value)) : value;
    return typeof value === 'string' ? withoutSecrets(value) : value;
  });
}

/** Reasons with sensitive values of the request masked. */
export const maskedReasons = (reasons: readonly Fault[], sent: readonly Json[]): Fault[] =>
  reasons.map((it) => ({ ...it, Message: textOnScreen(it.Message, sent) }));

/** Seven or more digits, grouped or not, may be an account, ID or telephone number, unless they are a date. */
const longFigures = /\d(?:[ .-]?\d){6,}/g;
const isDateLike = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:[ -]\d\d)?$/.test(text);

/** The full answer for support, without account and ID numbers in any text. */
export function textForSupport(received: unknown, sent: readonly Json[]): string {
  const secrets = secretsOf(sent, isPrivate);
  const open = new Set(
    sent.flatMap((item) => Object.entries(item).flatMap(([name, value]) => (isPrivate(name) ? [] : [textOf(value)]))),
  );
  const cleared = (text: string): string => {
    if (open.has(text)) return text;
    const withoutSecrets = secrets.reduce((all, secret) => all.replaceAll(secret, '•••'), text);
    return withoutSecrets.replace(longFigures, (run) => (isDateLike(run) || open.has(run) ? run : '•••'));
  };
  return laidOut(received, (name, value) => {
    if (!isScalar(value)) return value;
    if (isPrivate(name)) return '•••';
    if (typeof value === 'number') {
      const isOwn = fieldOf(fieldNameOf(name)) !== undefined && !secrets.includes(String(value));
      return isOwn ? value : cleared(String(value)) === String(value) ? value : '•••';
    }
    return typeof value === 'string' ? cleared(value) : value;
  });
}

/** The part of an answer to show: one value, or a list; undefined if empty. */
export function receivedIn(received: readonly unknown[]): unknown {
  const results = received.filter(
    (it) => it !== undefined && it !== '' && !(isObject(it) && Object.keys(it).length === 0),
  );
  return results.length > 1 ? results : results[0];
}
