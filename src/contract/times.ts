import * as z from 'zod/mini';

/**
 * The two text forms of time: `YYYY-MM-DD HH24:MI` (docs/interface.md, Conventions 4) and `YYYY-MM-DD`. Both are
 * wall-clock text and never become an instant. The pattern knows leap years, so the schema alone refuses dates that do
 * not exist, as does any reader of the OpenAPI document.
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
