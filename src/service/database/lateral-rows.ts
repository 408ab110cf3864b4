/**
 * SQL for `from`: rows of expressions that may use the columns of the table before it. A distributed PostgreSQL refuses
 * `lateral (values …)` where an expression is not immutable.
 * @param types of the columns
 */
export const lateralRows = (types: readonly string[], rows: readonly (readonly string[])[]): string =>
  `lateral unnest(${types
    .map((type, column) => `array[${rows.map((row) => row[column] ?? 'null').join(', ')}]::${type}[]`)
    .join(', ')})`;
