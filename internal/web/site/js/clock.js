// The clock of a game: each side has its time, and a side that runs out of it has lost.
// @ts-check
import { turnOf, other } from './fen.js';
import { texts } from './language.js';

/** The clock of a game by link. */
export const daily = 'day';

/** The clocks to choose from: minutes for the game, and seconds added for each turn, or a day. */
export const clocks = [
  ['', texts.clock.none],
  ['3+2', texts.clock.control(3, 2)],
  ['10+5', texts.clock.control(10, 5)],
  [daily, texts.clock.daily],
];

/** How often the time is taken, in milliseconds. */
const beat = 100;

/** From here on tenths of a second are shown, in milliseconds. */
const low = 10_000;

/**
 * What is left of each side's time, in milliseconds.
 * @typedef {{control: string, increment: number, white: number, black: number}} Left
 */

/** @param {string} control one of clocks @returns {Left | null} */
export function newClock(control) {
  if (!control) return null;

  const [minutes, seconds] = control.split('+').map(Number);
  const time = minutes * 60_000;
  return { control, increment: seconds * 1000, white: time, black: time };
}

/** A time as a clock shows it. @param {number} ms */
export function clockText(ms) {
  const tenths = Math.ceil(ms / 100);
  const whole = ms < low ? Math.floor(tenths / 10) : Math.ceil(ms / 1000);
  const minutes = Math.floor(whole / 60);
  const seconds = String(whole % 60).padStart(2, '0');
  return `${minutes}:${seconds}${ms < low ? `.${tenths % 10}` : ''}`;
}

/**
 * Runs the clock of the game that a turn loop follows. It stands still while a turn is shown as it
 * happens, and while the game is not on the board.
 */
export class GameClock {
  /**
   * @param {import('./app.js').App} app
   * @param {import('./turnloop.js').TurnLoop} loop
   * @param {(colour: string) => void} fallen a side has run out of time
   */
  constructor(app, loop, fallen) {
    this.app = app;
    this.loop = loop;
    this.fallen = fallen;
    /** The side whose time runs, or none. */
    this.running = '';
    this.since = performance.now();
    this.kept = 0;

    setInterval(() => this.tick(), beat);
    app.on('played', (node) => this.press(node));
  }

  /** @returns {Left | null} */
  get left() {
    return this.loop.game?.clock || null;
  }

  /** The side whose time should run now, or none. */
  whose() {
    const { app, loop } = this;
    if (!this.left || app.moving) return '';

    switch (loop.state) {
      case 'yours':
      case 'thinking':
      case 'moving':
        return turnOf(app.fen);
      case 'choosing':
      case 'answering':
        return other(turnOf(app.fen));
      case 'reviewing': {
        const colour = turnOf(app.tree.end().fen);
        return loop.isComputer(colour) ? '' : colour;
      }
      default:
        return '';
    }
  }

  /** Takes the time since it was last taken from the side whose time ran. */
  tick() {
    const now = performance.now();
    const past = now - this.since;
    const { left, running } = this;

    this.since = now;
    if (left && running) this.take(left, running, past);
    this.running = this.whose();
  }

  /** @param {Left} left @param {string} colour @param {number} ms */
  take(left, colour, ms) {
    const side = /** @type {'white' | 'black'} */ (colour);
    left[side] = Math.max(0, left[side] - ms);
    this.app.emit('clock');

    if (!left[side]) {
      this.running = '';
      this.fallen(colour);
      return;
    }

    this.kept += ms;
    if (this.kept < 1000) return;
    this.kept = 0;
    this.app.keep('play');
  }

  /** Adds the time for a turn. @param {import('./tree.js').Node} node */
  press(node) {
    this.tick();
    const { left } = this;
    if (!left || !this.loop.shown || this.loop.game.over || !node.parent) return;

    const mover = /** @type {'white' | 'black'} */ (turnOf(node.parent.fen));
    left[mover] += left.increment;
  }
}
