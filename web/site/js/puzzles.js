// Puzzles: the collection, played against the best defence.
// @ts-check
import { el, button, save, shown } from './dom.js';
import { rate, beginner } from './glicko.js';
import { turnOf, side } from './fen.js';

const store = 'turncoat-solved';

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function puzzlesPanel(app, home) {
  /** @type {any[]} */
  let all = [], list = [];
  /** @type {any} */
  let now = null;
  /** What has been solved and failed, and the rating. @type {{done: Record<string, boolean>, rating: any}} */
  let book = { done: {}, rating: beginner() };
  try { book = { ...book, ...JSON.parse(localStorage.getItem(store) || '{}') }; } catch { /* a damaged book is begun anew */ }
  const keep = () => { try { localStorage.setItem(store, JSON.stringify(book)); } catch { /* not kept, only */ } };

  const choice = (/** @type {string} */ label) => el('select', { 'aria-label': label, onchange: () => { filter(); next(1); } });
  const rules = choice('Puzzle rules'), length = choice('Length'), theme = choice('Theme'), grade = choice('Grade');
  const count = el('p', { class: 'small' }), card = el('div', { class: 'card' }), mark = el('p', { class: 'small', role: 'status' });
  home.append(el('div', { class: 'card' }, el('h2', {}, 'Puzzles'), el('div', { class: 'row' }, rules, length, theme, grade), count), card,
    el('div', { class: 'card' }, mark, el('div', { class: 'tools' },
      button('Save what I solved', () => save('turncoat-solved.json', JSON.stringify(book, null, 1), 'application/json')),
      el('label', {}, el('span', { class: 'small' }, 'Load it '), el('input', { type: 'file', 'aria-label': 'Load what I solved', accept: '.json', onchange: async (/** @type {any} */ e) => {
        try { const read = JSON.parse(await e.target.files[0].text()); if (read.done) { book = { ...book, ...read }; keep(); score(); } } catch { mark.textContent = 'That is no such file.'; }
      } })))));

  const options = (/** @type {any} */ select, /** @type {string[][]} */ list) => { const was = select.value; select.replaceChildren(...list.map(([v, t]) => el('option', { value: v }, t))); if (list.some(([v]) => v === was)) select.value = was; };
  const fill = () => {
    options(rules, [['', 'all rules'], ...[...new Set(all.map(p => p.rules))].map(r => [r, r])]);
    options(length, [['', 'any length'], ...[...new Set(all.map(p => p.in))].sort().map(n => [String(n), `win in ${n}`])]);
    options(theme, [['', 'any theme'], ...[...new Set(all.flatMap(p => p.themes || []))].sort().map(t => [t, t.replace(/-/g, ' ')])]);
    options(grade, [['', 'any grade'], ...[1, 2, 3, 4, 5].map(n => [String(n), '★'.repeat(n)])]);
    filter();
  };
  const filter = () => {
    list = all.filter(p => (!rules.value || p.rules === rules.value) && (!length.value || p.in === Number(length.value)) && (!theme.value || p.themes?.includes(theme.value)) && (!grade.value || p.grade?.level === Number(grade.value)));
    count.textContent = `${list.length} puzzles, ${list.filter(p => book.done[p.id]).length} solved.`;
  };
  const score = () => {
    const done = Object.values(book.done), right = done.filter(Boolean).length;
    mark.textContent = done.length ? `${right} of ${done.length} solved at first try (${Math.round(100 * right / done.length)} %). Rating ${Math.round(book.rating.value)} ± ${Math.round(2 * book.rating.deviation)}.` : 'Nothing tried yet.';
    filter();
  };
  const fetchAll = async () => {
    if (all.length) return true;
    const names = await (await fetch('data/puzzles/index.json')).json();
    for (const name of names) all.push(...parse(await (await fetch('data/puzzles/' + name)).text()));
    fill();
    score();
    return true;
  };
  const parse = (/** @type {string} */ text) => text.split('\n').filter(Boolean).flatMap(line => { try { const p = JSON.parse(line); return p.fen && p.in ? [{ ...p, rules: typeof p.rules === 'string' ? p.rules : p.rules?.name || p.rules?.base }] : []; } catch { return []; } });
  app.on('puzzles-given', text => { all = [...parse(text), ...all]; fill(); app.open?.('puzzles'); begin(all[0]); });
  app.on('tab', async tab => {
    if (tab !== 'puzzles') return;
    try { await fetchAll(); } catch { card.replaceChildren(el('p', { class: 'bad' }, 'The collection cannot be read.')); return; }
    if (now) { app.mode = mode; begin(now); } else next(1);
  });

  const next = (/** @type {number} */ step) => {
    if (!list.length) { card.replaceChildren(el('p', {}, 'No such puzzle.')); return; }
    const i = list.indexOf(now);
    begin(list[step ? (i + step + list.length) % list.length : Math.floor(Math.random() * list.length)]);
  };
  const state = el('p', { class: 'big', role: 'status' }), hints = el('p', {});
  let moves = /** @type {string[]} */ ([]), failed = false, over = false, hinted = 0, judging = false;

  /** Says how the puzzle stands, beside the board and under it. @param {string} text @param {string} [kind] */
  const tell = (text, kind = '') => {
    state.className = 'big ' + kind;
    state.textContent = text;
    app.say(text, '', kind === 'bad');
  };
  const begin = async (/** @type {any} */ p) => {
    now = p;
    moves = [];
    failed = over = judging = false;
    hinted = 0;
    await app.begin(p.fen, p.rules);
    if (now !== p) return;
    app.mode = mode;
    if (app.board.flipped !== (turnOf(app.fen) === 'black')) app.board.flip();
    tell(`${side(turnOf(app.fen))} to move wins in ${p.in}.`);
    hints.textContent = '';
    card.replaceChildren(state, el('p', { class: 'small' }, `${p.rules}${p.grade ? `, ${'★'.repeat(p.grade.level)}, rating ${p.grade.rating}` : ''}${book.done[p.id] !== undefined ? book.done[p.id] ? ', solved' : ', tried' : ''} · ${shown(p.id)}`), hints,
      el('div', { class: 'tools' }, button('Hint', () => hint()), button('Solution', () => solution()), button('Try again', () => begin(now))),
      el('div', { class: 'tools' }, button('Previous', () => next(-1)), button('Next', () => next(1)), button('Random', () => next(0))));
  };
  const mode = {
    reclaims: false,
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
      if (puzzle.solved) { done(true); return; }
      let said = ['', ''];
      const reply = puzzle.reply && { ...puzzle.reply, typed: puzzle.typed };
      if (puzzle.right) {
        said = [`Right. Against the best defence: ${puzzle.left === 1 ? 'one turn' : puzzle.left + ' turns'} more.`, 'good'];
      } else {
        failed = true;
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
    } catch (e) { state.textContent = e instanceof Error ? e.message : String(e); } finally { judging = false; }
  };
  const done = (/** @type {boolean} */ won) => {
    over = true;
    tell(failed || hinted ? 'Solved.' : 'Solved at first try.', 'good');
    if (won && !hinted) record(!failed);
    hints.replaceChildren(...(now.themes || []).map((/** @type {string} */ t) => el('span', { class: 'tag' }, t.replace(/-/g, ' '))));
  };
  /** Only the first try counts. @param {boolean} right */
  const record = right => {
    if (book.done[now.id] !== undefined) return;
    book.done[now.id] = right;
    if (now.grade) book.rating = rate(book.rating, { value: now.grade.rating, deviation: now.grade.deviation }, right ? 1 : 0);
    keep();
    score();
  };
  const hint = async () => {
    if (over) return;
    hinted = Math.min(3, hinted + 1);
    const { puzzle } = await app.ask({ ask: 'puzzle', fen: now.fen, in: now.in, moves: app.tree.at.line.map(n => n.typed), keys: true }), key = puzzle.keys?.[0];
    if (!key) { hints.textContent = 'From here there is no win in time. Try again.'; return; }
    const turn = app.turns.find(t => t.san === key), from = turn.uci.slice(0, 2), waves = turn.waves.length;
    if (hinted === 1) hints.textContent = waves ? `The turn sets off ${waves === 1 ? 'one wave' : waves + ' waves'}.` : 'A quiet turn: nothing changes sides at once.';
    else if (hinted === 2) { hints.textContent = `It is the piece on ${from}.`; app.board.mark({ [from]: { mark: 'hint' } }); }
    else { hints.textContent = `${key}.`; app.board.mark({ [from]: { mark: 'hint' }, [turn.uci.slice(2, 4)]: { mark: 'hint' } }); }
  };
  const solution = async () => {
    hinted = 3;
    failed = true;
    over = true;
    await app.begin(now.fen, now.rules);
    for (const move of now.line) { const { turn } = await app.ask({ ask: 'play', moves: [move] }); app.tree.play({ ...turn, ...(move.includes('~') && { typed: move }) }); }
    await app.show(app.tree.root);
    tell(`The main line: ${now.line.join(' ')}`);
  };
}
