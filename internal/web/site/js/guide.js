// The guide: words beside each turn of a first game, about what is in danger and what can be won.
// @ts-check
import { el } from './dom.js';
import { turnOf, other, pieces, kindOf } from './fen.js';
import { Refused } from './engine.js';
import { shownMove } from './notation.js';
import { texts } from './language.js';

/** How many pieces are named at most. */
const most = 3;

export class Guide {
  /**
   * @param {import('./app.js').App} app
   * @param {import('./turnloop.js').TurnLoop} loop
   */
  constructor(app, loop) {
    this.app = app;
    this.loop = loop;
    this.home = el('div', { class: 'guide', role: 'status', hidden: true });
    /** The position that the words are about. @type {import('./tree.js').Node | null} */
    this.about = null;
  }

  /** Says what there is to say where it is a person's turn. */
  async update() {
    const { app, loop, home } = this;
    home.hidden = !loop.game?.guide || loop.state === 'over';
    if (home.hidden) return;

    const node = loop.state === 'yours' ? app.tree.at : null;
    if (node === this.about) return;

    this.about = node;
    home.replaceChildren();
    if (!node) return;

    const words = await guidance(app).catch(() => []);
    if (this.about === node) home.replaceChildren(...words.map((text) => el('p', {}, text)));
  }
}

/**
 * What the side to move should know of its position.
 * @param {import('./app.js').App} app
 * @returns {Promise<string[]>}
 */
async function guidance(app) {
  const { fen, turns } = app;
  const threat = greatest(await threats(app), fen);
  return [danger(threat, fen), chance(greatest(turns, fen))];
}

/**
 * What the enemy could play if it were to move now; nothing where that is no position.
 * @param {import('./app.js').App} app
 */
async function threats(app) {
  const [board, turn, rights, , ...numbers] = app.fen.split(' ');
  const fen = [board, turn === 'w' ? 'b' : 'w', rights, '-', ...numbers].join(' ');

  try {
    return (await app.know({ ask: 'turns', fen, reclaim: 'full' })).turns;
  } catch (e) {
    if (e instanceof Refused) return [];
    throw e;
  }
}

/** The pieces that a turn wins for good. @param {any} turn @returns {string[]} */
const won = (turn) =>
  turn.waves.flat().filter((/** @type {string} */ square) => !turn.reclaimed.includes(square));

/**
 * The turn that wins most: the game before any number of pieces.
 * @param {any[]} turns
 * @param {string} fen
 */
function greatest(turns, fen) {
  const before = pieces(fen);

  const worth = (/** @type {any} */ turn) => {
    const captured = before.has(turn.uci.slice(2, 4)) ? 1 : 0;
    return ends(turn) ? 100 : won(turn).length + captured;
  };

  const best = turns.reduce((best, turn) => (worth(turn) > worth(best) ? turn : best), turns[0]);
  return best && worth(best) ? best : null;
}

/** Whether a turn wins the game. @param {any} turn */
const ends = (turn) => turn.outcome === '1-0' || turn.outcome === '0-1';

/** @param {any} threat @param {string} fen */
function danger(threat, fen) {
  if (!threat) return texts.guide.safe;

  const enemy = other(turnOf(fen));
  if (ends(threat)) return texts.guide.loses(enemy, shownMove(threat.san));

  const lost = won(threat);
  const board = pieces(fen);
  const named = lost
    .filter((square) => board.has(square))
    .slice(0, most)
    .map((square) => ({ kind: kindOf(/** @type {string} */ (board.get(square))), square }));

  if (!named.length) return texts.guide.takes(enemy, shownMove(threat.san));
  return texts.guide.danger(named, lost.length - named.length, shownMove(threat.san));
}

/** @param {any} best */
function chance(best) {
  if (!best) return texts.guide.nothing;

  const from = best.uci.slice(0, 2);
  if (ends(best)) return texts.guide.win(from);

  const flips = won(best).length;
  return flips ? texts.guide.pieces(from, flips) : texts.guide.take(from);
}
