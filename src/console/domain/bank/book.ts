import { addDays, type DateText, type DateTimeText } from '#rules/calendar.ts';
import { dayText } from '#rules/day-text.ts';
import { grouped } from '#rules/sums.ts';
import type { AccountRule, BankEntry, Match, Tolerance } from '#sheet-engine/matching/item.ts';
import type { Mapping } from '#sheet-engine/statement/mapping.ts';
import { maskedLine } from '#sheet-engine/statement/mask.ts';
import type { BankStatement } from '#sheet-engine/statement/statement.ts';

export interface BankAccount {
  id: string;
  name: string;
  /** The last four digits; empty if no statement named them. */
  ending: string;
  /** The columns of its files, confirmed once. */
  mapping?: Mapping | undefined;
  tolerance: Tolerance;
  rules: AccountRule[];
}

interface KeptStatement {
  id: string;
  from: DateText;
  to: DateText;
  opening?: number | undefined;
  closing?: number | undefined;
  lines: number;
}

export interface BankLine extends BankEntry {
  statement: string;
}

export interface BankMatch extends Match {
  by: string;
  at: DateTimeText;
}

/** All that is kept of an account; its files are not. */
export interface AccountBook {
  account: BankAccount;
  statements: KeptStatement[];
  lines: BankLine[];
  /** In the order of their confirmation. */
  matches: BankMatch[];
}

export interface KeptBook {
  book: AccountBook;
  version: number;
}

/** R 500 for a line, R 1 000 for a month, a retention of up to 10 %. */
const usualTolerance = { line: 50_000, month: 100_000, retention: 1000 } satisfies Tolerance;

/** With the usual retention for an account that was kept without one. */
export const toleranceOf = ({ tolerance }: BankAccount): Required<Tolerance> & { retention: number } => ({
  ...tolerance,
  retention: tolerance.retention ?? usualTolerance.retention,
});

export const newBook = (account: Pick<BankAccount, 'id' | 'name' | 'ending' | 'mapping'>): AccountBook => ({
  account: { ...account, tolerance: usualTolerance, rules: [] },
  statements: [],
  lines: [],
  matches: [],
});

type Entry = Pick<BankEntry, 'date' | 'cents' | 'text' | 'reference'>;

/** The same for a line whose references were not known when it was first read. */
const keyOf = ({ date, cents, text, reference }: Entry): string =>
  [date, cents, maskedLine(text), maskedLine(reference)].join('|');

/** Masking takes most of the time: each line's key is computed once. */
const keyed = <It extends Entry>(lines: readonly It[]) => lines.map((line) => ({ line, key: keyOf(line) }));

