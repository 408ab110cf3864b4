import type { z } from 'zod';
import type { Fault } from './errors.ts';

type Issue = z.core.$ZodIssue;

const expected: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  array: 'an array',
  object: 'an object',
  boolean: 'true or false',
};

const inside = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;

function fault(issue: Issue, given: unknown): Fault[] {
  // Without a word it is about the item as a whole.
  const Field = issue.path.join('.') || undefined;
  const what = Field ?? 'The item';
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      Field: [...issue.path, key].join('.'),
      Code: 'UNKNOWN_WORD',
      Message: `${key} is not a word of this call.`,
    }));
  if (issue.code === 'invalid_type') {
    const absent = issue.path.reduce<unknown>(inside, given) === undefined;
    return [
      absent
        ? { Field, Code: 'REQUIRED', Message: `${what} is required.` }
        : { Field, Code: 'WRONG_TYPE', Message: `${what} must be ${expected[issue.expected] ?? issue.expected}.` },
    ];
  }
  return [{ Field, Code: 'INVALID', Message: `${what} ${issue.message}.` }];
}

/** What zod found wrong with `given`, as the wire says it: one fault a word, naming the word and how it should be. */
export const faultsOf = (error: z.ZodError, given: unknown): Fault[] =>
  error.issues.flatMap((issue) => fault(issue, given));
