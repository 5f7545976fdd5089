// Puzzles: the collection, played against the best defence.
// @ts-check
import { el, button, shown, reason } from './dom.js';
import { Collection, parse } from './collection.js';
import { Trainer, hasStore } from './trainer.js';
import { turnOf, side } from './fen.js';

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function puzzlesPanel(app, home) {
  const source = hasStore() ? new Trainer() : new Collection();
  /** Puzzles that were opened from a file or pasted, before those of the source. @type {any[]} */
  let given = [];
  /** @type {any} */
  let now = null;

  const choice = (/** @type {string} */ label) => el('select', { 'aria-label': label, onchange: () => { filter(); next(1, true); } });
  const rules = choice('Puzzle rules'), length = choice('Length'), theme = choice('Theme'), grade = choice('Grade');
  const count = el('p', { class: 'small line' }), card = el('div', { class: 'card' }), mark = el('p', { class: 'small', role: 'status' });
  home.append(el('div', { class: 'card' }, el('h2', {}, 'Puzzles'), el('div', { class: 'row choices' }, rules, length, theme, grade), count), card,
    el('div', { class: 'card' }, mark, el('div', { class: 'tools' }, ...source.tools(fault => { mark.textContent = fault; }))));

  const options = (/** @type {any} */ select, /** @type {string[][]} */ list) => { const was = select.value; select.replaceChildren(...list.map(([v, t]) => el('option', { value: v }, t))); if (list.some(([v]) => v === was)) select.value = was; };
  const each = (/** @type {any[]} */ list) => [...new Set(list)];
  const fill = () => {
    const has = source.options();
    options(rules, [['', 'all rules'], ...each(has.rules).map(r => [r, r])]);
    options(length, [['', 'any length'], ...each(has.lengths).sort((a, b) => a - b).map(n => [String(n), `win in ${n}`])]);
    options(theme, [['', 'any theme'], ...each(has.themes).sort().map(t => [t, t.replace(/-/g, ' ')])]);
    options(grade, [['', 'any grade'], ...[1, 2, 3, 4, 5].map(n => [String(n), '★'.repeat(n)])]);
    filter();
  };
  const wanted = () => ({ rules: rules.value, in: length.value, theme: theme.value, level: grade.value });
  const filter = () => { count.textContent = source.count(wanted()); };
  source.changed = () => { mark.textContent = source.mark(); filter(); };
  app.on('puzzles-given', text => {
    const list = parse(text);
    if (!list.length) { app.say('There is no win among these puzzles, and only wins can be played here.', 'The others can be printed: “turncoat puzzle export”.', true); return; }
    given = [...list, ...given];
    app.open?.('puzzles');
    begin(given[0]);
  });
  app.on('tab', async tab => {
    if (tab !== 'puzzles') return;
    if (now) begin(now);
    try { await source.open(); fill(); source.changed(); } catch (e) { if (!now) card.replaceChildren(el('p', { class: 'bad' }, hasStore() && e instanceof Error ? e.message : 'The collection cannot be read.')); return; }
    if (!now) next(1);
  });

  const next = async (/** @type {number} */ step, fresh = false) => {
    let p = given[given.indexOf(now) + step];
    if (fresh || !step || !given.includes(now) || !p) {
      try { p = await source.next(wanted(), step, fresh ? null : now); } catch (e) { card.replaceChildren(el('p', { class: 'bad' }, reason(e))); return; }
    }
    if (p) begin(p); else card.replaceChildren(el('p', {}, 'No such puzzle.'));
  };
  const state = el('p', { class: 'big', role: 'status' }), hints = el('p', { class: 'line' });
  let moves = /** @type {string[]} */ ([]), over = false, hinted = 0, judging = false;
  let tries = 0, helped = false, begun = 0; // of the puzzle, however often it was begun again

  /** Says how the puzzle stands, beside the board and under it. @param {string} text @param {string} [kind] */
  const tell = (text, kind = '') => {
    state.className = 'big ' + kind;
    state.textContent = text;
    app.say(text, '', kind === 'bad');
  };
  const begin = async (/** @type {any} */ p) => {
    if (p !== now) { tries = 0; helped = false; begun = performance.now(); }
    now = p;
    moves = [];
    over = judging = false;
    hinted = 0;
    await app.begin(p.fen, p.rules);
    if (now !== p) return;
    app.mode = mode;
    if (app.board.flipped !== (turnOf(app.fen) === 'black')) app.board.flip();
    tell(`${side(turnOf(app.fen))} to move wins in ${p.in}.`);
    hints.textContent = '';
    card.replaceChildren(state, el('p', { class: 'small' }, `${p.rules}${p.grade ? `, ${'★'.repeat(p.grade.level)}, rating ${p.grade.rating}` : ''}${source.known(p)} · ${shown(p.id)}`), hints,
      el('div', { class: 'tools' }, button('Hint', () => hint()), button('Solution', () => solution()), button('Try again', () => begin(now))),
      el('div', { class: 'tools' }, button('Previous', () => next(-1)), button('Next', () => next(1)), button('Random', () => next(0))));
  };
  const mode = {
    reclaim: async (/** @type {any} */ turn) => turn, // the best defence is found when the turn is judged
    may: (/** @type {string} */ c) => !over && !judging && !!now && app.tab === 'puzzles' && c === (now.fen.split(' ')[1] === 'b' ? 'black' : 'white'),
    played: (/** @type {any} */ node) => judge(node),
  };
  /** Judges a turn of the solver's, and plays the answer. @param {any} node */
  const judge = async node => {
    const mine = now;
    moves = node.line.map((/** @type {any} */ n) => n.typed);
    judging = true;
    state.className = 'big';
    state.textContent = '…';
    try {
      const { puzzle } = await app.ask({ ask: 'puzzle', fen: mine.fen, in: mine.in, moves });
      if (now !== mine) return;
      if (puzzle.before) { // the enemy takes back otherwise than all
        const typed = `${node.turn.uci}~${puzzle.before.reclaimed.join(',') || '-'}`;
        app.tree.at = node.parent;
        app.tree.remove(node);
        node = app.tree.play({ ...puzzle.before, typed });
        await app.show(node, true);
      }
      if (puzzle.solved) { done(); return; }
      let said = ['', ''];
      const reply = puzzle.reply && { ...puzzle.reply, typed: puzzle.typed };
      if (puzzle.right) {
        said = [`Right. Against the best defence: ${puzzle.left === 1 ? 'one turn' : puzzle.left + ' turns'} more.`, 'good'];
      } else {
        record(false);
        over = true;
        said = [reply ? `${node.turn.san} fails to ${reply.san}.` : `${node.turn.san} does not win in time.`, 'bad'];
      }
      tell(said[0], said[1]);
      if (reply) {
        app.tree.at = node;
        await app.show(app.tree.play(reply), true);
        if (now === mine) app.say(said[0], document.getElementById('status')?.textContent || '', said[1] === 'bad');
      }
    } catch (e) { state.textContent = reason(e); } finally { judging = false; }
  };
  const done = () => {
    over = true;
    tell(tries || helped ? 'Solved.' : 'Solved at first try.', 'good');
    record(!helped);
    hints.replaceChildren(...(now.themes || []).map((/** @type {string} */ t) => el('span', { class: 'tag' }, t.replace(/-/g, ' '))));
  };
  /** Keeps how a go has ended: with its first wrong turn, the solution shown, or solved; solved with help is not solved. @param {boolean} solved */
  const record = solved => source.record(now, { solved, tries: ++tries, seconds: Math.round((performance.now() - begun) / 100) / 10 })
    .catch(e => { mark.textContent = reason(e); });
  const hint = async () => {
    if (over) return;
    helped = true;
    hinted = Math.min(3, hinted + 1);
    const asked = now, at = app.tree.at;
    let key;
    try { key = (await app.ask({ ask: 'puzzle', fen: now.fen, in: now.in, moves: at.line.map(n => n.typed), keys: true })).puzzle.keys?.[0]; } catch (e) { hints.textContent = reason(e); return; }
    if (now !== asked || app.tree.at !== at) return; // something else stands there by now
    if (!key) { hints.textContent = 'From here there is no win in time. Try again.'; return; }
    const turn = app.turns.find(t => t.san === key), from = turn.uci.slice(0, 2), waves = turn.waves.length;
    if (hinted === 1) hints.textContent = waves ? `The turn sets off ${waves === 1 ? 'one wave' : waves + ' waves'}.` : 'A quiet turn: nothing changes sides at once.';
    else if (hinted === 2) { hints.textContent = `It is the piece on ${from}.`; app.board.mark({ [from]: { mark: 'hint' } }); }
    else { hints.textContent = `${key}.`; app.board.mark({ [from]: { mark: 'hint' }, [turn.uci.slice(2, 4)]: { mark: 'hint' } }); }
  };
  const solution = async () => {
    if (!over) record(false);
    helped = over = true;
    await app.begin(now.fen, now.rules);
    for (const move of now.line) { const { turn } = await app.ask({ ask: 'play', moves: [move] }); app.tree.play({ ...turn, ...(move.includes('~') && { typed: move }) }); }
    await app.show(app.tree.root);
    tell(`The main line: ${now.line.join(' ')}`);
  };
}
