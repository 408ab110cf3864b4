/** A fault in a guard, and the test that must notice it. `npm run mutants` tries each in a copy of the sources. */
export interface Mutant {
  /** What the fault lets through. */
  name: string;
  file: string;
  /** Occurs once in the file. */
  from: string;
  to: string;
  test: readonly [file: string, title: string];
}
