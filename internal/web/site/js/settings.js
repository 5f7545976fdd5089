// Settings: board, pieces, sound, pace; and forgetting what the browser keeps.
// @ts-check
import { id, el, button } from './dom.js';
import { pieceSet } from './fen.js';
import { sounds } from './sound.js';
import { chosen, languages, texts } from './language.js';

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
  const before = chosen();

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
    el('h2', { id: 'options-title' }, texts.settings.title),
    el(
      'div',
      { class: 'options' },
      choice(
        'language',
        texts.settings.language,
        [['', texts.settings.ofBrowser], ...languages],
        (v) => {
          if (v !== before) location.reload(); // all is kept, the game on the board too
        },
      ),
      choice(
        'board-style',
        texts.settings.board,
        [
          ['wood', texts.settings.wood],
          ['slate', texts.settings.slate],
          ['meadow', texts.settings.meadow],
        ],
        (v) => {
          document.documentElement.dataset.board = v;
        },
      ),
      choice(
        'pieces',
        texts.settings.pieces,
        [
          ['plain', texts.settings.plain],
          ['discs', texts.settings.discs],
          ['classic', texts.settings.classic],
        ],
        (v) => {
          pieceSet.name = v;
          app.board.redraw();
        },
      ),
      choice(
        'pace',
        texts.settings.pace,
        [
          ['1', texts.settings.normal],
          ['0', texts.settings.atOnce],
          ['0.5', texts.settings.fast],
          ['2.2', texts.settings.slow],
          ['step', texts.settings.stepwise],
        ],
        (v) => {
          app.cascade.stepwise = v === 'step';
          app.cascade.pace = v === 'step' ? 1 : Number(v);
        },
      ),
      choice(
        'sound',
        texts.settings.sound,
        [
          ['off', texts.settings.off],
          ['on', texts.settings.on],
        ],
        (v) => {
          sounds.on = v === 'on';
        },
      ),
    ),
    el('p', { class: 'small' }, texts.settings.kept),
    el(
      'div',
      { class: 'row' },
      button(texts.close, () => dialog.close(), { class: 'primary' }),
      button(texts.settings.clear, () => sure.showModal(), { title: texts.settings.clearTitle }),
    ),
  );

  const sure = el(
    'dialog',
    { 'aria-label': texts.settings.sure },
    el('p', {}, texts.settings.sureText),
    el(
      'div',
      { class: 'row' },
      button(texts.settings.keep, () => sure.close(), { class: 'primary' }),
      button(texts.settings.forget, async () => {
        await app.store.clear();
        location.replace(location.pathname);
      }),
    ),
  );

  document.body.append(sure);
  id('settings').onclick = () => dialog.showModal();
}
