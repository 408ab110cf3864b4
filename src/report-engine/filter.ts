import {
  isNumber,
  isText,
  isTime,
  type ReportColumn,
  type ReportColumns,
  type OddValues,
} from '#answers/report/columns.ts';
import type { Dictionary } from '#answers/report/dictionary.ts';
import { minutesOf, minutesOfDay, timeText } from '#answers/report/wall-minutes.ts';
import { transactionKindOf } from '#answers/transaction-kind.ts';
import type { Filter } from '#kit/base/grid-source.ts';
import { isDate } from '#rules/calendar.ts';
import { pageFilterTests } from './page-filter.ts';
import type { View } from './protocol.ts';
import { stride, type Work } from './work.ts';

type Test = (row: number) => boolean;

const none: Test = () => false;
const minutesADay = 1440;

/** In the given order; the same array if there is no search or filter. */
export function* filteredRows(
  columns: ReportColumns,
  rows: Uint32Array,
  view: Pick<View, 'search' | 'filters' | 'pageFilter'>,
): Work<Uint32Array> {
  const tests: Test[] = [];
  for (const filter of view.filters) {
    const column = columns.column(filter.fieldName);
    // A condition on an unknown column matches nothing, rather than being ignored.
    tests.push(column ? yield* testOf(column, filter) : none);
  }
  if (view.search !== '') tests.push(yield* searchTest(columns, view.search));
  if (view.pageFilter) tests.push(...(yield* pageFilterTests(columns, view.pageFilter)));
  let left = rows;
  for (const test of tests) {
    const passed = new Uint32Array(left.length);
    let count = 0;
    for (let from = 0; from < left.length; from += stride) {
      count = pass(left, from, Math.min(from + stride, left.length), test, passed, count);
      yield;
    }
    left = passed.slice(0, count);
  }
  return left;
}

/** Not in the generator, where it takes much longer. */
function pass(rows: Uint32Array, from: number, to: number, test: Test, passed: Uint32Array, count: number): number {
  for (let at = from; at < to; at += 1) {
    const row = rows[at] as number;
    if (test(row)) passed[count++] = row;
  }
  return count;
}

function* testOf(column: ReportColumn, filter: Filter): Work<Test> {
  switch (filter.kind) {
    case 'number': {
      if (!isNumber(column)) return none;
      const { numbers } = column;
      // Whole cents divided by 100 are exactly the amounts on the wire.
      const unit = column.kind === 'amount' ? 100 : 1;
      const least = filter.least === undefined ? -Infinity : filter.least / unit;
      const most = filter.most === undefined ? Infinity : filter.most / unit;
      return (row) => (numbers[row] as number) >= least && (numbers[row] as number) <= most;
    }
    case 'date': {
      const { from, to } = filter;
      if (!isTime(column) || (from !== undefined && !isDate(from)) || (to !== undefined && !isDate(to))) return none;
      const { minutes } = column;
      const least = from === undefined ? 0 : minutesOfDay(from);
      const most = to === undefined ? minutesOf('9999-12-31 23:59') : minutesOfDay(to) + minutesADay - 1;
      return (row) => (minutes[row] as number) >= least && (minutes[row] as number) <= most;
    }
    case 'oneOf': {
      const wanted = new Set(filter.values);
      if (isText(column)) {
        const { codes } = column;
        const hits = yield* hitsOf(column.dictionary, (text) => wanted.has(text));
        return (row) => hits[codes[row] as number] === 1;
      }
      return yield* plainTest(column, (text) => wanted.has(text));
    }
    case 'noneOf': {
      const unwanted = new Set(filter.values.map((it) => it.toLowerCase()));
      const matches = (text: string | null) => text === null || !unwanted.has(text.toLowerCase());
      if (!isText(column)) return yield* plainTest(column, matches);
      const { codes } = column;
      const hits = yield* hitsOf(column.dictionary, matches);
      return (row) => hits[codes[row] as number] === 1;
    }
    case 'means': {
      if (!isText(column)) return none;
      const { codes } = column;
      const hits = yield* hitsOf(column.dictionary, (text) => filter.values.includes(transactionKindOf(text)));
      return (row) => hits[codes[row] as number] === 1;
    }
    case 'text': {
      const has = needleOf(filter.has);
      if (isText(column)) {
        const { codes } = column;
        const hits = yield* textHits(column.dictionary, has);
        return (row) => hits[codes[row] as number] === 1;
      }
      return yield* plainTest(column, (text) => text !== null && text.toLowerCase().includes(has.text));
    }
  }
}

