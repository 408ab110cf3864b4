/** `smaller`: it holds, and less was tried than was asked. */
export type TrustState = 'Met' | 'Smaller' | 'Not met';

/** One of the lines of docs/trust.md. */
export interface TrustLine {
  number: number;
  /** What is asked. */
  text: string;
  state?: TrustState;
  /** How much smaller, or why it is not met. */
  note: string;
  tests: { file: string; title: string }[];
}

export function trustLines(document: string): TrustLine[] {
  const lines: TrustLine[] = [];
  for (const row of document.split('\n')) {
    const [, number, text] = /^\*\*(\d+)\.\*\* (.+)$/.exec(row) ?? [];
    if (number && text) lines.push({ number: Number(number), text, note: '', tests: [] });
    const line = lines.at(-1);
    if (!line) continue;
    const [, state, note = ''] = /^(Met|Smaller|Not met)(?:\.|: (.+))$/.exec(row) ?? [];
    if (state) Object.assign(line, { state, note });
    const [, file, title] = /^- `([^`]+)`: (.+)$/.exec(row) ?? [];
    if (file && title) line.tests.push({ file, title });
  }
  return lines;
}

/** The titles of a file's tests with their sources; the varying part of a generated one is "…". */
export function testsIn(source: string): Map<string, string> {
  const found = new Map<string, string>();
  // A title may be on the line after, and its test inside a loop.
  const starts = [...source.matchAll(/\btest\(\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`)/g)];
  for (const [index, { 1: plain, 2: generated, index: at }] of starts.entries()) {
    const title = plain ?? (generated ?? '').replace(/\$\{[^}]*\}/g, '…');
    found.set(title, source.slice(at, starts[index + 1]?.index));
  }
  return found;
}

/** How many things a test asks for, helpers that ask for something included. */
export const assertionsIn = (source: string): number =>
  source.match(/\b(?:assert|expect|refuse|refuses|refused|rejects|says|until)\w*(?:\.\w+)*(?:<[^>]*>)?\(/g)?.length ??
  0;

/** Whether a test has the title; "…" in the title is any text. */
export const isTitled = (title: string, name: string): boolean =>
  new RegExp(`^${title.split('…').map(escape).join('.+')}$`, 'su').test(name);

const escape = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
