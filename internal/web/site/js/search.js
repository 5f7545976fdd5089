// Is there a win? A search with its progress, the keys, the tree to click through, tries, the
// proof.
// @ts-check
import { el, button, save, reason } from './dom.js';
import { Refused } from './engine.js';
import { numbered } from './words.js';
import { shownMove } from './notation.js';
import { problemText } from './gametext.js';
import { texts } from './language.js';

/** The common goals by the signs of problemists, which stand before the number of turns. */
const goals = {
  '#': texts.search.win,
  's#': texts.search.selfWin,
  'h#': texts.search.helpWin,
  'claim ': texts.search.claim,
};

/**
 * A number of turns as people write it.
 * @param {number} turns
 * @param {boolean} [half] half a turn more
 */
const lengthText = (turns, half) => (half ? `${turns || ''}½` : `${turns}`);

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function searchPanel(app, home) {
  const goal = el(
    'select',
    { 'aria-label': texts.search.goal },
    ...Object.entries(goals).map(([v, t]) => el('option', { value: v }, t)),
    el('option', { value: '' }, texts.search.other),
  );

  const length = el('input', {
    type: 'number',
    'aria-label': texts.search.turns,
    min: '1',
    max: '60',
    value: '3',
    size: '3',
  });

  const turns = el('label', { class: 'check' }, texts.search.atMost, ' ', length);

  const written = el('input', {
    'aria-label': texts.search.stipulation,
    placeholder: 'h#2.5',
    size: '10',
    maxlength: '40',
    spellcheck: 'false',
    hidden: '',
  });

  goal.addEventListener('change', () => {
    written.hidden = !!goal.value;
    turns.hidden = !goal.value;
  });

  const more = el('input', { type: 'checkbox' });
  const out = el('div', { 'aria-live': 'polite' });
  /** @type {AbortController | null} */
  let running = null;
  /** @type {import('./game.js').Game | null} */
  let searched = null;

  const go = button(texts.search.go, () => (running ? running.abort() : search()), {
    id: 'search-go',
  });

  const begin = (/** @type {KeyboardEvent} */ e) => {
    if (e.key === 'Enter' && !running) search();
  };

  for (const field of [length, written]) field.addEventListener('keydown', begin);

  home.append(
    el('h2', {}, texts.search.title),
    el(
      'div',
      { class: 'row' },
      goal,
      turns,
      written,
      el('label', { class: 'check' }, more, texts.search.more),
      go,
    ),
    out,
  );

  const search = async () => {
    const control = (running = new AbortController());
    const { game } = app;
    const node = app.tree.at;

    const asked = {
      ask: 'solve',
      goal: goal.value ? goal.value + length.value : written.value,
      tree: true,
      set: more.checked,
      tries: more.checked ? 2 : 0,
    };

    go.textContent = texts.stop;

    const bar = el('progress', { 'aria-label': texts.search.progress });
    const note = el('p', { class: 'small' }, texts.search.searching);
    const after = node.turn ? numbered(node) : '';

    searched = game;
    out.replaceChildren(bar, note);

    try {
      const { solve } = await app.ask(asked, {
        signal: control.signal,
        progress: (p) => {
          note.textContent = texts.search.state(after, p);
          if (p.turns) {
            bar.max = p.turns;
            bar.value = p.settled || 0;
          }
        },
      });

      show(solve, game, node, asked);
    } catch (e) {
      if (control.signal.aborted) {
        const { stopped, stoppedForGame } = texts.search;
        const why = app.game === game ? stopped : stoppedForGame;
        out.replaceChildren(el('p', {}, why));
      } else {
        out.replaceChildren(
          el(
            'p',
            { class: 'bad' },
            e instanceof Refused && e.code === 'limit' ? texts.search.limit(e.message) : reason(e),
          ),
        );
      }
    }

    running = null;
    go.textContent = texts.search.go;
  };

  // A search of another game would be taken for one of the game on the board.
  app.on('rules', () => {
    if (running && app.game !== searched) running.abort();
  });

  // A page that has gone must not keep the machine searching.
  addEventListener('pagehide', () => running?.abort());

  /**
   * @param {any} s
   * @param {import('./game.js').Game} game
   * @param {import('./tree.js').Node} node
   * @param {any} asked
   */
  const show = (s, game, node, asked) => {
    if (s.status === 'none') {
      out.replaceChildren(
        el('p', { class: 'big' }, texts.search.nothing(lengthText(s.excluded, s.half))),
        el('p', { class: 'small' }, texts.search.proved(s.nodes)),
      );

      return;
    }

    if (s.status === 'unknown') {
      out.replaceChildren(
        el('p', { class: 'big' }, texts.search.unknown),
        el(
          'p',
          { class: 'small' },
          texts.search.excluded(lengthText(s.excluded, s.half), s.nodes),
        ),
      );

      return;
    }

    const follow = walker(app, game, node);
    const sign = asked.goal.replace(/[\d.½]+$/, '');
    const found = `${sign}${s.in}${s.half ? '.5' : ''}`;

    const back = button(
      node.turn ? texts.search.after(numbered(node)) : texts.search.fromStart,
      () => follow([]),
      { class: 'link', title: texts.search.backTitle },
    );

    const keys = s.keys.map((/** @type {any} */ k) => shownMove(k.san)).join(', ');

    const saveProof = keep('proof.jsonl', async () => {
      const proof = { ...asked, goal: found, tree: false, set: false, tries: 0, proof: true };
      return (await app.ask({ ...proof, rules: game.rules, fen: node.fen })).solve.proof;
    });

    const saveProblem = keep('problem.pgn', () => problemText(app, game, node.fen, found));

    const what = keys || texts.search.lines(s.lines.length);

    const parts = [
      el('p', { class: 'big' }, texts.search.yes(lengthText(s.in, s.half), what)),
      el('p', { class: 'small' }, `${texts.search.searched} `, back, '.'),
    ];

    if (s.lines) {
      parts.push(
        el(
          'div',
          { class: 'tree' },
          el(
            'ul',
            {},
            ...s.lines.slice(0, 50).map((/** @type {string[]} */ line) =>
              el(
                'li',
                {},
                button(shownMove(line.join(' ')), () => follow(line)),
              ),
            ),
          ),
        ),
      );
    }

    if (s.set) {
      parts.push(
        el('h3', {}, texts.search.setPlay),
        el(
          'p',
          { class: 'small' },
          s.set.map((/** @type {string[]} */ line) => `1…${shownMove(line.join(' '))}`).join('; '),
        ),
      );
    }

    if (s.solution) {
      parts.push(plays(s.solution.keys, follow, [], '!'));
      if (s.solution.tries?.length) {
        parts.push(el('h3', {}, texts.search.tries), plays(s.solution.tries, follow, [], '?'));
      }

      if (s.solution.set?.length) {
        parts.push(
          el('h3', {}, texts.search.setPlay),
          el(
            'p',
            { class: 'small' },
            s.solution.set
              .map((/** @type {any} */ d) => `1…${d.san} 2.${d.continuations[0]?.san || ''}`)
              .map((/** @type {string} */ line) => shownMove(line))
              .join('; '),
          ),
        );
      }

      parts.push(
        el('p', { class: 'small' }, texts.search.summary(s.keys.length, s.solution.duals, s.nodes)),
        el(
          'div',
          { class: 'tools' },
          button(texts.search.saveSolution, () => save('solution.txt', s.text)),
          sign in goals &&
            button(texts.search.saveProof, saveProof, { title: texts.search.saveProofTitle }),
        ),
      );
    }

    parts.push(
      el(
        'div',
        { class: 'tools' },
        button(texts.search.saveProblem, saveProblem, { title: texts.search.saveProblemTitle }),
      ),
    );

    out.replaceChildren(...parts);
  };
}

