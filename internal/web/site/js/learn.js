// Learn: a course for every game, one idea a step, with exercises that the rules judge; and the
// scenarios of the specification.
// @ts-check
import { el, button, shown, reason } from './dom.js';
import { showScenario } from './records.js';
import { games } from './names.js';
import { turnOf, other, kindOf, colourOf, wonBy } from './fen.js';
import { proofButton } from './proof.js';
import { shownMove } from './notation.js';
import { language, texts } from './language.js';

/**
 * A step of a course.
 * @typedef {{title: string, text: string, fen?: string, moves?: string[], show?: string[], goal?:
 *   Goal, answer?: string, end?: boolean}} Step
 */
/**
 * What a turn must do: convert these squares, lose nothing to the reclaim, win, leave the enemy
 * nothing to convert, or only be legal.
 * @typedef {{converts?: string[], keeps?: boolean, wins?: boolean, holds?: boolean,
 *   move?: boolean}} Goal
 */

const kept = 'turncoat-lessons';

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
    ...Object.entries(games).map(([rules, { name }]) => el('option', { value: rules }, name)),
  );

  const card = el('div', { class: 'card lesson' });
  const about = el('p', { class: 'small' });
  const sum = el('span', { class: 'small' });

  const text = el('div');
  const said = el('p', { role: 'status', class: 'line' });
  const bar = el('div', { class: 'tools doing' });
  const dots = el('ol', { class: 'dots', 'aria-label': texts.learn.steps });

  card.append(text, said, bar, dots);
  home.append(
    card,
    el(
      'div',
      { class: 'card later' },
      el('div', { class: 'row' }, el('label', {}, texts.learn.course, ' ', menu), sum),
      about,
    ),
    examples(app),
  );

  /** @type {{rules: string, steps: Step[]} | null} */
  let course = null;

  let at = 0;
  let tries = 0;
  /** The rules of the course that the tries are of. */
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

  const choose = async (/** @type {string} */ rules, step = 0) => {
    const mine = ++asked;
    menu.value = rules;
    let read;

    try {
      read = await readCourse(rules);
    } catch (e) {
      if (mine === asked) {
        text.replaceChildren(el('p', { class: 'bad' }, texts.learn.unread(reason(e))));
      }

      return;
    }

    if (mine !== asked) return;
    course = read;
    about.textContent = games[rules].about;
    await go(step);
  };

  /** Goes to a step. @param {number} to */
  const go = async (to) => {
    if (!course) return;

    const mine = ++asked;
    const next = Math.max(0, Math.min(to, course.steps.length - 1));
    const step = course.steps[next];

    if (next !== at || course.rules !== tried) tries = 0;
    at = next;
    tried = course.rules;
    done = !step.goal;
    said.textContent = '';
    said.className = 'line';
    text.replaceChildren(el('h2', {}, step.title), el('p', { class: 'idea' }, step.text));
    draw();

    const game = await app.begin(
      step.fen || 'start',
      course.rules,
      { lesson: { course: course.rules, step: at } },
      'learn',
    );

    if (mine !== asked) return;
    if (app.tab === 'learn') app.mode = mode;
    const flip = !!step.goal && turnOf(game.tree.root.fen) === 'black';
    if (app.tab === 'learn' && app.board.flipped !== flip) app.board.flip();
    const from = await app.line(game, step.moves || []);
    const end = await app.line(game, step.show || [], from);
    if (mine !== asked || app.game !== game) return;
    await app.show(from);
    if (end !== from) await app.show(end, true);
  };

  const draw = () => {
    if (!course) return;

    const step = course.steps[at];
    const mine = stars[course.rules] || {};
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
        step.show && button(texts.learn.showAgain, () => app.cascade.play()),
        step.end && button(texts.learn.guided, () => app.emit('guided'), { class: 'primary' }),
        step.end &&
          button(texts.learn.play, async () => {
            const { rules } = app;
            await app.open('play');
            if (app.rules !== rules) app.mode.rules?.(rules);
          }),
        step.end && button(texts.learn.puzzles, () => app.open('puzzles')),
        step.end && proofButton(app, course.rules),
      ].filter(Boolean),
    );

    // Who goes on by keys stays here.
    if (focused) (bar.querySelector('.primary') || bar.firstElementChild)?.focus();

    const best = course.steps.filter((s) => s.goal).length * 3;
    const have = Object.values(mine).reduce((a, b) => a + b, 0);

    sum.textContent = texts.learn.stars(have, best);
    dots.replaceChildren(
      ...course.steps.map((s, i) =>
        el(
          'li',
          {},
          button(s.goal ? '★'.repeat(mine[i] || 0) || '☆' : '•', () => go(i), {
            'aria-label': texts.learn.step(i + 1, s.title, s.goal && (mine[i] || 0)),
            'aria-current': i === at ? 'step' : undefined,
            title: s.title,
          }),
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
    const all = (stars[course.rules] ||= {});

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
 * Reads the course of a game. Its own words are English; another language has a file with those of
 * all courses, step by step.
 * @param {string} rules
 * @returns {Promise<{rules: string, steps: Step[]}>}
 */
async function readCourse(rules) {
  const read = async (/** @type {string} */ name) => {
    const reply = await fetch(`courses/${name}.json`);
    if (!reply.ok) throw new Error(`${reply.status}`);
    return reply.json();
  };

  const course = await read(rules);
  if (language === 'en') return course;

  const words = (await read(language))[rules];
  course.steps.forEach((/** @type {Step} */ step, /** @type {number} */ i) =>
    Object.assign(step, words[i]),
  );

  return course;
}

/**
 * Why a turn does not do what an exercise asks, or nothing if it does.
 * @param {import('./app.js').App} app
 * @param {import('./tree.js').Node} node
 * @param {Goal} goal
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

/**
 * The rules by examples: every scenario of the specification.
 * @param {import('./app.js').App} app
 */
function examples(app) {
  /** @type {any[]} */
  let chapters = [];

  const menu = el('select', {
    lang: 'en',
    'aria-label': texts.learn.chapter,
    onchange: () => open(chapters[menu.selectedIndex]),
  });

  const body = el('div', { class: 'prose' });

  const home = el(
    'details',
    { class: 'card later', id: 'examples' },
    el('summary', {}, texts.learn.examples),
    el('div', { class: 'row' }, menu),
    body,
  );

  home.addEventListener('toggle', async () => {
    if (!home.open || chapters.length) return;

    try {
      chapters = await (await fetch('data/learn/index.json')).json();
    } catch {
      body.replaceChildren(el('p', { class: 'bad' }, texts.learn.chaptersUnread));
      return;
    }

    menu.replaceChildren(...chapters.map((c) => el('option', {}, c.title)));
    open(chapters[0]);
  });

  const open = async (/** @type {any} */ chapter) => {
    let read;

    try {
      ({ read } = await app.ask({
        ask: 'read',
        fen: undefined,
        rules: undefined,
        text: await (await fetch('data/learn/' + chapter.file)).text(),
      }));
    } catch (e) {
      if (chapters[menu.selectedIndex] === chapter) {
        body.replaceChildren(el('p', { class: 'bad' }, texts.learn.chapterUnread(reason(e))));
      }

      return;
    }

    if (chapters[menu.selectedIndex] !== chapter) return; // another has been chosen meanwhile
    body.dataset.chapter = chapter.file;
    body.replaceChildren(
      ...read.records
        .filter((/** @type {any} */ r) => r.kind === 'scenario')
        .map((/** @type {any} */ r) =>
          el(
            'article',
            {},
            el('h3', { lang: 'en' }, shown(r.name)),
            r.why ? el('p', { lang: 'en' }, shown(r.why)) : '',
            el(
              'p',
              { class: 'small' },
              [app.named(r.rules), ...(r.cite || [])].join(' · '),
              r.play?.length ? ` · ${shownMove(r.play.join(' '))}` : '',
              r.ok ? '' : ` · ${texts.learn.fails}`,
            ),
            button(texts.learn.onBoard, async () => {
              await showScenario(app, r);
              const first = app.tree.root.children[0];
              if (first) await app.show(r.play.length === 1 ? first : app.tree.root, true);
            }),
          ),
        ),
    );
  };

  return home;
}
