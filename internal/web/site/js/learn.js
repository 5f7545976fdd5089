// Learn: a course for every game, one idea a step, with exercises that the rules judge; and the
// scenarios of the specification, chapter by chapter.
// @ts-check
import { el, button, reason } from './dom.js';
import { still } from './cascade.js';
import { readCourse } from './courses.js';
import { Refused } from './engine.js';
import { games } from './names.js';
import { turnOf, other, kindOf, colourOf, wonBy, pieces } from './fen.js';
import { proofButton } from './proof.js';
import { shownMove } from './notation.js';
import { texts } from './language.js';

const kept = 'turncoat-lessons';

/** Between two turns that are shown, in milliseconds. */
const pause = 900;

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function learnPanel(app, home) {
  /** Stars by course and step. @type {Record<string, Record<string, number>>} */
  let stars = {};

  try {
    stars = JSON.parse(localStorage.getItem(kept) || '{}');
  } catch {
    /* begun anew */
  }

  const menu = el(
    'select',
    { 'aria-label': texts.learn.course, onchange: () => choose(menu.value) },
    el(
      'optgroup',
      { label: texts.learn.games },
      ...Object.entries(games).map(([rules, { name }]) => el('option', { value: rules }, name)),
    ),
    el(
      'optgroup',
      { label: texts.learn.examples },
      ...Object.entries(texts.learn.chapters).map(([file, name]) =>
        el('option', { value: file }, name),
      ),
    ),
  );

  const steps = el('select', {
    id: 'step',
    'aria-label': texts.learn.steps,
    onchange: () => go(steps.selectedIndex),
  });

  const card = el('div', { class: 'card lesson' });
  const about = el('p', { class: 'small' });
  const sum = el('span', { class: 'small' });

  const progress = el('progress', { 'aria-label': texts.learn.progress });
  const text = el('div');
  const said = el('p', { role: 'status', class: 'line' });
  const bar = el('div', { class: 'tools doing' });

  card.append(progress, text, said, bar);
  home.append(
    card,
    el(
      'div',
      { class: 'card later' },
      el('label', {}, texts.learn.course, menu),
      el('label', {}, texts.learn.steps, steps),
      about,
      sum,
    ),
  );

  /** The course: the rules of a game or the file of a chapter. */
  /** @type {{name: string, steps: import('./courses.js').Step[]} | null} */
  let course = null;

  let at = 0;
  let tries = 0;
  /** The course that the tries are of. */
  let tried = '';
  let asked = 0;
  let done = false;

  app.on('tab', (tab) => {
    if (tab !== 'learn') return;
    const lesson = app.games.learn?.extra.lesson;
    if (!course) {
      choose(lesson?.course || (games[app.rules] ? app.rules : 'pacifist1'), lesson?.step || 0);
    } else app.mode = mode;
  });

  const choose = async (/** @type {string} */ name, step = 0) => {
    const mine = ++asked;
    menu.value = name;
    let read;

    try {
      read = await readCourse(app, name);
    } catch (e) {
      if (mine === asked) {
        text.replaceChildren(el('p', { class: 'bad' }, texts.learn.unread(reason(e))));
      }

      return;
    }

    if (mine !== asked) return;
    course = { name, steps: read };
    await go(step);
  };

  /** Goes to a step. @param {number} to */
  const go = async (to) => {
    if (!course) return;

    const mine = ++asked;
    const next = Math.max(0, Math.min(to, course.steps.length - 1));
    const step = course.steps[next];

    if (next !== at || course.name !== tried) tries = 0;
    at = next;
    tried = course.name;
    done = !step.goal;
    said.textContent = '';
    said.className = 'line';
    text.replaceChildren(
      el('h2', {}, step.title),
      el('p', { class: 'idea', lang: step.lang }, step.text),
    );
    about.replaceChildren(...(step.about || [games[course.name].about]));
    draw();

    try {
      const extra = { lesson: { course: course.name, step: at } };
      const game = await app.begin(step.fen || 'start', step.rules || course.name, extra, 'learn');
      if (mine !== asked) return;

      if (app.tab === 'learn') app.mode = mode;
      const flip = !!step.goal && turnOf(game.tree.root.fen) === 'black';
      if (app.tab === 'learn' && app.board.flipped !== flip) app.board.flip();
      await demonstrate(game, await app.line(game, step.moves || []), step.show || []);
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      if (mine !== asked) return;

      // Some chapters show what is no valid position.
      app.board.show(pieces(step.fen || ''));
      app.say(reason(e), '', true);
    }
  };

  /**
   * Plays moves on the board, one after the other. What is not legal is refused there.
   * @param {import('./game.js').Game} game
   * @param {import('./tree.js').Node} from
   * @param {string[]} moves
   */
  const demonstrate = async (game, from, moves) => {
    const mine = asked;
    const shows = () => mine === asked && app.game === game;

    if (shows()) await app.show(from);
    for (const move of moves) {
      const here = app.tree.at;
      const paused = here !== from && !still.matches;
      if (paused) await new Promise((resolve) => setTimeout(resolve, pause));
      if (!shows() || app.tree.at !== here) return;

      const next = await app.line(game, [move], here).catch((e) => {
        if (!(e instanceof Refused)) throw e;
      });

      if (!shows()) return;
      if (!next) {
        await app.refuse(move);
        return;
      }

      await app.show(next, true);
    }
  };

  const draw = () => {
    if (!course) return;

    const step = course.steps[at];
    const mine = stars[course.name] || {};
    const last = at === course.steps.length - 1;
    const focused = bar.contains(document.activeElement);

    bar.replaceChildren(
      ...[
        at > 0 && button(texts.learn.back, () => go(at - 1)),
        step.goal && !done && button(texts.learn.show, () => reveal()),
        step.goal && button(texts.tryAgain, () => go(at)),
        !last &&
          button(done ? texts.learn.next : texts.learn.skip, () => go(at + 1), {
            class: done ? 'primary' : '',
          }),
        step.show && button(texts.learn.showAgain, () => go(at)),
        step.end && button(texts.learn.guided, () => app.emit('guided'), { class: 'primary' }),
        step.end &&
          button(texts.learn.play, async () => {
            const { rules } = app;
            await app.open('play');
            if (app.rules !== rules) app.mode.rules?.(rules);
          }),
        step.end && button(texts.learn.puzzles, () => app.open('puzzles')),
        step.end && proofButton(app, course.name),
      ].filter(Boolean),
    );

    // Who goes on by keys stays here.
    if (focused) (bar.querySelector('.primary') || bar.firstElementChild)?.focus();

    const best = course.steps.filter((s) => s.goal).length * 3;
    const have = Object.values(mine).reduce((a, b) => a + b, 0);

    sum.textContent = best ? texts.learn.stars(have, best) : '';
    progress.max = course.steps.length;
    progress.value = at + 1;
    steps.replaceChildren(
      ...course.steps.map((s, i) =>
        el(
          'option',
          { selected: i === at },
          [`${i + 1}.`, s.title, s.goal && ('★'.repeat(mine[i] || 0) || '☆')]
            .filter(Boolean)
            .join(' '),
        ),
      ),
    );
  };

  const mode = {
    rules: (/** @type {string} */ rules) => games[rules] && choose(rules),
    may: (/** @type {string} */ c) =>
      !!course?.steps[at].goal && !done && app.tree.at === app.tree.root && c === turnOf(app.fen),
    reclaim: async (/** @type {any} */ turn) => turn, // the full reclaim is the strictest judge
    played: (/** @type {any} */ node) => app.typeAfter(judge(node)),
  };

  /** Judges a turn of an exercise, with the reason. @param {any} node */
  const judge = async (node) => {
    const step = course?.steps[at];
    const mine = asked;

    if (!course || !step?.goal) return;
    const fault = await missed(app, node, step.goal);
    if (mine !== asked) return;
    said.className = `line ${fault ? 'bad' : 'good'}`;
    if (fault) {
      tries++;
      said.textContent = texts.learn.wrong(shownMove(node.turn.san), fault);
      draw();

      // What is wrong stays on the board for a moment, and then it is the same exercise again.
      await new Promise((resolve) => setTimeout(resolve, 2500));
      if (mine === asked && app.tree.at === node) await app.show(app.tree.root);
      return;
    }

    const won = Math.max(1, 3 - tries);
    const all = (stars[course.name] ||= {});

    all[at] = Math.max(all[at] || 0, won);

    try {
      localStorage.setItem(kept, JSON.stringify(stars));
    } catch {
      /* not kept, only */
    }

    done = true;
    said.textContent = texts.learn.right(shownMove(node.turn.san), '★'.repeat(won));
    draw();
  };

  const reveal = async () => {
    const step = course?.steps[at];
    if (!step?.answer) return;
    const { game } = app;
    const mine = asked;
    tries = 2;
    done = true;
    const end = await app.line(game, [step.answer], game.tree.root);
    if (mine !== asked || app.game !== game) return;
    await app.show(end, true);
    if (mine !== asked) return; // another step was opened while the answer was played
    said.className = 'line';
    said.textContent = texts.learn.answer(shownMove(end.turn?.san || ''));
    draw();
  };
}

