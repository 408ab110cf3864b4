import * as z from 'zod/mini';
import { fillKit, host } from '#kit/host.ts';

const whole = z.int('must be a whole number');
const text = z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(30, 'is longer than 30 characters'));

/** The fields of a shop, one for each way in which the kit treats one. */
export const sampleFields = {
  Name: {
    label: 'Customer name',
    input: 'text',
    max: 30,
    write: text.check(z.regex(/^\S+$/, 'must have no blank')),
    find: text,
  },
  Kind: { label: 'Kind', input: 'code', max: 4, write: text },
  Price: { label: 'Unit price', input: 'amount', write: z.number().check(z.minimum(0.01, 'is less than 0.01')) },
  Rate: { label: 'Rate (%)', input: 'rate', write: z.number('must be a number') },
  Count: {
    label: 'Number of pieces',
    input: 'integer',
    write: whole.check(z.minimum(1, 'is less than 1'), z.maximum(600, 'is more than 600')),
  },
  Sequence: { label: 'ID', input: 'integer', write: whole },
  Account: { label: 'Account number', input: 'integer', write: whole, sensitive: true },
  Branch: { label: 'Branch', input: 'integer', digits: 6, write: whole },
  Day: { label: 'Day', input: 'integer', lookup: 'days', write: whole },
} as const satisfies Record<string, ReturnType<typeof host.fieldOf>>;

const fields: Readonly<Record<string, ReturnType<typeof host.fieldOf>>> = sampleFields;

/** A product for the tests of functions: they show nothing. */
export const setUpSample = (): void =>
  fillKit({
    ...host,
    fieldOf: (name) => fields[name],
    isStatusField: () => false,
    codeLabel: () => undefined,
    suggestionsFor: (name) => (name === 'Kind' ? [{ code: '12', label: 'New' }] : undefined),
  });
