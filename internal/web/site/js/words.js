// What happens on the board, in words: for the line under it and for those who listen.
// @ts-check
import { el } from './dom.js';
import { turnOf, other, pieces, numberOf } from './fen.js';
import { claim } from './draws.js';
import { shownMove } from './notation.js';
import { texts } from './language.js';

/**
 * A turn in words: the move, what changed sides, and what the enemy reclaimed. Each of several
 * waves is an element, so that the one that is shown can be marked.
 * @param {import('./tree.js').Turn} turn
 * @param {string} before the FEN of the position before it
 * @returns {(string | HTMLElement)[]}
 */
export function told(turn, before) {
  const { words } = texts;
  const { san, waves, reclaimed } = turn;
  const mover = turnOf(before);
  const said = [words.plays(mover, shownMove(san)), ' '];

  if (waves.length === 1) said.push(words.comeOver(waves[0], mover), ' ');
  else if (waves.length) said.push(...toldWaves(waves, mover), ' ');

  if (reclaimed.length) said.push(words.reclaims(other(mover), reclaimed), ' ');
  return said;
}

/** @param {string[][]} waves @param {string} mover */
function toldWaves(waves, mover) {
  const { words } = texts;
  const many = waves.length > 4;
  const [before, between, after] = many ? words.manyWaves(mover, waves) : words.waves(mover);
  const wave = many ? words.shortWave : words.wave;

  const list = waves.flatMap((squares, i) => [
    i ? between : before,
    el('span', { class: 'wave' }, wave(i + 1, squares)),
  ]);

  return [...list, after];
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

  if (outcome === '*') return kingless(fen, family) || words.toMove(turnOf(fen));

  const result = outcome === '1/2-1/2' ? words.drawn : words.wins(winnerOf(outcome));
  return `${result} ${cause(fen, outcome, reason)}`;
}

/** @param {string} outcome */
const winnerOf = (outcome) => (outcome === '1-0' ? 'white' : 'black');

/**
 * What a side that owns no king must do; empty where that does not matter.
 * @param {string} fen
 * @param {string} family
 */
function kingless(fen, family) {
  const turn = turnOf(fen);
  const king = turn === 'white' ? 'K' : 'k';
  const must = family === 'pacifist' && ![...pieces(fen).values()].includes(king);
  return must ? texts.words.mustClaim(turn) : '';
}

/**
 * Why a game is over.
 * @param {string} fen
 * @param {string} outcome
 * @param {string | undefined} reason
 */
function cause(fen, outcome, reason) {
  const { words } = texts;
  if (outcome === '1/2-1/2') return words.stalemate(turnOf(fen));
  if (reason === 'checkmate') return words.checkmate;

  const loser = other(winnerOf(outcome));
  return reason === 'king-converted' ? words.kingConverted(loser) : words.noKing(loser);
}

/**
 * How a game stands in one of its positions, and the draw that can be claimed there. Of a game that
 * is played and of a puzzle, the card beside the board says it.
 * @param {import('./tree.js').Node} node
 * @param {any} reply what is known of the position
 * @param {import('./game.js').Game} game
 */
export function situation(node, reply, game) {
  const { play, puzzle } = game.extra;
  if (puzzle || (play && !play.proof)) {
    return reply.outcome === '*' ? kingless(node.fen, game.family) : '';
  }

  const words = standing(node.fen, reply.outcome, reply.reason, game.family);
  if (reply.outcome !== '*') return words;

  const can = claim(node, []);
  return can ? `${words} ${texts.play.claimable(can.why)}` : words;
}

/** @type {Record<string, string>} */
const endRules = { pacifist: 'PAC-12', conversion: 'CON-11' };

/**
 * Why a game has ended on the board, and by what rule; empty if it has not.
 * @param {string} fen
 * @param {string} outcome
 * @param {string | undefined} reason
 * @param {string} family
 */
export function ending(fen, outcome, reason, family) {
  if (outcome === '*') return { why: '', rule: '' };

  const benedict = reason === 'king-converted' ? 'BEN-4' : 'BEN-6';
  const rule = family === 'benedict' ? benedict : endRules[family] || '';
  return { why: cause(fen, outcome, reason), rule };
}

/**
 * A rule with its sentence, if the game has it.
 * @param {import('./app.js').App} app
 * @param {string} rule
 */
export function cited(app, rule) {
  const found = app.about?.sentences.find((/** @type {any} */ s) => s.rule === rule);
  return found ? texts.rule(rule, found.text) : '';
}
