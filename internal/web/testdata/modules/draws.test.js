import { equal } from './assert.js';
import { claim } from '../js/draws.js';
import { Tree } from '../js/tree.js';

const turn = (fen) => ({ uci: fen, san: 'Ng8', waves: [], reclaimed: [], fen, outcome: '*' });
const position = (n, clock) => `4k3/8/8/8/8/8/8/${n}K w - - ${clock} 1`;

/** A line of positions. */
function line(...fens) {
  const tree = new Tree(fens[0]);
  for (const fen of fens.slice(1)) tree.play(turn(fen));
  return tree.at;
}

/* The third time a position comes up, and the turn that brings it up (PAC-16). */
export function thirdTime() {
  const node = line(position(7, 0), position(6, 1), position(7, 2), position(6, 3));
  equal(claim(node, []), null, 'the claim after two times');
  const next = turn(position(7, 4));
  equal(claim(node, [next])?.turn, next, 'the turn to claim with');
  equal(claim(node, [turn(position(5, 4))]), null, 'the claim with another turn');
  equal(!!claim(line(...[0, 2, 4].map((n) => position(7, n))), []), true, 'whether it is claimed');
}

export function fiftyMoves() {
  equal(claim(line(position(7, 99)), []), null, 'the claim after 99');
  equal(!!claim(line(position(7, 100)), []), true, 'whether it is claimed after 100');
  const next = turn(position(6, 100));
  equal(claim(line(position(7, 99)), [next])?.turn, next, 'the turn to claim with');
}
