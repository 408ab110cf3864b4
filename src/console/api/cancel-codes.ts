export interface CancelCode {
  CancelCode: string;
  CancelDescription: string;
}

type Json = Record<string, unknown>;
type Scalar = string | number;
const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isGroup = (value: unknown): value is Json => typeof value === 'object' && value !== null && !isList(value);
const isScalar = (value: unknown): value is Scalar =>
  (typeof value === 'string' && value !== '') || typeof value === 'number';

/** Real answers don't nest codes deeper. */
const deepest = 12;

const codeOf = (code: Scalar, description: Scalar = ''): CancelCode => ({
  CancelCode: String(code),
  CancelDescription: String(description),
});

/** For several texts, such as one per language, the first. */
const textIn = (value: unknown): Scalar | undefined =>
  isScalar(value) ? value : isGroup(value) ? Object.values(value).find(isScalar) : undefined;

const under = (entries: readonly (readonly [string, Scalar])[], name: RegExp) =>
  entries.find(([key]) => name.test(key))?.[1];

/**
 * The codes of a lookup whose shape the interface does not show: texts, records under any names, rows of code and
 * description, or groups of them.
 */
export function cancelCodesOf(found: unknown, depth = 0): CancelCode[] {
  if (isScalar(found)) return [codeOf(found)];
  if (depth > deepest) return [];
  const inside = (values: readonly unknown[]) => values.flatMap((it) => cancelCodesOf(it, depth + 1));
  if (isList(found)) return found.flatMap((it) => (isList(it) ? rowOf(it) : cancelCodesOf(it, depth + 1)));
  if (!isGroup(found)) return [];
  const values = Object.values(found);
  if (values.some(isList)) return inside(values.filter(isList));
  if (!values.some(isScalar)) return inside(values);
  const texts = Object.entries(found).flatMap(([name, value]) => {
    const text = textIn(value);
    return text === undefined ? [] : [[name, text] as const];
  });
  const code = under(texts, /^cancelcode$/i) ?? under(texts, /code$/i) ?? texts[0]?.[1];
  if (code === undefined) return [];
  const others = texts.filter(([, value]) => value !== code);
  return [codeOf(code, under(others, /desc|name|text|meaning|label/i) ?? others[0]?.[1])];
}

/** Code first, then description. */
function rowOf(row: readonly unknown[]): CancelCode[] {
  const [code, description] = row.filter(isScalar);
  return code === undefined ? [] : [codeOf(code, description)];
}
