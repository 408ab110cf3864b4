import {
  isNumber,
  isText,
  type Column,
  type Columns,
  type NumberColumn,
  type TextColumn,
  type TimeColumn,
} from './columns.ts';
import { Dictionary, hashEnd, hashOf, hashPrime, hashStart } from './dictionary.ts';
import { minutesAt, noTime } from './wall-minutes.ts';

/** The body is no JSON object, or is broken in the middle. What came before is in the columns. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/** What stands beside the records. */
export interface Tail {
  /** The body came to its end. */
  isWhole: boolean;
  callSequence?: number;
  status?: string;
}

/** A field that records have, and the field that came after it the last time: most records are laid out as the one before. */
interface Known {
  /** The field in its quotes. */
  key: Uint8Array;
  next: Known | undefined;
  text?: TextColumn;
  number?: NumberColumn;
  time?: TimeColumn;
}

const [quote, backslash, comma, colon, minus, point, open, close, openList, closeList] = [
  0x22, 0x5c, 0x2c, 0x3a, 0x2d, 0x2e, 0x7b, 0x7d, 0x5b, 0x5d,
] as const;
const [zero, nine, letterN, letterL] = [0x30, 0x39, 0x6e, 0x6c] as const;

/** The bytes that have come do not suffice; the same place is tried again when there are more. */
const more = -1;

/** A longer piece of a body that does not make a record yet is tried again only once it has doubled. */
const retryBytes = 1 << 16;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads the body of one call, UTF-8 bytes in chunks of any size, into columns that it may share with other parsers.
 * What JSON.parse would make of a record arrives in the row, whatever the order of its words, blanks, escapes and types;
 * plain values never become a string or an object on the way. An item of the list that is no object is an empty row.
 */
export class ReportParser {
  /** Fields of records that are no columns. */
  readonly unknownFields = new Set<string>();
  private readonly columns: Columns;
  private readonly key: string;
  private readonly renamed: Readonly<Record<string, string>>;
  private readonly head: Known = { key: new Uint8Array(), next: undefined };
  private readonly words = new Dictionary();
  private readonly known: (Known | undefined)[] = [];
  private buffer = new Uint8Array(1 << 17);
  /** Bytes in the buffer. A 0 stands after them, which no scan passes: JSON has none. */
  private held = 0;
  private enough = 0;
  private state: 'start' | 'key' | 'next key' | 'record' | 'next record' | 'done' = 'start';
  private api: { CallSequence?: unknown; Status?: unknown } = {};
  /** Where the value ended that was read last. */
  private ended = 0;

  /**
   * @param key top-level key of the list of records; without it there are no records
   * @param renamed the columns of fields that are called otherwise here
   */
  constructor(columns: Columns, key: string, renamed: Readonly<Record<string, string>> = {}) {
    this.columns = columns;
    this.key = key;
    this.renamed = renamed;
  }

  /** Takes the next bytes of the body. @throws Unreadable */
  push(chunk: Uint8Array): void {
    const held = this.held + chunk.length;
    if (held >= this.buffer.length) {
      const buffer = new Uint8Array(Math.max(held + 1, this.buffer.length * 2));
      buffer.set(this.buffer.subarray(0, this.held));
      this.buffer = buffer;
    }
    this.buffer.set(chunk, this.held);
    this.buffer[held] = 0;
    this.held = held;
    if (held >= this.enough) this.read();
  }

  /** The body has ended, or will not go on. @throws Unreadable */
  end(): Tail {
    this.read();
    const { CallSequence, Status } = this.api;
    return {
      isWhole: this.state === 'done',
      callSequence: typeof CallSequence === 'number' && CallSequence !== 0 ? CallSequence : undefined,
      status: typeof Status === 'string' ? Status : undefined,
    };
  }

  private read(): void {
    let at = 0;
    try {
      for (let to = this.step(0); to !== more; to = this.step(at)) at = to;
    } finally {
      // A record that was broken off leaves no trace: the row may be written by another parser next.
      this.columns.clearRow();
      this.buffer.copyWithin(0, at, this.held + 1);
      this.held -= at;
      this.enough = this.held > retryBytes ? this.held * 2 : 0;
    }
  }

  /** One step from `at`; the place where the next one begins, or `more`. */
  private step(at: number): number {
    const { buffer } = this;
    if (this.state === 'start' && buffer[at] === 0xef) {
      // A mark of byte order, which some services write although they should not.
      if (this.held < 3) return more;
      if (buffer[1] === 0xbb && buffer[2] === 0xbf) at = 3;
    }
    at = this.blanks(at);
    if (at >= this.held) return more;
    const byte = buffer[at];
    switch (this.state) {
      case 'start':
        return this.expect(at, byte === open, 'key');
      case 'key':
        return byte === close ? this.expect(at, true, 'done') : this.member(at);
      case 'next key':
        return byte === close ? this.expect(at, true, 'done') : this.expect(at, byte === comma, 'key');
      case 'record':
        return byte === closeList ? this.expect(at, true, 'next key') : this.record(at);
      case 'next record':
        return byte === closeList ? this.expect(at, true, 'next key') : this.expect(at, byte === comma, 'record');
      case 'done':
        return this.held;
    }
  }

