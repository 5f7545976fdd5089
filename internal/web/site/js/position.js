// The position: as text, in and out, and the editor.
// @ts-check
import { el, button, copy, save, id, reason } from './dom.js';
import { pieces, board, picture, pieceName, start } from './fen.js';
import { Refused } from './engine.js';
import { forPage } from './forpage.js';
import { onlyHere } from './address.js';
import { load, openFile } from './records.js';
import { gameText } from './gametext.js';
import { texts } from './language.js';

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function positionPanel(app, home) {
  const fen = el('input', {
    class: 'fen',
    type: 'text',
    'aria-label': 'FEN',
    spellcheck: 'false',
    autocomplete: 'off',
  });

  const note = el('p', { class: 'small', role: 'status' });

  const set = async (/** @type {string} */ text) => {
    try {
      await app.begin(text);
      note.textContent = '';
      note.className = 'small';
    } catch (e) {
      note.textContent = reason(e);
      note.className = 'bad';
    }
  };

  app.on('fault', (why) => {
    note.textContent = why;
    note.className = 'bad';
  });

  fen.onchange = () => set(fen.value.trim() || 'start');
  app.on('at', (node) => {
    if (document.activeElement !== fen) fen.value = node.fen;
  });

  const paste = el('textarea', {
    rows: '4',
    'aria-label': texts.position.pasteLabel,
    placeholder: texts.position.paste,
  });

  const form = el(
    'select',
    { 'aria-label': texts.position.form },
    ...[
      ['pgn', 'PGN'],
      ['vchess', 'vchess.club'],
      ['json', 'JSON'],
      ['scenario', texts.position.scenario],
      ['fen', 'FEN'],
    ].map(([v, t]) => el('option', { value: v }, t)),
  );

  /**
   * Copies what others are to open, and says where they cannot.
   * @param {string} text
   * @param {Event} e
   */
  const copyForOthers = async (text, e) => {
    await copy(text, /** @type {HTMLElement} */ (e.target));
    if (!onlyHere()) return;
    note.textContent = texts.position.onlyHere;
    note.className = 'small';
  };

  const out = async () => {
    try {
      return await gameText(app, form.value);
    } catch (e) {
      note.textContent = reason(e);
      note.className = 'bad';
      return null;
    }
  };

  const ending = { pgn: '.pgn', vchess: '.pgn', json: '.json', scenario: '.yaml', fen: '.fen' };
  home.append(
    el('h2', {}, texts.position.title),
    el('label', { class: 'small' }, 'FEN ', fen),
    note,
    el(
      'div',
      { class: 'tools' },
      button(texts.position.start, () => set('start')),
      button(
        texts.position.link,
        (e) => copyForOthers(location.href, e),
        { title: texts.position.linkTitle },
      ),
      button(
        texts.position.embed,
        (e) => copyForOthers(forPage(location.hash.slice(1)), e),
        { title: texts.position.embedTitle },
      ),
      button(texts.position.edit, () => editor(app, set), { id: 'edit' }),
    ),
    el(
      'div',
      { class: 'tools' },
      form,
      button(texts.position.copy, async (e) => {
        const text = await out();
        if (text !== null) await copy(text, /** @type {HTMLElement} */ (e.target));
      }),
      button(texts.position.save, async () => {
        const text = await out();
        if (text !== null) {
          save('turncoat' + ending[/** @type {keyof typeof ending} */ (form.value)], text);
        }
      }),
    ),
    el(
      'details',
      {},
      el('summary', { class: 'small' }, texts.position.load),
      paste,
      el(
        'div',
        { class: 'tools' },
        button(texts.position.load, () => load(app, paste.value, texts.position.pasted)),
        el(
          'label',
          {},
          el('span', { class: 'small' }, texts.position.file, ' '),
          el('input', {
            type: 'file',
            'aria-label': texts.position.fileLabel,
            onchange: (/** @type {any} */ e) => openFile(app, e.target.files[0]),
          }),
        ),
      ),
    ),
  );

  document.addEventListener('dragover', (e) => {
    if (e.dataTransfer?.types.includes('Files') || e.dataTransfer?.types.includes('text/plain')) {
      e.preventDefault();
    }
  });

  document.addEventListener('drop', (e) => {
    if (
      !e.dataTransfer?.files.length &&
      /** @type {HTMLElement} */ (e.target).closest?.('input, textarea')
    ) {
      return;
    } // text dropped into a field is the field's

    e.preventDefault();
    const file = e.dataTransfer?.files[0];
    if (file) openFile(app, file);
    else {
      const text = e.dataTransfer?.getData('text/plain');
      if (text) load(app, text, texts.position.dropped);
    }
  });

  document.addEventListener('paste', (e) => {
    if (/** @type {HTMLElement} */ (e.target).closest?.('input, textarea')) return;
    const text = e.clipboardData?.getData('text/plain');
    if (text) load(app, text, texts.position.pasted);
  });
}

