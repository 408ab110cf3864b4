import { useCallback } from 'react';
import { codeLabel } from '#console/api/code-labels.ts';
import { useLabels } from '#console/api/lookups.ts';
import { partsOf } from '#console/domain/write/difference.ts';
import { fieldOf } from '#contract/fields.ts';
import { formatField } from '#kit/ui/format.tsx';
import { parseAmount } from '#rules/money.ts';

// Without the collection day: its label depends on the frequency, which another change may log.
export const lookupFields = ['FrequencyCode', 'CancelReason', 'CancelCode'];
const none: string[] = [];

/**
 * A logged value, which is text, formatted like the field's value elsewhere.
 * @param isShort omits a code after its label
 * @param isWanted false skips the lookups
 */
export function useChangedText({ isShort = false, isWanted = true } = {}) {
  const labelOf = useLabels(isWanted ? lookupFields : none);
  return useCallback(
    (field: string, text: string): string => {
      if (text === '') return '';
      const { fieldName } = partsOf(field);
      const label = lookupFields.includes(fieldName) ? labelOf(fieldName, text) : undefined;
      if (label) return isShort ? label : `${label} (${text})`;
      const kind = fieldOf(fieldName)?.input;
      if (kind === undefined) return formatField('NewValue', text);
      const amount = kind === 'amount' ? parseAmount(text) : undefined;
      return (isShort ? codeLabel(fieldName, text) : undefined) ?? formatField(fieldName, amount ?? text);
    },
    [labelOf, isShort],
  );
}
