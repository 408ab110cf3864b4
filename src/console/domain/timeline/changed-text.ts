import { useCallback } from 'react';
import { codeLabel } from '#console/api/code-labels.ts';
import { useLabels } from '#console/api/lookups.ts';
import { partsOf } from '#console/kit/form/difference.ts';
import { show } from '#console/kit/ui/format.tsx';
import { fieldOf } from '#contract/fields.ts';
import { parseAmount } from '#rules/money.ts';

// A collection day has no label here: it belongs to a frequency, which the log of another change holds.
export const lookupFields = ['FrequencyCode', 'CancelReason', 'CancelCode'];
const none: string[] = [];

/**
 * The value of a change, which the log writes as text, in the form that the same field has elsewhere on screen.
 *
 * @param isShort a code's label without the code behind it
 * @param isWanted false keeps the lookups from being read
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
      if (kind === undefined) return show('NewValue', text);
      const amount = kind === 'amount' ? parseAmount(text) : undefined;
      return (isShort ? codeLabel(fieldName, text) : undefined) ?? show(fieldName, amount ?? text);
    },
    [labelOf, isShort],
  );
}
