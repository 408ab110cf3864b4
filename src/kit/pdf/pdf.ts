import { PDFDocument } from 'pdfkit';

export interface PdfTable {
  title: string;
  /** The first column is text, the others are numbers. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

export interface PdfText {
  title: string;
  subtitle: string;
  tables: readonly PdfTable[];
  notes: readonly string[];
}

const margin = 48;
const lineHeight = 17;

/** A letter that the typeface lacks; printed, it would be another one. */
export class MissingLetterError extends Error {
  override readonly name = 'MissingLetterError';
}

/**
 * A document of tables, A4, with the embedded typeface. The same text gives the same bytes.
 * @throws MissingLetterError naming the text
 */
export function pdfOf({ title, subtitle, tables, notes }: PdfText, typeface: Uint8Array): Promise<Blob> {
  const document = new PDFDocument({
    size: 'A4',
    margin,
    font: null,
    lang: 'en-ZA',
    // A time of its own would make the same month another file.
    info: { Title: title, Producer: 'Collections Console', Creator: 'Collections Console', CreationDate: new Date(0) },
  });
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const ended = new Promise<Blob>((resolve) => {
    document.on('data', (piece) => pieces.push(new Uint8Array(piece)));
    document.on('end', () => resolve(new Blob(pieces, { type: 'application/pdf' })));
  });
  document.font(typeface);
  const { font } = document._font;
  const checked = (text: string): string => {
    for (const letter of text)
      if (!font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
        throw new MissingLetterError(`The typeface has no letter “${letter}” of “${text}”, so no PDF is made.`);
    return text;
  };
  const width = document.page.width - 2 * margin;
  let y = margin;
  const room = (height: number) => {
    if (y + height <= document.page.height - margin) return;
    document.addPage();
    y = margin;
  };
  const line = (text: string, size: number, color = '#16202e') => {
    room(size * 1.6);
    document.fontSize(size).fillColor(color).text(checked(text), margin, y, { width });
    y = document.y + size * 0.4;
  };
  const rule = () =>
    document
      .moveTo(margin, y - 4)
      .lineTo(margin + width, y - 4)
      .lineWidth(0.5)
      .strokeColor('#c4ccd6')
      .stroke();

  line(title, 20);
  line(subtitle, 10, '#55606f');
  for (const table of tables) {
    y += 12;
    line(table.title, 13);
    const numbers = table.columns.length - 1;
    const share = Math.min(110, (width * 0.75) / Math.max(1, numbers));
    const first = width - share * numbers;
    const row = (cells: readonly string[], color: string) => {
      room(lineHeight + 8);
      document.fontSize(9).fillColor(color);
      for (const [at, cell] of cells.entries())
        document.text(checked(cell), margin + (at === 0 ? 0 : first + share * (at - 1)), y, {
          width: at === 0 ? first : share,
          align: at === 0 ? 'left' : 'right',
          lineBreak: false,
        });
      y += lineHeight;
      rule();
    };
    row(table.columns, '#55606f');
    for (const cells of table.rows) row(cells, '#16202e');
  }
  y += 12;
  for (const note of notes) line(note, 9, '#55606f');
  document.end();
  return ended;
}
