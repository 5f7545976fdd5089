// What happens on the board, in words: for the line under it and for those who listen.
// @ts-check
import { side, turnOf, other, pieces, numberOf } from './fen.js';
import { claim } from './draws.js';

/** @param {string[]} list */
export const and = (list) =>
  list.length < 2 ? list.join('') : list.slice(0, -1).join(', ') + ' and ' + list[list.length - 1];

/**
 * A number with its noun: "1 puzzle", "2 puzzles".
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export const counted = (n, one, many = one + 's') => `${n} ${n === 1 ? one : many}`;

/**
 * A turn in words: the move, what changed sides, and what the enemy reclaimed.
 * @param {import('./tree.js').Turn} turn
 * @param {string} before the FEN of the position before it
 */
export function told(turn, before) {
  const mover = turnOf(before);
  const enemy = side(other(mover));
  const flips = turn.waves.flat().length;
  const come = flips === 1 ? 'comes' : 'come';

  let text = `${side(mover)} plays ${turn.san}.`;
  if (turn.waves.length === 1) {
    text += ` ${and(turn.waves[0])} ${come} over to ${side(mover)}.`;
  } else if (turn.waves.length > 4) {
    const waves = turn.waves.map((wave, i) => `${i + 1} ${wave.join(' ')}`).join(', ');
    text += ` ${flips} come over to ${side(mover)} in ${turn.waves.length} waves: ${waves}.`;
  } else if (turn.waves.length) {
    const waves = turn.waves.map((wave, i) => `Wave ${i + 1}: ${and(wave)}`).join('; ');
    text += ` ${waves} ${come} over to ${side(mover)}.`;
  }

  if (turn.reclaimed.length) text += ` ${enemy} reclaims ${and(turn.reclaimed)}.`;
  return text;
}

/**
 * The turn of a node with its number: "12.Nf3" or "12…Nf6".
 * @param {import('./tree.js').Node} node
 */
export function numbered(node) {
  const before = node.parent?.fen || node.fen;
  const dots = turnOf(before) === 'white' ? '.' : '…';
  return `${numberOf(before)}${dots}${node.turn?.san}`;
}

/**
 * How the game stands.
 * @param {string} fen
 * @param {string} outcome
 * @param {string | undefined} reason
 * @param {string} family
 */
export function standing(fen, outcome, reason, family) {
  const turn = turnOf(fen);
  const name = side(turn);

  if (outcome === '1/2-1/2') return `A draw: ${name} has no legal move.`;
  if (outcome !== '*') {
    const winner = outcome === '1-0' ? 'White' : 'Black';
    if (reason === 'checkmate') return `Checkmate: ${winner} wins.`;
    if (reason === 'king-converted') return `${winner} wins: ${name}’s king has changed sides.`;
    return `${winner} wins: ${name} owns no king and can claim none.`;
  }

  const king = turn === 'white' ? 'K' : 'k';
  const kingless = family === 'pacifist' && ![...pieces(fen).values()].includes(king);

  return kingless ? `${name} to move. It owns no king and must claim one.` : `${name} to move.`;
}

/**
 * How a game stands in one of its positions, and the draw that can be claimed there.
 * @param {import('./tree.js').Node} node
 * @param {any} reply what is known of the position
 * @param {import('./game.js').Game} game
 */
export function situation(node, reply, game) {
  const words = standing(node.fen, reply.outcome, reply.reason, game.family);
  if (reply.outcome !== '*') return words;

  const ended = game.extra.play?.over;
  if (ended) return node.children.length ? words : `The game is over: ${ended}.`;

  const can = claim(node, []);
  return can ? `${words} A draw can be claimed: ${can.why}.` : words;
}

/** @type {Record<string, string>} */
const endRules = { pacifist: 'PAC-12', conversion: 'CON-11' };

/**
 * Why a game has ended on the board, with the rule; empty if it has not.
 * @param {string} fen
 * @param {string} outcome
 * @param {string | undefined} reason
 * @param {string} family
 */
export function ending(fen, outcome, reason, family) {
  if (outcome === '*') return '';

  const benedict = reason === 'king-converted' ? 'BEN-4' : 'BEN-6';
  const rule = family === 'benedict' ? benedict : endRules[family];
  return `${standing(fen, outcome, reason, family)} ${rule ? `Rule ${rule}. ` : ''}`;
}
