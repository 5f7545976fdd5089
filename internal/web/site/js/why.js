// Why: what each side weighs on a square, who bears on it and through whom, and what would tip it.
// @ts-check
import { el, id, button } from './dom.js';
import { squares, pieceName, colourOf, other, kindOf, pieces, board, turnOf } from './fen.js';
import { Refused, Unreachable } from './engine.js';
import { sign } from './board.js';
import { cited } from './words.js';
import { texts } from './language.js';

/** @param {string} weight a whole number or a fraction such as "7/3" */
const number = (weight) => {
  const [a, b] = weight.split('/').map(Number);
  return a / (b || 1);
};

/**
 * The pieces at the stage that is shown of a turn, or of the position.
 * @param {import('./app.js').App} app
 */
const shownPieces = ({ cascade, fen }) => cascade.stages[cascade.at]?.pieces || pieces(fen);

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function squarePanel(app, home) {
  const body = el('div', { class: 'reason' });
  /** Whether somebody has found out how to ask, and needs no help any more. */
  let known = app.store.get('why-known');
  /** @type {string | null} */
  let square = null;
  /** Whether it was asked about, and not only pointed at. */
  let asked = false;
  /** @type {any} */
  let weights = null;

  const table = button(
    texts.why.table,
    () => {
      tableBox.hidden = !tableBox.hidden;
      table.setAttribute('aria-expanded', String(!tableBox.hidden));
      fill();
    },
    { id: 'as-table', 'aria-expanded': 'false' },
  );

  const tableBox = el('div', { hidden: true });

  const check = (/** @type {string} */ name, /** @type {string} */ text, on = false) =>
    el(
      'label',
      { class: 'check small' },
      el('input', { type: 'checkbox', id: name, checked: on }),
      text,
    );

  home.append(
    tableBox,
    body,
    el(
      'div',
      { class: 'row' },
      el('h2', {}, texts.why.title),
      check('control', texts.why.control),
      check('why', texts.why.lines, true),
      table,
      button('×', () => show(null), { class: 'quiet icon shut', 'aria-label': texts.close }),
    ),
  );

  /** The tabs in which the lines are not as they are from the start: on, but in a game. */
  const otherwise = new Set();
  const linesFirst = () => app.tab !== 'play';
  const showLines = () => {
    id('why').checked = linesFirst() !== otherwise.has(app.tab);
  };

  /** Learns the weights on the board that is shown. */
  const learn = async () => {
    const placed = board(shownPieces(app));
    const [known, turn] = app.fen.split(' ');
    const fen = placed === known ? app.fen : `${placed} ${turn} - - 0 1`;

    try {
      return (await app.know({ ask: 'weights', fen })).weights;
    } catch (e) {
      if (e instanceof Refused || e instanceof Unreachable) return null;
      throw e;
    }
  };

  const draw = async () => {
    const mine = square;
    const turned = mine ? await story(app, mine) : null;

    if (mine !== square) return;
    // On a phone the card is a sheet, which is there while a square is asked about.
    home.classList.toggle('asked', asked && !!mine && !app.board.picked);
    if (turned && mine) {
      body.replaceChildren(el('p', { class: 'big' }, turned.head), ...turned.body);
      app.board.draw(id('why').checked ? turned.lines : []);
      if (!id('control').checked) return;
    }

    if (mine || id('control').checked) weights = await learn();
    if (mine !== square) return;
    control();
    if (turned) return;
    if (!square || !weights?.[square]) {
      app.board.draw([]);
      if (!square) {
        body.replaceChildren(known ? '' : el('p', { class: 'small' }, texts.why.about));
      }

      return;
    }

    const w = weights[square];
    const piece = shownPieces(app).get(square);

    body.replaceChildren(
      el('p', { class: 'big' }, piece ? `${square}, ${pieceName(piece)}` : square),
      el('div', { class: 'balance' }, column(w.white, 'white'), column(w.black, 'black')),
      el('p', {}, verdict(square, piece, w, app)),
    );

    if (!id('why').checked || app.board.picked) {
      app.board.draw([]);
      return;
    }

    app.board.draw([
      ...['white', 'black'].flatMap((colour) =>
        w[colour].by.flatMap((/** @type {any} */ b) => [
          { from: b.square, to: square, kind: colour },
          ...b.through.map((/** @type {string} */ s) => ({ from: s, kind: colour })),
        ]),
      ),
    ]);
  };

  const control = () => {
    const on = id('control').checked && weights;
    app.board.root.classList.toggle('control', !!on);

    for (const s of squares) {
      const cell = /** @type {HTMLElement} */ (app.board.cells.get(s));
      cell.querySelector('.weights')?.remove();
      delete cell.dataset.control;
      if (!on) continue;
      const w = weights[s];
      if (w.outweighs) cell.dataset.control = w.outweighs;
      cell.append(sign('weights', `${w.white.weight}:${w.black.weight}`));
    }
  };

  const fill = async () => {
    if (tableBox.hidden) return;
    const all = shownPieces(app);
    tableBox.replaceChildren(
      el(
        'table',
        { class: 'boardtable' },
        el('caption', { class: 'unseen' }, texts.why.tableTitle),
        el(
          'thead',
          {},
          el('tr', {}, el('td'), ...[...'abcdefgh'].map((f) => el('th', { scope: 'col' }, f))),
        ),
        el(
          'tbody',
          {},
          ...[8, 7, 6, 5, 4, 3, 2, 1].map((rank) =>
            el(
              'tr',
              {},
              el('th', { scope: 'row' }, String(rank)),
              ...[...'abcdefgh'].map((f) => {
                const p = all.get(f + rank);
                return el('td', {}, p ? pieceName(p) : '');
              }),
            ),
          ),
        ),
      ),
    );
  };

  let timer = 0;
  const show = (/** @type {string | null} */ to) => {
    square = to;
    asked &&= !!to;
    if (to && !known) {
      known = true;
      app.store.set('why-known', () => true);
    }

    return draw();
  };

  const point = (/** @type {string | null} */ to) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        // Who goes from a square to the card still asks about the square.
        if (to || !home.matches(':focus-within, :hover')) show(to);
      },
      to ? 60 : 200,
    );
  };

  app.on('point', point);
  app.on('ask', (to) => {
    asked = true;
    point(to);
  });

  app.on('at', () => {
    asked = false;
  });

  app.on('tab', showLines);
  home.tabIndex = -1; // so that a tap on its text does not close it
  home.addEventListener('focusout', () => point(null));

  app.on('ready', () => {
    draw();
    fill();
  });

  app.on('stage', draw);
  id('control').onchange = draw;
  id('why').onchange = () => {
    if (id('why').checked === linesFirst()) otherwise.delete(app.tab);
    else otherwise.add(app.tab);
    draw();
  };

  draw();
}

