// The report of a game: a graph of who stood better, the mistakes, and learning from them.
// @ts-check
import { el, button, reason, toTop } from './dom.js';
import { turnOf } from './fen.js';
import { numbered } from './words.js';
import { Refused } from './engine.js';
import { whites, chances, written } from './evaluation.js';
import { shownMove } from './notation.js';
import { texts } from './language.js';

/**
 * What is looked at in a position, and what a turn costs that is a mistake, or a blunder, in
 * chances to win: as “turncoat analyse” has it.
 */
const nodes = 20_000;
const mistake = 0.1;
const blunder = 0.2;

/** @param {import('./app.js').App} app @param {HTMLDetailsElement} home */
export function reportPanel(app, home) {
  const out = el('div');
  const task = el('div', { role: 'status' });

  const go = button(texts.report.find, () => (running ? running.abort() : judge()), {
    id: 'report-go',
  });

  const report = el('div', {}, el('div', { class: 'row' }, go), out);
  home.append(el('summary', {}, texts.report.title), report, task);

  /** Shows a task alone, and where it is in sight of the board; or the report with a last word. */
  const show = (/** @type {boolean} */ alone, /** @type {Node[]} */ ...parts) => {
    report.hidden = alone;
    home.classList.toggle('task', alone);
    task.replaceChildren(...parts);
    if (!alone) return;

    home.open = true;
    toTop();
  };

  /** @type {AbortController | null} */
  let running = null;
  app.on('tab', (tab) => {
    show(false);
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
    if (running) return;
    out.replaceChildren();
    show(false);
  });

  addEventListener('pagehide', () => running?.abort());

  const judge = async () => {
    const control = (running = new AbortController());
    const { game } = app;
    const line = [game.tree.root];

    while (line[line.length - 1].children[0]) line.push(line[line.length - 1].children[0]);
    if (line.length < 2) {
      out.replaceChildren(el('p', { class: 'small' }, texts.report.noMoves));
      running = null;
      return undefined;
    }

    const bar = el('progress', { max: line.length, value: 0, 'aria-label': texts.report.progress });
    go.textContent = texts.stop;
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
          control.signal.aborted ? texts.report.stopped : reason(e),
        ),
      );
    }

    running = null;
    go.textContent = texts.report.find;
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
      one.better = shownMove((await bestTurn(game, one.before)).san);
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
      el('p', {}, texts.report.found(found.length)),
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
            texts.report.loses(written(before.worth), written(now.worth)),
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
                button(texts.report.learn(c), () =>
                  learn(
                    game,
                    found.filter((f) => turnOf(f.before.node.fen) === c),
                  ),
                ),
              ),
          )
        : '',
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

  /**
   * Asks for a better turn at each mistake.
   * @param {import('./game.js').Game} game
   * @param {any[]} list
   */
  const learn = (game, list, i = 0) => {
    const one = list[i];
    if (!one) {
      app.mode = {};
      show(false, el('p', { class: 'good big' }, texts.report.all));
      return;
    }

    const colour = turnOf(one.before.node.fen);

    const text = el('p', {}, texts.report.task(colour, shownMove(one.now.node.turn.san), one.why));

    show(
      true,
      el('h3', {}, texts.report.place(i + 1, list.length)),
      text,
      el(
        'div',
        { class: 'tools' },
        button(texts.report.show, async () => {
          app.mode = {};
          await app.show(await app.line(game, [one.before.best.line[0]], one.before.node), true);
        }),
        button(i + 1 < list.length ? texts.report.next : texts.done, () =>
          learn(game, list, i + 1),
        ),
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
        const { right, wrong } = texts.report;
        text.textContent = (good ? right : wrong)(shownMove(node.turn?.san || ''), written(worth));

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
  if (!reply) return texts.report.over;

  const san = shownMove(reply.san);
  if (reply.outcome !== '*') return texts.report.ends(san);

  const flips = reply.waves.flat().length;
  return flips ? texts.report.wins(san, flips) : texts.report.follows(san);
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
    'aria-label': texts.report.graph(seen.length - 1),
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
