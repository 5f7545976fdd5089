// Puzzles: the collection, played against the best defence.
// @ts-check
import { el, button, reason } from './dom.js';
import { Collection, parse } from './collection.js';
import { turnOf } from './fen.js';
import { Run, daily } from './runs.js';
import { clockText } from './clock.js';
import { shownMove } from './notation.js';
import { texts } from './language.js';

/** How long the outcome of a puzzle stays in a run, in milliseconds. */
const runPause = 1200;

/**
 * A text of the puzzles by its name, with its parts.
 * @param {[string, ...any[]]} said
 * @returns {string}
 */
function worded([name, ...parts]) {
  const text = /** @type {Record<string, any>} */ (texts.puzzles)[name];
  if (typeof text === 'string') return text;
  return text(...parts.map((part) => (typeof part === 'string' ? shownMove(part) : part)));
}

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function puzzlesPanel(app, home) {
  const collection = new Collection();
  /** Puzzles that were opened or pasted, before those of the collection. @type {any[]} */
  let given = [];
  /**
   * The puzzle on the board and how the go at it stands: puzzle, over, tries, helped, counted,
   * and what was said.
   * @type {any}
   */
  let go = null;

  /** The run through the puzzles that is on. @type {Run | null} */
  let run = null;

  /** The run that was on when the page was closed. */
  let keptRun = app.store.get('run');

  /** @param {Run | null} now */
  const setRun = (now) => {
    run = now;
    keptRun = null;
    app.store.set('run', () => run?.plain());
  };

  let timer = 0;
  let judging = false;
  let hinted = 0;

  const choice = (/** @type {string} */ label) =>
    el('select', {
      'aria-label': label,
      onchange: () => {
        fill();
        next(1, true);
      },
    });

  const rules = choice(texts.puzzles.rules);
  const length = choice(texts.puzzles.length);
  const theme = choice(texts.puzzles.theme);
  const grade = choice(texts.puzzles.grade);

  const count = el('p', { class: 'small line' });
  const card = el('div', { class: 'card' });
  const mark = el('p', { class: 'small', role: 'status' });

  home.append(
    card,
    el(
      'details',
      { class: 'card later', id: 'puzzle-menu' },
      el('summary', {}, texts.puzzles.more),
      el(
        'div',
        { class: 'tools' },
        button(texts.puzzles.daily, () => startDaily()),
        button(texts.puzzles.streak, () => startRun('streak'), {
          title: texts.puzzles.streakTitle,
        }),
        button(texts.puzzles.rush, () => startRun('rush'), { title: texts.puzzles.rushTitle }),
        button(texts.puzzles.previous, () => next(-1)),
        button(texts.puzzles.random, () => next(0)),
      ),
      el('div', { class: 'row choices' }, rules, theme, length, grade),
      count,
      mark,
      el(
        'div',
        { class: 'tools' },
        ...collection.tools((fault) => {
          mark.textContent = fault;
        }),
      ),
    ),
  );

  const options = (/** @type {any} */ select, /** @type {string[][]} */ list) => {
    const was = select.value;
    select.replaceChildren(...list.map(([v, t]) => el('option', { value: v }, t)));
    if (list.some(([v]) => v === was)) select.value = was;
  };

  const each = (/** @type {any[]} */ list) => [...new Set(list)];

  const wanted = () => ({
    rules: rules.value,
    in: length.value,
    theme: theme.value,
    level: grade.value,
  });

  /** Offers what there are puzzles of. */
  const fill = () => {
    const has = collection.options(wanted());
    options(rules, [
      ['', texts.puzzles.allGames],
      ...each(has.rules).map((r) => [r, app.named(r)]),
    ]);
    options(length, [
      ['', texts.puzzles.anyLength],
      ...each(has.lengths)
        .sort((a, b) => a - b)
        .map((n) => [String(n), texts.puzzles.winIn(n)]),
    ]);

    options(theme, [
      ['', texts.puzzles.anyTheme],
      ...each(has.themes)
        .sort()
        .map((t) => [t, texts.theme(t)]),
    ]);

    options(grade, [
      ['', texts.puzzles.anyGrade],
      ...each(has.levels)
        .sort()
        .map((n) => [String(n), '★'.repeat(n)]),
    ]);

    count.textContent = collection.count(wanted());
    app.store.set('puzzles', wanted);
  };

  collection.changed = () => {
    mark.textContent = collection.mark();
    count.textContent = collection.count(wanted());
  };

  app.on('puzzles-given', async (text) => {
    const list = parse(text);
    if (!list.length) {
      app.say(texts.puzzles.noWin, texts.puzzles.others, true);
      return;
    }

    given = [...list, ...given];
    go = { puzzle: given[0] }; // so that opening the tab brings no other
    await app.open('puzzles');
    begin(given[0]);
  });

  app.on('tab', async (tab) => {
    clearTimeout(timer);
    if (run) setRun(null);
    if (tab !== 'puzzles') return;
    const kept = app.games.puzzles?.extra.puzzle;
    if (kept) resume(kept);
    else app.mode = mode;

    try {
      await collection.open();
    } catch {
      if (!go) card.replaceChildren(el('p', { class: 'bad' }, texts.puzzles.unread));
      return;
    }

    const filters = app.store.get('puzzles');

    for (let round = 0; round < 2; round++) {
      fill();
      if (rules.dataset.kept) continue;

      // Whoever has chosen nothing stays within the game of the page.
      const chosen = filters || { rules: app.rules, in: '', theme: '', level: '' };
      const offered = [...rules.options].some((o) => o.value === chosen.rules);
      rules.value = offered ? chosen.rules : '';
      length.value = chosen.in;
      theme.value = chosen.theme;
      grade.value = chosen.level;
    }

    rules.dataset.kept = 'true';
    collection.changed();
    if (!go) next(1);
    else if (keptRun) resumeRun();
  });

  const next = (/** @type {number} */ step, fresh = false) => {
    clearTimeout(timer);
    setRun(null);
    const now = go?.puzzle;
    let p = given[given.indexOf(now) + step];
    if (fresh || !step || !given.includes(now) || !p) {
      p = collection.next(wanted(), step, fresh ? null : now);
    }

    if (app.tab !== 'puzzles') return; // another was opened while the collection was read
    if (p) begin(p);
    else card.replaceChildren(el('p', {}, texts.puzzles.none));
  };

  const state = el('p', { class: 'big', role: 'status' });
  const hints = el('p', { class: 'line hint' });

  /**
   * Says how the puzzle stands. The name of the text is kept with its parts, and not the text,
   * which may be in another language when the page is opened again.
   * @param {[string, ...any[]]} said a text of the puzzles by its name, and its parts
   * @param {string} [kind]
   */
  const tell = (said, kind = '') => {
    Object.assign(go, { said, kind });
    state.className = 'big ' + kind;
    state.textContent = worded(said);
  };

  const begin = async (/** @type {any} */ p, ofTheDay = false) => {
    clearTimeout(timer);
    const before = go?.puzzle === p ? go : {};

    const mine = (go = {
      puzzle: p,
      ofTheDay,
      over: false,
      tries: before.tries || 0,
      helped: before.helped || false,
      counted: before.counted || false,
      said: ['task', turnOf(p.fen), p.in],
      kind: '',
    });

    await app.begin(p.fen, p.rules, { puzzle: go });
    if (go !== mine || app.tab !== 'puzzles') return;
    if (app.board.flipped !== (turnOf(app.fen) === 'black')) app.board.flip();
    tell(go.said);
    draw();
  };

  /** Begins the puzzle of the day. */
  const startDaily = () => {
    const all = { rules: rules.value, in: '', theme: '', level: '' };
    const p = daily(collection.chosen(all));
    if (p) begin(p, true);
  };

  app.on('daily', async () => {
    await app.open('puzzles');
    await collection.open().then(startDaily, () => {}); // the tab says that it cannot be read
  });

  /** Begins a run. @param {'streak' | 'rush'} kind */
  const startRun = (kind) => {
    const puzzles = collection.chosen(wanted());
    if (!puzzles.length) return;

    nextInRun(new Run(kind, puzzles, (p) => collection.untried(p)));
  };

  /** Begins the next puzzle of a run. @param {Run} on */
  const nextInRun = (on) => {
    const p = on.take();
    setRun(on);
    begin(p);
  };

  /** Goes on with the run that was on when the page was closed. */
  const resumeRun = () => {
    const kept = Run.from(keptRun, collection.all);
    setRun(kept);
    if (kept.over) endRun();
    else if (go.over) nextInRun(kept);
    else draw();
  };

  /** Goes on with the run after a puzzle. @param {boolean} solved */
  const continueRun = async (solved) => {
    const mine = go;
    run?.count(solved);
    setRun(run);
    app.keep();
    await app.motion;
    timer = setTimeout(() => {
      if (go !== mine || !run) return;
      if (run.over) endRun();
      else nextInRun(run);
    }, runPause);
  };

  /** Ends the run, and says what has come of it. */
  const endRun = () => {
    if (!run) return;
    const { kind, text, solved } = run;
    const best = collection.best(kind, solved);

    clearTimeout(timer);
    setRun(null);
    go.over = true;
    card.replaceChildren(
      el('p', { class: 'big', role: 'status' }, texts.puzzles.ended(text)),
      el('p', { class: 'small' }, texts.puzzles.best(kind, best)),
      el(
        'div',
        { class: 'tools doing' },
        button(texts.puzzles.onceMore, () => startRun(kind), { class: 'primary' }),
        button(texts.puzzles.back, () => next(1, true)),
      ),
    );
  };

  const score = el('p', { class: 'small line' });

  setInterval(() => {
    if (!run) return;
    const left = run.kind === 'rush' ? texts.puzzles.left(clockText(run.left)) : '';
    score.textContent = run.text + left;
    if (run.left <= 0) endRun();
  }, 200);

  /** Goes on with a go that was left. @param {any} kept */
  const resume = (kept) => {
    go = kept;
    tell(go.said, go.kind);
    draw();
    const { at } = app.tree;
    if (!go.over && !judging && at.turn && !at.children.length && !mode.may(turnOf(at.fen))) {
      judge(at);
    }
  };

  const draw = () => {
    const p = go.puzzle;
    app.mode = mode;
    judging = false;
    hinted = 0;
    hints.textContent = '';
    offer();
    card.replaceChildren(
      state,
      el(
        'p',
        { class: 'small' },
        go.ofTheDay ? `${texts.puzzles.daily}. ` : '',
        app.named(p.rules),
        p.grade ? `, ${'★'.repeat(p.grade.level)}` : '',
        collection.known(p),
      ),
      run ? score : '',
      bar,
      run ? '' : hints,
    );
  };

  const bar = el('div', { class: 'tools doing' });

  /** Offers what one does next, which depends on how the go at the puzzle stands. */
  const offer = () => {
    const primary = { class: 'primary' };
    const again = () => button(texts.tryAgain, () => begin(go.puzzle, go.ofTheDay), primary);
    const other = () => button(texts.puzzles.next, () => next(1), primary);

    if (run) bar.replaceChildren(button(texts.stop, () => endRun()));
    else if (go.solved || go.shown) bar.replaceChildren(other());
    else if (go.over) bar.replaceChildren(again());
    else {
      bar.replaceChildren(
        button(texts.hint, () => hint()),
        button(texts.puzzles.solution, () => solution()),
      );
    }
  };

  const mode = {
    rules: (/** @type {string} */ chosen) => {
      rules.value = chosen;
      if (rules.value !== chosen) {
        app.say(texts.puzzles.noneOfGame, '', true);
        rules.value = '';
      }

      fill();
      next(1, true);
    },
    // The best defence is found when the turn is judged.
    reclaim: async (/** @type {any} */ turn) => turn,
    may: (/** @type {string} */ c) =>
      !!go && !go.over && !judging && app.tab === 'puzzles' && c === turnOf(go.puzzle.fen),
    played: (/** @type {any} */ node) => app.typeAfter(judge(node)),
  };

  /** Judges a turn of the solver's, and plays the answer. @param {any} node */
  const judge = async (node) => {
    const mine = go;
    const { game } = app;

    judging = true;
    hinted = 0; // the next turn has hints of its own
    hints.textContent = '';
    state.className = 'big';
    state.textContent = '…';

    try {
      const { puzzle } = await app.insist({
        ask: 'puzzle',
        rules: game.rules,
        fen: mine.puzzle.fen,
        in: mine.puzzle.in,
        moves: node.line.map((/** @type {any} */ n) => n.typed),
      });

      if (go !== mine || app.game !== game) return;
      if (puzzle.before) {
        // The best defence does not reclaim everything.
        const typed = `${node.turn.uci}~${puzzle.before.reclaimed.join(',') || '-'}`;
        app.tree.at = node.parent;
        app.tree.remove(node);
        node = app.tree.play({ ...puzzle.before, typed });
        await app.show(node, true);
      }

      if (puzzle.solved) {
        done();
        return;
      }

      let kind = 'good';
      /** @type {[string, ...any[]]} */
      let said = ['right', puzzle.left];
      const reply = puzzle.reply && { ...puzzle.reply, typed: puzzle.typed };
      if (!puzzle.right) {
        count1(false);
        go.over = true;
        kind = 'bad';
        said = reply ? ['fails', node.turn.san, reply.san] : ['tooSlow', node.turn.san];
      }

      tell(said, kind);
      offer();
      if (reply) {
        app.tree.at = node;
        await app.show(app.tree.play(reply), true);
      }

      if (run && go === mine && go.over) await continueRun(false);
    } catch (e) {
      state.textContent = reason(e);
    } finally {
      judging = false;
      app.board.label();
    }
  };

  const done = () => {
    const { tries, helped, puzzle } = go;
    go.over = go.solved = true;
    count1(!helped);
    if (run) {
      tell(['solved'], 'good');
      continueRun(true);
      return;
    }

    tell([tries || helped ? 'solved' : 'solvedAtOnce'], 'good');
    offer();
    // What it needs of the rules says how it was made, not what it shows.
    const shows = (puzzle.themes || []).filter((/** @type {string} */ t) => !/^needs-/.test(t));
    hints.replaceChildren(
      ...shows.map((/** @type {string} */ t) => el('span', { class: 'tag' }, texts.theme(t))),
    );

  };

  /**
   * Counts how the first go at a puzzle has ended: with its first wrong turn, the solution shown,
   * or solved; solved with help is not solved. A retry counts no more.
   * @param {boolean} solved
   */
  const count1 = (solved) => {
    go.tries++;
    if (!go.counted) collection.record(go.puzzle, solved);
    go.counted = true;
    app.keep();
  };

  const hint = async () => {
    go.helped = true;

    const asked = go;
    const at = app.tree.at;

    let key;

    try {
      key = (
        await app.ask({
          ask: 'puzzle',
          fen: go.puzzle.fen,
          in: go.puzzle.in,
          moves: at.line.map((n) => n.typed),
          keys: true,
        })
      ).puzzle.keys?.[0];
    } catch (e) {
      hints.textContent = reason(e);
      return;
    }

    await app.standing; // until the turns are known, of which the key is one
    if (go !== asked || app.tree.at !== at) return; // something else stands there by now
    if (!key) {
      hints.textContent = texts.puzzles.lost;
      return;
    }

    const turn = app.turns.find((t) => t.san === key);
    if (!turn) return; // the answer to the last turn is still to come

    hinted = Math.min(3, hinted + 1);
    const from = turn.uci.slice(0, 2);
    const waves = turn.waves.length;

    if (hinted === 1) {
      hints.textContent = waves ? texts.puzzles.waves(waves) : texts.puzzles.quiet;
    } else if (hinted === 2) {
      hints.textContent = texts.puzzles.piece(from);
      app.board.mark({ [from]: { mark: 'hint' } });
    } else {
      hints.textContent = `${shownMove(key)}.`;
      app.board.mark({ [from]: { mark: 'hint' }, [turn.uci.slice(2, 4)]: { mark: 'hint' } });
    }
  };

  const solution = async () => {
    if (!go.over) count1(false);
    go.helped = go.over = go.shown = true;

    const mine = go;
    const game = await app.begin(go.puzzle.fen, go.puzzle.rules, { puzzle: go });

    await app.line(game, go.puzzle.line);
    if (go !== mine || app.game !== game) return;
    await app.show(game.tree.root);
    tell(['line', go.puzzle.line.join(' ')]);
    offer();
  };
}
