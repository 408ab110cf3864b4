import * as z from 'zod/mini';
import { decimalOf } from './decimals.ts';
import { dateText, dateTimeText } from './times.ts';

/** How a person gives the field: decides the control of a form and the alignment and filter of a grid column. */
export type InputKind = 'text' | 'code' | 'integer' | 'amount' | 'rate' | 'date' | 'dateTime' | 'flag' | 'records';

/** The lookup of the service that lists a field's values. */
export type LookupName = 'frequencyLookup' | 'bankLookup' | 'mandateReasonLookup' | 'payoutCancelLookup';

/** A field of the wire. */
export interface Field<T = unknown> {
  /** What may be sent. */
  write: z.ZodMiniType<T>;
  /** What may come back: the type alone, since the interface lists no values and other services have other limits. */
  read: z.ZodMiniType<T>;
  label: string;
  input: InputKind;
  /** Longest text, or most digits of a number. */
  max?: number;
  lookup?: LookupName;
  /** Masked on screen; never in an address, a log, a draft or a support card. */
  sensitive?: true;
}

type Extra = Pick<Field, 'max' | 'lookup' | 'sensitive'>;

// Control characters and lone surrogates have no place in a name or a number and PostgreSQL stores neither.
const printable = /^[^\p{Cc}\p{Cs}]*$/u;
const letters = (max: number) =>
  z
    .string()
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(max, `is longer than ${max} characters`),
      z.regex(printable, 'has characters that cannot be printed'),
    );

export const text = (label: string, max: number, extra: Extra = {}): Field<string> => ({
  write: letters(max),
  read: z.string(),
  label,
  input: 'text',
  max,
  ...extra,
});

/** A coded field. The interface lists no values (Resources), so any text goes; the screen suggests. */
export const code = (label: string, max = 10, extra: Extra = {}): Field<string> => ({
  ...text(label, max, extra),
  input: 'code',
});

export const integer = (label: string, least: number, most: number, extra: Extra = {}): Field<number> => ({
  write: z
    .int('must be a whole number')
    .check(z.minimum(least, `is less than ${least}`), z.maximum(most, `is more than ${most}`)),
  read: z.int(),
  label,
  input: 'integer',
  max: String(most).length,
  ...extra,
});

export const sequence = (label: string) => integer(label, 1, Number.MAX_SAFE_INTEGER);

export const largest = 9_999_999_999.99;

/**
 * A number of a few decimals. What goes on from here is `decimalOf` the number that came, so that no later step can read
 * it in another way. (`multipleOf(0.01)` is a trap: 0.01 has no exact binary form and validators disagree on 1234.56.)
 */
const decimal = (least: number, most: number, places: number, inWords: string) =>
  z.number('must be a number').check(
    z.overwrite((value) => decimalOf(value, places) ?? value),
    z.minimum(least, `is less than ${least}`),
    z.maximum(most, `is more than ${most}`),
    z.refine((value) => decimalOf(value, places) !== undefined, `has more than ${inWords} decimals`),
  );

export const amount = (label: string, least = 0.01): Field<number> => ({
  write: decimal(least, largest, 2, 'two'),
  read: z.number(),
  label,
  input: 'amount',
});

/** A percentage, to the four decimals that are kept. */
export const rate = (label: string, least: number, most: number): Field<number> => ({
  write: decimal(least, most, 4, 'four'),
  read: z.number(),
  label,
  input: 'rate',
});

export const date = (label: string): Field<string> => ({ write: dateText(), read: z.string(), label, input: 'date' });
export const dateTime = (label: string): Field<string> => ({
  write: dateTimeText(),
  read: z.string(),
  label,
  input: 'dateTime',
});

export const flag = (label: string): Field<string> => ({
  write: z.enum(['Y', 'N'], 'must be Y or N'),
  read: z.string(),
  label,
  input: 'flag',
  max: 1,
});

/** A field that holds records; its shape is written where the operation is. */
export const records = (label: string): Field<unknown[]> => ({
  write: z.array(z.unknown()),
  read: z.array(z.unknown()),
  label,
  input: 'records',
});
