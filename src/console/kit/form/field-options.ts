import { useMemo } from 'react';
import { useConfig } from '#console/api/config.ts';
import { isFieldName } from '#contract/fields.ts';

export interface Option {
  code: string | number;
  label: string;
  group?: string;
  about?: string;
}

/** Codes from the configuration, for a field whose values the interface does not list. */
export function useSuggestions(fieldName: string): readonly Option[] {
  const { codes } = useConfig();
  const suggested = isFieldName(fieldName) ? codes[fieldName] : undefined;
  return useMemo(
    () =>
      (suggested ?? []).map(({ code, label }) => ({
        code,
        label: label && label !== code ? `${label} (${code})` : code,
      })),
    [suggested],
  );
}
