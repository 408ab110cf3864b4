import type { z } from 'zod';
import { limits } from '#contract/operation.ts';
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

/** A name that somebody made up, fit to be told. */
export const shortened = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

function* fault(issue: Issue, given: unknown): Generator<Fault> {
  // Without a field it is about the item as a whole.
  const Field = issue.path.map((it) => shortened(String(it))).join('.') || undefined;
  const what = Field ?? 'The item';
  if (issue.code === 'unrecognized_keys')
    for (const key of issue.keys.map(shortened))
      yield {
        Field: Field === undefined ? key : `${Field}.${key}`,
        Code: 'UNKNOWN_WORD',
        Message: `${key} is not a field of this call.`,
      };
  else if (issue.code === 'invalid_type') {
    const absent = issue.path.reduce<unknown>(inside, given) === undefined;
    yield absent
      ? { Field, Code: 'REQUIRED', Message: `${what} is required.` }
      : { Field, Code: 'WRONG_TYPE', Message: `${what} must be ${expected[issue.expected] ?? issue.expected}.` };
  } else yield { Field, Code: 'INVALID', Message: `${what} ${issue.message}.` };
}

/** What is wrong with an item or a call: the first of it, and how much more there is. */
export interface Problems {
  faults: Fault[];
  more: number;
}

/** What zod found wrong with `given`, as the wire says it: one fault a field, naming the field and how it should be. */
export function problemsOf(error: z.core.$ZodError, given: unknown): Problems {
  const faults: Fault[] = [];
  let more = 0;
  for (const issue of error.issues)
    for (const it of fault(issue, given))
      if (faults.length < limits.itemFaults) faults.push(it);
      else more++;
  return { faults, more };
}

/** The same as a list, whose last entry counts what is not listed. */
export const listed = ({ faults, more }: Problems): Fault[] =>
  more === 0 ? faults : [...faults, { Code: 'MORE', Message: `There are ${more} more problems.` }];

export const faultsOf = (error: z.core.$ZodError, given: unknown): Fault[] => listed(problemsOf(error, given));
