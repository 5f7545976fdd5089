// The cascade: a turn shown as it happens, the move first, then wave after wave.
// @ts-check
import { pieces, turned, kindOf } from './fen.js';

export const still = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * The stages of a turn: how the board looks before it, after the move, after each wave and after
 * the reclaim.
 * @param {string} before
 * @param {import('./tree.js').Turn} turn
 * @returns {{pieces: Map<string, string>, flips: string[], back: boolean}[]}
 */
export function stages(before, turn) {
  const sets = turn.waves.map((flips) => ({ flips, back: false }));
  if (turn.reclaimed.length) sets.push({ flips: turn.reclaimed, back: true });

  const all = [];
  const at = pieces(turn.fen);

  for (const set of [...sets].reverse()) {
    all.unshift({ pieces: new Map(at), ...set });

    for (const square of set.flips) {
      const piece = at.get(square);
      if (piece) at.set(square, turned(piece));
    }
  }

  all.unshift({ pieces: new Map(at), flips: /** @type {string[]} */ ([]), back: false });
  return [{ pieces: pieces(before), flips: [], back: false }, ...all];
}

/**
 * The marks of a turn before it is played.
 * @param {import('./tree.js').Turn} turn
 * @param {string} from
 * @param {string} to
 */
export function preview(turn, from, to) {
  /** @type {Record<string, {mark?: string, wave?: number}>} */
  const marks = { [from]: { mark: 'from' }, [to]: { mark: 'to' } };

  turn.waves.forEach((wave, i) => {
    for (const square of wave) marks[square] = { wave: i + 1 };
  });

  for (const square of turn.reclaimed) marks[square] = { mark: 'reclaim' };
  return marks;
}

/**
 * Which pieces move, and where to: a castling moves two.
 * @param {Map<string, string>} before
 * @param {Map<string, string>} after
 * @param {string} uci
 */
export function slides(before, after, uci) {
  const from = uci.slice(0, 2);
  const to = uci.slice(2, 4);
  const piece = before.get(from);

  if (!piece) return [];

  const gone = [...before].filter(([square, p]) => after.get(square) !== p);
  const come = [...after].filter(([square, p]) => before.get(square) !== p);

  const friend = before.get(to);
  if (
    kindOf(piece) === 'king' &&
    (friend === (piece === 'K' ? 'R' : 'r') || Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) > 1)
  ) {
    return gone
      .flatMap(([square, p]) =>
        come.filter(([, q]) => q === p).map(([end]) => ({ from: square, to: end })),
      )
      .slice(0, 2);
  }

  return [{ from, to }];
}

export class Cascade {
  /** @param {import('./board.js').Board} board */
  constructor(board) {
    this.board = board;
    this.token = 0;
    /** @type {ReturnType<typeof stages>} */
    this.stages = [];
    this.at = 0;
    /** The turn, and the position before it. @type {import('./tree.js').Turn | null} */
    this.turn = null;
    this.before = '';
    this.pace = 1;
    this.stepwise = false;
    /** Called for each stage that is shown. @type {(cascade: Cascade) => void} */
    this.shown = () => {};
  }

  /** @param {string} before @param {import('./tree.js').Turn | null} turn */
  take(before, turn) {
    this.token++;
    this.stages = turn ? stages(before, turn) : [];
    this.turn = turn;
    this.before = before;
    this.at = this.stages.length - 1;
  }

  get uci() {
    return this.turn?.uci || '';
  }

  /** The marks of a stage. */
  marks(at = this.at) {
    /** @type {Record<string, {mark?: string, wave?: number}>} */
    const marks = {};
    if (at >= 1) {
      marks[this.uci.slice(0, 2)] = { mark: 'from' };
      const moved = slides(this.stages[0].pieces, this.stages[1].pieces, this.uci);

      for (const { to } of moved) marks[to] = { mark: 'to' };
    }

    for (let i = 2; i <= at; i++) {
      for (const square of this.stages[i].flips) {
        marks[square] = this.stages[i].back ? { mark: 'reclaim' } : { wave: i - 1 };
      }
    }

    return marks;
  }

  /** Shows a stage at once. @param {number} at */
  show(at) {
    this.token++;
    if (at < 0 || at >= this.stages.length) return;
    this.at = at;
    this.board.show(this.stages[at].pieces);
    this.board.mark(this.marks());
    this.shown(this);
  }

  /**
   * Shows the turn from its beginning. Resolves to false when something else was shown meanwhile.
   * @param {number} [from]
   */
  async play(from = 0) {
    if (!this.stages.length) return true;
    if (still.matches || (this.pace === 0 && !this.stepwise)) {
      this.show(this.stages.length - 1);
      return true;
    }

    const token = ++this.token;
    const moved = this.uci !== '' && this.uci.startsWith(this.board.dropped || '-');
    this.board.dropped = '';
    this.at = Math.max(from, Number(moved));
    this.board.show(this.stages[this.at].pieces);
    this.board.mark(this.marks());
    this.shown(this);

    while (this.at < this.stages.length - 1) {
      if (this.stepwise && this.at >= 1) {
        this.shown(this);
        return true;
      }

      if (!(await this.next(token))) return false;
    }

    return true;
  }

  /** Shows the next stage, with motion. @param {number} [token] */
  async next(token) {
    if (this.at >= this.stages.length - 1) return true;

    const mine = token ?? ++this.token;
    const { flips } = this.stages[this.at + 1];
    const pace = this.pace || 0.5;

    if (still.matches) {
      this.show(this.at + 1);
      return true;
    }

    if (this.at === 0) {
      const moved = slides(this.stages[0].pieces, this.stages[1].pieces, this.uci);
      await Promise.all(moved.map(({ from, to }) => this.board.slide(from, to, 190 * pace)));
      if (mine !== this.token) return false;
      this.board.show(this.stages[1].pieces);
    }

    this.at++;
    this.board.mark(this.marks());
    this.shown(this);
    if (flips.length) await this.board.turnOver(flips, 380 * pace);
    if (mine !== this.token) return false;
    this.board.show(this.stages[this.at].pieces);
    if (this.at < this.stages.length - 1) await new Promise((r) => setTimeout(r, 170 * pace));
    return mine === this.token;
  }
}
