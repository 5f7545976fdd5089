// The puzzles of a store on the server, which keeps who solved what and rates people and puzzles.
// @ts-check
import { el, button, save, reason } from './dom.js';
import { puzzleOf } from './collection.js';
import { texts } from './language.js';

/**
 * @typedef {import('./collection.js').Puzzle} Puzzle
 * @typedef {import('./collection.js').Filter} Filter
 * @typedef {import('./collection.js').Go} Go
 */

const who = 'turncoat-solver';

/**
 * Asks the store; an answer is a line, or several of a history.
 * @param {Record<string, any>} question
 * @returns {Promise<any[]>}
 */
async function ask(question) {
  let response;

  try {
    response = await fetch('trainer', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(question),
    });
  } catch {
    throw new Error(texts.trainer.silent);
  }

  if (!response.ok) throw new Error(texts.trainer.refused(response.status));

  const lines = (await response.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

  for (const { error } of lines) if (error) throw new Error(error.message);
  return lines;
}

/** Whether the page has a store to train with. */
export const hasStore = () => document.documentElement.dataset.store === 'true';

export class Trainer {
  constructor() {
    /** @type {any} */
    this.overview = { puzzles: 0, rules: [], lengths: [], themes: [], solvers: [] };
    /** What has been seen, for the way back. @type {Puzzle[]} */
    this.seen = [];
    this.solver = '';

    try {
      this.solver = localStorage.getItem(who) || '';
    } catch {
      /* asked anew */
    }

    this.changed = () => {};
  }

  async open() {
    [this.overview] = await ask({ ask: 'overview' });
  }

  options() {
    return { ...this.overview, levels: [1, 2, 3, 4, 5] };
  }

  count() {
    return texts.trainer.count(this.overview.puzzles);
  }

  /**
   * @param {Filter} f
   * @param {number} step
   * @param {Puzzle | null} now
   * @returns {Promise<Puzzle | null>}
   */
  async next(f, step, now) {
    const i = now ? this.seen.indexOf(now) : -1;
    if (step < 0 && i >= 0) return this.seen[Math.max(0, i - 1)];
    if (step > 0 && i >= 0 && i + 1 < this.seen.length) return this.seen[i + 1];

    const question = {
      ask: 'next',
      solver: this.solver,
      rules: f.rules,
      theme: f.theme,
      in: Number(f.in),
      level: Number(f.level),
      random: step === 0,
      seed: Math.floor(Math.random() * 900_000),
    };

    let reply;

    try {
      [reply] = await ask(question);
    } catch (e) {
      if (e instanceof Error && e.message.includes('no such puzzle')) return null;
      throw e;
    }

    const [p] = puzzleOf(reply.puzzle);
    if (!p) return null;
    Object.assign(p, { strength: reply.strength, again: reply.again, stored: true });
    this.seen.push(p);
    return p;
  }

  /** @param {Puzzle} p @param {Go} go */
  async record(p, go) {
    if (!p.stored || !this.solver) return;

    const [reply] = await ask({
      ask: 'attempt',
      solver: this.solver,
      puzzle: p.id,
      solved: go.solved,
      tries: go.tries,
      seconds: go.seconds,
    });

    p.strength = reply.strength;
    await this.open();
    this.changed();
  }

  /** @param {Puzzle} p */
  known(p) {
    return p.strength ? texts.trainer.known(p.strength, p.again) : '';
  }

  mark() {
    if (!this.solver) return texts.trainer.anonymous;
    const me = this.overview.solvers.find((/** @type {any} */ s) => s.name === this.solver);
    return me?.attempts ? texts.trainer.mark(me) : texts.trainer.nothing(this.solver);
  }

  /** @param {(fault: string) => void} fault @returns {Node[]} */
  tools(fault) {
    const names = el('datalist', { id: 'solvers' });

    const name = el('input', {
      type: 'text',
      'aria-label': texts.trainer.solver,
      list: 'solvers',
      value: this.solver,
      maxlength: '60',
      placeholder: texts.trainer.name,
      autocomplete: 'off',
      spellcheck: 'false',
    });

    const fill = () =>
      names.replaceChildren(
        ...this.overview.solvers.map((/** @type {any} */ s) => el('option', { value: s.name })),
      );

    name.onfocus = fill;
    name.onchange = () => {
      this.solver = name.value.trim();
      this.seen = [];

      try {
        localStorage.setItem(who, this.solver);
      } catch {
        /* asked anew next time */
      }

      this.changed();
    };

    fill();
    return [
      el('label', {}, el('span', { class: 'small' }, texts.trainer.solver, ' '), name),
      names,
      button(texts.trainer.save, async () => {
        try {
          const lines = this.solver ? await ask({ ask: 'history', solver: this.solver }) : [];
          if (!lines.length) {
            fault(texts.trainer.noHistory);
            return;
          }

          save(
            'turncoat-history.jsonl',
            lines.map((line) => JSON.stringify(line) + '\n').join(''),
            'application/jsonl',
          );
        } catch (e) {
          fault(reason(e));
        }
      }),
    ];
  }
}
