// The report of a game: a graph of who stood better, the mistakes, and learning from them.
// @ts-check
import { el, button, reason } from './dom.js';
import { turnOf, side } from './fen.js';
import { counted, numbered } from './words.js';
import { Refused } from './engine.js';
import { whites, chances, written } from './evaluation.js';

/**
 * What is looked at in a position, and what a turn costs that is a mistake, or a blunder, in
 * chances to win: as “turncoat analyse” has it.
 */
const nodes = 20_000;
const mistake = 0.1;
const blunder = 0.2;

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function reportPanel(app, home) {
  const out = el('div');

  const go = button('Find the mistakes', () => (running ? running.abort() : judge()), {
    id: 'report-go',
  });

  home.append(el('summary', {}, 'Mistakes'), el('div', { class: 'row' }, go), out);
  /** @type {AbortController | null} */
  let running = null;
  app.on('tab', (tab) => {
    home.hidden =
      !['analyse', 'records'].includes(tab) &&
      !(tab === 'play' && app.games.play?.extra.play?.over);
  });

  app.on('over', () => {
    home.hidden = false;
  });

  app.on('learn', async (colour) => {
    const { game } = app;
    running?.abort();
    home.open = true;
    home.scrollIntoView();

    const found = await judge();
    if (!found || app.game !== game) return;
    learn(
      game,
      found.filter((f) => turnOf(f.before.node.fen) === colour),
    );
  });

  app.on('rules', () => {
    if (!running) out.replaceChildren();
  });

  addEventListener('pagehide', () => running?.abort());

  const judge = async () => {
    const control = (running = new AbortController());
    const { game } = app;
    const line = [game.tree.root];

    while (line[line.length - 1].children[0]) line.push(line[line.length - 1].children[0]);
    if (line.length < 2) {
      out.replaceChildren(el('p', { class: 'small' }, 'There are no moves yet.'));
      running = null;
      return undefined;
    }

    const bar = el('progress', { max: line.length, value: 0, 'aria-label': 'Progress' });
    go.textContent = 'Stop';
    out.replaceChildren(bar);
    /** @type {{node: import('./tree.js').Node, white: number, worth: any, best: any}[]} */
    const seen = [];
    let found;

    try {
      for (const node of line) {
        let worth = null;
        let best = null;

        try {
          best = await app.ask(
            { ask: 'best', nodes, rules: game.rules, fen: node.fen },
            { signal: control.signal },
          );

          worth = whites(best, node.fen);
        } catch (e) {
          if (!(e instanceof Refused)) throw e;
          worth =
            node.turn?.outcome === '1-0'
              ? { mate: 1 }
              : node.turn?.outcome === '0-1'
                ? { mate: -1 }
                : { score: 0 };
        }

        seen.push({ node, white: chances(worth), worth, best });
        bar.value = seen.length;
      }

      found = await draw(game, seen);
    } catch (e) {
      out.replaceChildren(
        el(
          'p',
          { class: control.signal.aborted ? '' : 'bad' },
          control.signal.aborted ? 'Stopped.' : reason(e),
        ),
      );
    }

    running = null;
    go.textContent = 'Find the mistakes';
    return found;
  };

  /**
   * @param {import('./game.js').Game} game
   * @param {{node: import('./tree.js').Node, white: number, worth: any, best: any}[]} seen
   */
  const draw = async (game, seen) => {
    const found = seen.slice(1).flatMap((now, i) => {
      const before = seen[i];
      const s = turnOf(before.node.fen) === 'white' ? 1 : -1;
      const loss = s * (before.white - now.white);

      return loss >= mistake && before.best && before.best.uci !== now.node.turn?.uci
        ? [{ before, now, loss, better: '', why: '' }]
        : [];
    });

    for (const one of found) {
      one.better = (await bestTurn(game, one.before)).san;
      one.why = punishment(one.now.best && (await bestTurn(game, one.now)));
    }

    for (const { now, loss } of found) {
      now.node.nags = [...now.node.nags.filter((n) => n !== 2 && n !== 4), loss >= blunder ? 4 : 2];
    }

    app.emit('tree');
    app.keep();

    out.replaceChildren(
      graph(
        seen,
        found.map((f) => f.now),
        (node) => app.game === game && app.show(node),
      ),
      el(
        'p',
        {},
        found.length
          ? `${counted(found.length, 'mistake')}, each with the better turn:`
          : 'No mistake is found.',
      ),
      el(
        'ul',
        { class: 'mistakes' },
        ...found.map(({ before, now, loss, better, why }) =>
          el(
            'li',
            {},
            button(
              `${numbered(now.node)}${loss >= blunder ? '??' : '?'}`,
              () => app.game === game && app.show(now.node),
              { class: 'link' },
            ),
            ` from ${written(before.worth)} to ${written(now.worth)}; better is `,
            el('strong', {}, better),
            `: ${why}`,
          ),
        ),
      ),
      found.length
        ? el(
            'div',
            { class: 'row' },
            ...['white', 'black']
              .filter((c) => found.some((f) => turnOf(f.before.node.fen) === c))
              .map((c) =>
                button(`Learn from ${side(c)}’s mistakes`, () =>
                  learn(
                    game,
                    found.filter((f) => turnOf(f.before.node.fen) === c),
                  ),
                ),
              ),
          )
        : '',
      lesson,
    );

    return found;
  };

  /**
   * The best turn of a position.
   * @param {import('./game.js').Game} game
   * @param {any} seen
   */
  const bestTurn = async (game, { node, best }) => {
    const asked = { rules: game.rules, fen: node.fen, moves: [best.uci] };
    return (await app.know({ ask: 'play', ...asked })).turn;
  };

  const lesson = el('div', { role: 'status' });

  /**
   * Asks for a better turn at each mistake.
   * @param {import('./game.js').Game} game
   * @param {any[]} list
   */
  const learn = (game, list, i = 0) => {
    const one = list[i];
    if (!one) {
      app.mode = {};
      lesson.replaceChildren(el('p', { class: 'good big' }, 'That was all of them.'));
      return;
    }

    const colour = turnOf(one.before.node.fen);

    const text = el(
      'p',
      {},
      `${side(colour)} played ${one.now.node.turn.san} here: ${one.why}`,
      ' Find a better turn on the board.',
    );

    lesson.replaceChildren(
      el('h3', {}, `${i + 1} of ${list.length}`),
      text,
      el(
        'div',
        { class: 'tools' },
        button('Show it', async () => {
          app.mode = {};
          await app.show(await app.line(game, [one.before.best.line[0]], one.before.node), true);
        }),
        button(i + 1 < list.length ? 'Next mistake' : 'Done', () => learn(game, list, i + 1)),
      ),
    );

    app.show(one.before.node);
    app.mode = {
      may: (c) => c === colour && app.tree.at === one.before.node,
      played: async (node) => {
        let worth;

        try {
          worth = whites(await app.ask({ ask: 'best', nodes, fen: node.fen }), node.fen);
        } catch {
          worth = { mate: colour === 'white' ? 1 : -1 };
        }

        const loss = (colour === 'white' ? 1 : -1) * (one.before.white - chances(worth));
        const good = loss < mistake / 2;

        text.className = good ? 'good' : 'bad';
        text.textContent = good
          ? `${node.turn?.san} is right: ${written(worth)}.`
          : `${node.turn?.san} is not it: ${written(worth)}. Try again.`;

        if (!good) await app.show(one.before.node);
      },
    };
  };
}

