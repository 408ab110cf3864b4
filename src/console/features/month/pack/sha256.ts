/** The hash by which a pack names its files and the lines of its days, in lower-case hexadecimal. */
export async function sha256Text(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((it) => it.toString(16).padStart(2, '0')).join('');
}
