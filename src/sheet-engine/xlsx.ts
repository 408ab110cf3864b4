import { unzipSync } from 'fflate';
import { fromSpreadsheetDay, spreadsheetDays } from '#rules/spreadsheet-days.ts';
import { CollectedRows, sheetLimits, type Merged, type UsedCells } from './collected-rows.ts';
import { builtInFormat, formattedNumber, numberFormat, type NumberFormat } from './number-format.ts';
import { UnreadableFile, type Sheet, type Workbook } from './read.ts';
import { attribute, decodedXml, Scanner, tagsOf } from './xml.ts';

/** Unpacked bytes. */
const maxUnpacked = 400_000_000;
/** Always allowed. */
const freeUnpacked = 20_000_000;
/** Maximum ratio beyond that: workbooks have 5 to 40, bombs over 1,000. */
const maxRatio = 100;
const maxSheets = 256;
/** Characters of a formula without a value. */
const shownFormula = 100;
const nothing = new Uint8Array();

type Unpack = (name: string) => Uint8Array;

/** Unpacks parts of a file on demand, and none that would exceed the limit. @throws UnreadableFile */
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

/** What the sheets of a workbook share. */
interface Shared {
  texts: readonly string[];
  /** By cell style. */
  formats: readonly (NumberFormat | undefined)[];
  /** Old versions for the Mac count days from 1904. */
  from1904: boolean;
}

/**
 * Reads the sheets of a workbook as texts, with the values of formulas, and merged cells repeated in each row. A sheet
 * beyond the limits has only a problem; if no sheet is readable, the workbook is refused. @throws UnreadableFile
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
      formats: formatsOf(textOf(related('/styles'))),
      from1904: tagsOf(book, 'workbookPr').some((tag) => /^(?:1|true)$/.test(attribute(tag, 'date1904'))),
    };
    const used: UsedCells = { cells: 0, characters: 0 };
    let isMerged = false;
    const tags = tagsOf(book, 'sheet');
    if (tags.length > maxSheets) throw new UnreadableFile(`The workbook has more than ${maxSheets} sheets.`);
    // Sheets of a damaged workbook may all refer to one part; it is read once.
    const seen = new Set<string>();
    const sheets = tags.map((tag): Sheet => {
      const name = decodedXml(attribute(tag, 'name'));
      const isHidden = /hidden/i.test(attribute(tag, 'state'));
      const { part = '' } = relations.find(({ id }) => id === attribute(tag, '(?:\\w+:)?id')) ?? {};
      try {
        const { hasMerged, ...sheet } = sheetRows(seen.has(part) ? nothing : unpack(part), shared, used);
        seen.add(part);
        isMerged ||= hasMerged;
        return { name, isHidden, isTyped: true, ...sheet };
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

/** Overlong texts are kept only to the length at which the row is refused. */
function sharedTexts(part: Uint8Array): string[] {
  const texts: string[] = [];
  let text: string | undefined;
  let [isText, isPhonetic] = [false, false];
  new Scanner(part, {
    tag(name, _, isEnd, isEmpty) {
      if (name === 'si') {
        if (isEnd || isEmpty) texts.push(decodedXml(text ?? ''));
        text = isEnd || isEmpty ? undefined : '';
        if (texts.length > sheetLimits.cells) throw new UnreadableFile('The workbook has too many texts.');
      } else if (name === 't') isText = !isEnd && !isEmpty && !isPhonetic && text !== undefined;
      else if (name === 'rPh') isPhonetic = !isEnd && !isEmpty;
    },
    text(piece) {
      if (isText && text !== undefined && text.length <= sheetLimits.rowLength) text += piece;
    },
  }).run();
  return texts;
}

function formatsOf(styles: string): Shared['formats'] {
  const formats = new Map(
    tagsOf(styles, 'numFmt').map((tag) => [
      Number(attribute(tag, 'numFmtId')),
      numberFormat(decodedXml(attribute(tag, 'formatCode'))),
    ]),
  );
  return tagsOf(styles.slice(styles.indexOf('cellXfs'), styles.lastIndexOf('cellXfs')), 'xf').map((tag) => {
    const id = Number(attribute(tag, 'numFmtId'));
    return formats.has(id) ? formats.get(id) : builtInFormat(id);
  });
}

const daysTo1904 = 1462;

