/** As bytes, which not every report has in UTF-8. */
const latin = (text: string): string => Buffer.from(text).toString('latin1');
const slashed = (text: string): string => text.replaceAll('/', String.raw`\/`);

/**
 * A report with the caller's own callbackData in place of this server's address, which was sent instead; otherwise byte for byte.
 * @param callbackData the caller's; null if they had none.
 */
export function withOwnData(bytes: Buffer, address: string, callbackData: string | null): Buffer {
  const asJson = latin(JSON.stringify(callbackData));
  const inner = latin(JSON.stringify(callbackData ?? '').slice(1, -1));
  const text = bytes.toString('latin1');
  const isJson = /^\s*[[{"]/.test(text);
  const replaced = [address, slashed(address)]
    .reduce(
      (whole, it) =>
        whole.replaceAll(`"${it}"`, () => asJson).replaceAll(it, () => (isJson ? inner : latin(callbackData ?? ''))),
      text,
    )
    .replaceAll(encodeURIComponent(address), () => encodeURIComponent(callbackData ?? ''));
  return Buffer.from(replaced, 'latin1');
}
