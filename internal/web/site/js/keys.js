// The keys that work everywhere but in fields, and the page that lists them.
// @ts-check
import { id, el, button } from './dom.js';

const list = [
  ['← →', 'one move back, one on'],
  ['Home End', 'to the start, to the end'],
  ['↑ ↓', 'to the variation before, the one after'],
  ['f', 'flip the board'],
  ['m', 'to the move field'],
  ['b', 'to the board'],
  ['c', 'colour the squares by who controls them'],
  ['w', 'lines to a square from what bears on it'],
  ['r', 'the cascade again'],
  ['n p', 'next wave, wave back'],
  ['t', 'the board as a table'],
  ['?', 'this list'],
  ['On the board', ''],
  ['arrows', 'from square to square'],
  ['Enter', 'pick up a piece, put it down'],
  ['Esc', 'let it go'],
  ['x', 'a circle on the square, or none'],
  ['a', 'an arrow from here; a again: to here'],
];

/** @param {import('./app.js').App} app */
export function keys(app) {
  const dialog = id('keys');
  dialog.append(
    el('h2', { id: 'keys-title' }, 'Keys'),
    el(
      'dl',
      {},
      ...list.flatMap(([key, what]) =>
        what
          ? [
              el('dt', {}, ...key.split(' ').flatMap((k) => [el('kbd', {}, k), ' '])),
              el('dd', {}, what),
            ]
          : [el('dt', {}, key), el('dd')],
      ),
    ),
    button('Close', () => dialog.close(), { class: 'primary' }),
  );

  id('help').onclick = () => dialog.showModal();

  const press = (/** @type {string} */ name) => {
    const b = id(name);
    if (!b.disabled) b.click();
  };

  const sibling = (/** @type {number} */ step) => {
    // The variations to what is shown are the other moves from the position before it.
    const at = app.tree.at;
    const all = at.parent?.children || [];
    const next = all[all.indexOf(at) + step];

    if (next) app.show(next);
  };

  /** @type {Record<string, () => void>} */
  const does = {
    ArrowLeft: () => press('back'),
    ArrowRight: () => press('forward'),
    Home: () => press('first'),
    End: () => press('last'),
    ArrowUp: () => sibling(-1),
    ArrowDown: () => sibling(1),
    f: () => press('flip'),
    m: () => id('move').focus(),
    b: () => app.board.cells.get(app.board.focus)?.focus(),
    c: () => press('control'),
    w: () => press('why'),
    r: () => press('again'),
    n: () => press('wave-on'),
    p: () => press('wave-back'),
    t: () => press('as-table'),
    '?': () => dialog.showModal(),
  };

  document.addEventListener('keydown', (e) => {
    const target = /** @type {HTMLElement} */ (e.target);
    if (
      e.ctrlKey ||
      e.altKey ||
      e.metaKey ||
      dialog.open ||
      target.closest('input:not([type=checkbox]), select, textarea, pre, .promotion')
    ) {
      return;
    }

    if (!does[e.key]) return;
    e.preventDefault();
    does[e.key]();
  });
}