/**
 * Why a piece has changed sides in the turn that is shown: in which wave, by whom persuaded and by
 * whom supported then (PAC-5), by which co-pairs (CON-3), or attacked by what (BEN-2).
 * @param {import('./app.js').App} app
 * @param {string} square
 */
async function story(app, square) {
  const { turn, before, at } = app.cascade;
  const wave = turn ? turn.waves.findIndex((w) => w.includes(square)) : -1;
  if (!turn || wave < 0 || at < wave + 2) return null;

  const shown = shownPieces(app);
  const mover = turnOf(before);
  const piece = shown.get(square);
  if (!piece || colourOf(piece) !== mover) return null; // it has been reclaimed

  let explain;

  try {
    ({ explain } = await app.know({ ask: 'explain', fen: before, move: turn.uci }));
  } catch {
    return null;
  }

  const found = explain.waves?.[wave]?.squares.find((/** @type {any} */ s) => s.square === square);
  if (!found || app.cascade.turn !== turn) return null;

  const rule = cited(app, found.rule);
  const numbered = app.family === 'pacifist' ? wave + 1 : undefined;
  const head = texts.why.head(square, kindOf(piece), mover, numbered);

  if (found.pairs) {
    const kind = (/** @type {string} */ s) => kindOf(shown.get(s) || 'p');
    return {
      head,
      lines: found.pairs.flatMap((/** @type {any} */ p) => [
        { from: p.moved, to: square, kind: mover },
        { from: p.partner, to: square, kind: mover },
        { from: p.moved, kind: mover },
        { from: p.partner, kind: mover },
        { from: p.moved[0] + p.partner[1], kind: 'co' },
        { from: p.partner[0] + p.moved[1], kind: 'co' },
      ]),
      body: [
        ...found.pairs.map((/** @type {any} */ p) =>
          el(
            'p',
            {},
            texts.why.pair(kind(p.moved), p.moved, kind(p.partner), p.partner, [
              p.moved[0] + p.partner[1],
              p.partner[0] + p.moved[1],
            ]),
          ),
        ),
        el('p', { class: 'small' }, rule),
      ],
    };
  }

  if (found.attackers) {
    const attackers = found.attackers.map((/** @type {string} */ s) => {
      const attacker = shown.get(s);
      return { kind: attacker && kindOf(attacker), square: s };
    });

    return {
      head,
      lines: found.attackers.map((/** @type {string} */ from) => ({
        from,
        to: square,
        kind: mover,
      })),
      body: [el('p', {}, texts.why.attacked(attackers)), el('p', { class: 'small' }, rule)],
    };
  }

  const by = (/** @type {any} */ w, /** @type {string} */ kind) =>
    w.by.flatMap((/** @type {any} */ b) => [
      { from: b.square, to: square, kind },
      ...b.through.map((/** @type {string} */ s) => ({ from: s, kind })),
    ]);

  return {
    head,
    lines: [...by(found.persuade, mover), ...by(found.support, other(mover))],
    body: [
      el(
        'div',
        { class: 'balance' },
        column(found.persuade, mover, texts.why.persuaded),
        column(found.support, other(mover), texts.why.supported),
      ),
      el('p', { class: 'small' }, rule),
    ],
  };
}

