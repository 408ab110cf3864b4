/** A code for cancelling a payout contract, and what it means. */
export interface CancelCode {
  CancelCode: string;
  CancelDescription: string;
}

type Json = Record<string, unknown>;
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isScalar = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** The value under the first of these names that has one. */
const under = (entries: [string, string | number][], name: RegExp) => entries.find(([key]) => name.test(key))?.[1];

/**
 * The codes of a lookup of which no shape is shown (interface, Payout contracts): bare texts, records under whatever names,
 * or groups that hold either, as other lookups do.
 */
export function cancelCodesOf(found: unknown): CancelCode[] {
  if (isScalar(found)) return [{ CancelCode: String(found), CancelDescription: '' }];
  if (isList(found)) return found.flatMap(cancelCodesOf);
  if (typeof found !== 'object' || found === null) return [];
  const record = found as Json;
  const groups = Object.values(record).filter(isList);
  if (groups.length > 0) return groups.flatMap(cancelCodesOf);
  const texts = Object.entries(record).filter((it): it is [string, string | number] => isScalar(it[1]));
  const code = under(texts, /^cancelcode$/i) ?? under(texts, /code$/i) ?? texts[0]?.[1];
  if (code === undefined) return [];
  const others = texts.filter(([, value]) => value !== code);
  const description = under(others, /desc|name|text|meaning|label/i) ?? others[0]?.[1] ?? '';
  return [{ CancelCode: String(code), CancelDescription: String(description) }];
}
