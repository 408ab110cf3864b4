import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { isEndingOf, isPhoneOf, nationalDigits, type SoughtDigits } from '#rules/search-text.ts';
import { useKnownNames } from './names.ts';

interface OfClient {
  ClientNumber?: string | null;
  ClientName?: string | null;
}

/** Adds the client's name to rows, so that it can be shown, sorted, searched and exported. */
export function useNamed<Row extends OfClient>(
  rows: readonly Row[],
): readonly (Row & { ClientName?: string | null })[] {
  const nameOf = useKnownNames();
  return useMemo(
    () => rows.map((row) => ({ ...row, ClientName: row.ClientName ?? nameOf(row.ClientNumber) })),
    [rows, nameOf],
  );
}

const digitsOf = (value: unknown) => String(value ?? '').replaceAll(/\D/g, '');

type HasDigits = (row: OfClient, digits: SoughtDigits) => boolean;

/** Searched among the clients once per text, not per row. */
function digitsIn(clients: () => readonly LooseOutput<'clientList'>[]): HasDigits {
  const found = new WeakMap<SoughtDigits, ReadonlySet<unknown>>();
  const numbersWith = (digits: SoughtDigits) => {
    const matching = clients().filter(
      (it) =>
        isPhoneOf(digits, nationalDigits(String(it.CellphoneNumber ?? ''))) ||
        isEndingOf(digits, digitsOf(it.AccountNumber)) ||
        isEndingOf(digits, digitsOf(it.IDNumber)),
    );
    const numbers = new Set(matching.map((it) => it.ClientNumber));
    found.set(digits, numbers);
    return numbers;
  };
  return (row, digits) => (found.get(digits) ?? numbersWith(digits)).has(row.ClientNumber);
}

/**
 * Whether a row's client has this telephone number, or an account or ID number with this end. Only retrieved clients
 * are searched.
 */
export function useHasDigits(): HasDigits {
  const queries = useQueryClient();
  const { merchant, product } = useTenant();
  return useMemo(
    () =>
      digitsIn(
        () =>
          queries.getQueryData<{ records?: LooseOutput<'clientList'>[] }>(['clientList', merchant, product, {}])
            ?.records ?? [],
      ),
    [queries, merchant, product],
  );
}
