import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { sentence } from './field-text.ts';

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

/**
 * Checks a form by an operation's input, and the words that a page marks as required. A message stands at its field, so it
 * does not repeat the label. An emptied word is null while it is edited (react-hook-form would put a default back in place
 * of undefined) and leaves the form as undefined: what that means on the wire is for the page to say.
 */
export const resolverOf =
  <V extends FieldValues>(schema: z.ZodObject): Resolver<V> =>
  async (values, _context, { fields }) => {
    const given = Object.fromEntries(
      Object.entries(values).map(([word, value]) => [word, isEmpty(value) ? undefined : (value as unknown)]),
    );
    const errors: Record<string, { type: string; message: string }> = {};
    for (const [word, field] of Object.entries(fields))
      if ((field as { required?: unknown } | undefined)?.required && given[word] === undefined)
        errors[word] = { type: 'required', message: 'Fill this in.' };
    const result = schema.safeParse(given);
    for (const issue of result.error?.issues ?? []) {
      const word = String(issue.path[0] ?? 'root');
      errors[word] ??= {
        type: issue.code,
        message: given[word] === undefined ? 'Fill this in.' : sentence(issue.message),
      };
    }
    const isGood = Object.keys(errors).length === 0;
    // The library types both outcomes by the form; here they are named by the words of the schema.
    return isGood ? { values: given as V, errors: {} } : { values: {}, errors: errors as FieldErrors<V> };
  };