/** @param {any} w @param {string} colour @param {string} [did] */
function column(w, colour, did = '') {
  return el(
    'div',
    {},
    el(
      'div',
      {},
      el('span', { class: `swatch ${colour}`, 'aria-hidden': 'true' }),
      texts.side(colour),
      ' ',
      el('span', { class: 'weight' }, w.weight),
      did && el('span', { class: 'small' }, ` ${did}`),
    ),
    el(
      'ul',
      {},
      ...(w.by.length
        ? w.by.map((/** @type {any} */ b) =>
            el(
              'li',
              {},
              texts.why.bears(kindOf(b.piece), b.square),
              b.through.length > 0 &&
                el('span', { class: 'small' }, ` ${texts.why.through(b.through)}`),
            ),
          )
        : [el('li', { class: 'small' }, texts.why.nobody)]),
    ),
  );
}

/**
 * What the weights mean.
 * @param {string} square
 * @param {string | undefined} piece
 * @param {any} w
 * @param {import('./app.js').App} app
 */
function verdict(square, piece, w, app) {
  if (app.family !== 'pacifist') {
    if (!piece) return '';
    const attackers = w[other(colourOf(piece))].by.length;
    const guards = w[colourOf(piece)].by.length;
    return texts.why.attackers(attackers, guards);
  }

  if (!piece) {
    return w.outweighs ? texts.why.outweighs(w.outweighs) : texts.why.balanced;
  }

  const own = colourOf(piece);
  const how = /^weigh: (\w+)/m.exec(app.about?.yaml || '')?.[1] || 'number';
  const rule = cited(app, 'PAC-5');
  return balance(own, w, how) + (rule && ` (${rule})`);
}

/**
 * Whether a piece holds, and what it takes to tip it.
 * @param {string} own whose piece it is
 * @param {any} w the weights on its square
 * @param {string} how pieces are weighed: by number, value or average
 */
function balance(own, w, how) {
  const { persuadable, holdsByNumber, holdsByValue, holdsByAverage } = texts.why;
  const enemy = other(own);
  const [weight, against] = [w[own].weight, w[enemy].weight];
  const lead = number(weight) - number(against);

  if (w.outweighs === enemy) return persuadable(own, weight, against);
  if (how === 'number') return holdsByNumber(own, weight, against, lead + 1);
  return how === 'value' ? holdsByValue(own, lead) : holdsByAverage(own, weight);
}
