import { stageOf } from '#answers/statuses.ts';
import { isLateReturn, isOfUnknownType, isPayout } from '#answers/transaction-kind.ts';
import { transactionKeys } from '#console/domain/collections/transaction-key.ts';
import type { ReportSource } from '#report-engine/protocol.ts';
import { dateOf, isDate, type DateText } from '#rules/calendar.ts';
import type { Row } from '#rules/column.ts';
import { centsOf } from '#rules/money.ts';
import type { MatchingItem, ItemKind } from '#sheet-engine/matching/item.ts';
import { plainReference } from '#sheet-engine/statement/mask.ts';

/** What is read of a transaction. */
export const itemFields = [
  'TransactionDate',
  'ContractSequence',
  'ClientNumber',
  'ContractNumber',
  'TransactionType',
  'Status',
  'Amount',
];

/** Undefined for what is no money on the bank: cancelled, under way, or of an unknown status or type. */
export function bankItemKind(row: Row): ItemKind | undefined {
  const stage = stageOf(row.Status as string | null | undefined);
  if (isOfUnknownType(row)) return undefined;
  if (isPayout(row)) return stage === 'paid' ? 'paidOut' : undefined;
  if (isLateReturn(row)) return 'returned';
  if (stage === 'paid') return 'paid';
  return stage === 'unpaid' ? 'failed' : undefined;
}

/** A failed debit's item has this number: the unpaid desk finds it by the same key. */
const itemId = (kind: ItemKind, key: string): string => `${kind} ${key}`;

/** The day of the bank line that settled an unpaid debit, by the debit's `transactionKeys`. @param days by item */
export const settledOf =
  (days: ReadonlyMap<string, DateText>, product: string) =>
  (key: string): DateText | undefined =>
    days.get(`${product} ${itemId('failed', key)}`) ?? days.get(`${product} ${itemId('returned', key)}`);

/** Transactions of a product that can be on the bank. Those without a day or amount can't be matched. */
export function bankItems(rows: readonly Row[], product: string): MatchingItem[] {
  const keys = new Map<ItemKind, ReturnType<typeof transactionKeys>>();
  return rows.flatMap((row): MatchingItem[] => {
    const kind = bankItemKind(row);
    const cents = centsOf(row.Amount);
    const date = dateOf(String(row.TransactionDate ?? ''));
    if (kind === undefined) return [];
    let keyOf = keys.get(kind);
    if (!keyOf) keys.set(kind, (keyOf = transactionKeys()));
    const id = itemId(kind, keyOf(row));
    if (cents === undefined || cents <= 0 || !isDate(date)) return [];
    const numbers = [row.ContractNumber, row.ContractSequence, row.ClientNumber].filter(
      (it) => it != null && it !== '',
    );
    return [
      {
        id: `${product} ${id}`,
        kind,
        date,
        cents,
        group: product,
        references: numbers.map((it) => plainReference(String(it))),
        label: String(row.ContractNumber ?? row.ContractSequence ?? ''),
      },
    ];
  });
}

export const askItems =
  (product: string) =>
  async (source: ReportSource): Promise<MatchingItem[]> =>
    bankItems((await source.found(itemFields, [])).rows, product);
