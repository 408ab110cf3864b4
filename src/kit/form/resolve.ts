import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { host, labelFor, type KitSchema } from '#kit/host.ts';
import { inSentence, sentence } from './field-text.ts';

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

const isCoded = (fieldName: string): boolean =>
  host.fieldOf(fieldName)?.lookup !== undefined || host.suggestionsFor(fieldName) !== undefined;

/** `Enter the client number.`, `Choose the frequency.` */
const askFor = (fieldName: string): string =>
  `${isCoded(fieldName) ? 'Choose' : 'Enter'} the ${inSentence(labelFor(fieldName))}.`;

/** What the form shows under a field, in place of the schema's message where that does not help. */
function messageFor(fieldName: string, value: unknown, schemaMessage: string): string {
  if (value === undefined) return askFor(fieldName);
  // The schema would require a number of a text that is no code.
  if (Number.isNaN(value) && isCoded(fieldName)) return 'Choose one from the list, or enter its code.';
  return sentence(schemaMessage);
}

/**
 * The resolver with which react-hook-form checks a form: by the schema, and for the fields that a page registers as `required`. A
 * field has one message, without the label above it. An emptied field is null while it is edited, since react-hook-form would
 * replace undefined by the default, and undefined in the result.
 */
export const resolverOf =
  <V extends FieldValues>(schema: KitSchema): Resolver<V> =>
  async (values, _context, { fields }) => {
    const filled = Object.fromEntries(
      Object.entries(values).map(([fieldName, value]) => [fieldName, isEmpty(value) ? undefined : (value as unknown)]),
    );
    const errors: Record<string, { type: string; message: string }> = {};
    for (const [fieldName, field] of Object.entries(fields))
      if ((field as { required?: unknown } | undefined)?.required && filled[fieldName] === undefined)
        errors[fieldName] = { type: 'required', message: askFor(fieldName) };
    const result = schema.safeParse(filled);
    for (const issue of result.error?.issues ?? []) {
      const fieldName = String(issue.path[0] ?? 'root');
      errors[fieldName] ??= {
        type: issue.code ?? '',
        message: messageFor(fieldName, filled[fieldName], issue.message),
      };
    }
    const isValid = Object.keys(errors).length === 0;
    return isValid ? { values: filled as V, errors: {} } : { values: {}, errors: errors as FieldErrors<V> };
  };
