// Is there a win? A search with its progress, the keys, the tree to click through, tries, the
// proof.
// @ts-check
import { el, button, save, reason } from './dom.js';
import { Refused } from './engine.js';
import { counted, numbered } from './words.js';

const goals = {
  win: 'a forced win',
  'self-win': 'the enemy forced to win',
  'help-win': 'both help the enemy win',
  claim: 'a king claimed',
};

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function searchPanel(app, home) {
  const goal = el(
    'select',
    { 'aria-label': 'Stipulation' },
    ...Object.entries(goals).map(([v, t]) => el('option', { value: v }, t)),
  );

  const length = el('input', {
    type: 'number',
    'aria-label': 'Turns',
    min: '1',
    max: '60',
    value: '3',
    size: '3',
  });

  const more = el('input', { type: 'checkbox' });
  const out = el('div', { 'aria-live': 'polite' });
  /** @type {AbortController | null} */
  let running = null;
  /** @type {import('./game.js').Game | null} */
  let searched = null;

  const go = button('Search', () => (running ? running.abort() : search()), { id: 'search-go' });

  home.append(
    el('h2', {}, 'Is there a win?'),
    el(
      'div',
      { class: 'row' },
      goal,
      el('label', { class: 'check' }, 'in at most ', length),
      el('label', { class: 'check' }, more, 'tries, set play'),
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
      goal: goal.value,
      in: Number(length.value),
      tree: true,
      set: more.checked,
      tries: more.checked ? 2 : 0,
    };

    go.textContent = 'Stop';

    const bar = el('progress', { 'aria-label': 'Progress of the search' });
    const note = el('p', { class: 'small' }, 'Searching…');
    const where = node.turn ? `position after ${numbered(node)}` : 'first position';
    const what = `Searching the ${where}`;

    searched = game;
    out.replaceChildren(bar, note);

    try {
      const { solve } = await app.ask(asked, {
        signal: control.signal,
        progress: (p) => {
          const first = p.turns ? `${p.settled || 0} of ${p.turns} first turns, ` : '';
          const nodes = p.nodes.toLocaleString('en');
          const seconds = p.seconds.toFixed(1);
          note.textContent =
            `${what}, in ${p.depth}: ` + `${first}${nodes} turns looked at, ${seconds} s`;

          if (p.turns) {
            bar.max = p.turns;
            bar.value = p.settled || 0;
          }
        },
      });

      show(solve, game, node, asked);
    } catch (e) {
      if (control.signal.aborted) {
        const why = app.game === game ? 'Stopped.' : 'Stopped, for another game is on the board.';
        out.replaceChildren(el('p', {}, why));
      } else {
        out.replaceChildren(
          el(
            'p',
            { class: 'bad' },
            e instanceof Refused && e.code === 'limit'
              ? `No answer within the limits: ${e.message}`
              : reason(e),
          ),
        );
      }
    }

    running = null;
    go.textContent = 'Search';
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
    const n = s.nodes.toLocaleString('en');
    if (s.status === 'none') {
      out.replaceChildren(
        el('p', { class: 'big' }, `No: nothing in ${asked.in}.`),
        el('p', { class: 'small' }, `Proved; ${n} turns looked at.`),
      );

      return;
    }

    if (s.status === 'unknown') {
      out.replaceChildren(
        el('p', { class: 'big' }, 'Not known.'),
        el(
          'p',
          { class: 'small' },
          `Nothing in ${s.excluded}; a limit came first, after ${n} turns.`,
        ),
      );

      return;
    }

    const follow = walker(app, game, node);

    const back = button(
      node.turn ? `after ${numbered(node)}` : 'from the beginning',
      () => follow([]),
      { class: 'link', title: 'Show the position that was searched' },
    );

    const keys = s.keys.map((/** @type {any} */ k) => k.san).join(', ');

    const parts = [
      el('p', { class: 'big' }, `Yes, in ${s.in}: ${keys || s.lines.length + ' lines'}`),
      el('p', { class: 'small' }, 'Searched ', back, '.'),
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
                button(line.join(' '), () => follow(line)),
              ),
            ),
          ),
        ),
      );
    }

    if (s.solution) {
      parts.push(plays(s.solution.keys, follow, [], '!'));
      if (s.solution.tries?.length) {
        parts.push(el('h3', {}, 'Tries'), plays(s.solution.tries, follow, [], '?'));
      }

      if (s.solution.set?.length) {
        parts.push(
          el('h3', {}, 'Set play'),
          el(
            'p',
            { class: 'small' },
            s.solution.set
              .map((/** @type {any} */ d) => `1…${d.san} 2.${d.continuations[0]?.san || ''}`)
              .join('; '),
          ),
        );
      }

      parts.push(
        el(
          'p',
          { class: 'small' },
          `${counted(s.keys.length, 'key')}, ${counted(s.solution.duals, 'dual')}; `,
          `${n} turns looked at.`,
        ),
        el(
          'div',
          { class: 'tools' },
          button('Save the solution', () => save('solution.txt', s.text)),
          button(
            'Save the proof',
            async (e) => {
              try {
                save(
                  'proof.jsonl',
                  (
                    await app.ask({
                      ...asked,
                      in: s.in,
                      rules: game.rules,
                      fen: node.fen,
                      tree: false,
                      set: false,
                      tries: 0,
                      proof: true,
                    })
                  ).solve.proof,
                );
              } catch (f) {
                /** @type {HTMLElement} */ (e.target).after(
                  el('span', { class: 'bad' }, reason(f)),
                );
              }
            },
            { title: 'For turncoat puzzle verify' },
          ),
        ),
      );
    }

    out.replaceChildren(...parts);
  };
}

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
    app.say('The position that was searched is no longer among the moves.', '', true);
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
    p.zugzwang && 'zugzwang',
    p.threats && 'threat ' + p.threats.map((/** @type {any} */ t) => t.san).join(', '),
  ]
    .filter(Boolean)
    .join(', ');

  const item = el(
    'li',
    {},
    button(p.san + sign, () => follow(here)),
    notes && el('span', { class: 'note' }, ` ${notes}`),
  );

  const below = el('ul');

  for (const b of p.branches || []) {
    const typed =
      b.reclaimed && p.branches.length > 1
        ? [...line, `${p.uci}~${b.reclaimed.join(',') || '-'}`]
        : here;

    if (p.branches.length > 1) {
      below.append(
        el(
          'li',
          { class: 'note' },
          b.reclaimed?.length
            ? `after taking back ${b.reclaimed.join(', ')}`
            : 'after taking back nothing',
        ),
      );
    }

    for (const d of b.defences || []) below.append(defence(d, follow, typed));

    for (const d of b.refutations || []) {
      below.append(
        el(
          'li',
          {},
          el('span', { class: 'note' }, 'but '),
          button(`…${d.san}!`, () => follow([...typed, d.uci])),
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
            el('summary', { class: 'note' }, `${below.childElementCount} defences`),
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
    button('…' + d.san, () => follow([...line, d.uci])),
    d.main && el('span', { class: 'note' }, ' main line'),
  );

  for (const next of d.continuations || []) {
    const typed = next.afterReclaim ? `${d.uci}~${next.afterReclaim.join(',') || '-'}` : d.uci;
    item.append(el('ul', {}, play(next, follow, [...line, typed], '')));
  }

  return item;
}
