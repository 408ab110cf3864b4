import { fieldOf } from '#contract/fields.ts';
import { parseAmount } from '#rules/money.ts';
import { headingWords, namesOf, singular, type ColumnFields, type Heading } from './columns.ts';
import { looksLikeDate } from './values.ts';

/** A column with something in it that no field takes. */
export interface UnusedColumn {
  column: number;
  samples: string[];
  /** Fields that it probably holds, likeliest first: a question to the person. */
  mayHold: string[];
}

type Kind = 'date' | 'amount' | 'count' | 'text';

const counts: readonly string[] = ['NumberOfInstalments', 'NumberOfPayments'];

/** Digits that count up by one number rows. */
const isNumbering = (texts: readonly string[]): boolean =>
  texts.length > 1 && texts.every((text, at) => at === 0 || Number(text) === Number(texts[at - 1]) + 1);

const ofMoney = /\b(?:amount|balance|fee|premium|price|rand|sum|total|value|zar)\b/;

/** What all texts of a column can be, the narrowest first. */
function kindOf(texts: readonly string[], words: string): Kind {
  if (texts.every(looksLikeDate)) return 'date';
  if (texts.every((it) => /^\d{1,3}$/.test(it))) return isNumbering(texts) ? 'text' : 'count';
  const isMoney = ofMoney.test(words) || texts.some((it) => /[.,]\d{1,2}$|^-?R/i.test(it));
  return isMoney && texts.every((it) => parseAmount(it) !== undefined) ? 'amount' : 'text';
}

/** Whether a field can have values of a kind. */
function takes(fieldName: string, kind: Kind): boolean {
  const input = fieldOf(fieldName)?.input ?? '';
  if (kind === 'date') return input.startsWith('date');
  if (kind === 'amount') return input === 'amount';
  return kind === 'count' && counts.includes(fieldName);
}

/** Of names of fields, these tell nothing about the values. */
const common = new Set(
  'a account amount bank client code contract customer date day debit debtor first for how in instalment is member name number of order payment the to total type value'.split(
    ' ',
  ),
);

const tellingWords = (words: string): string[] =>
  singular(words)
    .split(' ')
    .filter((it) => it !== '' && !common.has(it));

/**
 * The columns that no field takes. One that looks like a field without a column, by its heading or by its values, is a
 * question: a sheet of mandates without the number of debits makes all of them open-ended.
 * @param samples cells of each column, below the headings
 */
export function unusedColumns(
  headings: readonly Heading[],
  columns: ColumnFields,
  samples: readonly (readonly string[])[],
  fieldNames: readonly string[],
): UnusedColumn[] {
  const open = fieldNames.filter((it) => !columns.includes(it));
  return samples.flatMap((cells, column): UnusedColumn[] => {
    const texts = cells.map((it) => it.trim()).filter(Boolean);
    if (columns[column] !== undefined || texts.length === 0) return [];
    const words = headingWords(headings[column]?.text ?? '');
    const kind = kindOf(texts, words);
    const isNamed = (fieldName: string) => namesOf(fieldName).some((name) => singular(name) === singular(words));
    const telling = tellingWords(words);
    const isNamedAlike = (fieldName: string) => {
      const input = fieldOf(fieldName)?.input ?? '';
      const isMeasured = input === 'amount' || input.startsWith('date');
      const own = new Set(namesOf(fieldName).flatMap(tellingWords));
      return (!isMeasured || takes(fieldName, kind)) && telling.some((it) => own.has(it));
    };
    const mayHold = [
      // Also one that another column of this name has taken.
      ...fieldNames.filter((it) => words !== '' && isNamed(it)),
      ...open.filter(isNamedAlike),
      ...open.filter((it) => takes(it, kind)),
    ];
    return [{ column, samples: texts.slice(0, 3), mayHold: [...new Set(mayHold)] }];
  });
}
