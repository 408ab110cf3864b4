/**
 * SQL of rows of expressions over the row at hand, for `from`. Not `lateral (values …)`, which a
 * distributed PostgreSQL refuses where an expression is not immutable.
 * @param types of the columns
 */
export const lateralRows = (types: readonly string[], rows: readonly (readonly string[])[]): string =>
  `lateral unnest(${types
    .map((type, column) => `array[${rows.map((row) => row[column] ?? 'null').join(', ')}]::${type}[]`)
    .join(', ')})`;
