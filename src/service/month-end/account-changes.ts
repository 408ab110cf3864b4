import { isDeepStrictEqual } from 'node:util';
import type { BankAccountBook } from '#contract/bank-accounts.ts';
import { formatCents } from '#rules/money.ts';

type Book = Pick<BankAccountBook, 'Account' | 'Lines' | 'Matches'>;
type Line = Book['Lines'][number];

/** More are only counted. */
const mostListed = 20;

/** `2 lines, R 300,00: 2026-10-01 R 100,00; 2026-10-02 R 200,00`. Without texts and references, which can be personal. */
function linesText(lines: readonly Line[]): string {
  const listed = lines.slice(0, mostListed).map(({ date, cents }) => `${date} ${formatCents(cents)}`);
  if (lines.length > mostListed) listed.push(`and ${lines.length - mostListed} more`);
  const sum = lines.reduce((cents, it) => cents + it.cents, 0);
  const count = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`;
  // Lines that no bank has can add up to more than a number holds.
  return `${Number.isSafeInteger(sum) ? `${count}, ${formatCents(sum)}` : count}: ${listed.join('; ')}`;
}

/** What the audit says of a change of a bank account: which lines came, went, were matched and released. */
export function whatChanged(before: Book | undefined, after: Book | undefined): Record<string, unknown> {
  const [had, has] = [matchedLines(before), matchedLines(after)];
  const [old, now] = [before?.Lines ?? [], after?.Lines ?? []];
  const [oldIds, ids] = [new Set(old.map((it) => it.id)), new Set(now.map((it) => it.id))];
  const changed = {
    Added: now.filter((it) => !oldIds.has(it.id)),
    Removed: old.filter((it) => !ids.has(it.id)),
    // Matched in another way is both.
    Matched: now.filter(({ id }) => has.has(id) && !isDeepStrictEqual(has.get(id), had.get(id))),
    Released: old.filter(({ id }) => had.has(id) && !isDeepStrictEqual(had.get(id), has.get(id))),
  };
  return {
    Account: (after ?? before)?.Account.name,
    Lines: now.length,
    LinesBefore: old.length,
    Matches: has.size,
    MatchesBefore: had.size,
    ...Object.fromEntries(
      Object.entries(changed).flatMap(([what, lines]) => (lines.length > 0 ? [[what, linesText(lines)]] : [])),
    ),
  };
}

const matchedLines = (book: Book | undefined) => new Map(book?.Matches.map((it) => [it.line, it]));
