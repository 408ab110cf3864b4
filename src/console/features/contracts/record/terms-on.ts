import type { ContractRecord } from '#console/domain/contract/record.ts';
import type { Event } from '#console/domain/timeline/events.ts';
import { recordFieldOf } from '#console/domain/timeline/logged-field.ts';
import { fieldOf } from '#contract/fields.ts';
import { dateOf, type DateText } from '#rules/calendar.ts';
import { parseAmount } from '#rules/money.ts';

/** A logged value, which is text, as the record has it. */
function valueOf(fieldName: string, text: string): unknown {
  if (text === '') return null;
  const input = fieldOf(fieldName)?.input;
  if (input === 'amount') return parseAmount(text);
  return input === 'integer' || input === 'rate' ? Number(text) : text;
}

/** Fields that changed after the day and are none that we know, so that their values of the day aren't known either. */
export const unknownChangesSince = (events: readonly Event[], day: DateText): string[] => [
  ...new Set(
    events.flatMap((it) =>
      it.kind === 'change' && it.type !== 'CREATE' && dateOf(it.at) > day
        ? it.lines.flatMap(({ field }) => (/\[\d+\]$/.test(field) || fieldOf(recordFieldOf(field)) ? [] : [field]))
        : [],
    ),
  ),
];

/**
 * The terms of a contract as they were at the end of a day: what was changed later is undone (docs/decisions.md, 58).
 * @param events newest first
 */
export function termsOn(record: ContractRecord, events: readonly Event[], day: DateText): ContractRecord {
  const later = events.flatMap((it) =>
    it.kind === 'change' && it.type !== 'CREATE' && dateOf(it.at) > day ? it.lines : [],
  );
  // In the log's order the oldest change of a field comes last, and with it the value of the day. Fields of single
  // instalments have a number, so they are none of the record's.
  const was = later
    .map(({ field, old }) => [recordFieldOf(field), old] as const)
    .filter(([field]) => field in record)
    .map(([field, old]) => [field, valueOf(field, old)]);
  return { ...record, ...(Object.fromEntries(was) as Partial<ContractRecord>) };
}
