import { z } from 'zod';
import { isDate } from '#rules/calendar.ts';
import { personalNumberIn } from '#rules/long-number.ts';
import { refusedField } from '#service/base/errors.ts';

/** Fields of this service's own calls about a client, its contracts and their debits. */

export const clientNumberField = z.string().trim().min(1).max(30);
export const contractNumberField = z.string().trim().min(1).max(30);
export const contractSequenceField = z.int().positive();
export const instalmentSequenceField = z.int().positive();
export const dayField = z.string().refine(isDate, 'must be a day: 2026-12-01');

/** What people write is read by many: an account, a card or a person must not be found by it. */
export function mustHaveNoPersonalNumber(field: string, text: string | null | undefined, noun: string): void {
  if (text && personalNumberIn(text) !== undefined)
    throw refusedField('INVALID', field, `${noun} has no account, card or ID number. The last four digits are enough.`);
}
