// How figures are measured: the sides take turns in one run, so that other load of the machine affects all of them
// alike.

/** @param {number[]} numbers */
export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

/**
 * Measures each side in turn, after a warm-up round.
 * @template {string} Side
 * @param {number} rounds
 * @param {{ [S in Side]: () => Promise<number> }} sides
 * @returns {Promise<{ [S in Side]: number[] }>}
 */
export async function inTurn(rounds, sides) {
  const names = /** @type {Side[]} */ (Object.keys(sides));
  const taken = /** @type {{ [S in Side]: number[] }} */ ({});
  for (let round = 0; round <= rounds; round++)
    for (const name of names) {
      const figure = await sides[name]();
      if (round > 0) (taken[name] ??= []).push(figure);
    }
  return taken;
}

/**
 * One side compared with the other, round by round.
 * @param {number[]} ours
 * @param {number[]} theirs
 */
export const ratios = (ours, theirs) => ours.map((figure, round) => figure / (theirs[round] ?? NaN));

/**
 * A median with the least and the most.
 * @param {number[]} numbers
 * @param {(number: number) => string} shown
 */
export function spread(numbers, shown = (number) => String(Math.round(number))) {
  return `${shown(median(numbers))} [${shown(Math.min(...numbers))}..${shown(Math.max(...numbers))}]`;
}

/** @param {number[]} numbers shares of 1 */
export const percent = (numbers) => `${spread(numbers, (number) => String(Math.round(number * 100)))} %`;

/** @typedef {{ what: string, figure: string, aim?: string }} Figure */