  private expect(at: number, isThere: boolean, next: ReportParser['state']): number {
    if (!isThere) throw this.unreadable();
    this.state = next;
    return at + 1;
  }

  private unreadable(): Unreadable {
    return new Unreadable(this.state === 'start' ? 'The answer is no JSON object.' : 'The answer is broken JSON.');
  }

  private blanks(at: number): number {
    const { buffer } = this;
    for (let byte = buffer[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = buffer[at])
      at += 1;
    return at;
  }

  /** A key and its value at the top. */
  private member(at: number): number {
    const keyEnd = this.valueEnd(at);
    if (keyEnd === more) return more;
    const key = this.parsed(at, keyEnd);
    if (typeof key !== 'string') throw this.unreadable();
    const value = this.afterColon(keyEnd);
    if (value === more) return more;
    if (key === this.key && this.buffer[value] === openList) {
      this.state = 'record';
      return value + 1;
    }
    const end = this.valueEnd(value);
    if (end === more) return more;
    const held = this.parsed(value, end);
    if (key === 'APIResponse' && typeof held === 'object' && held !== null) this.api = held;
    this.state = 'next key';
    return end;
  }

  /** Where the value begins whose key ended at `at`. */
  private afterColon(at: number): number {
    at = this.blanks(at);
    if (at < this.held && this.buffer[at] !== colon) throw this.unreadable();
    at = this.blanks(at + 1);
    return at < this.held ? at : more;
  }

  private record(at: number): number {
    const { buffer, columns } = this;
    columns.makeRoom();
    if (buffer[at] !== open) {
      const end = this.valueEnd(at);
      if (end === more) return more;
      this.parsed(at, end);
      return this.recordEnd(end);
    }
    at = this.blanks(at + 1);
    if (buffer[at] === close) return this.recordEnd(at + 1);
    let before = this.head;
    for (;;) {
      const expected = before.next;
      let known: Known | undefined;
      if (expected !== undefined) {
        const { key } = expected;
        let i = 0;
        while (i < key.length && buffer[at + i] === key[i]) i += 1;
        if (i === key.length) {
          known = expected;
          at += i;
        }
      }
      if (known === undefined) {
        known = this.fieldAt(at);
        if (known === undefined) return more;
        at = this.ended;
        before.next = known;
      }
      // Most bodies have no blanks: the calls are spared.
      at = buffer[at] === colon && (buffer[at + 1] as number) > 0x20 ? at + 1 : this.afterColon(at);
      if (at === more) return more;
      at = this.cell(known, at);
      if (at === more) return more;
      if ((buffer[at] as number) <= 0x20) at = this.blanks(at);
      if (buffer[at] === close) return this.recordEnd(at + 1);
      if (buffer[at] !== comma) {
        if (at >= this.held) return more;
        throw this.unreadable();
      }
      at += 1;
      if ((buffer[at] as number) <= 0x20) at = this.blanks(at);
      before = known;
    }
  }

  private recordEnd(at: number): number {
    this.columns.length += 1;
    this.state = 'next record';
    return at;
  }

  /** The field whose key begins at `at`; `ended` is where. Nothing when more is needed. */
  private fieldAt(at: number): Known | undefined {
    const end = this.valueEnd(at);
    if (end === more) return undefined;
    if (this.buffer[at] !== quote) throw this.unreadable();
    this.ended = end;
    const code = this.words.codeOf(this.buffer, at, end, hashOf(this.buffer, at, end));
    return (this.known[code] ??= this.learn(at, end));
  }

  private learn(at: number, end: number): Known {
    // The same field may be written with escapes: then it is another entry for the same column.
    const fieldName = this.parsed(at, end) as string;
    const column = this.columns.column(this.renamed[fieldName] ?? fieldName);
    if (column === undefined) this.unknownFields.add(fieldName);
    const learnt: Known = { key: this.buffer.slice(at, end), next: undefined, text: undefined };
    if (column === undefined) return learnt;
    if (isText(column)) learnt.text = column;
    else if (isNumber(column)) learnt.number = column;
    else learnt.time = column;
    return learnt;
  }

  /** Takes the value at `at` into the field's column; gives where it ends, or `more`. */
  private cell(known: Known, at: number): number {
    const { buffer } = this;
    const { text, number, time } = known;
    if (text !== undefined) {
      if (buffer[at] === quote && text.kind === 'text') {
        const from = at + 1;
        let hash = hashStart;
        let to = from;
        let byte = buffer[to] as number;
        while (byte !== quote && byte !== backslash && byte >= 0x20) {
          hash = Math.imul(hash ^ byte, hashPrime);
          byte = buffer[(to += 1)] as number;
        }
        if (byte === quote) {
          text.codes[this.columns.length] = text.dictionary.codeOf(buffer, from, to, hashEnd(hash));
          return to + 1;
        }
      }
      return this.anyCell(text, at);
    }
    if (number !== undefined) {
      const to = this.plainNumber(number, at);
      return to === more ? this.anyCell(number, at) : to;
    }
    if (time !== undefined) {
      const to = this.plainTime(time, at);
      return to === more ? this.anyCell(time, at) : to;
    }
    const end = this.valueEnd(at);
    if (end !== more && buffer[at] !== quote) this.parsed(at, end);
    return end;
  }

  /** A value of any type, by way of JSON.parse. */
  private anyCell(column: Column, at: number): number {
    const end = this.valueEnd(at);
    if (end === more) return more;
    if (end - at === 4 && this.buffer[at] === letterN && this.buffer[at + 3] === letterL) {
      this.columns.put(column, null, nothing);
      return end;
    }
    this.columns.put(column, this.parsed(at, end), this.buffer.subarray(at, end));
    return end;
  }

  /** A number of up to fifteen digits, which a division of two exact doubles rounds as JSON.parse would; else `more`. */
  private plainNumber(column: NumberColumn, at: number): number {
    const { buffer } = this;
    const isNegative = buffer[at] === minus;
    if (isNegative) at += 1;
    // 01 is no JSON.
    if (buffer[at] === zero && isDigit(buffer[at + 1])) return more;
    const from = at;
    let value = 0;
    let byte = buffer[at] as number;
    while (byte >= zero && byte <= nine) {
      value = value * 10 + byte - zero;
      byte = buffer[(at += 1)] as number;
    }
    let digits = at - from;
    if (digits === 0) return more;
    if (byte === point) {
      const pointAt = at;
      byte = buffer[(at += 1)] as number;
      while (byte >= zero && byte <= nine) {
        value = value * 10 + byte - zero;
        byte = buffer[(at += 1)] as number;
      }
      const decimals = at - pointAt - 1;
      if (decimals === 0) return more;
      digits += decimals;
      if (digits > 15) return more;
      value /= powers[decimals] as number;
    }
    if (digits > 15 || !(byte === comma || byte === close || byte === 0x20 || byte === 0x0a || byte === 0x0d))
      return more;
    // Something odd may have come for the same field earlier in the record.
    if (column.odd.rows.size > 0) column.odd.rows.delete(this.columns.length);
    column.numbers[this.columns.length] = isNegative ? -value : value;
    return at;
  }

  /** A time that exists, in the form of its column; else `more`. */
  private plainTime(column: TimeColumn, at: number): number {
    const { buffer } = this;
    const length = column.form === 'date' ? 10 : 16;
    if (buffer[at] !== quote || at + length + 1 >= this.held || buffer[at + length + 1] !== quote) return more;
    if (buffer[at + 5] !== minus || buffer[at + 8] !== minus) return more;
    const year = this.pair(at + 1) * 100 + this.pair(at + 3);
    let [hour, minute] = [0, 0];
    if (length === 16) {
      if (buffer[at + 11] !== 0x20 || buffer[at + 14] !== colon) return more;
      hour = this.pair(at + 12);
      minute = this.pair(at + 15);
    }
    const minutes = minutesAt(year, this.pair(at + 6), this.pair(at + 9), hour, minute);
    if (minutes === noTime) return more;
    this.columns.learnForm(column, length);
    if (column.odd.rows.size > 0) column.odd.rows.delete(this.columns.length);
    column.minutes[this.columns.length] = minutes;
    return at + length + 2;
  }

  /** Two digits; something that makes no time when they are none. */
  private pair(at: number): number {
    const [tens, ones] = [(this.buffer[at] as number) - zero, (this.buffer[at + 1] as number) - zero];
    return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : NaN;
  }

  /** What JSON.parse makes of a value. @throws Unreadable */
  private parsed(from: number, to: number): unknown {
    try {
      return JSON.parse(decoder.decode(this.buffer.subarray(from, to)));
    } catch {
      throw this.unreadable();
    }
  }

  /** Where the value that begins at `at` ends, whatever it is, or `more`. Whether it is JSON is for JSON.parse to say. */
  private valueEnd(at: number): number {
    const { buffer, held } = this;
    let depth = 0;
    for (; at < held; at += 1) {
      const byte = buffer[at];
      if (byte === quote) {
        at += 1;
        while (at < held && buffer[at] !== quote) at += buffer[at] === backslash ? 2 : 1;
        if (at >= held) return more;
        if (depth === 0) return at + 1;
      } else if (byte === open || byte === openList) depth += 1;
      else if (byte === close || byte === closeList) {
        depth -= 1;
        if (depth === 0) return at + 1;
        if (depth < 0) return at;
      } else if (depth === 0 && (byte === comma || byte === colon || (byte as number) <= 0x20)) return at;
    }
    return more;
  }
}

const nothing = new Uint8Array();
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= zero && byte <= nine;
const powers = Array.from({ length: 16 }, (_, power) => 10 ** power);
