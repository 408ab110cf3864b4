import { dayText } from '#rules/day-text.ts';
import { formatCents, inThousands } from '#rules/money.ts';
import { maxStatementLines, refusal, type BankStatement, type StatementLine } from './statement.ts';

const sumOf = (lines: readonly StatementLine[]): number => lines.reduce((sum, it) => sum + it.cents, 0);

/** A sum may exceed the largest amount, but must stay exact. */
function exact(cents: number, what: string): number {
  if (!Number.isSafeInteger(cents)) throw refusal(`${what} is larger than any account. Is this a bank statement?`);
  return cents;
}

/** @throws UnreadableFile above the limit, before memory for more is taken */
export function checkCount(count: number): void {
  if (count > maxStatementLines)
    throw refusal(
      `The file has more than ${inThousands(String(maxStatementLines))} entries. Download a shorter period from the bank.`,
    );
}

/**
 * Opening balance and lines must give the closing balance to the cent, or nothing is taken. In date order.
 * @throws UnreadableFile with the difference
 */
export function checkedStatement(statement: BankStatement): BankStatement {
  checkCount(statement.lines.length);
  const { opening, closing, ending, lines } = statement;
  const sum = exact(sumOf(lines), 'The sum');
  if (opening === undefined || closing === undefined) return statement;
  const computed = exact(opening + sum, 'The balance');
  if (computed !== closing)
    throw refusal(
      `The statement${ending ? ` of account •••• ${ending}` : ''} has balances that its entries don’t explain: ${formatCents(opening)} on ${dayText(statement.from)} and ` +
        `${inThousands(String(lines.length))} entries make ${formatCents(computed)}, but its closing balance is ${formatCents(closing)}. ` +
        'Nothing was taken. Download it again.',
    );
  return statement;
}

/** @throws UnreadableFile for accounts in another currency than the console's amounts */
export function checkCurrency({ currency, ending }: BankStatement, expected: string): void {
  if (currency !== '' && currency !== expected)
    throw refusal(
      `The account${ending ? ` •••• ${ending}` : ''} is in ${currency}. Only statements in ${expected} can be matched.`,
    );
}
