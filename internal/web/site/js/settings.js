// Settings: board, pieces, sound, pace; and forgetting what the browser keeps.
// @ts-check
import { id, el, button } from './dom.js';
import { pieceSet } from './fen.js';
import { sounds } from './sound.js';

const prefix = 'turncoat-';

/** @param {string} name @param {string} otherwise */
const kept = (name, otherwise) => {
  try {
    return localStorage.getItem(prefix + name) || otherwise;
  } catch {
    return otherwise;
  }
};

/** @param {string} name @param {string} value */
const keep = (name, value) => {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    /* it is only remembered */
  }
};

/** @param {import('./app.js').App} app */
export function settings(app) {
  const dialog = id('options');

  /**
   * @param {string} name
   * @param {string} label
   * @param {string[][]} list
   * @param {(value: string) => void} does
   */
  const choice = (name, label, list, does) => {
    const select = el(
      'select',
      { id: name },
      ...list.map(([v, t]) => el('option', { value: v }, t)),
    );

    select.value = kept(name, list[0][0]);
    if (!select.value) select.value = list[0][0];
    select.onchange = () => {
      keep(name, select.value);
      does(select.value);
    };

    does(select.value);
    return el('label', {}, el('span', {}, label), select);
  };

  dialog.append(
    el('h2', { id: 'options-title' }, 'Settings'),
    el(
      'div',
      { class: 'options' },
      choice(
        'board-style',
        'Board',
        [
          ['wood', 'Wood'],
          ['slate', 'Slate'],
          ['meadow', 'Meadow'],
        ],
        (v) => {
          document.documentElement.dataset.board = v;
        },
      ),
      choice(
        'pieces',
        'Pieces',
        [
          ['plain', 'Silhouettes'],
          ['discs', 'Discs'],
          ['classic', 'Classic'],
        ],
        (v) => {
          pieceSet.name = v;
          app.board.redraw();
        },
      ),
      choice(
        'pace',
        'Cascades',
        [
          ['1', 'normal'],
          ['0', 'at once'],
          ['0.5', 'fast'],
          ['2.2', 'slow'],
          ['step', 'step by step'],
        ],
        (v) => {
          app.cascade.stepwise = v === 'step';
          app.cascade.pace = v === 'step' ? 1 : Number(v);
        },
      ),
      choice(
        'sound',
        'Sound',
        [
          ['off', 'off'],
          ['on', 'on'],
        ],
        (v) => {
          sounds.on = v === 'on';
        },
      ),
    ),
    el(
      'p',
      { class: 'small' },
      'Games, puzzles and lessons are kept in this browser and sent nowhere.',
    ),
    el(
      'div',
      { class: 'row' },
      button('Close', () => dialog.close(), { class: 'primary' }),
      button('Clear', () => sure.showModal(), { title: 'Forget everything that is kept' }),
    ),
  );

  const sure = el(
    'dialog',
    { 'aria-label': 'Forget everything?' },
    el('p', {}, 'All games, the puzzles solved, the lessons and the settings go, in all windows.'),
    el(
      'div',
      { class: 'row' },
      button('Keep', () => sure.close(), { class: 'primary' }),
      button('Forget everything', async () => {
        await app.store.clear();
        location.replace(location.pathname);
      }),
    ),
  );

  document.body.append(sure);
  id('settings').onclick = () => dialog.showModal();
}
