import { isNumber, isText, type ReportColumn } from '#answers/report/columns.ts';
import type { Dictionary } from '#answers/report/dictionary.ts';
import { noTime } from '#answers/report/wall-minutes.ts';
import { stride, type Work } from './work.ts';

// The order of all grids: numbers in texts are compared as numbers, C-9 before C-10.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const plain = /^[\w -]*$/;
const marks: Record<string, string> = { ' ': '\u0001', _: '\u0002', '-': '\u0003' };

/** Numbers sort after marks and before letters, longer ones later. */
const numberStart = 4;

/**
 * A key for ASCII texts, such that comparing keys by character equals comparing by language, in a tenth of the time;
 * undefined for other texts.
 */
export function sortKey(text: string): string | undefined {
  if (text.length > 60 || !plain.test(text)) return undefined;
  return text.toLowerCase().replace(/\d+|[ _-]/g, (part) => {
    const mark = marks[part];
    if (mark !== undefined) return mark;
    const figures = part.replace(/^0+/, '');
    return String.fromCharCode(numberStart + figures.length) + figures;
  });
}

interface Text {
  text: string;
  key: string | undefined;
}
const textWithKey = (text: string): Text => ({ text, key: sortKey(text) });

const byCode = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Texts that differ only in case need a fixed order, or it would depend on which slice arrived first. */
const compare = (one: Text, other: Text) =>
  (one.key !== undefined && other.key !== undefined
    ? byCode(one.key, other.key)
    : collator.compare(one.text, other.text)) || byCode(one.text, other.text);

/**
 * The rank of each text in a dictionary. Comparing by language is the most expensive part of a sort, so each distinct
 * text is ranked once; later entries are merged in.
 */
export class Ranking {
  private readonly dictionary: Dictionary;
  /** Entries in order, without those that have no text. */
  private order = new Uint32Array();
  private known = 0;
  private ranks = new Uint32Array();

  constructor(dictionary: Dictionary) {
    this.dictionary = dictionary;
  }

  /** Rank by entry, from 1; 0 is no value or an empty text. */
  *work(): Work<Uint32Array> {
    const { dictionary } = this;
    const { size } = dictionary;
    if (this.known === size) return this.ranks;
    const texts: Text[] = [];
    const { known, order: before } = this;
    const added: number[] = [];
    for (let code = Math.max(1, known); code < size; code += 1) {
      const text = dictionary.shownOf(code) ?? '';
      texts[code - known] = textWithKey(text);
      if (text !== '') added.push(code);
      if (code % 1024 === 0) yield;
    }
    let order: Uint32Array<ArrayBuffer> = yield* mergeSort(Uint32Array.from(added), (one, other) =>
      compare(texts[one - known] as Text, texts[other - known] as Text),
    );
    if (before.length > 0) {
      const textOf = (code: number) =>
        code < known ? textWithKey(dictionary.shownOf(code) ?? '') : (texts[code - known] as Text);
      const both = new Uint32Array(before.length + order.length);
      both.set(before);
      both.set(order, before.length);
      const merged = new Uint32Array(both.length);
      yield* merge(both, merged, 0, before.length, both.length, (one, other) => compare(textOf(one), textOf(other)));
      order = merged;
    }
    const ranks = new Uint32Array(size);
    for (let rank = 0; rank < order.length; rank += 1) ranks[order[rank] as number] = rank + 1;
    // Committed at the end, so that an aborted run changes nothing.
    this.order = order;
    this.known = size;
    this.ranks = ranks;
    return ranks;
  }
}

type Compare = (one: number, other: number) => number;

/** Stable. Merges sorted runs, because the built-in sort can't be interrupted. */
function* mergeSort(items: Uint32Array<ArrayBuffer>, by: Compare): Work<Uint32Array<ArrayBuffer>> {
  const { length } = items;
  const run = 512;
  for (let from = 0; from < length; from += run) {
    items.subarray(from, from + run).sort(by);
    yield;
  }
  let [source, target] = [items, new Uint32Array(length)];
  for (let width = run; width < length; width *= 2) {
    for (let from = 0; from < length; from += width * 2)
      yield* merge(source, target, from, Math.min(from + width, length), Math.min(from + width * 2, length), by);
    [source, target] = [target, source];
  }
  return source;
}

