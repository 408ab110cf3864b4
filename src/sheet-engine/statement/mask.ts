import { longNumber } from '#rules/long-number.ts';
import type { BankStatement, StatementLine } from './statement.ts';

/**
 * Replaces long numbers by their last four digits. A payment is recognised without its account number.
 * @param isKnown references of the merchant's own contracts, by their letters and digits, are kept
 */
export const maskedLine = (text: string, isKnown: (reference: string) => boolean = () => false): string =>
  text.replaceAll(longNumber, (number) =>
    isKnown(plainReference(number)) ? number : `••••${number.replaceAll(/\D/g, '').slice(-4)}`,
  );

/** As both sides may write it: banks drop hyphens and spaces. */
export const plainReference = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z\d]/g, '');

/** Of a payer in a field of names: next to a reference they suffice. */
export const initials = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((part) => part.charAt(0))
    .filter((letter) => /\p{L}/u.test(letter))
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(' ');

/** One short line, each part once. */
export const lineText = (parts: readonly string[]): string =>
  parts
    .map((it) => it.replaceAll(/\s+/g, ' ').trim())
    .filter((it, at, all) => it !== '' && all.indexOf(it) === at)
    .join(' ')
    .slice(0, 200);

/** What is kept of a statement: lines are stored for longer than a session. */
export function withMasks(statement: BankStatement, isKnown: (reference: string) => boolean): BankStatement {
  const line = (statementLine: StatementLine): StatementLine => ({
    ...statementLine,
    text: maskedLine(statementLine.text, isKnown),
    reference: maskedLine(statementLine.reference, isKnown),
  });
  return { ...statement, lines: statement.lines.map(line) };
}
