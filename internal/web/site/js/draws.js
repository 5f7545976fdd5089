// Draws that can be claimed: the third time of a position, and fifty moves (PAC-16).
// @ts-check
import { shownMove } from './notation.js';
import { texts } from './language.js';

/** What makes two positions the same: all but the numbers. @param {string} fen */
const same = (fen) => fen.split(' ').slice(0, 4).join(' ');
/** @param {string} fen */
const clock = (fen) => Number(fen.split(' ')[4]);

/**
 * What can be claimed by who is to move: now, or with a turn that brings it about.
 * @param {import('./tree.js').Node} node
 * @param {any[]} turns
 * @returns {{why: string, turn?: any} | null}
 */
export function claim(node, turns) {
  const seen = new Map();

  for (const at of [node, ...node.above]) seen.set(same(at.fen), (seen.get(same(at.fen)) || 0) + 1);
  if (seen.get(same(node.fen)) >= 3) return { why: texts.draws.third };
  if (clock(node.fen) >= 100) return { why: texts.draws.fifty };

  for (const turn of turns) {
    if (seen.get(same(turn.fen)) >= 2) {
      return { turn, why: texts.draws.thirdWith(shownMove(turn.san)) };
    }

    if (clock(turn.fen) >= 100) {
      return { turn, why: texts.draws.fiftyWith(shownMove(turn.san)) };
    }
  }

  return null;
}