/** Tests numbers and times by their text, once per distinct value. */
function* plainTest(
  column: Exclude<ReportColumn, { codes: unknown }>,
  matches: (text: string | null) => boolean,
): Work<Test> {
  const seen = new Map<number, boolean>();
  const odd = yield* oddTest(column.odd, matches);
  const [values, textOf] = isNumber(column)
    ? [column.numbers, String]
    : [column.minutes, (minutes: number) => timeText(minutes, column.form)];
  const isEmpty = isNumber(column) ? Number.isNaN : (minutes: number) => timeText(minutes, column.form) === '';
  return (row) => {
    const special = odd?.(row);
    if (special !== undefined) return special;
    const value = values[row] as number;
    let is = seen.get(value);
    if (is === undefined) seen.set(value, (is = matches(isEmpty(value) ? null : textOf(value))));
    return is;
  };
}

function* oddTest(
  { rows, dictionary }: OddValues,
  matches: (text: string | null) => boolean,
): Work<((row: number) => boolean | undefined) | undefined> {
  if (rows.size === 0) return undefined;
  const hits = yield* hitsOf(dictionary, matches);
  return (row) => {
    const code = rows.get(row);
    return code === undefined ? undefined : hits[code] === 1;
  };
}

function* hitsOf(dictionary: Dictionary, matches: (text: string | null) => boolean): Work<Uint8Array> {
  const hits = new Uint8Array(dictionary.size);
  for (let code = 0; code < hits.length; code += 1) {
    if (matches(dictionary.shownOf(code))) hits[code] = 1;
    if (code % 1024 === 0) yield;
  }
  return hits;
}

interface Needle {
  text: string;
  bytes: Uint8Array;
}

function needleOf(text: string): Needle {
  const small = text.toLowerCase();
  const bytes = new TextEncoder().encode(small);
  return { text: small, bytes };
}

const smallOf = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte));

/** ASCII is compared as bytes. */
function* textHits(dictionary: Dictionary, needle: Needle): Work<Uint8Array> {
  const { bytes: wanted, text } = needle;
  const hits = new Uint8Array(dictionary.size);
  for (let code = 1; code < hits.length; code += 1) {
    const { bytes, starts } = dictionary;
    const from = starts[code] as number;
    const to = starts[code + 1] as number;
    let isPlain = !dictionary.isRaw(code);
    let isHit = wanted.length === 0;
    // A non-ASCII letter may have an ASCII lower case, so such entries are read as texts.
    for (let at = from; at < to; at += 1) {
      if ((bytes[at] as number) >= 0x80) isPlain = false;
      if (isHit || smallOf[bytes[at] as number] !== wanted[0] || at + wanted.length > to) continue;
      let i = 1;
      while (i < wanted.length && smallOf[bytes[at + i] as number] === wanted[i]) i += 1;
      isHit = i === wanted.length;
    }
    if (isPlain ? isHit : (dictionary.shownOf(code) ?? '').toLowerCase().includes(text)) hits[code] = 1;
    if (code % 1024 === 0) yield;
  }
  return hits;
}

function* searchTest(columns: ReportColumns, search: string): Work<Test> {
  const needle = needleOf(search);
  const found: { codes: Uint8Array | Uint16Array | Uint32Array; hits: Uint8Array }[] = [];
  for (const column of columns.list) {
    if (!isText(column)) continue;
    const hits = yield* textHits(column.dictionary, needle);
    if (hits.includes(1)) found.push({ codes: column.codes, hits });
  }
  return (row) => {
    for (const { codes, hits } of found) if (hits[codes[row] as number] === 1) return true;
    return false;
  };
}
