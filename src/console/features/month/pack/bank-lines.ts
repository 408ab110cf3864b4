import { differenceNames, type Term } from '#sheet-engine/matching/item.ts';
import { suggestionRuleText } from '../bank/texts.ts';
import type { MonthBank } from '../bank/use-bank.ts';
import type { BankMove } from './journal.ts';
import type { ExtraSheet } from './spec.ts';

const own = (terms: readonly Term[], product: string): Term[] =>
  terms.filter((it) => it.kind !== 'paidOut' && (it.group ?? product) === product);

const sumOf = (terms: readonly Term[]): number => terms.reduce((sum, it) => sum + it.sign * it.cents, 0);

type Lines = Pick<MonthBank, 'lines' | 'state'>;
type KeptLines = Pick<MonthBank, 'lines' | 'state' | 'kept'>;

const matchesOf = ({ lines, state }: Lines) => {
  const byLine = new Map((state?.matches ?? []).map((it) => [it.line, it]));
  return lines.flatMap((line) => {
    const match = byLine.get(line.id);
    return match ? [{ line, match }] : [];
  });
};

/**
 * A line may pay debits of several products: each product has its own, and a difference is that of the first. Fees of
 * the account itself are those of the first product.
 */
export const bankMoves = (bank: Lines, product: string, isFirst: boolean): BankMove[] =>
  matchesOf(bank).flatMap(({ line, match }) => {
    const terms = own(match.terms, product);
    const [first] = match.terms;
    const isOwn = first === undefined ? isFirst : (first.group ?? product) === product;
    const isSettled = match.rule === 'settles';
    const move = {
      day: line.date,
      matched: isSettled ? 0 : sumOf(terms),
      settled: isSettled && isOwn ? line.cents : 0,
      difference: isOwn && !isSettled ? match.difference : 0,
      isFee: match.rule === 'named' || match.name === 'fee' || match.name === 'vat',
    };
    return move.matched === 0 && move.settled === 0 && move.difference === 0 ? [] : [move];
  });

/** The month's lines of the account, with what they are matched with, and those that are not. */
export function bankSheets(bank: KeptLines): ExtraSheet[] {
  if (bank.lines.length === 0) return [];
  const confirmed = new Map((bank.kept?.book.matches ?? []).map((it) => [it.line, it]));
  const matched = new Map(matchesOf(bank).map(({ line, match }) => [line.id, match]));
  return [
    {
      name: 'Bank',
      titles: ['Day', 'Text', 'Reference', 'Amount', 'Matched', 'Difference', 'Named', 'By', 'At'],
      rows: bank.lines.map((line) => {
        const match = matched.get(line.id);
        const start = [line.date, line.text, line.reference, { cents: line.cents }];
        if (!match) return [...start, 'Not matched', null, '', '', ''];
        const { by = '', at = '' } = confirmed.get(line.id) ?? {};
        const name = match.name ? differenceNames[match.name] : '';
        return [...start, suggestionRuleText(match), { cents: match.difference }, name, by, at];
      }),
    },
    {
      name: 'Not matched',
      titles: ['Day', 'Text', 'Reference', 'Amount'],
      rows: bank.lines
        .filter((line) => !matched.has(line.id))
        .map((line) => [line.date, line.text, line.reference, { cents: line.cents }]),
    },
  ];
}
