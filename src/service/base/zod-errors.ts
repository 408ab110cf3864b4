import type { z } from 'zod';
import { limits } from '#contract/operation.ts';
import type { CodedFault } from './errors.ts';

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

/** A name from the request, short enough to repeat. No character is cut in two. */
export const shortName = (name: string): string =>
  name.length > 60 ? `${name.slice(0, 60).replace(/\p{Cs}$/u, '')}…` : name;

function* fault(issue: Issue, input: unknown): Generator<CodedFault> {
  // Without a field the whole item is wrong.
  const Field = issue.path.map((it) => shortName(String(it))).join('.') || undefined;
  const what = Field ?? 'The item';
  if (issue.code === 'unrecognized_keys')
    for (const key of issue.keys.map(shortName))
      yield {
        Field: Field === undefined ? key : `${Field}.${key}`,
        Code: 'UNKNOWN_WORD',
        Message: `${key} is not a field of this call.`,
      };
  else if (issue.code === 'invalid_type') {
    const absent = issue.path.reduce<unknown>(inside, input) === undefined;
    yield absent
      ? { Field, Code: 'REQUIRED', Message: `${what} is required.` }
      : { Field, Code: 'WRONG_TYPE', Message: `${what} must be ${expected[issue.expected] ?? issue.expected}.` };
  } else yield { Field, Code: 'INVALID', Message: `${what} ${issue.message}.` };
}

/** The first problems of an item or a call, and the number of the others. */
interface Problems {
  faults: CodedFault[];
  more: number;
}

/** zod's problems with `input` as faults: one per field, naming it and what it should be. */
export function problemsOf(error: z.core.$ZodError, input: unknown): Problems {
  const faults: CodedFault[] = [];
  let more = 0;
  for (const issue of error.issues)
    for (const it of fault(issue, input))
      if (faults.length < limits.itemFaults) faults.push(it);
      else more++;
  return { faults, more };
}

/** The same as a list; the last entry counts the omitted ones. */
export const listedFaults = ({ faults, more }: Problems): CodedFault[] =>
  more === 0 ? faults : [...faults, { Code: 'MORE', Message: `There are ${more} more problems.` }];

export const zodFaults = (error: z.core.$ZodError, input: unknown): CodedFault[] =>
  listedFaults(problemsOf(error, input));
