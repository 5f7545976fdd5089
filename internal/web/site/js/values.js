// Values: what tablebases say of a position with few pieces, and of each of its turns.
// @ts-check
import { el, button } from './dom.js';
import { other, pieces, turnOf } from './fen.js';
import { Refused, Unreachable } from './engine.js';
import { shownMove } from './notation.js';
import { texts } from './language.js';

/** As many pieces as a table may have. */
const most = 5;

/** @param {number} plies */
const turns = (plies) => Math.ceil(plies / 2);

/** What a turn leads to, for who plays it. @param {{value: string, plies: number}} after */
function worth({ value, plies }) {
  const { draw, win, winIn, lossIn } = texts.values;
  if (value === 'draw') return draw;
  if (value === 'win') return lossIn(turns(plies));
  return plies ? winIn(turns(plies + 1)) : win;
}

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function valuesPanel(app, home) {
  const head = el('p', { class: 'big' });
  const list = el('ol', { class: 'values' });

  home.append(el('h2', {}, texts.values.title), head, list);
  app.on('at', async (node) => {
    home.hidden = pieces(node.fen).size > most;
    if (home.hidden) return;
    let probe;

    try {
      ({ probe } = await app.know({ ask: 'probe' }));
    } catch (e) {
      if (!(e instanceof Refused || e instanceof Unreachable)) throw e;
    }

    if (app.tree.at !== node) return;
    home.hidden = !probe;
    if (!probe) return;

    const mover = turnOf(node.fen);
    const winner = probe.value === 'win' ? mover : other(mover);

    head.textContent =
      probe.value === 'draw'
        ? texts.values.drawn
        : probe.plies
          ? texts.values.wins(winner, turns(probe.plies))
          : texts.values.won(winner);

    // Of the reclaims after one move the enemy's best stands first: it is what the move is worth.
    const best = new Map(probe.turns.map((/** @type {any} */ t) => [t.uci, t]).reverse());
    list.replaceChildren(
      ...probe.turns
        .filter((/** @type {any} */ t) => best.get(t.uci) === t)
        .map((/** @type {any} */ t) =>
          el(
            'li',
            { 'data-value': t.value === 'draw' ? 'draw' : t.value === 'loss' ? 'win' : 'loss' },
            button(shownMove(t.san), () =>
              app.type(t.reclaimed.length ? `${t.uci}~${t.reclaimed.join(',')}` : t.uci),
            ),
            ' ',
            el('span', {}, worth(t)),
          ),
        ),
    );
  });
}
