// The two strips on the game screen: who plays a side, and what it owns at the stage shown.
// @ts-check
import { el, id } from './dom.js';
import { pieces, turnOf, colourOf, kindOf, side, other } from './fen.js';
import { counted } from './words.js';

/** @param {import('./app.js').App} app */
export function playerStrips(app) {
  const draw = () => {
    const top = app.board.flipped ? 'white' : 'black';
    strip(app, id('player-top'), top);
    strip(app, id('player-bottom'), other(top));
  };

  for (const event of ['tab', 'at', 'stage', 'flip']) app.on(event, draw);
}

/** @param {import('./app.js').App} app @param {HTMLElement} home @param {string} colour */
function strip(app, home, colour) {
  home.hidden = app.tab !== 'play';
  if (home.hidden) return;

  const { stages, at } = app.cascade;
  const shown = stages[at]?.pieces || pieces(app.fen);
  const owned = ownedBy(shown, colour);
  const change = owned.length - ownedBy(stages[0]?.pieces || shown, colour).length;
  const kings = owned.filter((letter) => kindOf(letter) === 'king').length;
  const gain = `${change > 0 ? '+' : '−'}${Math.abs(change)}`;

  home.classList.toggle('to-move', turnOf(app.fen) === colour);
  home.replaceChildren(
    el('span', { class: `swatch ${colour}` }),
    el('strong', {}, playerName(app.game.extra.play, colour)),
    el('span', { class: 'owned' }, counted(owned.length, 'piece')),
    el('span', { class: change > 0 ? 'good' : 'bad' }, change ? gain : ''),
    el('span', {}, app.family === 'pacifist' ? counted(kings, 'king') : ''),
  );
}

/** @param {Map<string, string>} shown @param {string} colour */
const ownedBy = (shown, colour) => [...shown.values()].filter((p) => colourOf(p) === colour);

/** @param {any} game what the tab knows of it @param {string} colour */
function playerName(game, colour) {
  if (!game?.level) return side(colour);
  return colour === game.mine ? 'You' : `Computer, level ${game.level}`;
}
