import { isObject, textOf, type Json } from '#console/api/error-body.ts';
import { masked } from '#console/kit/ui/masked.tsx';
import { fieldNameOf, fieldOf } from '#contract/fields.ts';
import type { Fault } from '#contract/operation.ts';

const isSensitive = (name: string): boolean => fieldOf(fieldNameOf(name))?.sensitive === true;
/** How somebody is reached is nothing that support needs. */
const isPrivate = (name: string): boolean =>
  isSensitive(name) || /^(?:to|mobile|\w*cellphone\w*|e-?mail|\w+_email)$/i.test(name);

/** Values that were sent under sensitive names, as text: wherever they come back, they are not shown. */
const secretsOf = (sent: readonly Json[], isSecret = isSensitive): string[] =>
  sent.flatMap((item) =>
    Object.entries(item).flatMap(([name, value]) => {
      const text = textOf(value);
      return isSecret(name) && text !== '' ? [text] : [];
    }),
  );

/** A value as text, laid out to be read; `change` is given each value within and the name it stands under. */
function laidOut(value: unknown, change: (name: string, value: unknown) => unknown): string {
  try {
    return typeof value === 'string' ? String(change('', value)) : (JSON.stringify(value, change, 2) ?? '');
  } catch {
    // Deeper than a browser can write.
    return 'Nested too deeply to be shown.';
  }
}

const isScalar = (value: unknown): boolean => value !== null && typeof value !== 'object';

/** All that came, for the screen of the person who sent it: account and ID numbers end in their last figures. */
export function textOnScreen(received: unknown, sent: readonly Json[]): string {
  const secrets = secretsOf(sent);
  const withoutSecrets = (text: string) =>
    secrets.reduce((all, secret) => all.replaceAll(secret, masked(secret)), text);
  return laidOut(received, (name, value) => {
    if (isScalar(value) && isSensitive(name)) return masked(textOf(value));
    if (typeof value === 'number') return secrets.includes(String(value)) ? masked(String(value)) : value;
    return typeof value === 'string' ? withoutSecrets(value) : value;
  });
}

/** Reasons in which what was sent under a sensitive name is masked. */
export const veiled = (reasons: readonly Fault[], sent: readonly Json[]): Fault[] =>
  reasons.map((it) => ({ ...it, Message: textOnScreen(it.Message, sent) }));

/** Seven figures or more, however they are grouped, may be somebody's account, ID or telephone; a date is not. */
const longFigures = /\d(?:[ .-]?\d){6,}/g;
const isDateLike = (text: string): boolean => /^\d{4}-\d\d-\d\d(?:[ -]\d\d)?$/.test(text);

/** All that came, for support: no account or ID number is in it, in whatever text it stands. */
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

/** What of an answer is worth showing in full: one thing as it is, several as a list; nothing where nothing came. */
export function receivedIn(received: readonly unknown[]): unknown {
  const results = received.filter(
    (it) => it !== undefined && it !== '' && !(isObject(it) && Object.keys(it).length === 0),
  );
  return results.length > 1 ? results : results[0];
}
