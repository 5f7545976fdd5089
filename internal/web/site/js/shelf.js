// The shelf: games that another has taken the place of. None is lost.
// @ts-check
import { el, button, id, shown } from './dom.js';
import { Game } from './game.js';
import { offerUndo } from './toast.js';
import { shownMove } from './notation.js';
import { locale, texts } from './language.js';

const most = 40;

/** Whether somebody may still send a link that goes on with a game. @param {any} game as kept */
const waits = ({ extra }) => !!extra?.play?.link && !extra.play.over;

export class Shelf {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** As they are kept, the latest first. @type {any[]} */
    this.games = app.store.get('shelf') || [];
  }

  /** @param {Game} game */
  add(game) {
    const all = [game.plain(), ...this.games.filter((g) => g.id !== game.id)];
    this.games = all.filter((g, i) => i < most || waits(g));
    this.keep();
  }

  /** @param {string} gone */
  remove(gone) {
    this.games = this.games.filter((g) => g.id !== gone);
    this.keep();
  }

  /** @param {string} wanted @returns {Game | undefined} */
  find(wanted) {
    const plain = this.games.find((g) => g.id === wanted);
    return plain && Game.from(plain);
  }

  keep() {
    this.app.store.set('shelf', () => this.games);
    this.app.emit('shelf');
  }
}

/** The list of the shelf. @param {import('./app.js').App} app @param {HTMLElement} home */
export function shelfPanel(app, home) {
  const list = el('ul', { class: 'shelf' });
  home.append(el('summary', {}, texts.shelf.title), list);

  const title = (/** @type {any} */ g) => {
    const moves = g.nodes
      .slice(1, 5)
      .map((/** @type {any} */ n) => shownMove(n.turn.san))
      .join(' ');

    const more = g.nodes.length > 5 ? ' …' : '';

    const { analysed, played, playedByLink } = texts.shelf;
    const game = g.extra?.play?.link ? playedByLink : played;
    const text = g.tab === 'play' ? game : analysed;
    return text(shown(app.named(g.rules)), moves + more);
  };

  const draw = () => {
    home.hidden = !app.shelf.games.length;
    list.replaceChildren(
      ...app.shelf.games.map((g) =>
        el(
          'li',
          {},
          button(title(g), () => app.bring(Game.from(g)), { class: 'link', 'data-game': g.id }),
          ' ',
          el('span', { class: 'small' }, new Date(g.when).toLocaleString(locale)),
          ' ',
          button(
            texts.shelf.remove,
            () => {
              app.shelf.remove(g.id);
              offerUndo(texts.shelf.removed, () => app.shelf.add(Game.from(g)));
            },
            { class: 'quiet' },
          ),
        ),
      ),
    );
  };

  app.on('shelf', draw);
  app.on('tab', (tab) => {
    if (tab === 'analyse' || tab === 'play') {
      id(tab).append(home);
      draw();
    }
  });

  app.on('sets', draw);
  draw();
}
