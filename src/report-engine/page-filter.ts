import { isText, isTime, type ReportColumn, type ReportColumns } from '#answers/report/columns.ts';
import type { Dictionary } from '#answers/report/dictionary.ts';
import { minutesOfDay } from '#answers/report/wall-minutes.ts';
import { folded } from '#rules/search-text.ts';
import type { PageFilter } from './protocol.ts';
import { stride, type Work } from './work.ts';

type Test = (row: number) => boolean;

const minutesADay = 1440;

export function* pageFilterTests(
  columns: ReportColumns,
  { days, words, orOneOf, foldsCreations }: PageFilter,
): Work<Test[]> {
  const tests: Test[] = [];
  if (days) {
    const column = columns.column(days.fieldName);
    if (!column || !isTime(column)) return [() => false];
    const { minutes } = column;
    const wanted = new Set(days.days.map((it) => minutesOfDay(it) / minutesADay));
    tests.push((row) => wanted.has(Math.floor((minutes[row] as number) / minutesADay)));
  }
  if (words && words.length > 0) tests.push(yield* wordsTest(columns, words, orOneOf));
  if (foldsCreations) tests.push(yield* foldTest(columns));
  return tests;
}

/** Fields that are equal in all rows of one creation. */
const sameOfCreation = ['ChangeDate', 'ContractSequence', 'ClientNumber', 'ContractNumber', 'PaymentSequence'];

/** An instalment is created separately from its contract: its fields end with its number. */
function* foldTest(columns: ReportColumns): Work<Test> {
  const [type, field] = [columns.column('ChangeType'), columns.column('FieldChanged')];
  if (!type || !field || !isText(type) || !isText(field)) return () => true;
  const isCreation = yield* hitsOf(type.dictionary, (text) => text.toUpperCase() === 'CREATE');
  const same = sameOfCreation.flatMap((fieldName) => columns.column(fieldName) ?? []);
  const hidden = new Uint8Array(columns.length);
  const seen = new Set<string>();
  for (let row = 0; row < hidden.length; row += 1) {
    if (row % stride === 0) yield;
    if (isCreation[type.codes[row] as number] !== 1) continue;
    const [number] = /\[\d+\]$/.exec(field.dictionary.shownOf(field.codes[row] as number) ?? '') ?? [''];
    const key = [number, ...same.map((column) => cellOf(column, row))].join(' ');
    if (seen.has(key)) hidden[row] = 1;
    else seen.add(key);
  }
  return (row) => hidden[row] !== 1;
}

const cellOf = (column: ReportColumn, row: number): number | undefined =>
  (isText(column) ? column.codes : isTime(column) ? column.minutes : column.numbers)[row];

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
