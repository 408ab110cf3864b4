export class Totals {
  runs = 0;
  /** Rows that the service should accept, and rows that it has afterwards. */
  intended = 0;
  created = 0;
  doubled = 0;
  missing = 0;
  /** Rows for which the console reported a wrong result. */
  wrong = 0;
  /** Rows that stayed unknown. */
  unknown = 0;
  /** @type {string[]} */
  examples = [];

  /** @param {Totals} more */
  add(more) {
    for (const name of /** @type {const} */ (['runs', 'intended', 'created', 'doubled', 'missing', 'wrong', 'unknown']))
      this[name] += more[name];
    this.examples.push(...more.examples);
  }
  /** Some runs took place, and nothing is wrong. */
  isSound() {
    return this.runs > 0 && this.doubled + this.missing + this.wrong === 0;
  }
  toString() {
    const { runs, intended, created, doubled, missing, wrong, unknown } = this;
    return (
      `${runs} runs, ${intended} rows intended, ${created} created, ${unknown} unknown; ` +
      `doubled ${doubled}, missing ${missing}, reported wrongly ${wrong}`
    );
  }
}
