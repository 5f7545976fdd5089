// What happens on the board, in words: for the line under it and for those who listen.
// @ts-check
import { side, turnOf, other, pieces } from './fen.js';

/** @param {string[]} list */
export const and = list => list.length < 2 ? list.join('') : list.slice(0, -1).join(', ') + ' and ' + list[list.length - 1];

/** @param {import('./tree.js').Turn} turn @param {string} before */
export function told(turn, before) {
  const mover = turnOf(before), enemy = side(other(mover));
  let text = `${side(mover)} plays ${turn.san}.`;
  if (turn.waves.length === 1) text += ` ${and(turn.waves[0])} ${turn.waves[0].length === 1 ? 'comes' : 'come'} over to ${side(mover)}.`;
  else if (turn.waves.length > 4) text += ` ${turn.waves.flat().length} come over to ${side(mover)} in ${turn.waves.length} waves: ${turn.waves.map((wave, i) => `${i + 1} ${wave.join(' ')}`).join(', ')}.`;
  else if (turn.waves.length) text += ` ${turn.waves.map((wave, i) => `Wave ${i + 1}: ${and(wave)}`).join('; ')} ${turn.waves.flat().length === 1 ? 'comes' : 'come'} over to ${side(mover)}.`;
  if (turn.reclaimed.length) text += ` ${enemy} takes back ${and(turn.reclaimed)}.`;
  return text;
}

/** How the game stands. @param {string} fen @param {string} outcome @param {string | undefined} reason @param {string} family */
export function standing(fen, outcome, reason, family) {
  const turn = turnOf(fen), name = side(turn);
  if (outcome === '1/2-1/2') return `A draw: ${name} has no legal move.`;
  if (outcome !== '*') {
    const winner = outcome === '1-0' ? 'White' : 'Black';
    return reason === 'checkmate' ? `Checkmate: ${winner} wins.` : `${winner} wins: ${name} owns no king and can claim none.`;
  }
  const king = turn === 'white' ? 'K' : 'k', kingless = family === 'pacifist' && ![...pieces(fen).values()].includes(king);
  return kingless ? `${name} to move. It owns no king and must claim one.` : `${name} to move.`;
}
