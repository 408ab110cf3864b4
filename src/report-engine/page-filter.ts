import { isText, isTime, type ReportColumns } from '#answers/report/columns.ts';
import type { Dictionary } from '#answers/report/dictionary.ts';
import { minutesOfDay } from '#answers/report/wall-minutes.ts';
import { folded } from '#rules/search-text.ts';
import type { PageFilter } from './protocol.ts';
import type { Work } from './work.ts';

type Test = (row: number) => boolean;

const minutesADay = 1440;

export function* pageFilterTests(columns: ReportColumns, { days, words, orOneOf }: PageFilter): Work<Test[]> {
  const tests: Test[] = [];
  if (days) {
    const column = columns.column(days.fieldName);
    if (!column || !isTime(column)) return [() => false];
    const { minutes } = column;
    const wanted = new Set(days.days.map((it) => minutesOfDay(it) / minutesADay));
    tests.push((row) => wanted.has(Math.floor((minutes[row] as number) / minutesADay)));
  }
  if (words && words.length > 0) tests.push(yield* wordsTest(columns, words, orOneOf));
  return tests;
}

function* wordsTest(columns: ReportColumns, words: readonly string[], orOneOf: PageFilter['orOneOf']): Work<Test> {
  const texts = columns.list.filter(isText);
  const found: { codes: (typeof texts)[number]['codes']; hits: Uint8Array }[][] = [];
  for (const word of words) {
    const of = [];
    for (const { dictionary, codes } of texts) {
      const hits = yield* hitsOf(dictionary, (text) => folded(text).includes(word));
      if (hits.includes(1)) of.push({ codes, hits });
    }
    found.push(of);
  }
  const has: Test = (row) => found.every((of) => of.some(({ codes, hits }) => hits[codes[row] as number] === 1));
  const others: Test[] = [has];
  for (const { fieldName, values } of orOneOf ?? []) {
    const column = columns.column(fieldName);
    if (!column || !isText(column)) continue;
    const wanted = new Set(values);
    const { codes } = column;
    const hits = yield* hitsOf(column.dictionary, (text) => wanted.has(text));
    others.push((row) => hits[codes[row] as number] === 1);
  }
  return (row) => others.some((it) => it(row));
}

function* hitsOf(dictionary: Dictionary, matches: (text: string) => boolean): Work<Uint8Array> {
  const hits = new Uint8Array(dictionary.size);
  for (let code = 1; code < hits.length; code += 1) {
    if (matches(dictionary.shownOf(code) ?? '')) hits[code] = 1;
    if (code % 1024 === 0) yield;
  }
  return hits;
}
