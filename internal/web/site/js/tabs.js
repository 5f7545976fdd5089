// The tabs: what to do with the board. Each has a game of its own.
// @ts-check
import { id } from './dom.js';
import { Game } from './game.js';
import { Tree } from './tree.js';
import { start } from './fen.js';

export const names = ['learn', 'play', 'puzzles', 'analyse', 'records'];

/** @param {import('./app.js').App} app */
export function tabs(app) {
  const all = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('[role=tab]')]);

  const of = (/** @type {Element} */ tab) =>
    /** @type {string} */ (tab.getAttribute('aria-controls'));

  const open = async (/** @type {string} */ name, focus = false) => {
    for (const tab of all) {
      const mine = of(tab) === name;
      tab.setAttribute('aria-selected', String(mine));
      tab.tabIndex = mine ? 0 : -1;
      id(of(tab)).hidden = !mine;
      if (mine && focus) tab.focus();
    }

    id('main').dataset.tab = name;
    if (app.tab === name && app.games[name]) return;
    app.tab = name;
    app.mode = {};
    app.pressHandler = undefined;
    app.store.set('tab', () => app.tab);
    scrollTo(0, 0); // to the board, where it is above the tab's panel

    const game = (app.games[name] ||= Object.assign(
      new Game(new Tree(start), app.rules, app.about),
      { tab: name },
    ));

    if (app.board.flipped !== game.flipped) app.board.flip();
    const entered = app.enter(game);
    app.emit('tab', name);
    await entered;
  };

  all.forEach((tab, i) => {
    tab.onclick = () => open(of(tab));
    // Arrow keys after a click step through the moves.
    tab.onmousedown = (e) => {
      e.preventDefault();
      /** @type {HTMLElement} */ (document.activeElement)?.blur();
    };

    tab.onkeydown = (e) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (!step) return;
      e.preventDefault();
      e.stopPropagation();
      open(of(all[(i + step + all.length) % all.length]), true);
    };
  });

  app.open = open;
}
