import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { host, labelFor, type KitSchema } from '#kit/host.ts';
import { inSentence, sentence } from './field-text.ts';

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/** `Enter the client number.` */
const askFor = (fieldName: string): string => `Enter the ${inSentence(labelFor(fieldName))}.`;

const isCoded = (fieldName: string): boolean =>
  host.fieldOf(fieldName)?.lookup !== undefined || host.suggestionsFor(fieldName) !== undefined;

function messageFor(fieldName: string, value: unknown, rule: string): string {
  if (value === undefined) return askFor(fieldName);
  // Not a code. The schema's message would request a number.
  if (Number.isNaN(value) && isCoded(fieldName)) return 'Choose one from the list, or enter its code.';
  return sentence(rule);
}

/**
 * Also checks the fields that a page marks as required. Messages don't repeat the label above them. An emptied field is
 * null while it is edited, since react-hook-form would replace undefined by the default, and undefined in the result.
 */
export const resolverOf =
  <V extends FieldValues>(schema: KitSchema): Resolver<V> =>
  async (values, _context, { fields }) => {
    const given = Object.fromEntries(
      Object.entries(values).map(([fieldName, value]) => [fieldName, isEmpty(value) ? undefined : (value as unknown)]),
    );
    const errors: Record<string, { type: string; message: string }> = {};
    for (const [fieldName, field] of Object.entries(fields))
      if ((field as { required?: unknown } | undefined)?.required && given[fieldName] === undefined)
        errors[fieldName] = { type: 'required', message: askFor(fieldName) };
    const result = schema.safeParse(given);
    for (const issue of result.error?.issues ?? []) {
      const fieldName = String(issue.path[0] ?? 'root');
      errors[fieldName] ??= {
        type: issue.code ?? '',
        message: messageFor(fieldName, given[fieldName], issue.message),
      };
    }
    const isGood = Object.keys(errors).length === 0;
    return isGood ? { values: given as V, errors: {} } : { values: {}, errors: errors as FieldErrors<V> };
  };
