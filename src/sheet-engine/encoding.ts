/** Whether every second byte is zero as in UTF-16 of Latin text; 0 for little-endian, 1 for big-endian. */
function zeroSide(bytes: Uint8Array): 0 | 1 | undefined {
  const looked = Math.min(bytes.length, 4096) & ~1;
  if (looked < 4) return undefined;
  const zeros = [0, 0];
  for (let at = 0; at < looked; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > looked / 4 && even === 0) return 0;
  return even > looked / 4 && odd === 0 ? 1 : undefined;
}

const replacement = '\ufffd';

/** Characters of UTF-8 that are not ASCII, and bytes that are none. */
function countsOf(text: string): { valid: number; bad: number } {
  let [valid, bad] = [0, 0];
  for (const letter of text) {
    if (letter === replacement) bad += 1;
    else if (letter > '\u007f') valid += 1;
  }
  return { valid, bad };
}

/**
 * By the byte order mark, else as UTF-8, else as Windows-1252 (Excel's "CSV"). A file of UTF-8 with single bytes of something
 * else stays UTF-8, with U+FFFD for each: two-byte characters happen by chance in no other text.
 */
export function textOfBytes(bytes: Uint8Array): { text: string; note: string } {
  const [first, second] = bytes;
  const side = zeroSide(bytes);
  if ((first === 0xff && second === 0xfe) || side === 0)
    return { text: new TextDecoder('utf-16le').decode(bytes), note: 'Read as UTF-16.' };
  if ((first === 0xfe && second === 0xff) || side === 1)
    return { text: new TextDecoder('utf-16be').decode(bytes), note: 'Read as UTF-16.' };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: '' };
  } catch {
    const text = new TextDecoder().decode(bytes);
    const { valid, bad } = countsOf(text);
    if (valid < bad) return { text: new TextDecoder('windows-1252').decode(bytes), note: 'Read as Windows-1252.' };
    return { text, note: `${bad === 1 ? 'One character' : `${bad} characters`} could not be read.` };
  }
}
