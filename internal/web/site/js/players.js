// The two strips on the game screen: who plays a side, what it owns at the stage shown, and its
// time.
// @ts-check
import { el, id } from './dom.js';
import { pieces, turnOf, colourOf, kindOf, other } from './fen.js';
import { clockText } from './clock.js';
import { texts } from './language.js';

/** @param {import('./app.js').App} app */
export function playerStrips(app) {
  const draw = () => {
    const top = app.board.flipped ? 'white' : 'black';
    strip(app, id('player-top'), top);
    strip(app, id('player-bottom'), other(top));
  };

  for (const event of ['tab', 'at', 'stage', 'flip', 'over']) app.on(event, draw);

  app.on('clock', () => {
    for (const time of document.querySelectorAll('.player [data-time]')) {
      const { clock } = app.game.extra.play || {};
      if (clock) showTime(time, clock);
    }
  });
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
  const game = app.game.extra.play;

  home.classList.toggle('to-move', turnOf(app.fen) === colour);
  home.replaceChildren(
    el('span', { class: `swatch ${colour}` }),
    el('strong', {}, playerName(game, colour)),
    el('span', { class: 'owned' }, texts.players.pieces(owned.length)),
    el('span', { class: change > 0 ? 'good' : 'bad' }, change ? gain : ''),
    el('span', {}, app.family === 'pacifist' && kings !== 1 ? texts.players.kings(kings) : ''),
    game?.clock ? timeOf(game.clock, colour) : '',
  );
}

/** @param {import('./clock.js').Left} clock @param {string} colour */
function timeOf(clock, colour) {
  const time = el('span', { role: 'timer', 'data-time': colour });
  showTime(time, clock);
  return time;
}

/** @param {any} time @param {import('./clock.js').Left} clock */
function showTime(time, clock) {
  const left = clock[/** @type {'white' | 'black'} */ (time.dataset.time)];
  time.textContent = clockText(left);
  time.classList.toggle('low', left < 20_000);
}

/** @param {Map<string, string>} shown @param {string} colour */
const ownedBy = (shown, colour) => [...shown.values()].filter((p) => colourOf(p) === colour);

/** @param {any} game what the tab knows of it @param {string} colour */
function playerName(game, colour) {
  if (!game?.level && !game?.proof && !game?.link) return texts.side(colour);
  if (colour === game.mine) return texts.players.you;
  if (game.link) return texts.players.opponent;
  return game.proof ? texts.players.proof : texts.players.computer(game.level);
}