/**
 * The position editor: pieces are put on a copy of the position; the rules say at once whether it
 * is valid.
 * @param {import('./app.js').App} app
 * @param {(fen: string) => void} set
 */
function editor(app, set) {
  const home = id('position');
  if (home.querySelector('.editor')) return;
  const map = pieces(app.fen);

  let hand = 'P';
  let fields = app.fen.split(' ');

  const note = el('p', { role: 'status', class: 'small' });

  const turn = el(
    'select',
    { 'aria-label': texts.position.toMove },
    el('option', { value: 'w' }, texts.position.whiteToMove),
    el('option', { value: 'b' }, texts.position.blackToMove),
  );

  turn.value = fields[1];

  const rights = el('input', {
    type: 'text',
    'aria-label': texts.position.rightsLabel,
    value: fields[2],
    size: '6',
  });

  const text = () =>
    `${board(map)} ${turn.value} ${rights.value.trim() || '-'} - 0 ${fields[5] || 1}`;

  const check = async () => {
    app.board.show(map);
    app.board.mark({});
    const fen = text();
    let fault = '';

    try {
      await app.ask({ ask: 'play', fen });
    } catch (e) {
      if (!(e instanceof Refused)) return;
      fault = e.message;
    }

    if (fen !== text()) return; // it has been changed meanwhile
    note.textContent = fault || texts.position.valid;
    note.className = fault ? 'bad' : 'good';
  };

  const palette = [...'PNBRQKpnbrqk'].map((letter) =>
    el(
      'button',
      {
        type: 'button',
        'aria-label': pieceName(letter),
        'aria-pressed': String(letter === hand),
        'data-piece-to-put': letter,
        onclick: () => pick(letter),
      },
      el('img', { src: picture(letter), alt: '' }),
    ),
  );

  const rubber = button('✕', () => pick(''), {
    'aria-label': texts.position.rubber,
    'aria-pressed': 'false',
  });

  const pick = (/** @type {string} */ letter) => {
    hand = letter;

    for (const b of palette) {
      b.setAttribute('aria-pressed', String(b.getAttribute('data-piece-to-put') === letter));
    }

    rubber.setAttribute('aria-pressed', String(letter === ''));
  };

  const done = (/** @type {string | null} */ fen) => {
    app.pressHandler = undefined;
    box.remove();
    if (fen === null) app.show(app.tree.at);
    else set(fen);
  };

  app.pressHandler = (square) => {
    if (hand && map.get(square) !== hand) map.set(square, hand);
    else map.delete(square);
    check();
    return true;
  };

  turn.onchange = rights.oninput = check;

  const box = el(
    'div',
    { class: 'editor' },
    el('h3', {}, texts.position.editTitle),
    el('div', { class: 'editor-pieces' }, ...palette.slice(0, 6), rubber, ...palette.slice(6)),
    el(
      'div',
      { class: 'tools' },
      turn,
      el('label', { class: 'small' }, texts.position.rights, ' ', rights),
    ),
    note,
    el(
      'div',
      { class: 'tools' },
      button(texts.done, () => done(text()), { class: 'primary' }),
      button(texts.cancel, () => done(null)),
      button(texts.position.clear, () => {
        map.clear();
        rights.value = '-';
        check();
      }),
      button(texts.position.setStart, () => {
        map.clear();

        for (const [k, v] of pieces(start)) map.set(k, v);
        rights.value = 'KQkq';
        turn.value = 'w';
        check();
      }),
      button(texts.position.colours, () => {
        for (const [k, v] of map) {
          map.set(k, v === v.toUpperCase() ? v.toLowerCase() : v.toUpperCase());
        }

        check();
      }),
    ),
  );

  home.querySelector('h2')?.after(box);
  check();
}
