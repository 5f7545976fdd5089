// Runs through the puzzles: a streak, which the first mistake ends, and a rush against time; and
// the puzzle of the day.
// @ts-check
import { texts } from './language.js';

/** @typedef {import('./collection.js').Puzzle} Puzzle */

/** How long a rush is, in milliseconds, and how many mistakes end it. */
const rushTime = 180_000;
const rushMistakes = 3;

/** How far puzzles come out of their order, in points of rating, so that no two runs are alike. */
const disorder = 150;

const day = 86_400_000;

/** @param {Puzzle} p */
const rating = (p) => p.grade?.rating || 1500;

export class Run {
  /**
   * @param {'streak' | 'rush'} kind
   * @param {Puzzle[]} puzzles
   * @param {(p: Puzzle) => boolean} [untried] those that come first
   */
  constructor(kind, puzzles, untried = () => true) {
    this.kind = kind;
    this.solved = 0;
    this.mistakes = 0;
    /** When the time is over, by the clock of the day, which goes on while the page is closed. */
    this.ends = kind === 'rush' ? Date.now() + rushTime : 0;

    const order = new Map(puzzles.map((p) => [p, rating(p) + disorder * Math.random()]));
    const place = (/** @type {Puzzle} */ p) => order.get(p) || 0;
    const last = (/** @type {Puzzle} */ p) => Number(!untried(p));
    this.waiting = [...puzzles].sort((a, b) => last(a) - last(b) || place(a) - place(b));
  }

  get over() {
    const most = this.kind === 'rush' ? rushMistakes : 1;
    return !this.waiting.length || this.mistakes >= most || this.left <= 0;
  }

  /** What is left of the time, in milliseconds. */
  get left() {
    return this.ends ? this.ends - Date.now() : Infinity;
  }

  /** As it is kept: the puzzles by what identifies them. */
  plain() {
    const { kind, solved, mistakes, ends, waiting } = this;
    return { kind, solved, mistakes, ends, waiting: waiting.map((p) => p.id) };
  }

  /** @param {ReturnType<Run['plain']>} plain @param {Puzzle[]} puzzles */
  static from({ waiting, ...plain }, puzzles) {
    const byId = new Map(puzzles.map((p) => [p.id, p]));
    const left = waiting.flatMap((id) => byId.get(id) || []);
    return Object.assign(new Run(plain.kind, []), plain, { waiting: left });
  }

  /** The next puzzle. */
  take() {
    return this.waiting.shift();
  }

  /** @param {boolean} solved */
  count(solved) {
    if (solved) this.solved++;
    else this.mistakes++;
  }

  get text() {
    const { streakText, rushText } = texts.puzzles;
    return this.kind === 'rush' ? rushText(this.solved, this.mistakes) : streakText(this.solved);
  }
}

/**
 * The puzzle of the day: easy on Mondays, and harder from day to day until Sunday.
 * @param {Puzzle[]} puzzles
 * @param {Date} [now]
 */
export function daily(puzzles, now = new Date()) {
  const here = now.getTime() - now.getTimezoneOffset() * 60_000;
  const days = Math.floor(here / day) + 3; // since a Monday
  const sorted = [...puzzles].sort((a, b) => rating(a) - rating(b));
  const weekday = days % 7;
  const share = sorted.slice(
    Math.floor((weekday * sorted.length) / 7),
    Math.ceil(((weekday + 1) * sorted.length) / 7),
  );

  return share[Math.floor(days / 7) % share.length];
}