function counted(list: readonly { key: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of list) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** A line of a file that has the day and amount of a kept line, and other words. */
export interface LineTwin {
  line: Entry;
  kept: Entry;
}

/** Whether twins are one line in two files, or two lines. */
export type TwinAnswer = 'same' | 'others';

type AddedLines = { book: AccountBook; added: number; known: number; twins: LineTwin[] } | { refused: string };

/**
 * New lines of the first or last day that may be there already: two files of one account rarely have the same words.
 * @param kept the lines that no line of the file equals
 */
function twinsOf(read: readonly BankLine[], kept: readonly BankLine[]): Map<BankLine, BankLine> {
  const sameMove = ({ date, cents }: BankLine) => `${date}|${cents}`;
  const free = grouped(kept, sameMove);
  return new Map(
    read.flatMap((line) => {
      const twin = free.get(sameMove(line))?.shift();
      return twin ? [[line, twin] as const] : [];
    }),
  );
}

/** The balance before the first line; a format that does not state it has one all the same. */
const openingOf = ({ opening, closing, lines }: BankStatement): number | undefined =>
  opening ?? (closing === undefined ? undefined : closing - lines.reduce((all, it) => all + it.cents, 0));

/** Statements of which this one is the continuation, or the reverse, on the one day that they share: their lines are others. */
function continuing({ statements, lines }: AccountBook, statement: BankStatement): Set<string> {
  const { from, to, closing } = statement;
  const opening = openingOf(statement);
  const isSame = (other: KeptStatement) =>
    other.from === from && other.to === to && other.opening === opening && other.closing === closing;
  // Lines of the day that add up to 0 say nothing: both balances are the same then.
  const moves = ({ id }: KeptStatement, day: DateText) =>
    lines.reduce((sum, it) => (it.statement === id && it.date === day ? sum + it.cents : sum), 0) !== 0;
  const isNext = (other: KeptStatement) =>
    other.to === from && other.closing !== undefined && other.closing === opening && moves(other, from);
  const isBefore = (other: KeptStatement) =>
    other.from === to && closing !== undefined && other.opening === closing && moves(other, to);
  return new Set(statements.filter((it) => !isSame(it) && (isNext(it) || isBefore(it))).map((it) => it.id));
}

/**
 * Adds what is new of a statement: of N equal lines in the file as many as are not kept yet, so that the same file again
 * adds none. On days that the statement covers whole it must have every line that is kept: otherwise the same lines would
 * be added twice under other texts. On its first and last day such lines are `twins`, about which a person decides. If its
 * balance continues that of a kept statement, equal lines of the day that both have are different ones.
 */
export function withStatement(
  book: AccountBook,
  statement: BankStatement,
  id: string,
  answer: TwinAnswer = 'same',
): AddedLines {
  const { from, to, lines } = statement;
  const [inFile, inBook] = [keyed(lines), keyed(book.lines)];
  const countsInFile = counted(inFile);
  const others = continuing(book, statement);
  const comparable = inBook.filter((it) => !others.has(it.line.statement));
  const kept = counted(comparable);
  const ids = new Set(book.lines.map((it) => it.id));
  const inside = counted(inBook.filter(({ line: { date } }) => date > from && date < to));
  const missing = [...inside].filter(([key, count]) => (countsInFile.get(key) ?? 0) < count);
  if (missing.length > 0) {
    const day = missing[0]?.[0].slice(0, 10) ?? from;
    return {
      refused:
        `The account already has lines of these days that are not in this file, the first on ${dayText(day)}. ` +
        'Is it another account, or another format than before? Nothing was taken.',
    };
  }
  const seen = new Map<string, number>();
  const read: BankLine[] = [];
  for (const { line, key } of inFile) {
    const { date, cents, text, reference, isFee } = line;
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    if (nth <= (kept.get(key) ?? 0)) continue;
    let number = nth;
    while (ids.has(`${key}|${number}`)) number += 1;
    ids.add(`${key}|${number}`);
    read.push({ id: `${key}|${number}`, date, cents, text, reference, isFee, statement: id });
  }
  const unequal = comparable.filter(({ key }) => {
    const left = countsInFile.get(key) ?? 0;
    countsInFile.set(key, left - 1);
    return left <= 0;
  });
  const twins = twinsOf(
    read,
    unequal.map(({ line }) => line),
  );
  const added = answer === 'same' ? read.filter((it) => !twins.has(it)) : read;
  const opening = openingOf(statement);
  const isSame = (other: KeptStatement) =>
    other.from === from && other.to === to && other.closing === statement.closing;
  const isKnown = added.length === 0 && book.statements.some(isSame);
  return {
    added: added.length,
    known: lines.length - added.length,
    twins: [...twins].map(([line, twin]) => ({ line, kept: twin })),
    book: isKnown
      ? book
      : {
          ...book,
          account: { ...book.account, ending: book.account.ending || statement.ending },
          statements: [...book.statements, { id, from, to, opening, closing: statement.closing, lines: lines.length }],
          lines: [...book.lines, ...added].toSorted((one, other) =>
            one.date < other.date ? -1 : one.date > other.date ? 1 : 0,
          ),
        },
  };
}

/** Without the statement and its lines. Lines that are matched must be undone first. */
export function withoutStatement(book: AccountBook, id: string): AccountBook | undefined {
  const gone = new Set(book.lines.filter((it) => it.statement === id).map((it) => it.id));
  if (book.matches.some((it) => gone.has(it.line))) return undefined;
  return {
    ...book,
    statements: book.statements.filter((it) => it.id !== id),
    lines: book.lines.filter((it) => !gone.has(it.id)),
  };
}

export interface StatementGap {
  from: DateText;
  to: DateText;
  /** What the balance changed by in between; undefined if it is not known. */
  cents?: number | undefined;
}

/** Days between statements, and balances that don't continue. A day without a change of the balance is no gap. */
export function statementGaps(statements: readonly KeptStatement[]): StatementGap[] {
  const gaps: StatementGap[] = [];
  let before: KeptStatement | undefined;
  for (const statement of statements.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    if (before && statement.from > before.to) {
      const cents =
        before.closing === undefined || statement.opening === undefined
          ? undefined
          : statement.opening - before.closing;
      const [from, to] = [addDays(before.to, 1), addDays(statement.from, -1)];
      const isApart = to >= from;
      if (cents === undefined ? isApart : cents !== 0)
        gaps.push(isApart ? { from, to, cents } : { from: before.to, to: statement.from, cents });
    }
    if (!before || statement.to > before.to) before = statement;
  }
  return gaps;
}
