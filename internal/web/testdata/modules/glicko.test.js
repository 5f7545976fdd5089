import { near, equal } from './assert.js';
import { rate, beginner } from '../js/glicko.js';

/* In Glickman's example, of a player of 1500 ± 200, a win against 1400 ± 30 has the weight 0.9955
 * and was expected with 0.639. */
export function firstGame() {
  const q = Math.log(10) / 400;
  const g = 0.9955;
  const expected = 0.639;
  const precision = q * q * g * g * expected * (1 - expected);
  const variance = 1 / (1 / 200 ** 2 + precision);

  const after = rate({ value: 1500, deviation: 200 }, { value: 1400, deviation: 30 }, 1);
  near(after.value, 1500 + q * variance * g * (1 - expected), 0.5, 'the rating');
  near(after.deviation, Math.sqrt(variance), 0.5, 'the deviation');
}

export function surprisesCountMore() {
  const rise = (rating) => rate(beginner(), { value: rating, deviation: 50 }, 1).value;
  equal(rise(1800) > rise(1200), true, 'whether a hard puzzle counts more');
}
