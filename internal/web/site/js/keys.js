// The keys that work everywhere but in fields, and the page that lists them.
// @ts-check
import { id, el, button } from './dom.js';
import { texts } from './language.js';

/** @param {import('./app.js').App} app */
export function keys(app) {
  const dialog = id('keys');
  dialog.append(
    el('h2', { id: 'keys-title' }, texts.keys.title),
    el(
      'dl',
      {},
      ...texts.keys.list.flatMap(([key, what]) =>
        key
          ? [
              el('dt', {}, ...key.split(' ').flatMap((k) => [el('kbd', {}, k), ' '])),
              el('dd', {}, what),
            ]
          : [el('dt', {}, what), el('dd')],
      ),
    ),
    button(texts.close, () => dialog.close(), { class: 'primary' }),
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
