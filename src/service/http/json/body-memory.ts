/*
 * The memory of large bodies is used again. Each further 16 MB would bring V8 nearer to the limit for memory outside of
 * its heap, at which it collects all garbage: a pause for everybody.
 */

/** Smaller bodies are not worth it. */
const least = 1024 * 1024;
/** How many buffers are kept. */
const most = 2;
const kept: Buffer[] = [];

/** Room for `length` bytes, filled with anything. */
export function takeMemory(length: number): Buffer {
  const fitting = kept.findIndex((buffer) => buffer.length >= length);
  if (length < least || fitting < 0) return Buffer.allocUnsafeSlow(length);
  return kept.splice(fitting, 1)[0] ?? Buffer.allocUnsafeSlow(length);
}

/** Takes memory back that nobody reads any more: the next body overwrites it. What is never given back is garbage. */
export function giveMemory(buffer: Buffer): void {
  if (buffer.length < least) return;
  // Also what a body shorter than its memory left over.
  kept.push(Buffer.from(buffer.buffer));
  kept.sort((one, other) => other.length - one.length);
  kept.length = Math.min(kept.length, most);
}
