import { parseJson } from '#rules/json.ts';
import { isKey, isListKey, isNothing } from '../decode.ts';
import type { ReportColumn, ReportColumns } from './columns.ts';
import { hashEnd, hashPrime, hashStart } from './dictionary.ts';
import { KnownFields, type KnownField } from './known-fields.ts';
import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  noEnd,
  openBrace,
  openBracket,
  readPlainNumber,
  readPlainTime,
  quote,
  valueEnd,
} from './scan.ts';

/** The body is no JSON object, or breaks off. Records before that are in the columns. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

export interface ReportTail {
  isWhole: boolean;
  /** Without a list, it is unknown whether there are records (docs/decisions.md, 41). */
  hasList: boolean;
  callSequence?: number;
  status?: string;
}

/** A longer piece that makes no record yet is retried only once it has doubled. */
const retryBytes = 1 << 16;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads UTF-8 chunks of any size into columns that other parsers may share. Rows get the values that `parseJson` would
 * return; ordinary values never become a string or object. A list item that is no object is an empty row.
 */
export class ReportParser {
  /** Fields of records that are no columns. */
  readonly unknownFields: ReadonlySet<string>;
  private readonly columns: ReportColumns;
  private readonly key: string;
  /** Before the first field of each record. */
  private readonly head: KnownField = { key: new Uint8Array(), next: undefined };
  private readonly known: KnownFields;
  private buffer = new Uint8Array(1 << 17);
  /** Bytes in the buffer. A 0 follows them, which stops every scan: JSON has none. */
  private filled = 0;
  /** Nothing is tried with fewer bytes in the buffer. */
  private enoughBytes = 0;
  private state: 'start' | 'key' | 'next key' | 'record' | 'next record' | 'done' = 'start';
  private list: 'none' | 'own' | 'other' = 'none';
  /** One record without a list around it. */
  private isSingle = false;
  /** A list without an object around it. */
  private isBare = false;
  private api: object = {};
  /** Where the name ends that `fieldAt` has read. */
  private fieldEnd = 0;

  /**
   * @param key top-level key of the list; a service may change it, as in `decode.ts`
   * @param renamed columns by their names in this body
   */
  constructor(columns: ReportColumns, key: string, renamed: Readonly<Record<string, string>> = {}) {
    this.columns = columns;
    this.key = key;
    this.known = new KnownFields(columns, renamed);
    this.unknownFields = this.known.unknownFields;
  }

  /** @throws Unreadable */
  push(chunk: Uint8Array): void {
    const length = this.filled + chunk.length;
    if (length >= this.buffer.length) {
      const buffer = new Uint8Array(Math.max(length + 1, this.buffer.length * 2));
      buffer.set(this.buffer.subarray(0, this.filled));
      this.buffer = buffer;
    }
    this.buffer.set(chunk, this.filled);
    this.buffer[length] = 0;
    this.filled = length;
    if (length >= this.enoughBytes) this.read();
  }

  /** The body has ended or was cut. @throws Unreadable */
  end(): ReportTail {
    this.read();
    const api = Object.entries(this.api) as [string, unknown][];
    const [sequence, status] = ['CallSequence', 'Status'].map((key) => api.find(([name]) => isKey(name, key))?.[1]);
    return {
      isWhole: this.state === 'done',
      hasList: this.list !== 'none',
      callSequence: typeof sequence === 'number' && sequence !== 0 ? sequence : undefined,
      status: typeof status === 'string' ? status : undefined,
    };
  }

  private read(): void {
    let at = 0;
    try {
      for (let to = this.step(0); to !== noEnd; to = this.step(at)) at = to;
    } finally {
      // A broken record leaves no trace: another parser may write the row next.
      this.columns.clearRow();
      this.buffer.copyWithin(0, at, this.filled + 1);
      this.filled -= at;
      this.enoughBytes = this.filled > retryBytes ? this.filled * 2 : 0;
    }
  }

  /** Reads one token; returns where the next begins, or `noEnd`. */
  private step(at: number): number {
    const { buffer } = this;
    if (this.state === 'start' && buffer[at] === 0xef) {
      // A byte order mark, which some services send although they should not.
      if (this.filled < 3) return noEnd;
      if (buffer[1] === 0xbb && buffer[2] === 0xbf) at = 3;
    }
    at = this.blanks(at);
    if (at >= this.filled) return noEnd;
    const byte = buffer[at];
    switch (this.state) {
      case 'start':
        if (byte === openBracket) {
          this.list = 'own';
          this.isBare = true;
          return this.expect(at, true, 'record');
        }
        return this.expect(at, byte === openBrace, 'key');
      case 'key':
        return byte === closeBrace ? this.expect(at, true, 'done') : this.member(at);
      case 'next key':
        return byte === closeBrace ? this.expect(at, true, 'done') : this.expect(at, byte === comma, 'key');
      case 'record':
        return byte === closeBracket && !this.isSingle ? this.expect(at, true, this.afterList()) : this.record(at);
      case 'next record':
        return byte === closeBracket
          ? this.expect(at, true, this.afterList())
          : this.expect(at, byte === comma, 'record');
      case 'done':
        return this.filled;
    }
  }

