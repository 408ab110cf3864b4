import { digestBytes } from './packed-lines.ts';

const words = digestBytes / 4;

/** How often each line was there, by its digest: some 29 bytes for each, without the lines. */
export class LineDigests {
  /** Lines that were not taken. */
  left = 0;
  private readonly slots: number;
  private readonly keys: Uint32Array;
  /** -1 where the slot is free. */
  private readonly counts: Int32Array;

  /** @param most lines that are added */
  constructor(most: number) {
    this.slots = Math.ceil((most + 1) / 0.7);
    this.keys = new Uint32Array(this.slots * words);
    this.counts = new Int32Array(this.slots).fill(-1);
  }

  add(digests: Buffer, at: number): void {
    const slot = this.slotOf(digests, at);
    if (this.counts[slot] === -1) {
      for (let word = 0; word < words; word += 1) this.keys[slot * words + word] = digests.readUInt32LE(at + 4 * word);
      this.counts[slot] = 0;
    }
    this.counts[slot]! += 1;
    this.left += 1;
  }

  /** Takes one of its lines away. @returns false if there is none */
  take(digests: Buffer, at = 0): boolean {
    const slot = this.slotOf(digests, at);
    if ((this.counts[slot] as number) <= 0) return false;
    this.counts[slot]! -= 1;
    this.left -= 1;
    return true;
  }

  private slotOf(digests: Buffer, at: number): number {
    let slot = digests.readUInt32LE(at) % this.slots;
    while (this.counts[slot] !== -1 && !this.isAt(slot, digests, at)) slot = slot + 1 === this.slots ? 0 : slot + 1;
    return slot;
  }

  private isAt(slot: number, digests: Buffer, at: number): boolean {
    for (let word = 0; word < words; word += 1)
      if (this.keys[slot * words + word] !== digests.readUInt32LE(at + 4 * word)) return false;
    return true;
  }
}
