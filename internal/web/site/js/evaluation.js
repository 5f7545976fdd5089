// The evaluation: what a position is worth and the best lines, while one analyses; and how it is
// written.
// @ts-check
import { el, button, id, reason } from './dom.js';
import { turnOf, pieces, numberOf } from './fen.js';
import { Refused, Unreachable } from './engine.js';
import { shownMove } from './notation.js';
import { texts } from './language.js';

/** How long is thought, in milliseconds, longer and longer. */
const times = [250, 1500, 6000];
const kept = 'turncoat-evaluate';

/**
 * What the engine says of a line, from White's side.
 * @typedef {{score?: number, mate?: number}} Worth
 */

/** @param {any} line @param {string} fen @returns {Worth} */
export function whites(line, fen) {
  const s = turnOf(fen) === 'white' ? 1 : -1;
  return line.mate !== undefined ? { mate: s * line.mate || s * 0 } : { score: s * line.score };
}

/** The chances of White to win, from 0 to 1. @param {Worth} worth */
export const chances = ({ score = 0, mate }) =>
  mate !== undefined ? (mate > 0 || Object.is(mate, 0) ? 1 : 0) : 1 / (1 + Math.exp(-score / 250));

/** @param {Worth} worth */
export const written = ({ score = 0, mate }) =>
  mate !== undefined
    ? `#${mate || 0}`
    : `${score > 0 ? '+' : score < 0 ? '−' : ''}${(Math.abs(score) / 100).toFixed(2)}`;

/** @param {import('./app.js').App} app @param {HTMLElement} home */
export function evaluationPanel(app, home) {
  const bar = id('bar');
  const on = el('input', { type: 'checkbox', id: 'evaluate', role: 'switch' });

  const score = el('strong', { class: 'score' });
  const note = el('span', { class: 'small' });
  const list = el('ol', { class: 'lines-best' });

  const box = el('div', { hidden: true }, list);
  home.append(
    el(
      'div',
      { class: 'row' },
      el('label', { class: 'check', title: texts.evaluation.title }, on, texts.evaluation.name),
      score,
      note,
    ),
    box,
  );

  try {
    on.checked = localStorage.getItem(kept) === 'true';
  } catch {
    /* off, then */
  }

  /** @type {AbortController | null} */
  let running = null;

  const active = () =>
    on.checked && !document.hidden && (app.tab === 'analyse' || app.tab === 'records');

  const clear = () => {
    running?.abort();
    running = null;
    app.board.draw([], 'best');
    score.textContent = note.textContent = '';
    list.replaceChildren();
  };

  /** @param {Worth} worth */
  const show = (worth, text = '') => {
    score.textContent = written(worth);
    note.textContent = text;
    bar.style.setProperty('--white', `${(100 * chances(worth)).toFixed(1)}%`);
    bar.setAttribute('aria-label', texts.evaluation.bar(written(worth)));
  };

  const look = async () => {
    clear();
    home.hidden = app.tab !== 'analyse' && app.tab !== 'records';
    box.hidden = !on.checked;
    bar.hidden = !on.checked || home.hidden;
    if (!active()) return;

    const node = app.tree.at;
    const { fen } = node;
    const control = (running = new AbortController());
    const { signal } = control;

    const here = () => app.tree.at === node && !signal.aborted;
    let known = false; // by a table or a proof
    let depth = '';

    try {
      if (pieces(fen).size <= 5) {
        const { probe } = await app.know({ ask: 'probe' }).catch(() => ({}));
        if (!here()) return;
        if (probe) {
          const turns = Math.ceil(probe.plies / 2);
          show(
            probe.value === 'draw'
              ? { score: 0 }
              : whites({ mate: probe.value === 'win' ? turns : -turns }, fen),
            texts.evaluation.tables,
          );

          known = true;
        }
      }

      for (const time of times) {
        const reply = await app.ask(
          { ask: 'best', time, lines: 3, ...app.past() },
          {
            signal,
            progress: (p) => {
              if (!here() || known) return;

              // The lines that are shown are as deep as the evaluation above them.
              if (list.childElementCount) {
                note.textContent = texts.evaluation.searching(depth, p.depth);
              } else show(whites(p.best, fen), texts.evaluation.depth(p.depth));
            },
          },
        );

        if (!here()) return;
        const lines = reply.lines || [reply];
        app.board.draw(
          lines
            .map((/** @type {any} */ l, /** @type {number} */ i) => ({
              from: l.uci.slice(0, 2),
              to: l.uci.slice(2, 4),
              kind: `arrow best${i}`,
            }))
            .reverse(),
          'best',
        );

        const rows = await Promise.all(lines.map((/** @type {any} */ l) => row(node, l)));
        if (!here()) return;
        list.replaceChildren(...rows);
        depth =
          reply.mate !== undefined ? texts.evaluation.proved : texts.evaluation.depth(reply.depth);
        if (!known) show(whites(lines[0], fen), depth);
        if (reply.mate !== undefined) break;
      }
    } catch (e) {
      if (signal.aborted) return;
      if (e instanceof Refused && e.code === 'illegal-move')
        note.textContent = texts.evaluation.over;
      else if (e instanceof Refused || e instanceof Unreachable) note.textContent = reason(e);
      else throw e;
    }
  };

  /**
   * A line as it is shown: its moves, with how many pieces each converts; pressed, it is played so
   * far.
   * @param {import('./tree.js').Node} node
   * @param {any} line
   */
  const row = async (node, line) => {
    const item = el('li', {}, el('strong', {}, written(whites(line, node.fen)), ' '));
    const { game } = app;

    let { fen } = node;

    for (const [i, move] of line.line.slice(0, 6).entries()) {
      const { turn } = await app.know({ ask: 'play', fen, moves: [move] });

      const flips = turn.waves.flat().length;
      const white = turnOf(fen) === 'white';
      const path = line.line.slice(0, i + 1);
      const number = el('span', { class: 'no' }, `${numberOf(fen)}${white ? '.' : '…'}`);

      item.append(
        white || i === 0 ? number : '',
        button(shownMove(turn.san), async () => {
          if (app.game === game) await app.show(await app.line(game, path, node), true);
        }),
        flips
          ? el('span', { class: 'count', title: texts.evaluation.changes(flips) }, String(flips))
          : '',
        ' ',
      );

      ({ fen } = turn);
    }

    return item;
  };

  on.onchange = () => {
    try {
      localStorage.setItem(kept, String(on.checked));
    } catch {
      /* it is only remembered */
    }

    look();
  };

  app.on('at', look);
  app.on('tab', look);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clear();
    else look();
  });

  addEventListener('pagehide', () => running?.abort());
}