function* merge(
  source: Uint32Array,
  target: Uint32Array,
  from: number,
  middle: number,
  end: number,
  by: Compare,
): Work<void> {
  // Often already sorted.
  if (middle === end || by(source[middle - 1] as number, source[middle] as number) <= 0) {
    target.set(source.subarray(from, end), from);
    return;
  }
  let [left, right] = [from, middle];
  for (let at = from; at < end; at += 1) {
    const isLeft = right >= end || (left < middle && by(source[left] as number, source[right] as number) <= 0);
    target[at] = source[isLeft ? left++ : right++] as number;
    if (at % 1024 === 0) yield;
  }
}

// Separate functions: in a generator they take several times as long.

function count(key: Uint32Array, shift: number, counts: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const digit = ((key[at] as number) >>> shift) & 0xffff;
    counts[digit + 1] = (counts[digit + 1] as number) + 1;
  }
}

function move(
  source: Uint32Array,
  target: Uint32Array,
  key: Uint32Array,
  shift: number,
  starts: Uint32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const row = source[at] as number;
    const digit = ((key[row] as number) >>> shift) & 0xffff;
    const start = starts[digit] as number;
    starts[digit] = start + 1;
    target[start] = row;
  }
}

/**
 * A stable radix sort, 16 bits at a time, without digits that all keys share.
 * @param keys by position in `rows`
 */
function* radix(rows: Uint32Array, keys: readonly Uint32Array[]): Work<Uint32Array> {
  const { length } = rows;
  // Sorts positions, so that there are only as many keys as rows to sort.
  let source = new Uint32Array(length);
  for (let at = 0; at < length; at += 1) source[at] = at;
  let target = new Uint32Array(length);
  const starts = new Uint32Array((1 << 16) + 1);
  for (const key of keys) {
    for (const shift of [0, 16]) {
      starts.fill(0);
      for (let from = 0; from < length; from += stride) {
        count(key, shift, starts, from, Math.min(from + stride, length));
        yield;
      }
      if (starts.includes(length)) continue;
      for (let digit = 0; digit < 1 << 16; digit += 1)
        starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number);
      for (let from = 0; from < length; from += stride) {
        move(source, target, key, shift, starts, from, Math.min(from + stride, length));
        yield;
      }
      [source, target] = [target, source];
    }
  }
  for (let at = 0; at < length; at += 1) source[at] = rows[source[at] as number] as number;
  return source;
}

const lastKey = 0xffff_ffff;

/**
 * Sorts rows by a column. Stable in both directions; in both, odd values that can't be compared follow the others, and
 * rows without a value (or with an empty text) are last.
 */
export function* sortedReport(
  rows: Uint32Array,
  column: ReportColumn,
  isDescending: boolean,
  ranking: Ranking | undefined,
): Work<Uint32Array> {
  const { length } = rows;
  const low = new Uint32Array(length);
  if (isText(column) && ranking) {
    const ranks = yield* ranking.work();
    for (let at = 0; at < length; at += 1) {
      const rank = ranks[column.codes[rows[at] as number] as number] as number;
      low[at] = rank === 0 ? lastKey : isDescending ? lastKey - rank : rank;
      if (at % stride === 0) yield;
    }
    return yield* radix(rows, [low]);
  }
  if (isText(column)) return rows;
  const odd = column.odd.rows;
  if (!isNumber(column)) {
    for (let at = 0; at < length; at += 1) {
      const row = rows[at] as number;
      const minutes = column.minutes[row] as number;
      if (minutes === noTime) low[at] = odd.size > 0 && odd.has(row) ? lastKey - 1 : lastKey;
      else low[at] = isDescending ? lastKey - 2 - minutes : minutes;
      if (at % stride === 0) yield;
    }
    return yield* radix(rows, [low]);
  }
  const high = new Uint32Array(length);
  const value = new Float64Array(1);
  const halves = new Uint32Array(value.buffer);
  for (let at = 0; at < length; at += 1) {
    const row = rows[at] as number;
    // -0 is 0.
    value[0] = (column.numbers[row] as number) + 0;
    if (Number.isNaN(value[0])) {
      low[at] = odd.size > 0 && odd.has(row) ? 0 : 1;
      high[at] = lastKey;
    } else {
      // The bits of doubles compare like integers once the sign bit is flipped, and for negatives all bits.
      const sign = (halves[1] as number) >>> 31 === 1 ? lastKey : 0;
      const turned = isDescending ? lastKey : 0;
      low[at] = (halves[0] as number) ^ sign ^ turned;
      high[at] = (halves[1] as number) ^ (sign || 0x8000_0000) ^ turned;
    }
    if (at % stride === 0) yield;
  }
  return yield* radix(rows, [low, high]);
}
