// What happens on the board, in words: for the line under it and for those who listen.
// @ts-check
import { turnOf, other, pieces, numberOf } from './fen.js';
import { claim } from './draws.js';
import { shownMove } from './notation.js';
import { texts } from './language.js';

/**
 * A turn in words: the move, what changed sides, and what the enemy reclaimed.
 * @param {import('./tree.js').Turn} turn
 * @param {string} before the FEN of the position before it
 */
export function told(turn, before) {
  const { words } = texts;
  const { san, waves, reclaimed } = turn;
  const mover = turnOf(before);
  const said = [words.plays(mover, shownMove(san))];

  if (waves.length === 1) said.push(words.comeOver(waves[0], mover));
  else if (waves.length > 4) said.push(words.manyWaves(waves, mover));
  else if (waves.length) said.push(words.waves(waves, mover));

  if (reclaimed.length) said.push(words.reclaims(other(mover), reclaimed));
  return said.join(' ');
}

/**
 * The turn of a node with its number: "12.Nf3" or "12…Nf6".
 * @param {import('./tree.js').Node} node
 */
export function numbered(node) {
  const before = node.parent?.fen || node.fen;
  const dots = turnOf(before) === 'white' ? '.' : '…';
  return `${numberOf(before)}${dots}${shownMove(node.turn?.san || '')}`;
}

/**
 * How the game stands.
 * @param {string} fen
 * @param {string} outcome
 * @param {string | undefined} reason
 * @param {string} family
 */
export function standing(fen, outcome, reason, family) {
  const { words } = texts;
  const turn = turnOf(fen);

  if (outcome === '1/2-1/2') return words.stalemate(turn);
  if (outcome !== '*') {
    const winner = outcome === '1-0' ? 'white' : 'black';
    if (reason === 'checkmate') return words.checkmate(winner);
    if (reason === 'king-converted') return words.kingConverted(winner);
    return words.noKing(winner);
  }

  const king = turn === 'white' ? 'K' : 'k';
  const kingless = family === 'pacifist' && ![...pieces(fen).values()].includes(king);

  return kingless ? words.mustClaim(turn) : words.toMove(turn);
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
  if (ended) return node.children.length ? words : texts.app.over(ended);

  const can = claim(node, []);
  return can ? `${words} ${texts.play.claimable(can.why)}` : words;
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
  const stands = standing(fen, outcome, reason, family);
  return rule ? `${stands} ${texts.words.byRule(rule)}` : stands;
}