/**
 * What comes after a mistake, in words.
 * @param {any} reply the best turn after it; none where the game was over
 */
function punishment(reply) {
  if (!reply) return 'it ends the game.';
  if (reply.outcome !== '*') return `${reply.san} ends the game.`;

  const flips = reply.waves.flat().length;
  return flips ? `${reply.san} wins ${counted(flips, 'piece')}.` : `${reply.san} follows.`;
}

/**
 * @param {{node: import('./tree.js').Node, white: number}[]} seen
 * @param {{node: any}[]} marked
 * @param {(node: any) => void} go
 */
function graph(seen, marked, go) {
  const svg = (/** @type {string} */ name, /** @type {Record<string, any>} */ parts) => {
    const e = document.createElementNS('http://www.w3.org/2000/svg', name);

    for (const [k, v] of Object.entries(parts)) e.setAttribute(k, String(v));
    return e;
  };

  const w = 600;
  const h = 120;
  const x = (/** @type {number} */ i) => (i * w) / Math.max(1, seen.length - 1);
  const y = (/** @type {number} */ c) => h * (1 - c);

  const points = seen.map((s, i) => `${x(i).toFixed(1)},${y(s.white).toFixed(1)}`);

  const root = svg('svg', {
    viewBox: `0 0 ${w} ${h}`,
    class: 'graph',
    role: 'img',
    'aria-label': `White's chances after each of ${seen.length - 1} moves`,
    preserveAspectRatio: 'none',
  });

  root.append(
    svg('polygon', { class: 'white', points: `0,${h} ${points.join(' ')} ${w},${h}` }),
    svg('line', { x1: 0, y1: h / 2, x2: w, y2: h / 2 }),
    svg('polyline', { points: points.join(' ') }),
  );

  for (const m of marked) {
    const i = seen.findIndex((s) => s.node === m.node);
    root.append(svg('circle', { cx: x(i), cy: y(seen[i].white), r: 5 }));
  }

  root.addEventListener('click', (e) => {
    const r = root.getBoundingClientRect();
    go(seen[Math.round(((e.clientX - r.left) / r.width) * (seen.length - 1))].node);
  });

  return root;
}
