/*
 * Reuses the memory of large bodies. Each further 16 MB would bring V8 nearer to its limit for external memory, at
 * which it runs a full garbage collection: a pause for every caller.
 */

/** Smaller bodies are not worth it. */
const least = 1024 * 1024;
const most = 2;
const free: Buffer[] = [];

/** At least `length` bytes, uninitialised. */
export function takeMemory(length: number): Buffer {
  const fitting = free.findIndex((buffer) => buffer.length >= length);
  if (length < least || fitting < 0) return Buffer.allocUnsafeSlow(length);
  return free.splice(fitting, 1)[0] ?? Buffer.allocUnsafeSlow(length);
}

/**
 * Takes back memory that is no longer read; the next body overwrites it. Memory that is never released becomes garbage.
 */
export function giveMemory(buffer: Buffer): void {
  if (buffer.length < least) return;
  // The whole buffer, even if the body was shorter.
  free.push(Buffer.from(buffer.buffer));
  free.sort((one, other) => other.length - one.length);
  free.length = Math.min(free.length, most);
}
