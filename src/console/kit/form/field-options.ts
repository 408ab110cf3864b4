import { useMemo } from 'react';
import { useConfig } from '#console/api/config.ts';
import { isFieldName } from '#contract/fields.ts';

export interface Option {
  code: string | number;
  label: string;
  group?: string;
  /** A second line. */
  about?: string;
}

/** The codes that the configuration suggests for a field of which the interface lists no values. */
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
