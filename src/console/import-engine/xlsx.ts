import { unzipSync } from 'fflate';
import { addDays } from '#rules/calendar.ts';
import { CollectedRows, limits, type Merged, type Used } from './collected-rows.ts';
import { UnreadableFile, type Sheet, type Workbook } from './read.ts';
import { attribute, decoded, Scanner, tagsOf } from './xml.ts';

/** Bytes of a workbook when it is unpacked. */
const maxUnpacked = 400_000_000;
/** Any workbook may unpack to this. */
const freeUnpacked = 20_000_000;
/** How much larger than the file it may be otherwise: workbooks are 5 to 40 times, bombs over 1,000 times. */
const maxRatio = 100;
const maxSheets = 256;
const nothing = new Uint8Array();

type Unpack = (name: string) => Uint8Array;

/**
 * Says what each part of a packed file holds. Nothing is unpacked before it is asked for, and nothing of a file that would not fit.
 * @throws UnreadableFile
 */
function partsOf(bytes: Uint8Array): Unpack {
  const most = Math.min(maxUnpacked, Math.max(freeUnpacked, bytes.length * maxRatio));
  let unpacked = 0;
  const names = new Set<string>();
  unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      unpacked += originalSize;
      if (unpacked > most)
        throw new UnreadableFile(
          'The workbook unpacks to far more than a sheet of payments can be. It was not opened.',
        );
      names.add(name);
      return false;
    },
  });
  if (!names.has('xl/workbook.xml'))
    throw new UnreadableFile('This is a packed file, but no Excel workbook. Save the sheet as .xlsx or CSV.');
  return (name) => unzipSync(bytes, { filter: (it) => it.name === name })[name] ?? nothing;
}

/** What the sheets of a workbook refer to. */
interface Shared {
  texts: readonly string[];
  /** By the style of a cell: whether its number is a date. */
  isDate: readonly boolean[];
  /** Days are counted from 1904, as old versions for the Mac did. */
  from1904: boolean;
}

/**
 * Reads the sheets of a workbook as texts; formulas by their values, and what is merged over several rows in each of them. A
 * sheet that is beyond the limits has no rows and says why; where no other has any, the workbook is refused with that reason.
 * @throws UnreadableFile
 */
export function readXlsx(bytes: Uint8Array): Workbook {
  try {
    const unpack = partsOf(bytes);
    const book = textOf(unpack('xl/workbook.xml'));
    const relations = tagsOf(textOf(unpack('xl/_rels/workbook.xml.rels')), 'Relationship').map((tag) => ({
      id: attribute(tag, 'Id'),
      type: attribute(tag, 'Type'),
      part: attribute(tag, 'Target').replace(/^(?:\/?xl)?\/?/, 'xl/'),
    }));
    const related = (type: string) => unpack(relations.find((it) => it.type.endsWith(type))?.part ?? '');
    const shared: Shared = {
      texts: sharedTexts(related('/sharedStrings')),
      isDate: dateStyles(textOf(related('/styles'))),
      from1904: tagsOf(book, 'workbookPr').some((tag) => /^(?:1|true)$/.test(attribute(tag, 'date1904'))),
    };
    const used: Used = { cells: 0, characters: 0 };
    let isMerged = false;
    const tags = tagsOf(book, 'sheet');
    if (tags.length > maxSheets) throw new UnreadableFile(`The workbook has more than ${maxSheets} sheets.`);
    // Sheets of a damaged workbook may all name the same part, which is read once.
    const seen = new Set<string>();
    const sheets = tags.map((tag): Sheet => {
      const name = decoded(attribute(tag, 'name'));
      const isHidden = /hidden/i.test(attribute(tag, 'state'));
      const { part = '' } = relations.find(({ id }) => id === attribute(tag, '(?:\\w+:)?id')) ?? {};
      try {
        const { rows, numbers, hasMerged } = sheetRows(seen.has(part) ? nothing : unpack(part), shared, used);
        seen.add(part);
        isMerged ||= hasMerged;
        return { name, isHidden, rows, numbers };
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error;
        return { name, isHidden, rows: [], numbers: [], problem: error.message };
      }
    });
    const problem = sheets.find((it) => it.problem)?.problem;
    if (problem && sheets.every((it) => it.rows.length === 0)) throw new UnreadableFile(problem);
    return { sheets, notes: isMerged ? ['What was merged over several rows is in each of them.'] : [] };
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('The workbook is damaged. Open it, save it again and choose it once more.');
  }
}

const textOf = (part: Uint8Array): string => new TextDecoder().decode(part);

/** Texts that cells refer to by their number. What is longer than a row can be is kept only so far that the row is refused. */
function sharedTexts(part: Uint8Array): string[] {
  const texts: string[] = [];
  let text: string | undefined;
  let [isText, isPhonetic] = [false, false];
  new Scanner(part, {
    tag(name, _, isEnd, isEmpty) {
      if (name === 'si') {
        if (isEnd || isEmpty) texts.push(decoded(text ?? ''));
        text = isEnd || isEmpty ? undefined : '';
        if (texts.length > limits.cells) throw new UnreadableFile('The workbook has too many texts.');
      } else if (name === 't') isText = !isEnd && !isEmpty && !isPhonetic && text !== undefined;
      else if (name === 'rPh') isPhonetic = !isEnd && !isEmpty;
    },
    text(piece) {
      if (isText && text !== undefined && text.length <= limits.rowLength) text += piece;
    },
  }).run();
  return texts;
}

