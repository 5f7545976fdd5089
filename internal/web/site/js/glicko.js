// Ratings of who solves, by Glicko (Mark E. Glickman, "The Glicko system", 1999): a puzzle is an
// opponent.
// @ts-check

export const beginner = () => ({ value: 1500, deviation: 350 });

/**
 * The rating after one game.
 * @param {{value: number, deviation: number}} me
 * @param {{value: number, deviation: number}} puzzle
 * @param {number} score
 */
export function rate(me, puzzle, score) {
  const q = Math.log(10) / 400;
  const g = 1 / Math.sqrt(1 + 3 * ((q * puzzle.deviation) / Math.PI) ** 2);

  const expected = 1 / (1 + 10 ** ((-g * (me.value - puzzle.value)) / 400));
  const d2 = 1 / (q * q * g * g * expected * (1 - expected));
  const variance = 1 / (1 / me.deviation ** 2 + 1 / d2);
  return {
    value: me.value + q * variance * g * (score - expected),
    deviation: Math.max(45, Math.sqrt(variance)),
  };
}
