/**
 * The number that follows `last` in its series: `HOME-2` after `HOME-1`, `C00013` after `C00012`, with as many digits as
 * before. Without digits at the end, `-2` is added. It follows the highest of the series in `known`, since a gap may be a
 * number that was used once.
 *
 * @returns undefined without `last`, or where the next number would be longer than `max`
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