/** Numbers of the formats of dates and times that are built in (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format shows a date: what remains of its first section without texts, colours, currencies and padding. */
const isDateFormat = (format: string): boolean =>
  /[ymdhs]/i.test((format.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '').split(';')[0] ?? '').replace(/general/i, ''));

/** Characters of a format that a spreadsheet takes. */
const maxFormat = 255;

function dateStyles(styles: string): boolean[] {
  const formats = new Map(
    tagsOf(styles, 'numFmt').map((tag) => [
      Number(attribute(tag, 'numFmtId')),
      isDateFormat(decoded(attribute(tag, 'formatCode')).slice(0, maxFormat)),
    ]),
  );
  return tagsOf(styles.slice(styles.indexOf('cellXfs'), styles.lastIndexOf('cellXfs')), 'xf').map((tag) => {
    const id = Number(attribute(tag, 'numFmtId'));
    return formats.get(id) ?? isBuiltInDate(id);
  });
}

/** From here on Excel counts days as the calendar does; before, it has a 29 February 1900 that never was. */
const [march, marchSerial] = ['1900-03-01', 61];
const lastSerial = 2_958_465;
const daysTo1904 = 1462;

/** A number of days as the date that it is shown as, with the time where it has one; other numbers as they are. */
function dateText(text: string, from1904: boolean): string {
  const serial = Number(text) + (from1904 ? daysTo1904 : 0);
  const minutes = Math.round((serial % 1) * 1440);
  const day = Math.floor(serial) + (minutes === 1440 ? 1 : 0);
  if (!(serial >= 0 && day <= lastSerial) || (day > 0 && day < marchSerial)) return text;
  const at = minutes % 1440;
  const time = `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
  if (day === 0) return time;
  const date = addDays(march, day - marchSerial);
  return time === '00:00' ? date : `${date} ${time}`;
}

/** A number as it is in the file, with all its digits; one with an exponent is written out where it is a whole number. */
function numberText(text: string): string {
  const value = /e/i.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(value) ? String(value) : text;
}

/** The column of an address, counted from 0. */
function columnOf(address: string): number {
  let column = 0;
  for (const letter of address) {
    const place = letter.charCodeAt(0) - 64;
    if (place < 1 || place > 26) break;
    column = column * 26 + place;
  }
  return column - 1;
}

/** @throws UnreadableFile above a limit */
function sheetRows(part: Uint8Array, { texts, isDate, from1904 }: Shared, used: Used) {
  const sheet = new CollectedRows(used);
  const dates = new Map<string, string>();
  const merged: Merged[] = [];
  let [number, column, type, style, value, isValue, isPhonetic] = [0, -1, '', 0, '', false, false];

  const dateOf = (text: string): string => {
    let date = dates.get(text);
    if (date === undefined) dates.set(text, (date = dateText(text, from1904)));
    return date;
  };
  const cellText = (): string => {
    if (type === 's') return texts[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'true' : 'false';
    if (type === 'd')
      return value
        .replace('T', ' ')
        .replace(/(\d\d:\d\d).*$/, '$1')
        .replace(/ 00:00$/, '');
    if (type === '' || type === 'n') return isDate[style] ? dateOf(value) : numberText(value);
    return decoded(value);
  };
  new Scanner(part, {
    tag(name, rest, isEnd, isEmpty) {
      if (name === 'c') {
        if (isEnd) {
          if (value !== '') sheet.cell(number, column, cellText());
          return;
        }
        // Cells may follow each other without addresses (ECMA-376, 18.3.1.4), as our own exports have them.
        const address = attribute(rest, 'r');
        column = address ? columnOf(address) : column + 1;
        type = attribute(rest, 't');
        style = Number(attribute(rest, 's'));
        value = '';
      } else if (name === 'v' || name === 't') isValue = !isEnd && !isEmpty && !isPhonetic;
      else if (name === 'row') {
        if (!isEnd) [number, column] = [Math.max(number + 1, Number(attribute(rest, 'r')) || 0), -1];
        if (isEnd || isEmpty) sheet.end(number);
      } else if (name === 'rPh') isPhonetic = !isEnd && !isEmpty;
      else if (name === 'mergeCell') {
        const [, left = '', top, right, bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(attribute(rest, 'ref')) ?? [];
        if (left !== '' && left === right && top !== bottom)
          merged.push({ column: columnOf(left), top: Number(top), bottom: Number(bottom) });
      }
    },
    text(piece) {
      if (isValue && value.length <= limits.rowLength) value += piece;
    },
  }).run();

  // Cells belong to one of them; where a file says otherwise, the first has them.
  let last: Merged | undefined;
  for (const it of merged.toSorted((one, other) => one.column - other.column || one.top - other.top)) {
    if (last?.column === it.column && it.top <= last.bottom) continue;
    sheet.fillDown(it);
    last = it;
  }
  return { rows: sheet.rows, numbers: sheet.numbers, hasMerged: merged.length > 0 };
}
