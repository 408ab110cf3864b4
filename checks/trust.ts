import { readFileSync } from 'node:fs';

/** `smaller`: it holds, and less was tried than was asked. */
export type TrustState = 'Met' | 'Smaller' | 'Not met';

/** One of the lines of docs/trust.md. */
export interface TrustLine {
  number: number;
  /** What is asked. */
  text: string;
  state: TrustState;
  /** How much smaller, or why it is not met. */
  note: string;
  tests: { file: string; title: string; assertions: number }[];
}

interface TrustSection {
  heading: string;
  /** Tests by file and title, with how many assertions they had when they were listed. */
  lines: { text: string; state: TrustState; note?: string; tests?: Record<string, Record<string, number>> }[];
}

const sections = JSON.parse(readFileSync(new URL('trust.json', import.meta.url), 'utf8')) as TrustSection[];

/** The lines of checks/trust.json, numbered. */
export const trustLines: readonly TrustLine[] = sections
  .flatMap(({ lines }) => lines)
  .map(({ note = '', tests = {}, ...line }, index) => ({
    ...line,
    number: index + 1,
    note,
    tests: Object.entries(tests).flatMap(([file, titles]) =>
      Object.entries(titles).map(([title, assertions]) => ({ file, title, assertions })),
    ),
  }));

/** The page docs/trust.md. */
export function trustText(): string {
  const count = (state: TrustState) => trustLines.filter((it) => it.state === state).length;
  let number = 0;
  const parts = sections.map(({ heading, lines }) => {
    const rows = lines.map(() => {
      const { text, state, note, tests } = trustLines[number++] as TrustLine;
      return `${number}. ${text} **${state}**${note === '' ? '.' : `: ${note}`}${tests.length === 0 ? ' No test.' : ''}\n`;
    });
    return `## ${heading}\n\n${rows.join('')}`;
  });
  return `# What is tested for trust

<!-- Written by \`npm run inventory\` from checks/trust.json. Do not edit it by hand. -->

What a console that moves money should hold, and whether it holds here. _Smaller_ is a line that holds, with less tried than was asked.
**${count('Met')} are met, ${count('Smaller')} smaller, ${count('Not met')} not met.** All tests are of this repository; nobody else has audited it. \`checks/trust.json\` names
them, and \`npm run trust -- 12 13\` runs those of two lines.

${parts.join('\n')}`;
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
