const encoder = new TextEncoder();

const zero = 48;
const minus = 45;

const digits = new Uint8Array(24);

/**
 * A growing file as UTF-8 bytes, without a string per cell. `take` gives its buffer away for transfer to another
 * thread.
 */
export class ByteSink {
  #bytes: Uint8Array<ArrayBuffer>;
  #at = 0;

  /** @param room initial size in bytes */
  constructor(private readonly room = 1 << 16) {
    this.#bytes = new Uint8Array(room);
  }

  get length(): number {
    return this.#at;
  }

  /** In a buffer of their own; the sink continues empty. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.subarray(0, this.#at);
    this.#bytes = new Uint8Array(this.room);
    this.#at = 0;
    return taken;
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#at++] = value;
  }

  /** As UTF-8; a lone surrogate becomes U+FFFD. */
  text(text: string): void {
    // No character of a string takes more than three bytes.
    this.#reserve(text.length * 3);
    this.#at += encoder.encodeInto(text, this.#bytes.subarray(this.#at)).written;
  }

  copy(from: Uint8Array, start = 0, end = from.length): void {
    this.#reserve(end - start);
    if (end - start > 64) {
      this.#bytes.set(from.subarray(start, end), this.#at);
      this.#at += end - start;
      return;
    }
    // For a few bytes, a loop costs less than a view.
    const bytes = this.#bytes;
    let at = this.#at;
    for (let position = start; position < end; position++) bytes[at++] = from[position] as number;
    this.#at = at;
  }

  /** Safe integers only. */
  integer(value: number): void {
    this.#figure(value, 0, 0);
  }

  /** Whole cents with two decimals after `point`, a character code. Safe integers only. */
  cents(value: number, point: number): void {
    this.#figure(value, 2, point);
  }

  #figure(value: number, decimals: number, point: number): void {
    this.#reserve(26);
    const bytes = this.#bytes;
    let at = this.#at;
    if (value < 0) bytes[at++] = minus;
    let left = Math.abs(value);
    let count = 0;
    // Integer division is several times faster below 2^31, where nearly all values are.
    while (left > 0x7fff_ffff) {
      const tenth = Math.floor(left / 10);
      digits[count++] = left - tenth * 10;
      left = tenth;
    }
    for (let rest = left | 0; rest > 0 || count <= decimals;) {
      const tenth = (rest / 10) | 0;
      digits[count++] = rest - tenth * 10;
      rest = tenth;
    }
    while (count > 0) {
      if (count === decimals) bytes[at++] = point;
      bytes[at++] = zero + (digits[--count] as number);
    }
    this.#at = at;
  }

  #reserve(more: number): void {
    const needed = this.#at + more;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, needed));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
  }
}
