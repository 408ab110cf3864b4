import type { Hints } from '#console/domain/contract/mandate-fields.tsx';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { contracts } from '#contract/contracts.ts';
import type { Input } from '#contract/operations.ts';
import { dateOf, type DateText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';

type Item = Input<'contractCreate'>;

const fieldNames = Object.keys(contracts.contractCreate.input.shape) as (keyof Item)[];

/**
 * Copies the terms of a contract to its successor. Without the contract number, which must be new, and without dates in
 * the past: the service would refuse them, and a first collection must not be repeated.
 */
export function carriedFrom(record: ContractRecord, today: DateText): { item: Partial<Item>; hints: Hints } {
  const isPast = (at: string | null | undefined) => at != null && dateOf(at) <= today;
  const { InstalmentStartDate: start, NumberOfInstalments: number } = record;
  const dropped = new Set<keyof Item>([
    'ContractNumber',
    ...(isPast(start) ? (['InstalmentStartDate'] as const) : []),
    ...(isPast(record.FirstCollectionDate) ? (['FirstCollectionDate', 'FirstCollectionAmount'] as const) : []),
  ]);
  const kept = fieldNames.flatMap((fieldName) =>
    record[fieldName] == null || dropped.has(fieldName) ? [] : [[fieldName, record[fieldName]]],
  );
  return {
    item: Object.fromEntries(kept) as Partial<Item>,
    hints: {
      ...(isPast(start) ? { InstalmentStartDate: `The old contract began on ${dayText(start ?? '')}.` } : {}),
      ...(number == null ? {} : { NumberOfInstalments: 'As many as the old contract had from its beginning.' }),
    },
  };
}
