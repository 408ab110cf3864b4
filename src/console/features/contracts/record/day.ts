import { type Instalment } from '#console/domain/money-item/item.ts';
import { matched } from '#console/domain/money-item/rules.ts';
import type { Event, Line, Transaction } from '#console/domain/timeline/events.ts';
import { partsOf } from '#console/kit/form/difference.ts';
import { dateOf, type DateText } from '#rules/calendar.ts';

/** An instalment of a day with all that is told of it: its changes, the oldest first, and the transactions it led to. */
export interface Debit {
  instalment: Instalment;
  history: { at: string; type: string; line: Line }[];
  transactions: Transaction[];
}

export interface Day {
  debits: Debit[];
  /** Transactions of the day whose instalment has another date (tracked until funds came, or moved), or is not known. */
  others: { transaction: Transaction; instalment?: Instalment }[];
}

const sequenceOf = (line: Line): string | undefined => partsOf(line.field).sequence;

/** What a contract's instalments, changes and transactions say about one day. */
export function dayOf(date: DateText, instalments: readonly Instalment[], events: readonly Event[]): Day {
  const pairs = [...matched(instalments, events)];
  const isOn = (it: Instalment | undefined) => dateOf(it?.InstalmentActionDate ?? '') === date;
  const debits = instalments.filter(isOn).map((instalment): Debit => ({
    instalment,
    history: events
      .flatMap((it) => (it.kind === 'change' ? it.lines.map((line) => ({ at: it.at, type: it.type, line })) : []))
      .filter(({ line }) => sequenceOf(line) === String(instalment.InstalmentSequence))
      .toReversed(),
    transactions: pairs.filter(([, of]) => of === instalment).map(([transaction]) => transaction),
  }));
  const others = pairs
    .filter(([it, of]) => dateOf(it.TransactionDate ?? '') === date && !isOn(of))
    .map(([transaction, instalment]) => ({ transaction, instalment }));
  return { debits, others };
}
