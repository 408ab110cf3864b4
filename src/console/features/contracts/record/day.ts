import { dateOf, type DateText } from '../../../../rules/calendar.ts';
import { partsOf } from '../../../kit/form/difference.ts';
import type { Instalment } from '../../../domain/instalment/totals.ts';
import type { Event, Line, Transaction } from '../../../domain/timeline/events.ts';

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

/**
 * The transactions that each instalment led to. The transaction report does not name the instalment (interface, Reports),
 * so they are matched by the minute and status of the change that the same outcome left in the change report, and by the
 * amount; where the change is not told, by status, amount and the nearest date not after it.
 */
export function matched(
  instalments: readonly Instalment[],
  events: readonly Event[],
): Map<Transaction, Instalment | undefined> {
  const changedAt = new Map<string, string>();
  for (const event of events)
    for (const { field, next } of event.kind === 'change' ? event.lines : [])
      if (field.startsWith('InstalmentStatus[')) changedAt.set(`${field} ${next}`, event.at);
  const changeOf = (it: Instalment) =>
    changedAt.get(`InstalmentStatus[${it.InstalmentSequence}] ${it.InstalmentStatus}`);
  const free = new Set(instalments);
  const result = new Map<Transaction, Instalment | undefined>();
  const transactions = events.flatMap((it) => (it.kind === 'transaction' ? [it.transaction] : [])).toReversed();
  for (const it of transactions) {
    const at = it.TransactionDate ?? '';
    const fits = [...free].filter((one) => one.InstalmentStatus === it.Status && one.InstalmentAmount === it.Amount);
    const exact = fits.find((one) => changeOf(one) === at);
    const nearest = fits
      .filter((one) => changeOf(one) === undefined && (one.InstalmentActionDate ?? '') <= at)
      .toSorted((one, other) => ((one.InstalmentActionDate ?? '') < (other.InstalmentActionDate ?? '') ? 1 : -1))[0];
    const found = exact ?? nearest;
    if (found) free.delete(found);
    result.set(it, found);
  }
  return result;
}

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
