// A game: against another person at the same board, or against the computer.
// @ts-check
import { el, button, save, reason } from './dom.js';
import { turnOf, other, side, start } from './fen.js';
import { gameText } from './records.js';
import { claim } from './draws.js';
import { still } from './cascade.js';

const levels = [
  'beginner',
  'novice',
  'casual player',
  'club player',
  'strong player',
  'expert',
  'master',
  'as strong as it can',
];

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function playPanel(app, home) {
  const whom = el(
    'select',
    { 'aria-label': 'Opponent' },
    el('option', { value: '0' }, 'another person, here'),
    ...levels.map((l, i) =>
      el('option', { value: String(i + 1) }, `the computer, level ${i + 1}: ${l}`),
    ),
  );

  const colour = el(
    'select',
    { 'aria-label': 'You play' },
    ...[
      ['white', 'White'],
      ['black', 'Black'],
      ['any', 'either by lot'],
    ].map(([v, t]) => el('option', { value: v }, t)),
  );

  const from = el(
    'select',
    { 'aria-label': 'Begin with' },
    el('option', { value: 'start' }, 'the start position'),
    el('option', { value: 'here' }, 'the position on the board'),
  );

  whom.value = '3';

  const box = el('div', { class: 'card', hidden: true });
  const state = el('p', { class: 'big', role: 'status' });

  const drawn = button('Claim a draw', () => draw(), { hidden: true });
  box.append(
    state,
    el(
      'div',
      { class: 'tools' },
      drawn,
      button('Take back', () => takeback()),
      button('Hint', () => hint()),
      button('Resign', () => resign()),
      button('Save the game', async () => save('game.pgn', await gameText(app, 'pgn'))),
    ),
  );

  home.append(
    box,
    el(
      'div',
      { class: 'card' },
      el('h2', {}, 'A game'),
      el('div', { class: 'row' }, el('label', {}, 'Against ', whom)),
      el('div', { class: 'row' }, el('label', {}, 'You play ', colour)),
      el('div', { class: 'row' }, el('label', {}, 'From ', from)),
      el(
        'div',
        { class: 'row' },
        button('New game', () => begin(), { class: 'primary' }),
      ),
    ),
  );

  /** The game: the computer's level (0: a person), the person's colour, the result. @type {any} */
  let game = null;
  let thinking = false;

  const begin = async (/** @type {string} */ rules = app.rules) => {
    const level = Number(whom.value);
    const mine = colour.value === 'any' ? (Math.random() < 0.5 ? 'white' : 'black') : colour.value;

    state.textContent = '';

    const begun = await app.begin(
      from.value === 'start' || rules !== app.rules ? start : app.fen,
      rules,
      { play: { level, mine, over: '', seed: Math.floor(Math.random() * 1e9) } },
    );

    game = begun.extra.play;
    if (level && app.board.flipped !== (mine === 'black')) app.board.flip();
    begun.tags = tags('*');
    begun.result = '*';
    resume();
  };

  const name = (/** @type {string} */ c) =>
    !game?.level || c === game.mine ? 'Person' : `Turncoat, level ${game.level}`;

  const tags = (/** @type {string} */ result) =>
    /** @type {[string, string][]} */ ([
      ['Event', 'Board'],
      ['White', name('white')],
      ['Black', name('black')],
      ['Result', result],
    ]);

  const computers = (/** @type {string} */ c) => !!game.level && c !== game.mine;

  const mode = {
    rules: (/** @type {string} */ rules) => begin(rules),
    may: (/** @type {string} */ c) => !game.over && !thinking && !computers(c),
    played: () => next(),
    reclaim: (/** @type {any} */ turn) =>
      computers(other(turnOf(app.fen))) ? taken(turn) : app.reclaim.choose(turn),
  };

  /** Goes on with the game of the tab, if it has one. */
  const resume = () => {
    game = app.games.play?.extra.play || null;
    box.hidden = !game;
    app.mode = game ? mode : { rules: mode.rules };
    if (!game) return;
    whom.value = String(game.level);
    thinking = false; // what is thought about another game is dropped when it comes
    next();
  };

  app.on('tab', (tab) => {
    if (tab === 'play') resume();
  });

  app.on('at', (node) => {
    if (game && app.mode === mode && !game.over && computers(turnOf(node.fen))) {
      state.textContent = 'The computer thinks…';
    }
  });

  /** The turn with what the computer takes back after it. @param {any} turn */
  const taken = async (turn) => {
    state.textContent = 'The computer chooses what it takes back…';

    const { at } = app.tree;
    const { rules } = app;

    thinking = true;

    try {
      const { reclaimed } = await app.ask({
        ask: 'best',
        level: game.level,
        seed: game.seed + at.ply,
        move: turn.uci,
      });

      const typed = `${turn.uci}~${reclaimed.join(',') || '-'}`;
      return {
        ...(await app.ask({ ask: 'play', rules, fen: at.fen, moves: [typed] })).turn,
        typed,
      };
    } finally {
      thinking = false;
    }
  };

  const next = async () => {
    if (!game || app.mode !== mode) return;

    const node = app.tree.at;
    const mine = game;

    await app.refresh(node);
    if (app.tree.at !== node || thinking || app.mode !== mode) return;
    drawn.hidden = true;
    if (app.outcome !== '*' && !node.children.length) {
      finish(app.outcome);
      return;
    }

    if (game.over) {
      tell();
      return;
    }

    if (node.children.length) return;
    const turn = turnOf(app.fen);
    if (!computers(turn)) {
      const can = claim(node, app.turns);
      drawn.hidden = !can;
      state.textContent = `${side(turn)} to move${game.level ? ': yours' : ''}.${can ? ` A draw can be claimed: ${can.why}.` : ''}`;
      return;
    }

    state.textContent = 'The computer thinks…';
    thinking = true;

    try {
      const begun = performance.now();

      const { uci } = await app.ask({
        ask: 'best',
        level: game.level,
        seed: game.seed + node.ply,
        ...app.past(),
      });

      if (!still.matches) {
        await new Promise((r) => setTimeout(r, Math.max(0, 350 - (performance.now() - begun))));
      }

      thinking = false;
      const reply = app.turns.find((t) => t.uci === uci);
      if (app.tree.at === node && app.mode === mode && game === mine && reply) {
        await app.offer(reply);
      }
    } catch (e) {
      state.textContent = reason(e);
    } finally {
      thinking = false;
    }
  };

  const finish = (/** @type {string} */ result, why = '') => {
    game.over = app.game.result = result;
    app.game.tags = tags(result);
    app.keep();
    drawn.hidden = true;
    tell(why);
    app.emit('over', app.game);
  };

  /** Says how the game has ended. */
  const tell = (why = '') => {
    const won = game.over === '1-0' ? 'white' : game.over === '0-1' ? 'black' : '';
    state.textContent =
      why +
      (!won
        ? 'A draw.'
        : game.level
          ? won === game.mine
            ? 'You have won.'
            : 'The computer has won.'
          : `${side(won)} has won.`);
  };

  const draw = async () => {
    const can = claim(app.tree.at, app.turns);
    if (!can || game.over) return;
    finish('1/2-1/2', `${side(turnOf(app.fen))} claims a draw: ${can.why}. `);
    if (can.turn) await app.show(app.tree.play(can.turn), true);
  };

  const takeback = async () => {
    let node = app.tree.at;
    do {
      if (!node.parent) break;
      const gone = node;
      node = node.parent;
      app.tree.remove(gone);
    } while (computers(turnOf(node.fen)));

    game.over = '';
    app.game.result = '*';
    await app.show(node);
    next();
  };

  const hint = async () => {
    if (game.over) return;
    const node = app.tree.at;

    try {
      const { uci } = await app.ask({ ask: 'best', time: 500 });
      if (app.tree.at !== node) return;
      app.board.mark({
        ...app.cascade.marks(),
        [uci.slice(0, 2)]: { mark: 'hint' },
        [uci.slice(2, 4)]: { mark: 'hint' },
      });

      state.textContent = `What about ${app.turns.find((t) => t.uci === uci)?.san}?`;
    } catch (e) {
      state.textContent = reason(e);
    }
  };

  const resign = () => {
    if (game.over) return;
    const loser = game.level ? game.mine : turnOf(app.fen);
    finish(other(loser) === 'white' ? '1-0' : '0-1', `${side(loser)} resigns. `);
  };
}
