import * as z from 'zod/mini';

/**
 * The two written forms of time (interface, Conventions 4): `YYYY-MM-DD HH24:MI` and, where a shape shows no time,
 * `YYYY-MM-DD`. Both are wall-clock text: nothing here or elsewhere turns them into an instant. The pattern of the
 * calendar knows leap years, so a date that does not exist is refused by schema alone, and by any reader of the
 * OpenAPI document as well.
 */
const calendar = z.regexes.date.source.replace(/^\^|\$$/g, '');
const years = '(?=19|[2-9]\\d)';

export const dateText = () =>
  z
    .string()
    .check(
      z.regex(new RegExp(`^${years}${calendar}$`), 'must be a date that exists, written YYYY-MM-DD'),
      z.meta({ examples: ['2026-12-01'] }),
    );

export const dateTimeText = () =>
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^${years}${calendar} (?:[01]\\d|2[0-3]):[0-5]\\d$`),
        'must be a date and time that exist, written YYYY-MM-DD HH:MM',
      ),
      z.meta({ examples: ['2026-12-01 08:00'] }),
    );