  private expect(at: number, isThere: boolean, next: ReportParser['state']): number {
    if (!isThere) throw this.unreadable();
    this.state = next;
    return at + 1;
  }

  private afterList = (): ReportParser['state'] => (this.isBare ? 'done' : 'next key');

  private unreadable = (): Unreadable => new Unreadable('The answer could not be understood.');

  private blanks(at: number): number {
    const { buffer } = this;
    for (let byte = buffer[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = buffer[at])
      at += 1;
    return at;
  }

  private member(at: number): number {
    const keyEnd = valueEnd(this.buffer, this.filled, at);
    if (keyEnd === noEnd) return noEnd;
    const key = this.parsed(at, keyEnd);
    if (typeof key !== 'string') throw this.unreadable();
    const value = this.afterColon(keyEnd);
    if (value === noEnd) return noEnd;
    const isOwn = isKey(key, this.key);
    const isList = isOwn || (isListKey(key) && this.list !== 'own');
    if (isList) {
      // Two lists under other names are ambiguous.
      if (this.list === 'other') throw this.unreadable();
      if (this.buffer[value] === openBracket || this.buffer[value] === openBrace) {
        this.list = isOwn ? 'own' : 'other';
        this.isSingle = this.buffer[value] === openBrace;
        this.state = 'record';
        return this.isSingle ? value : value + 1;
      }
    }
    const end = valueEnd(this.buffer, this.filled, value);
    if (end === noEnd) return noEnd;
    const parsed = this.parsed(value, end);
    if (isList && isNothing(parsed)) this.list = isOwn ? 'own' : 'other';
    if (isKey(key, 'APIResponse') && typeof parsed === 'object' && parsed !== null) this.api = parsed;
    this.state = 'next key';
    return end;
  }

  private afterColon(at: number): number {
    at = this.blanks(at);
    if (at < this.filled && this.buffer[at] !== colon) throw this.unreadable();
    at = this.blanks(at + 1);
    return at < this.filled ? at : noEnd;
  }

  private record(at: number): number {
    const { buffer, columns } = this;
    columns.makeRoom();
    if (buffer[at] !== openBrace) {
      const end = valueEnd(this.buffer, this.filled, at);
      if (end === noEnd) return noEnd;
      this.parsed(at, end);
      return this.recordEnd(end);
    }
    at = this.blanks(at + 1);
    if (buffer[at] === closeBrace) return this.recordEnd(at + 1);
    let before = this.head;
    for (;;) {
      const expected = before.next;
      let known: KnownField | undefined;
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
        if (known === undefined) return noEnd;
        at = this.fieldEnd;
        before.next = known;
      }
      // Most bodies have no blanks: saves the calls.
      at = buffer[at] === colon && (buffer[at + 1] as number) > 0x20 ? at + 1 : this.afterColon(at);
      if (at === noEnd) return noEnd;
      at = this.cell(known, at);
      if (at === noEnd) return noEnd;
      if ((buffer[at] as number) <= 0x20) at = this.blanks(at);
      if (buffer[at] === closeBrace) return this.recordEnd(at + 1);
      if (buffer[at] !== comma) {
        if (at >= this.filled) return noEnd;
        throw this.unreadable();
      }
      at += 1;
      if ((buffer[at] as number) <= 0x20) at = this.blanks(at);
      before = known;
    }
  }

  private recordEnd(at: number): number {
    this.columns.length += 1;
    this.state = this.isSingle ? 'next key' : 'next record';
    return at;
  }

  /** The field whose name is next, with `fieldEnd` set. Undefined if more bytes are needed. */
  private fieldAt(at: number): KnownField | undefined {
    const end = valueEnd(this.buffer, this.filled, at);
    if (end === noEnd) return undefined;
    if (this.buffer[at] !== quote) throw this.unreadable();
    this.fieldEnd = end;
    return this.known.find(this.buffer, at, end, () => this.parsed(at, end) as string);
  }

  /** Returns the value's end, or `noEnd`. */
  private cell(known: KnownField, at: number): number {
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
      const to = readPlainNumber(buffer, at, number, this.columns);
      return to === noEnd ? this.anyCell(number, at) : to;
    }
    if (time !== undefined) {
      const to = readPlainTime(buffer, this.filled, at, time, this.columns);
      return to === noEnd ? this.anyCell(time, at) : to;
    }
    const end = valueEnd(this.buffer, this.filled, at);
    if (end !== noEnd && buffer[at] !== quote) this.parsed(at, end);
    return end;
  }

  private anyCell(column: ReportColumn, at: number): number {
    const end = valueEnd(this.buffer, this.filled, at);
    if (end === noEnd) return noEnd;
    if (end - at === 4 && this.buffer[at] === 0x6e && this.buffer[at + 3] === 0x6c) {
      this.columns.put(column, null, nothing);
      return end;
    }
    this.columns.put(column, this.parsed(at, end), this.buffer.subarray(at, end));
    return end;
  }

  /** @throws Unreadable */
  private parsed(from: number, to: number): unknown {
    try {
      return parseJson(decoder.decode(this.buffer.subarray(from, to)));
    } catch {
      throw this.unreadable();
    }
  }
}

const nothing = new Uint8Array();
