/**
 * The number after `last` in its series: `HOME-2` after `HOME-1`, `C00013` after `C00012`, with the same number of
 * digits. Without trailing digits, `-2` is appended. It follows the highest of the series in `known`, since a number in
 * a gap may have been used before.
 * @returns undefined without `last`, or when the next number would be longer than `max`
 */
export function nextNumber(last: string | undefined, known: Iterable<string>, max = 30): string | undefined {
  if (!last) return undefined;
  const [, head = `${last}-`, digits = '1'] = /^(.*?)(\d{1,9})$/s.exec(last) ?? [];
  let highest = Number(digits);
  for (const number of known) {
    const rest = number.startsWith(head) ? number.slice(head.length) : '';
    if (/^\d{1,9}$/.test(rest)) highest = Math.max(highest, Number(rest));
  }
  const next = head + String(highest + 1).padStart(digits.length, '0');
  return next.length > max ? undefined : next;
}