/**
 * Saves a text under a name when a button is pressed; what goes wrong is said beside it.
 * @param {string} name
 * @param {() => Promise<string>} text
 */
const keep = (name, text) => async (/** @type {Event} */ e) => {
  try {
    save(name, await text());
  } catch (f) {
    /** @type {HTMLElement} */ (e.target).after(el('span', { class: 'bad' }, reason(f)));
  }
};

/**
 * Plays lines of a solution on the board, from the position that was searched.
 * @param {import('./app.js').App} app
 * @param {import('./game.js').Game} game
 * @param {import('./tree.js').Node} node
 */
const walker = (app, game, node) => async (/** @type {string[]} */ line) => {
  if (app.games[game.tab] !== game) await app.bring(game);
  else await app.open(game.tab);
  if (!game.tree.find(node.id)) {
    app.say(texts.search.gone, '', true);
    return;
  }

  await app.show(await app.line(game, line, node), true);
};

/**
 * Turns of the attacker's, with what follows.
 * @param {any[]} list
 * @param {(line: string[]) => void} follow
 * @param {string[]} line
 * @param {string} sign
 * @returns {HTMLElement}
 */
function plays(list, follow, line, sign = '') {
  return el(
    'div',
    { class: 'tree' },
    el('ul', {}, ...list.map((p) => play(p, follow, line, sign))),
  );
}

/**
 * @param {any} p
 * @param {(line: string[]) => void} follow
 * @param {string[]} line
 * @param {string} sign
 * @returns {HTMLElement}
 */
function play(p, follow, line, sign) {
  const here = [...line, p.uci];

  const notes = [
    p.zugzwang && texts.search.zugzwang,
    p.threats && texts.search.threat(p.threats.map((/** @type {any} */ t) => shownMove(t.san))),
  ]
    .filter(Boolean)
    .join(', ');

  const item = el(
    'li',
    {},
    button(shownMove(p.san) + sign, () => follow(here)),
    notes && el('span', { class: 'note' }, ` ${notes}`),
  );

  const below = el('ul');

  for (const b of p.branches || []) {
    const typed =
      b.reclaimed && p.branches.length > 1
        ? [...line, `${p.uci}~${b.reclaimed.join(',') || '-'}`]
        : here;

    if (p.branches.length > 1) {
      below.append(el('li', { class: 'note' }, texts.search.reclaim(b.reclaimed || [])));
    }

    for (const d of b.defences || []) below.append(defence(d, follow, typed));

    for (const d of b.refutations || []) {
      below.append(
        el(
          'li',
          {},
          el('span', { class: 'note' }, `${texts.search.but} `),
          button(`…${shownMove(d.san)}!`, () => follow([...typed, d.uci])),
        ),
      );
    }
  }

  if (below.childElementCount) {
    item.append(
      below.childElementCount > 12
        ? el(
            'details',
            {},
            el('summary', { class: 'note' }, texts.search.defences(below.childElementCount)),
            below,
          )
        : below,
    );
  }

  return item;
}

/**
 * @param {any} d
 * @param {(line: string[]) => void} follow
 * @param {string[]} line
 * @returns {HTMLElement}
 */
function defence(d, follow, line) {
  const item = el(
    'li',
    {},
    button('…' + shownMove(d.san), () => follow([...line, d.uci])),
    d.main && el('span', { class: 'note' }, ` ${texts.search.mainLine}`),
  );

  for (const next of d.continuations || []) {
    const typed = next.afterReclaim ? `${d.uci}~${next.afterReclaim.join(',') || '-'}` : d.uci;
    item.append(el('ul', {}, play(next, follow, [...line, typed], '')));
  }

  return item;
}
