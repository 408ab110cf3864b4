/**
 * The number that follows the last of a series: `HOME-2` after `HOME-1`, `C00013` after `C00012`, as many figures as before,
 * and none that is taken already. Without figures at the end, `-2` is added.
 * @returns undefined for an empty series, or where the next number would be longer than `max`.
 */
export function nextNumber(series: readonly string[], max = 30): string | undefined {
  const last = series.at(-1);
  if (!last) return undefined;
  const taken = new Set(series);
  const [, head = last, figures] = /^(.*?)(\d{1,9})$/s.exec(last) ?? [];
  for (let value = figures === undefined ? 2 : Number(figures) + 1; ; value++) {
    const next = figures === undefined ? `${head}-${value}` : head + String(value).padStart(figures.length, '0');
    if (next.length > max) return undefined;
    if (!taken.has(next)) return next;
  }
}
