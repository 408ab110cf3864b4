import { readCsv } from './csv.ts';
import { UnreadableFile, type Workbook } from './read.ts';

/** Whether every second byte is zero as in UTF-16 of Latin text; 0 for little-endian, 1 for big-endian. */
function zeroSide(bytes: Uint8Array): 0 | 1 | undefined {
  const looked = Math.min(bytes.length, 4096) & ~1;
  if (looked < 4) return undefined;
  const zeros = [0, 0];
  for (let at = 0; at < looked; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > looked / 4 && even === 0) return 0;
  return even > looked / 4 && odd === 0 ? 1 : undefined;
}

/** By the byte order mark, else as UTF-8, else as Windows-1252 (Excel's "CSV"). */
function textOfBytes(bytes: Uint8Array): { text: string; note: string } {
  const [first, second] = bytes;
  const side = zeroSide(bytes);
  if ((first === 0xff && second === 0xfe) || side === 0)
    return { text: new TextDecoder('utf-16le').decode(bytes), note: 'Read as UTF-16.' };
  if ((first === 0xfe && second === 0xff) || side === 1)
    return { text: new TextDecoder('utf-16be').decode(bytes), note: 'Read as UTF-16.' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: '' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), note: 'Read as Windows-1252.' };
  }
}

/** Bytes. */
const maxBytes = 200_000_000;

const startsWith = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, index) => bytes[index] === byte);

/** Whether a UTF-16 text occurs, as in the stream names of old Office files. */
function holdsName(bytes: Uint8Array, name: string): boolean {
  const sought = [...name].flatMap((letter) => [letter.charCodeAt(0), 0]);
  for (let at = bytes.indexOf(sought[0] ?? 0); at >= 0; at = bytes.indexOf(sought[0] ?? 0, at + 1))
    if (sought.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
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
  if (text.slice(0, 4096).includes('\u0000')) throw new UnreadableFile('This is neither a CSV file nor a workbook.');
  const { note: separators, ...sheet } = readCsv(text);
  return { sheets: [{ ...sheet, name: 'CSV', isHidden: false }], notes: [note, separators].filter((it) => it !== '') };
}
