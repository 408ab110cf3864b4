import { useMemo } from 'react';
import { host } from '#kit/host.ts';

export interface Option {
  code: string | number;
  label: string;
  group?: string;
  about?: string;
}

/** For a field that takes other values too. */
export function useSuggestions(fieldName: string): readonly Option[] {
  const suggested = host.suggestionsFor(fieldName);
  return useMemo(
    () =>
      (suggested ?? []).map(({ code, label }) => ({
        code,
        label: label && label !== code ? `${label} (${code})` : code,
      })),
    [suggested],
  );
}
