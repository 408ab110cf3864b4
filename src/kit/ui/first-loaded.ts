/** Up to the first row that has not loaded: a later one would be printed as if it came next. */
export function firstLoaded<Row>(count: number, rowAt: (position: number) => Row | undefined): Row[] {
  const rows: Row[] = [];
  for (let position = 0; position < count; position += 1) {
    const row = rowAt(position);
    if (row === undefined) break;
    rows.push(row);
  }
  return rows;
}
