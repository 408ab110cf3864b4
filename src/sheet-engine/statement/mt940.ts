import { isDate, type DateText } from '#rules/calendar.ts';
import { centsOfText } from './amount.ts';
import { checkCount, checkedStatement } from './check.ts';
import { initials, lineText } from './mask.ts';
import { endingOf, refusal, type BankStatement } from './statement.ts';

interface Field {
  tag: string;
  /** Its first line and continuations. */
  lines: string[];
  row: number;
}

/** The fields of a message, without SWIFT's envelope. */
function fieldsIn(text: string): Field[] {
  const fields: Field[] = [];
  let isOpen = false;
  text.split(/\r\n|\n|\r/).forEach((raw, at) => {
    const line = raw.replace(/^\{1:.*\{4:/, '').replace(/^(\{.*)$/, '');
    const [, tag, rest] = /^:(\d\d[A-Z]?):(.*)$/.exec(line.trimStart()) ?? [];
    if (tag !== undefined) {
      fields.push({ tag, lines: [rest ?? ''], row: at + 1 });
      checkCount(fields.length / 3);
      isOpen = true;
    } else if (/^-\}?$|^-$/.test(line.trim())) isOpen = false;
    else if (isOpen && line.trim() !== '') {
      const last = fields.at(-1);
      // No entry has more; a file without fields must not become one.
      if (last && last.lines.length < 100) last.lines.push(line);
    }
  });
  return fields;
}

function dateAt(yymmdd: string, row: number): DateText {
  const date = `20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`;
  if (!isDate(date)) throw refusal(`Row ${row} has the date ${date}, which does not exist.`);
  return date;
}

/** The day of entry has no year: that of the nearest one to the value date. */
function entryDate(value: DateText, mmdd: string | undefined, row: number): DateText {
  if (mmdd === undefined) return value;
  const year = Number(value.slice(0, 4));
  const months = Number(mmdd.slice(0, 2)) - Number(value.slice(5, 7));
  const entryYear = year + (months > 6 ? -1 : months < -6 ? 1 : 0);
  return dateAt(`${String(entryYear).slice(2)}${mmdd}`, row);
}

const balancePattern = /^([CD])(\d{6})([A-Z]{3})?([\d.,]+)$/;

function balanceOf({ lines, row, tag }: Field): { cents: number; date: DateText; currency: string } {
  const [, side, day = '', currency = '', amount = ''] = balancePattern.exec((lines[0] ?? '').trim()) ?? [];
  const cents = centsOfText(amount);
  if (side === undefined || cents === undefined)
    throw refusal(`Row ${row} is not a balance (:${tag}:) that can be read.`);
  return { cents: side === 'D' && cents !== 0 ? -cents : cents, date: dateAt(day, row), currency };
}

const entryPattern = /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?(\d[\d.,]*)([NFS][A-Z0-9]{3})?(.*)$/;

/** What :86: says of the payment: as free text, or in numbered subfields of which 32 and 33 name the payer. */
function detailsOf(lines: readonly string[]): { texts: string[]; names: string[] } {
  const whole = lines.join('');
  const [, separator] = /^\d{3}([?>~])\d\d/.exec(whole) ?? [];
  if (separator === undefined) return { texts: [lines.join(' ').replace(/\/NAME\/([^/]*)/, '')], names: [] };
  const subfields = whole
    .slice(3)
    .split(separator)
    .map((it) => ({ code: Number(it.slice(0, 2)), text: it.slice(2) }));
  const having = (fits: (code: number) => boolean) => subfields.filter((it) => fits(it.code)).map((it) => it.text);
  return {
    // Wrapped wherever a line was full.
    texts: [having((code) => code === 0).join(''), having((code) => (code >= 20 && code <= 29) || code >= 60).join('')],
    names: [having((code) => code === 32 || code === 33).join('')],
  };
}

/** Statements of a file of MT940 messages; the pages of one statement become one. @throws UnreadableFile */
export function readMt940(text: string): BankStatement[] {
  const found: BankStatement[] = [];
  let account = '';
  let statement: BankStatement | undefined;
  let isLastEntry = false;
  let entries = 0;
  for (const field of fieldsIn(text)) {
    const { tag, lines, row } = field;
    const [head = ''] = lines;
    if (tag === '20' && statement?.closing !== undefined) statement = undefined;
    if (tag === '25') account = head;
    else if (tag === '60F' || tag === '60M') {
      const balance = balanceOf(field);
      const before = found.at(-1);
      const isNextPage = tag === '60M' && before?.ending === endingOf(account) && before.closing === balance.cents;
      if (isNextPage) {
        statement = before;
        statement.closing = undefined;
      } else {
        if (statement && statement.closing === undefined) throw noClosing(row);
        entries = 0;
        const { date, cents, currency } = balance;
        statement = {
          ending: endingOf(account),
          currency,
          from: date,
          to: date,
          opening: cents,
          lines: [],
          leftOut: [],
          notes: [],
        };
        found.push(statement);
      }
    } else if (tag === '61') {
      if (found.length === 0) throw noOpening();
      if (!statement || statement.closing !== undefined) throw refusal(`Row ${row} is an entry outside a statement.`);
      checkCount((entries += 1));
      isLastEntry = addEntry(statement, field);
      continue;
    } else if (tag === '86' && isLastEntry) {
      const last = statement?.lines.at(-1);
      const { texts, names } = detailsOf(lines);
      // Some banks repeat the field for each line of text.
      if (last) last.text = lineText([last.text, ...texts, last.text === '' ? names.map(initials).join(' ') : '']);
      continue;
    } else if ((tag === '62F' || tag === '62M') && statement) {
      const { cents, date, currency } = balanceOf(field);
      if (currency !== '' && currency !== statement.currency)
        throw refusal(
          `Row ${row} is in ${currency}, the opening balance in ${statement.currency}. A statement in two currencies can’t be matched.`,
        );
      statement.closing = cents;
      statement.to = date > statement.to ? date : statement.to;
    }
    isLastEntry = false;
  }
  if (found.length === 0) throw noOpening();
  if (found.some((it) => it.closing === undefined)) throw noClosing();
  for (const kept of found) {
    const days = kept.lines.map((line) => line.date).toSorted();
    // The opening balance is of the day before, or of the first day.
    kept.from = days[0] ?? kept.from;
    kept.to = [kept.to, ...days].toSorted().at(-1) ?? kept.to;
  }
  return found.map(checkedStatement);
}

const noOpening = () => refusal('The file has no opening balance (:60F:), so it is no MT940 statement.');

const noClosing = (row?: number) =>
  refusal(
    `The file is cut: ${row === undefined ? 'its last statement' : `the statement before row ${row}`} has no closing balance (:62F:). Download it again.`,
  );

/** @returns false for an expected entry, which is left out */
function addEntry(statement: BankStatement, { lines, row }: Field): boolean {
  const [head = '', ...further] = lines;
  const [, value = '', entry, side = '', , amount = '', , rest = ''] = entryPattern.exec(head.trim()) ?? [];
  if (value === '') throw refusal(`Row ${row} is not an entry (:61:) that can be read.`);
  const cents = centsOfText(amount);
  if (cents === undefined) throw refusal(`Row ${row} has the amount “${amount}”, which is not whole cents.`);
  if (side.startsWith('E')) {
    statement.leftOut.push({ why: 'provisional', row });
    return false;
  }
  // The reversal of a credit takes money.
  const isDebit = side === 'D' || side === 'RC';
  const [own = '', bank = ''] = rest.split('//');
  statement.lines.push({
    date: entryDate(dateAt(value, row), entry, row),
    cents: isDebit && cents !== 0 ? -cents : cents,
    text: lineText(further),
    reference: lineText([own === 'NONREF' ? '' : own, bank]),
    row,
  });
  return true;
}
