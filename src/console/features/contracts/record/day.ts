import type { Instalment } from '#console/domain/money-item/item.ts';
import { matched } from '#console/domain/money-item/rules.ts';
import type { Event, Line, Transaction } from '#console/domain/timeline/events.ts';
import { partsOf } from '#console/domain/write/difference.ts';
import { dateOf, type DateText } from '#rules/calendar.ts';

/** An instalment of a day with its changes, oldest first, and its transactions. */
export interface DayDebit {
  instalment: Instalment;
  history: { at: string; type: string; line: Line }[];
  transactions: Transaction[];
}

interface Day {
  debits: DayDebit[];
  /** Transactions whose instalment has another date (tracked or moved), or is unknown. */
  others: { transaction: Transaction; instalment?: Instalment }[];
}

const sequenceOf = (line: Line): string | undefined => partsOf(line.field).sequence;

export function contractDay(date: DateText, instalments: readonly Instalment[], events: readonly Event[]): Day {
  const pairs = [...matched(instalments, events)];
  const isOn = (instalment: Instalment | undefined) => dateOf(instalment?.due ?? '') === date;
  const debits = instalments.filter(isOn).map((instalment): DayDebit => ({
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
