import { readCsv } from './csv.ts';
import { textOfBytes } from './encoding.ts';
import { UnreadableFile, type Workbook } from './read.ts';

const maxBytes = 200_000_000;

const startsWith = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);

/** Whether a UTF-16 text occurs, as in the stream names of old Office files. */
function holdsName(bytes: Uint8Array, name: string): boolean {
  const sought = [...name].flatMap((letter) => [letter.charCodeAt(0), 0]);
  for (let at = bytes.indexOf(sought[0] ?? 0); at >= 0; at = bytes.indexOf(sought[0] ?? 0, at + 1))
    if (sought.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

/** Texts have tabs and line ends, and few NUL characters, with which some banks fill fields of a fixed length. */
function isBinary(text: string): boolean {
  let zeros = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0) zeros += 1;
    else if (code < 9 || (code > 13 && code < 26) || (code > 27 && code < 32)) return true;
  }
  return zeros > text.length / 2;
}

/** Reads a CSV file or a workbook (.xlsx). @throws UnreadableFile */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  if (bytes.length === 0) throw new UnreadableFile('The file is empty.');
  if (bytes.length > maxBytes)
    throw new UnreadableFile('The file is larger than 200 MB. Split it, or save only the sheet that you need.');
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) {
    // Loaded only for workbooks.
    const { readXlsx } = await import('./xlsx.ts');
    return readXlsx(bytes);
  }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableFile(
      holdsName(bytes, 'EncryptedPackage')
        ? 'The workbook is protected by a password. Remove the password, save it and choose it again.'
        : 'This is a workbook of the old .xls format. Open it and save it as .xlsx or CSV.',
    );
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new UnreadableFile('This is a PDF, not a CSV file or workbook.');
  const { text, note } = textOfBytes(bytes);
  if (/^\s*<(?:!doctype|html|table|\?xml|head|meta)/i.test(text.slice(0, 200)))
    throw new UnreadableFile(
      'This is a web page that was named as a spreadsheet. Open it in your spreadsheet and save it as .xlsx or CSV.',
    );
  if (isBinary(text.slice(0, 4096))) throw new UnreadableFile('This is neither a CSV file nor a workbook.');
  const { note: separators, ...sheet } = readCsv(text);
  return { sheets: [{ ...sheet, name: 'CSV', isHidden: false }], notes: [note, separators].filter((it) => it !== '') };
}
