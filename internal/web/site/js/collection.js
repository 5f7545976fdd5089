// The collection that comes with the page: its puzzles, and what was solved of them, kept in the
// browser.
// @ts-check
import { el, button, save } from './dom.js';
import { rate, beginner } from './glicko.js';
import { texts } from './language.js';

/** @typedef {Record<string, any>} Puzzle */
/**
 * Which puzzles are wanted; what is empty does not matter.
 * @typedef {{rules: string, in: string, theme: string, level: string}} Filter
 */

const kept = 'turncoat-solved';

/**
 * The puzzles of a text, one a line; lines that are none are passed over.
 * @param {string} text
 * @returns {Puzzle[]}
 */
export const parse = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      try {
        return puzzleOf(JSON.parse(line));
      } catch {
        return [];
      }
    });

/**
 * A win with its rules by name; none for a puzzle of another stipulation, which cannot be played
 * against the best defence.
 * @param {Puzzle} p
 * @returns {Puzzle[]}
 */
const puzzleOf = (p) =>
  p.fen && p.in && !p.stipulation
    ? [{ ...p, rules: typeof p.rules === 'string' ? p.rules : p.rules?.name || p.rules?.base }]
    : [];

export class Collection {
  constructor() {
    /** @type {Puzzle[]} */
    this.all = [];
    /** @type {Promise<void> | null} */
    this.loaded = null;
    /**
     * What has been solved and failed, the rating, and the best runs.
     * @type {{done: Record<string, boolean>, rating: any, best: Record<string, number>}}
     */
    this.book = { done: {}, rating: beginner(), best: {} };

    try {
      this.book = { ...this.book, ...JSON.parse(localStorage.getItem(kept) || '{}') };
    } catch {
      /* a damaged book is begun anew */
    }

    /** What has been on the board, for the way back. @type {Puzzle[]} */
    this.seen = [];
    this.changed = () => {};
  }

  /** Reads the puzzles that come with the page. */
  open() {
    this.loaded ||= (async () => {
      const read = async (/** @type {string} */ name) => {
        const reply = await fetch('data/puzzles/' + name);
        if (!reply.ok) throw new Error(`${name}: ${reply.status}`);
        return reply.text();
      };

      const all = [];

      for (const name of JSON.parse(await read('index.json'))) all.push(...parse(await read(name)));
      this.all = all;
    })();

    this.loaded.catch(() => {
      this.loaded = null;
    }); // the next time may be better

    return this.loaded;
  }

  /** What can be chosen, with everything else as it is. @param {Filter} f */
  options(f) {
    const but = (/** @type {Partial<Filter>} */ free) => this.chosen({ ...f, ...free });
    return {
      rules: but({ rules: '' }).map((p) => p.rules),
      lengths: but({ in: '' }).map((p) => p.in),
      themes: but({ theme: '' }).flatMap((p) => p.themes || []),
      levels: but({ level: '' }).flatMap((p) => p.grade?.level || []),
    };
  }

  /** @param {Filter} f */
  chosen(f) {
    return this.all.filter(
      (p) =>
        (!f.rules || p.rules === f.rules) &&
        (!f.in || p.in === Number(f.in)) &&
        (!f.theme || p.themes?.includes(f.theme)) &&
        (!f.level || p.grade?.level === Number(f.level)),
    );
  }

  /** @param {Puzzle} p */
  untried(p) {
    return this.book.done[p.id] === undefined;
  }

  /** @param {Filter} f */
  count(f) {
    const list = this.chosen(f);
    const solved = list.filter((p) => this.book.done[p.id]).length;
    return texts.collection.count(list.length, solved);
  }

  /**
   * The next puzzle: of those not yet tried the nearest to what the solver can surely do, which is
   * easy as long as little is known of the solver; the one before, or
   * any one for a step of 0.
   * @param {Filter} f
   * @param {number} step
   * @param {Puzzle | null} now
   * @returns {Puzzle | null}
   */
  next(f, step, now) {
    const list = this.chosen(f);
    const i = now ? this.seen.findIndex((p) => p.id === now.id) : -1;
    const { value, deviation } = this.book.rating;
    const target = value - 2 * deviation;

    if (step < 0 && i >= 0) return this.seen[Math.max(0, i - 1)];
    if (step > 0 && i >= 0 && i + 1 < this.seen.length) return this.seen[i + 1];
    if (!list.length) return null;

    const far = (/** @type {Puzzle} */ p) => Math.abs((p.grade?.rating || 1500) - target);
    const others = list.filter((p) => p.id !== now?.id);

    const untried = others.filter((p) => this.untried(p));
    const from = untried.length ? untried : others.length ? others : list;

    const p = step
      ? from.reduce((best, p) => (far(p) < far(best) ? p : best))
      : list[Math.floor(Math.random() * list.length)];

    this.seen.push(p);
    return p;
  }

  /** Only the first go at a puzzle counts. @param {Puzzle} p @param {boolean} solved */
  record(p, solved) {
    if (!this.untried(p)) return;
    this.book.done[p.id] = solved;
    if (p.grade) {
      this.book.rating = rate(
        this.book.rating,
        { value: p.grade.rating, deviation: p.grade.deviation },
        solved ? 1 : 0,
      );
    }

    this.keep();
  }

  /**
   * The best run of a kind, after one with so many solved.
   * @param {string} kind
   * @param {number} solved
   */
  best(kind, solved) {
    const best = Math.max(solved, this.book.best[kind] || 0);
    this.book.best[kind] = best;
    this.keep();
    return best;
  }

  keep() {
    try {
      localStorage.setItem(kept, JSON.stringify(this.book));
    } catch {
      /* not kept, only */
    }

    this.changed();
  }

  /** @param {Puzzle} p */
  known(p) {
    const { solved, tried } = texts.collection;
    const done = this.book.done[p.id];
    return done === undefined ? '' : done ? solved : tried;
  }

  mark() {
    const done = Object.values(this.book.done);
    const right = done.filter(Boolean).length;

    if (!done.length) return texts.collection.nothing;
    return texts.collection.mark(right, done.length);
  }

  /** @param {(fault: string) => void} fault @returns {Node[]} */
  tools(fault) {
    return [
      button(texts.collection.save, () =>
        save('turncoat-solved.json', JSON.stringify(this.book, null, 1), 'application/json'),
      ),
      el(
        'label',
        {},
        el('span', { class: 'small' }, texts.collection.load, ' '),
        el('input', {
          type: 'file',
          'aria-label': texts.collection.loadLabel,
          accept: '.json',
          onchange: async (/** @type {any} */ e) => {
            try {
              const read = JSON.parse(await e.target.files[0].text());
              if (!read.done) throw new Error('no book');
              this.book = { ...this.book, ...read };
              this.keep();
            } catch {
              fault(texts.collection.noFile);
            }
          },
        }),
      ),
    ];
  }
}
