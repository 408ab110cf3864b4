import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTenant } from '#console/api/tenant.ts';
import type { LooseOutput } from '#contract/operations.ts';
import { isEndingOf, isPhoneOf, nationalDigits, type SoughtDigits } from '#rules/search-text.ts';
import { useKnownNames } from './names.ts';

export interface OfClient {
  ClientNumber?: string | null;
  ClientName?: string | null;
}

/** Rows with the name of their client, so that it is shown, sorted by, searched and exported as their own fields are. */
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

/** Looked for among the clients once for each text, not for each row. */
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
 * Whether a row is of a client with such a telephone number, or with an account or ID number that ends so; of the clients
 * that have been retrieved.
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
