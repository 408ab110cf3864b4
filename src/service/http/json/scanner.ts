import { limits } from '#contract/operation.ts';

export interface ItemSpan {
  start: number;
  end: number;
  /** Keys of its objects as written, duplicates included. */
  keys: number;
  /** Larger than any item of the interface could be: not worth parsing. */
  isTooLarge: boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const braces = [0x7b, 0x7d] as const;
const brackets = [0x5b, 0x5d] as const;
const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** A fraction of a millisecond. */
const stepBytes = 64 * 1024;

/**
 * Finds the items of a JSON text (elements of arrays that are values of its outermost object) and counts keys, in one
 * pass without parsing. Of a text that is not JSON its result is meaningless; parsing the items and the envelope
 * reveals that.
 */
export class JsonScanner {
  readonly items: ItemSpan[] = [];
  /** Items, including those beyond the limit. */
  count = 0;
  deepest = 0;
  private readonly bytes: Buffer;
  private readonly maxItems: number;
  private at: number;
  private depth = 0;
  private isText = false;
  /** Keys so far and, inside an item, its commas. */
  private keys = 0;
  private commas = 0;
  private outside = 0;
  /** Start of the current item or envelope fragment. */
  private began: number;
  private isInItems = false;
  private readonly envelope: string[] = [];

  constructor(bytes: Buffer, maxItems: number) {
    this.bytes = bytes;
    this.maxItems = maxItems;
    // Skip a byte order mark.
    this.at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.began = this.at;
  }

  /** Scans one step. @returns whether there is more. */
  advance(): boolean {
    const { bytes } = this;
    const until = Math.min(this.at + stepBytes, bytes.length);
    let { at, isText } = this;
    while (at < until) {
      if (isText) {
        while (at < until && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
        if (at >= until) break;
        isText = false;
        at++;
        continue;
      }
      const byte = bytes[at];
      if (byte === quote) isText = true;
      else if (byte === colon) this.keys++;
      else if (byte === comma) this.separate(at);
      else if (byte === braces[0] || byte === brackets[0]) this.open(byte === brackets[0], at);
      else if (byte === braces[1] || byte === brackets[1]) this.close(at);
      at++;
    }
    this.isText = isText;
    this.at = at;
    return at < bytes.length;
  }

  /** The envelope: the text with each item replaced by its index, and its number of keys. */
  around(): { envelope: string; keys: number } {
    const rest = this.bytes.toString('utf8', this.began);
    return { envelope: this.envelope.join('') + rest, keys: this.outside + this.keys };
  }

  private separate(at: number): void {
    if (!this.isInItems) return;
    if (this.depth > 2) this.commas++;
    else this.endItem(at, ',');
  }

  private open(isArray: boolean, at: number): void {
    this.depth++;
    if (this.depth > this.deepest) this.deepest = this.depth;
    if (this.depth !== 2 || !isArray) return;
    this.envelope.push(this.bytes.toString('utf8', this.began, at + 1));
    this.outside += this.keys;
    this.beginItem(at + 1);
    this.isInItems = true;
  }

  private close(at: number): void {
    if (this.depth === 2 && this.isInItems) {
      this.endItem(at, '');
      this.isInItems = false;
    }
    this.depth--;
  }

  private beginItem(at: number): void {
    this.began = at;
    this.keys = 0;
    this.commas = 0;
  }

  private endItem(end: number, separator: string): void {
    const { began, bytes, keys, commas } = this;
    let start = began;
    while (start < end && isSpace(bytes[start])) start++;
    if (start < end) this.count++;
    // Items beyond the limit are counted and not kept.
    if (this.count <= this.maxItems) {
      // Two commas in a row stay in the envelope, which then is not JSON.
      this.envelope.push(start < end ? `${this.items.length}${separator}` : separator);
      const isTooLarge = end - start > limits.itemBytes || keys + commas > limits.itemValues;
      if (start < end) this.items.push({ start, end, keys, isTooLarge });
    }
    this.beginItem(separator === '' ? end : end + 1);
  }
}
