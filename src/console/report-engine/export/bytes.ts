const encoder = new TextEncoder();

const zero = 48;
const minus = 45;

/** Scratch for the digits of one figure, last digit first; what asks for them is done before the next begins. */
const digits = new Uint8Array(24);

/**
 * A file under construction: UTF-8 bytes without a string for each cell. Grows as it must; `take` hands the bytes over for
 * good, so that they can be transferred to another thread.
 */
export class ByteSink {
  #bytes: Uint8Array<ArrayBuffer>;
  #at = 0;

  /** @param room first size in bytes; what is taken at about this size is never copied to grow */
  constructor(private readonly room = 1 << 16) {
    this.#bytes = new Uint8Array(room);
  }

  /** Bytes written and not taken yet. */
  get length(): number {
    return this.#at;
  }

  /** The bytes so far, with a buffer of their own; the sink goes on with an empty one. */
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

  /** A string as UTF-8; half a surrogate pair becomes U+FFFD. */
  text(text: string): void {
    // No character of a string takes more than three bytes.
    this.#reserve(text.length * 3);
    this.#at += encoder.encodeInto(text, this.#bytes.subarray(this.#at)).written;
  }

  /** Bytes of another array, `end` not among them. */
  copy(from: Uint8Array, start = 0, end = from.length): void {
    this.#reserve(end - start);
    if (end - start > 64) {
      this.#bytes.set(from.subarray(start, end), this.#at);
      this.#at += end - start;
      return;
    }
    // A cell's few bytes: a loop costs less than a view of them.
    const bytes = this.#bytes;
    let at = this.#at;
    for (let position = start; position < end; position++) bytes[at++] = from[position] as number;
    this.#at = at;
  }

  /** A whole number in decimal digits. Only for safe integers. */
  integer(value: number): void {
    this.#figure(value, 0, 0);
  }

  /** Whole cents with two decimals after `point`, a character code. Only for safe integers. */
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
    // Integer division is several times faster below 2^31, where nearly all figures are.
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
