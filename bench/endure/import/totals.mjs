// What runs of imports came to.

/** What some runs came to. */
export class Totals {
  runs = 0;
  /** Rows that the service should take, and those that it has afterwards. */
  intended = 0;
  created = 0;
  doubled = 0;
  missing = 0;
  /** Rows of which the console said something else than is so. */
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
  /** Something was run, and nothing is wrong. */
  isSound() {
    return this.runs > 0 && this.doubled + this.missing + this.wrong === 0;
  }
  toString() {
    const { runs, intended, created, doubled, missing, wrong, unknown } = this;
    return (
      `${runs} runs, ${intended} rows intended, ${created} created, ${unknown} unknown; ` +
      `doubled ${doubled}, missing ${missing}, told wrongly ${wrong}`
    );
  }
}
