// A game: against another person at the same board, or against the computer.
// @ts-check
import { el, button, save, reason } from './dom.js';
import { turnOf, other, side, start } from './fen.js';
import { gameText } from './records.js';

const levels = ['Beginner', 'Casual', 'Club', 'Strong'];

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function playPanel(app, home) {
  const whom = el('select', { 'aria-label': 'Opponent' }, el('option', { value: '0' }, 'another person, here'), ...levels.map((l, i) => el('option', { value: String(i + 1) }, `the computer, ${l.toLowerCase()}`)));
  const colour = el('select', { 'aria-label': 'You play' }, ...[['white', 'White'], ['black', 'Black'], ['any', 'either by lot']].map(([v, t]) => el('option', { value: v }, t)));
  const from = el('select', { 'aria-label': 'Begin with' }, el('option', { value: 'start' }, 'the start position'), el('option', { value: 'here' }, 'the position on the board'));
  whom.value = '2';
  const box = el('div', { class: 'card', hidden: true }), state = el('p', { class: 'big', role: 'status' });
  home.append(el('div', { class: 'card' }, el('h2', {}, 'A game'), el('div', { class: 'row' }, el('label', {}, 'Against ', whom)), el('div', { class: 'row' }, el('label', {}, 'You play ', colour)),
    el('div', { class: 'row' }, el('label', {}, 'From ', from)), el('div', { class: 'row' }, button('New game', () => begin(), { class: 'primary' }))), box);
  /** @type {any} */
  let game = null;

  const begin = async () => {
    const level = Number(whom.value), mine = colour.value === 'any' ? (Math.random() < 0.5 ? 'white' : 'black') : colour.value;
    if (from.value === 'start') await app.begin(start); else await app.begin(app.fen);
    game = { level, mine, over: '', thinking: false, seed: Math.floor(Math.random() * 1e9) };
    if (level && app.board.flipped !== (mine === 'black')) app.board.flip();
    app.tags = [['Event', 'Board'], ['White', name('white')], ['Black', name('black')], ['Result', '*']];
    app.result = '*';
    app.mode = mode;
    box.hidden = false;
    box.replaceChildren(state, el('div', { class: 'tools' },
      button('Take back', () => takeback()), button('Hint', () => hint()), button('Resign', () => resign()), button('Save the game', async () => save('game.pgn', await gameText(app, 'pgn')))));
    next();
  };
  const name = (/** @type {string} */ c) => !game?.level || c === game.mine ? 'Person' : `Turncoat (${levels[game.level - 1].toLowerCase()})`;
  const mode = {
    may: (/** @type {string} */ c) => !game.over && !game.thinking && (!game.level || c === game.mine),
    played: () => next(),
  };
  app.on('tab', tab => { if (tab === 'play' && game) { app.mode = mode; next(); } });

  const next = async () => {
    if (!game || app.mode !== mode) return;
    const node = app.tree.at;
    await app.refresh(node);
    if (app.tree.at !== node) return;
    if (app.outcome !== '*') { finish(app.outcome); return; }
    if (node.children.length) return;
    const turn = turnOf(app.fen);
    if (!game.level || turn === game.mine) { state.textContent = `${side(turn)} to move${game.level ? ': yours' : ''}.`; return; }
    state.textContent = 'The computer thinks…';
    game.thinking = true;
    try {
      const begun = performance.now(), { turn: reply } = await app.ask({ ask: 'choose', level: game.level, seed: game.seed + node.ply });
      await new Promise(r => setTimeout(r, Math.max(0, 350 - (performance.now() - begun))));
      game.thinking = false;
      if (app.tree.at === node && app.mode === mode) await app.offer(reply);
    } catch (e) { state.textContent = reason(e); } finally { game.thinking = false; }
  };
  const finish = (/** @type {string} */ result) => {
    game.over = result;
    app.result = result;
    app.tags = [['Event', 'Board'], ['White', name('white')], ['Black', name('black')], ['Result', result]];
    const won = result === '1-0' ? 'white' : result === '0-1' ? 'black' : '';
    state.textContent = !won ? 'A draw.' : game.level ? (won === game.mine ? 'You have won.' : 'The computer has won.') : `${side(won)} has won.`;
  };
  const takeback = async () => {
    let node = app.tree.at;
    const mine = (/** @type {any} */ n) => !game.level || turnOf(n.fen) === game.mine;
    do { if (!node.parent) break; const gone = node; node = node.parent; app.tree.remove(gone); } while (!mine(node));
    game.over = '';
    app.result = '*';
    await app.show(node);
    next();
  };
  const hint = async () => {
    if (game.over) return;
    const node = app.tree.at;
    try {
      const { turn } = await app.ask({ ask: 'choose', level: 4, seed: 1 });
      if (app.tree.at !== node) return;
      app.board.mark({ ...app.cascade.marks(), [turn.uci.slice(0, 2)]: { mark: 'hint' }, [turn.uci.slice(2, 4)]: { mark: 'hint' } });
      state.textContent = `What about ${turn.san}?`;
    } catch (e) { state.textContent = reason(e); }
  };
  const resign = () => {
    if (game.over) return;
    const loser = game.level ? game.mine : turnOf(app.fen);
    finish(other(loser) === 'white' ? '1-0' : '0-1');
    state.textContent = `${side(loser)} resigns. ${state.textContent}`;
  };
}
