/** One of the lines of docs/trust.md. */
export interface TrustLine {
  number: number;
  text: string;
  /** Why there is no test. */
  reason?: string;
  /** What its tests leave out. */
  notCovered?: string;
  tests: { file: string; title: string }[];
}

export function trustLines(document: string): TrustLine[] {
  const lines: TrustLine[] = [];
  for (const row of document.split('\n')) {
    const [, number, text] = /^\*\*(\d+)\.\*\* (.+)$/.exec(row) ?? [];
    if (number && text) lines.push({ number: Number(number), text, tests: [] });
    const line = lines.at(-1);
    if (!line) continue;
    const [, kind, sentence] = /^(Reason|Not covered): (.+)$/.exec(row) ?? [];
    if (kind === 'Reason') line.reason = sentence;
    if (kind === 'Not covered') line.notCovered = sentence;
    const [, file, title] = /^- `([^`]+)`: (.+)$/.exec(row) ?? [];
    if (file && title) line.tests.push({ file, title });
  }
  return lines;
}

/** Whether a test has the title; "…" in the title is any text. */
export const isTitled = (title: string, name: string): boolean =>
  new RegExp(`^${title.split('…').map(escape).join('.+')}$`, 'su').test(name);

const escape = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&');