/**
 * Why a turn does not do what an exercise asks, or nothing if it does.
 * @param {import('./app.js').App} app
 * @param {import('./tree.js').Node} node
 * @param {import('./courses.js').Goal} goal
 */
export async function missed(app, node, goal) {
  const turn = /** @type {any} */ (node.turn);
  const before = /** @type {any} */ (node.parent);
  const mover = turnOf(before.fen);

  if (goal.wins && turn.outcome !== wonBy(mover)) {
    return texts.learn.noWin;
  }

  if (goal.keeps && turn.reclaimed.length) {
    return texts.learn.reclaims(other(mover), turn.reclaimed);
  }

  if (goal.holds) {
    const { turns } = await app.ask({ ask: 'turns', fen: node.fen });
    const lost = (/** @type {any} */ answer) => answer.waves.flat();
    const by = (/** @type {any} */ a, /** @type {any} */ b) => lost(b).length - lost(a).length;
    const [worst] = turns.sort(by);
    if (!worst || !lost(worst).length) return '';

    return texts.learn.loses(other(mover), shownMove(worst.san), lost(worst));
  }

  const left = (goal.converts || []).filter((s) => !turn.waves.flat().includes(s));
  if (!left.length) return '';
  if (app.family !== 'pacifist') return texts.learn.stay(left);

  const { weights } = await app.ask({ ask: 'weights', fen: node.fen });
  const w = weights[left[0]];
  const piece = app.board.pieces.get(left[0]);

  if (!piece || colourOf(piece) === mover) return texts.learn.notIt;
  const [own, enemy] = [w[mover].weight, w[other(mover)].weight];
  return texts.learn.holds(kindOf(piece), left[0], mover, own, enemy);
}
