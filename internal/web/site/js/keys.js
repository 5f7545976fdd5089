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
  listen(
    {
      ...stepKeys(app),
      m: () => id('move').focus(),
      c: () => press('control'),
      w: () => press('why'),
      t: () => press('as-table'),
      '?': () => dialog.showModal(),
    },
    dialog,
  );
}

/** @param {string} name */
const press = (name) => {
  const b = id(name);
  if (!b.disabled) b.click();
};

/**
 * The keys that go through moves and waves, and to the board.
 * @param {import('./app.js').App} app
 * @returns {Record<string, () => void>}
 */
export function stepKeys(app) {
  const sibling = (/** @type {number} */ step) => {
    // The variations to what is shown are the other moves from the position before it.
    const at = app.tree.at;
    const all = at.parent?.children || [];
    const next = all[all.indexOf(at) + step];

    if (next) app.show(next);
  };

  return {
    ArrowLeft: () => press('back'),
    ArrowRight: () => press('forward'),
    Home: () => press('first'),
    End: () => press('last'),
    ArrowUp: () => sibling(-1),
    ArrowDown: () => sibling(1),
    f: () => press('flip'),
    b: () => app.board.cells.get(app.board.focus)?.focus(),
    r: () => press('again'),
    n: () => press('wave-on'),
    p: () => press('wave-back'),
  };
}

/**
 * Listens to keys, but for those in fields, and all while a dialog is open.
 * @param {Record<string, () => void>} does
 * @param {HTMLDialogElement} [dialog]
 */
export function listen(does, dialog) {
  document.addEventListener('keydown', (e) => {
    const target = /** @type {HTMLElement} */ (e.target);
    if (
      e.ctrlKey ||
      e.altKey ||
      e.metaKey ||
      dialog?.open ||
      target.closest('input:not([type=checkbox]), select, textarea, pre, .promotion')
    ) {
      return;
    }

    if (!does[e.key]) return;
    e.preventDefault();
    does[e.key]();
  });
}
