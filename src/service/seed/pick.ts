/**
 * Choices in SQL that look random and are the same in every database: they depend on the row's text column `key` and the name
 * of the choice. By md5 because PostgreSQL does not guarantee stable `hashtext` values.
 */

/** SQL for a whole number from 0 to `n` - 1. */
export const pickSql = (choice: string, n: number | string): string =>
  `(('x' || substr(md5(key || '${choice}'), 1, 7))::bit(28)::int % ${n})`;

/** SQL for a condition that holds for `percent` of the keys. */
export const chance = (choice: string, percent: number): string => `(${pickSql(choice, 1000)} < ${percent * 10})`;

/** SQL for one of the values, each as often as it is listed. */
export const oneOfSql = (choice: string, values: (number | string | null)[], type = 'text'): string => {
  const list = values.map((it) => (typeof it === 'string' ? `'${it}'` : String(it))).join(', ');
  return `(array[${list}]::${type}[])[1 + ${pickSql(choice, values.length)}]`;
};

/** SQL for one of the codes, each as often as its weight says. */
export const weightedSql = (choice: string, weights: Record<string, number>): string =>
  oneOfSql(
    choice,
    Object.entries(weights).flatMap(([code, weight]) => Array<string>(weight).fill(code)),
  );
