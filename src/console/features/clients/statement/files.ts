import { readTypeface } from '#kit/pdf/typeface.ts';
import { zipTo } from '#report-engine/export/zip.ts';
import type { Statement } from './statement.ts';
import { statementsCsv, statementText, type Issuer } from './texts.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface FilesSpec extends Issuer {
  /** A ZIP has a PDF for each statement and one CSV of all. */
  format: 'pdf' | 'csv' | 'zip';
  statements: readonly Statement[];
  fontUrl: string;
}

export interface Refused {
  number: string;
  why: string;
}

/** A name that every file system takes and that no other file of the ZIP has. */
function fileNames(): (number: string) => string {
  const taken = new Set<string>();
  return (number) => {
    const safe = number.replace(/[^\p{L}\p{N}._-]+/gu, ' ').trim();
    let name = safe;
    for (let nth = 2; taken.has(name.toLowerCase()); nth += 1) name = `${safe} (${nth})`;
    taken.add(name.toLowerCase());
    return `Statement ${name}.pdf`;
  };
}

/**
 * Writes the file of statements.
 * @returns the statements whose PDF was refused; they are in the ZIP's CSV all the same
 * @throws MissingLetterError for a single PDF
 */
export async function writeStatements(
  { format, statements, fontUrl, ...issuer }: FilesSpec,
  write: (piece: Bytes) => Promise<void>,
  progress: (text: string) => void,
): Promise<Refused[]> {
  const csv = () => new TextEncoder().encode(statementsCsv(statements));
  if (format === 'csv') {
    await write(csv());
    return [];
  }
  // A fifth of a megabyte, loaded when a statement is made and never before.
  const [{ pdfOf, MissingLetterError }, typeface] = await Promise.all([
    import('#kit/pdf/pdf.ts'),
    readTypeface(fontUrl),
  ]);
  const pdf = async (statement: Statement) =>
    new Uint8Array(await (await pdfOf(statementText(statement, issuer), typeface)).arrayBuffer());
  if (format === 'pdf') {
    for (const statement of statements) await write(await pdf(statement));
    return [];
  }
  const zip = zipTo(write);
  const refused: Refused[] = [];
  const nameOf = fileNames();
  for (const [at, statement] of statements.entries()) {
    progress(`Writing statement ${at + 1} of ${statements.length}…`);
    try {
      await zip.add(nameOf(statement.number), [await pdf(statement)]);
    } catch (error) {
      if (!(error instanceof MissingLetterError)) throw error;
      refused.push({ number: statement.number, why: error.message });
    }
  }
  await zip.add('statements.csv', [csv()]);
  await zip.close();
  return refused;
}
