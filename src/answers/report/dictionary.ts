import { parseJson } from '#rules/json.ts';

/**
 * Distinct values by their bytes, numbered from 0 in the order received. Entry 0 is no value (null or a missing field);
 * the empty text is an ordinary entry. Texts are kept as UTF-8, so that loading creates no strings. Other values
 * (numbers, lists, text with lone surrogates) are *raw* entries, stored as JSON.
 */
export class Dictionary {
  /** Entry n is at `starts[n]` to `starts[n + 1]`. */
  bytes = new Uint8Array(1 << 10);
  starts = new Uint32Array(1 << 6);
  /** Includes the entry for no value. */
  size = 1;
  private readonly raw: Set<number> | 'all';
  private hashes = new Int32Array(1 << 6);
  /** Entry by hash; 0 is free. Open addressing, at most half full. */
  private table = new Int32Array(1 << 7);

  /** @param holds `values`: all entries are raw, for a column of lists */
  constructor(holds: 'texts' | 'values' = 'texts') {
    this.raw = holds === 'values' ? 'all' : new Set();
  }

  /** Adds it if new. @param hash the bytes' `hashOf` */
  codeOf(source: Uint8Array, from: number, to: number, hash: number): number {
    const { table, hashes, starts, bytes } = this;
    const mask = table.length - 1;
    const length = to - from;
    let slot = hash & mask;
    for (;;) {
      const code = table[slot] as number;
      if (code === 0) return this.add(source, from, to, hash, slot);
      if (hashes[code] === hash) {
        const start = starts[code] as number;
        if ((starts[code + 1] as number) - start === length) {
          let i = 0;
          while (i < length && bytes[start + i] === source[from + i]) i += 1;
          if (i === length) return code;
        }
      }
      slot = (slot + 1) & mask;
    }
  }

  codeOfText(text: string): number {
    if (loneSurrogate.test(text)) return this.codeOfRaw(encoder.encode(JSON.stringify(text)));
    const encoded = encoder.encode(text);
    return this.codeOf(encoded, 0, encoded.length, hashOf(encoded, 0, encoded.length));
  }

  codeOfRaw(json: Uint8Array): number {
    // The number 12 and the text "12" need different hashes.
    const code = this.codeOf(json, 0, json.length, hashOf(json, 0, json.length) ^ rawSalt);
    if (this.raw !== 'all') this.raw.add(code);
    return code;
  }

  isRaw(code: number): boolean {
    return this.raw === 'all' || (this.raw.size > 0 && this.raw.has(code));
  }

  textOf(code: number): string {
    return decoder.decode(this.bytes.subarray(this.starts[code], this.starts[code + 1]));
  }

  valueOf(code: number): unknown {
    if (code === 0) return null;
    return this.isRaw(code) ? parseJson(this.textOf(code)) : this.textOf(code);
  }

  /** As people read and search it: a text, a number's digits, a list as JSON; null for no value. */
  shownOf(code: number): string | null {
    const value = this.valueOf(code);
    if (value === null) return null;
    return typeof value === 'object' ? this.textOf(code) : String(value);
  }

  get byteLength(): number {
    return this.bytes.byteLength + this.starts.byteLength + this.hashes.byteLength + this.table.byteLength;
  }

  /** Frees unused capacity. */
  trim(): void {
    this.bytes = this.bytes.slice(0, this.starts[this.size]);
    this.starts = this.starts.slice(0, this.size + 1);
    this.hashes = this.hashes.slice(0, this.size);
  }

  private add(source: Uint8Array, from: number, to: number, hash: number, slot: number): number {
    const code = this.size;
    const start = this.starts[code] as number;
    const end = start + to - from;
    if (end > this.bytes.length)
      this.bytes = grownArray(this.bytes, new Uint8Array(Math.max(end, this.bytes.length * 2)));
    if (code + 2 > this.starts.length) this.starts = grownArray(this.starts, new Uint32Array(code * 2 + 2));
    if (code + 1 > this.hashes.length) this.hashes = grownArray(this.hashes, new Int32Array(code * 2 + 1));
    this.bytes.set(source.subarray(from, to), start);
    this.starts[code + 1] = end;
    this.hashes[code] = hash;
    this.table[slot] = code;
    this.size = code + 1;
    if (this.size * 2 > this.table.length) this.rehash();
    return code;
  }

  private rehash(): void {
    const table = new Int32Array(this.table.length * 4);
    const mask = table.length - 1;
    for (let code = 1; code < this.size; code += 1) {
      let slot = (this.hashes[code] as number) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = code;
    }
    this.table = table;
  }
}

const encoder = new TextEncoder();
// A byte order mark at the start of a value is part of it.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const loneSurrogate = /\p{Surrogate}/u;

const rawSalt = 0x5bd1_e995;

/** FNV-1a, and a last step that mixes in the high bits. */
export const hashStart = 0x811c_9dc5 | 0;
export const hashPrime = 0x0100_0193;
export const hashEnd = (hash: number): number => hash ^ (hash >>> 15);

export function hashOf(source: Uint8Array, from: number, to: number): number {
  let hash = hashStart;
  for (let i = from; i < to; i += 1) hash = Math.imul(hash ^ (source[i] as number), hashPrime);
  return hashEnd(hash);
}

export function grownArray<A extends Uint8Array | Uint32Array | Int32Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
