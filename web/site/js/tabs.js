// The tabs: what to do with the board.
// @ts-check
import { id } from './dom.js';

/** @param {import('./app.js').App} app */
export function tabs(app) {
  const all = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll('[role=tab]')]);
  const open = (/** @type {string} */ name, focus = false) => {
    for (const tab of all) {
      const mine = tab.getAttribute('aria-controls') === name;
      tab.setAttribute('aria-selected', String(mine));
      tab.tabIndex = mine ? 0 : -1;
      id(/** @type {string} */ (tab.getAttribute('aria-controls'))).hidden = !mine;
      if (mine && focus) tab.focus();
    }
    if (app.tab === name) return;
    app.tab = name;
    app.mode = {};
    app.emit('tab', name);
  };
  all.forEach((tab, i) => {
    tab.onclick = () => open(/** @type {string} */ (tab.getAttribute('aria-controls')));
    tab.onkeydown = e => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
      if (!step) return;
      e.preventDefault();
      e.stopPropagation();
      open(/** @type {string} */ (all[(i + step + all.length) % all.length].getAttribute('aria-controls')), true);
    };
  });
  app.open = open;
}
