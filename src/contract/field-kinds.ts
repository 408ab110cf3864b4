import * as z from 'zod/mini';
import { decimalOf } from './decimals.ts';
import { legible, plain, printable } from './printable.ts';
import { dateText, dateTimeText } from './times.ts';

/** Determines a field's form control, and its column's alignment and filter. */
export type InputKind = 'text' | 'code' | 'integer' | 'amount' | 'rate' | 'date' | 'dateTime' | 'flag' | 'records';

export type LookupName = 'frequencyLookup' | 'bankLookup' | 'mandateReasonLookup' | 'payoutCancelLookup';

export interface Field<T = unknown> {
  /** Schema of values that may be sent. */
  write: z.ZodMiniType<T>;
  /** Schema of values that identify what exists, if it is wider: what was stored under older rules stays reachable. */
  find?: z.ZodMiniType<T>;
  /**
   * Schema of values that may be received: only the type, since the interface lists no values and other services have
   * other limits.
   */
  read: z.ZodMiniType<T>;
  label: string;
  input: InputKind;
  /** Maximum length of a text, or digits of a number. */
  max?: number;
  lookup?: LookupName;
  /** Written with this many digits: a number on the wire loses its zeros on the left. */
  digits?: number;
  /** Holds the value of any field, as the change log writes it. */
  isLogged?: true;
  /** Written in groups on screen. */
  isPhone?: true;
  /** Masked on screen; never in a URL, log, draft or support card. */
  sensitive?: true;
}

type Extra = Pick<Field, 'max' | 'lookup' | 'digits' | 'isLogged' | 'isPhone' | 'sensitive'>;

const lengthOf = (max: number) => [
  z.minLength(1, 'must not be empty'),
  z.maxLength(max, `is longer than ${max} characters`),
];

/** A name or a sentence. Blanks at its ends are dropped. */
export const text = (label: string, max: number, extra: Extra = {}): Field<string> => ({
  write: z.string().check(z.trim(), ...lengthOf(max), ...legible()),
  read: z.string(),
  label,
  input: 'text',
  max,
  ...extra,
});

/** A number or an address that may have letters. It is compared, so its blanks are not dropped but refused. */
export const identifier = (label: string, max: number, extra: Extra = {}): Field<string> => ({
  ...text(label, max, extra),
  write: z.string().check(...lengthOf(max), ...plain()),
  find: z.string().check(...lengthOf(max), printable()),
});

/**
 * A coded field. The interface lists no values (docs/interface.md, Resources), so any text is valid; the console
 * suggests values.
 */
export const code = (label: string, max = 10, extra: Extra = {}): Field<string> => ({
  ...identifier(label, max, extra),
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
 * A number with few decimals. `decimalOf` replaces the number, so that no later code reads it differently.
 * (`multipleOf(0.01)` does not work: 0.01 has no exact binary form and validators disagree on 1234.56.)
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

/** A percentage with up to four decimals. */
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

/** A field that holds records; the operation defines their shape. */
export const records = (label: string): Field<unknown[]> => ({
  write: z.array(z.unknown()),
  read: z.array(z.unknown()),
  label,
  input: 'records',
});