/** A day number as a date, with its time if it has one; other numbers unchanged. */
function dateText(text: string, from1904: boolean): string {
  const serial = Number(text) + (from1904 ? daysTo1904 : 0);
  const minutes = Math.round((serial % 1) * 1440);
  const day = Math.floor(serial) + (minutes === 1440 ? 1 : 0);
  if (!(serial >= 0 && day <= spreadsheetDays.last) || (day > 0 && day < spreadsheetDays.first)) return text;
  const at = minutes % 1440;
  const time = `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
  if (day === 0) return time;
  const date = fromSpreadsheetDay(day);
  return time === '00:00' ? date : `${date} ${time}`;
}

/**
 * A number as a spreadsheet shows it, to fifteen digits: files have the binary fraction, such as 1234.5599999999999 or
 * 7.0000000000000007E-2.
 */
function numberText(text: string): string {
  const value = Number(text);
  if (!/[.e]/i.test(text) || !Number.isFinite(value)) return text;
  const shown = Number(value.toPrecision(15));
  return Math.abs(shown) < 1e21 && (shown === 0 || Math.abs(shown) >= 1e-6) ? String(shown) : value.toExponential();
}

/** 8% for 0.08. */
const percentText = (text: string): string =>
  Number.isFinite(Number(text)) ? `${numberText(`${(Number(text) * 100).toPrecision(15)}`)}%` : text;

/** Counted from 0. */
function columnOf(address: string): number {
  let column = 0;
  for (const letter of address) {
    const place = letter.charCodeAt(0) - 64;
    if (place < 1 || place > 26) break;
    column = column * 26 + place;
  }
  return column - 1;
}

const isOn = (value: string): boolean => /^(?:1|true|on)$/i.test(value);

/** Hidden, by a filter, say, or made too small to be seen. */
const isUnseen = (rest: string, size: 'ht' | 'width'): boolean => {
  const own = attribute(rest, size);
  return isOn(attribute(rest, 'hidden')) || (own !== '' && Number(own) === 0);
};

/** @throws UnreadableFile above a limit */
function sheetRows(part: Uint8Array, { texts, formats, from1904 }: Shared, used: UsedCells) {
  const sheet = new CollectedRows(used);
  const dates = new Map<string, string>();
  const merged: Merged[] = [];
  const hiddenRows = new Set<number>();
  const hiddenColumns: number[] = [];
  let [number, column, type, style, value, isValue, isPhonetic] = [0, -1, '', 0, '', false, false];
  let [formula, isFormula] = ['', false];

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
    if (type !== '' && type !== 'n') return decodedXml(value);
    const format = formats[style];
    if (format === 'date') return dateOf(value);
    if (format === 'percent') return percentText(value);
    return format ? formattedNumber(numberText(value), format) : numberText(value);
  };
  new Scanner(part, {
    tag(name, rest, isEnd, isEmpty) {
      if (name === 'c') {
        if (isEnd) {
          if (value !== '') sheet.cell(number, column, cellText());
          // Its value is what it was when a spreadsheet last saved it; other programs write none.
          else if (formula !== '' && type !== 'str') sheet.cell(number, column, decodedXml(formula));
          return;
        }
        // Cells may omit their addresses (ECMA-376, 18.3.1.4), as in our own exports.
        const address = attribute(rest, 'r');
        column = address ? columnOf(address) : column + 1;
        type = attribute(rest, 't');
        style = Number(attribute(rest, 's'));
        [value, formula] = ['', ''];
      } else if (name === 'f') {
        isFormula = !isEnd && !isEmpty;
        if (!isEnd) formula = '=';
      } else if (name === 'v' || name === 't') isValue = !isEnd && !isEmpty && !isPhonetic;
      else if (name === 'row') {
        if (!isEnd) {
          [number, column] = [Math.max(number + 1, Number(attribute(rest, 'r')) || 0), -1];
          if (isUnseen(rest, 'ht')) hiddenRows.add(number);
        }
        if (isEnd || isEmpty) sheet.end(number);
      } else if (name === 'rPh') isPhonetic = !isEnd && !isEmpty;
      else if (name === 'col' && isUnseen(rest, 'width')) {
        const last = Math.min(Number(attribute(rest, 'max')), sheetLimits.columns);
        for (let at = Number(attribute(rest, 'min')); at > 0 && at <= last; at += 1) hiddenColumns.push(at - 1);
      } else if (name === 'mergeCell') {
        const [, left = '', top, right, bottom] = /^([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(attribute(rest, 'ref')) ?? [];
        if (left !== '' && left === right && top !== bottom)
          merged.push({ column: columnOf(left), top: Number(top), bottom: Number(bottom) });
      }
    },
    text(piece) {
      if (isValue && value.length <= sheetLimits.rowLength) value += piece;
      else if (isFormula && formula.length <= shownFormula) formula += piece;
    },
  }).run();

  // Merged ranges must not overlap; if they do, the first wins.
  let last: Merged | undefined;
  for (const merge of merged.toSorted((one, other) => one.column - other.column || one.top - other.top)) {
    if (last?.column === merge.column && merge.top <= last.bottom) continue;
    sheet.fillDown(merge);
    last = merge;
  }
  const { rows, numbers } = sheet;
  const hidden = numbers.flatMap((it, at) => (hiddenRows.has(it) ? [at] : []));
  return { rows, numbers, hiddenRows: hidden, hiddenColumns, hasMerged: merged.length > 0 };
}
