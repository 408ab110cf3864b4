import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clientMoney } from '#answers/client-money.ts';
import { useTenant } from '#console/api/tenant.ts';
import { bankItemKind } from '#console/domain/bank/items.ts';
import { useSettled } from '#console/domain/bank/settled.ts';
import { askReport, reportRecords } from '#console/domain/collections/report-figures.ts';
import { transactionKeys } from '#console/domain/collections/transaction-key.ts';
import type { PaymentPromise } from '#contract/promises.ts';
import { addMonths, dateOf, type DateText } from '#rules/calendar.ts';
import { centsOf } from '#rules/money.ts';
import { promiseOutcomes, type MoneyIn, type PromiseOutcome, type PromisedMoney } from '#rules/promised-money.ts';
import { grouped } from '#rules/sums.ts';

/** A payment into the bank account settles a debit that was returned up to so many months before the promise. */
const monthsBefore = 3;

const fieldNames = [
  'TransactionDate',
  'ContractSequence',
  'ClientNumber',
  'ContractNumber',
  'TransactionType',
  'Status',
  'Amount',
] as const;

/**
 * How promises ended, by their ids: by the transactions of the clients, and the bank lines that were matched as their own payments.
 * Undefined while they are read, and where they can't be read.
 */
export function usePromiseOutcomes(
  promises: readonly PaymentPromise[],
  today: DateText,
): ReadonlyMap<string, PromiseOutcome> | undefined {
  const { merchant, product } = useTenant();
  const settledOn = useSettled();
  const held = useMemo(() => promises.filter((it) => !it.Withdrawn), [promises]);
  const clients = useMemo(() => [...new Set(held.map((it) => it.ClientNumber))].toSorted(), [held]);
  const first = held.map((it) => dateOf(it.At)).toSorted()[0];
  const read = useQuery({
    queryKey: ['transactionReport', merchant, product, 'promises', first, today, clients],
    queryFn: ({ signal }) =>
      askReport(
        'transactions',
        { merchant, product },
        { from: addMonths(first ?? today, -monthsBefore), to: today },
        (source) => reportRecords(source, fieldNames, [{ fieldName: 'ClientNumber', kind: 'oneOf', values: clients }]),
        signal,
      ),
    enabled: first !== undefined,
    retry: false,
  });
  const rows = read.data?.records;
  return useMemo(() => {
    if (held.length === 0) return new Map();
    if (!rows) return undefined;
    const rowsOf = grouped(rows, (it) => it.ClientNumber ?? '');
    const found = [...grouped(held, (it) => it.ClientNumber)].map(([client, list]) => {
      const own = rowsOf.get(client) ?? [];
      const keys = { failed: transactionKeys(), returned: transactionKeys() };
      const settled = own.flatMap((row): MoneyIn[] => {
        const kind = bankItemKind(row);
        if (kind !== 'failed' && kind !== 'returned') return [];
        const [at, cents] = [settledOn(keys[kind](row)), centsOf(row.Amount)];
        if (!at || cents === undefined) return [];
        return [{ contract: row.ContractSequence == null ? null : String(row.ContractSequence), at, cents }];
      });
      return promiseOutcomes(list.map(promisedOf), [...clientMoney(own), ...settled], today);
    });
    return new Map(found.flatMap((it) => [...it]));
  }, [held, rows, settledOn, today]);
}

const promisedOf = ({ PromiseId, ContractSequence, At, Day, Amount }: PaymentPromise): PromisedMoney => ({
  id: PromiseId,
  contract: ContractSequence === null ? null : String(ContractSequence),
  at: At,
  day: Day,
  cents: centsOf(Amount) ?? 0,
});
