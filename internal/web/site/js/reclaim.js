// The reclaim: after a move its enemy chooses, round by round, which pieces it takes back (PAC-8).
// @ts-check
import { el, button, id } from './dom.js';
import { pieces, other, turnOf, side } from './fen.js';
import { stages } from './cascade.js';
import { and } from './words.js';

export class Reclaim {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    this.move = '';
    /** @type {string[]} */
    this.chosen = [];
  }

  /** Lets a person choose. @param {any} turn the turn with the full reclaim @returns {Promise<any>} the turn as chosen, null if it was called off */
  async choose(turn) {
    const { app } = this, before = stages(app.fen, turn);
    app.cascade.take(app.fen, { ...turn, reclaimed: [], fen: await this.board([], turn.uci) + ' ' + app.fen.split(' ').slice(1).join(' ') });
    await app.cascade.play();
    this.move = turn.uci;
    this.turn = turn;
    this.before = before;
    /** @type {string[][]} */
    this.rounds = [];
    this.chosen = [];
    app.board.drop();
    await this.look();
    return new Promise(resolve => { this.done = resolve; });
  }

  /** @param {string[][]} rounds @param {string} move */
  async board(rounds, move) { return (await this.app.ask({ ask: 'reclaim', move, rounds })).board; }

  /** Shows how the reclaim stands. */
  async look() {
    const { app } = this, reply = await app.ask({ ask: 'reclaim', move: this.move, rounds: this.rounds });
    if (!this.move) return;
    this.state = reply;
    this.can = reply.can;
    app.board.show(pieces(reply.board));
    const marks = app.cascade.marks();
    for (const square of reply.taken) marks[square] = { mark: 'reclaim' };
    app.board.mark(marks);
    if (!this.can.length) { this.finish(); return; }
    app.say(`${side(other(turnOf(app.fen)))} may take back ${and(this.can)}.`);
    this.render();
  }

  render() {
    const { app } = this, enemy = side(other(turnOf(app.fen))), box = id('choice');
    app.board.select('can', this.can);
    app.board.select('chosen', this.chosen);
    box.hidden = false;
    box.replaceChildren(
      el('p', {}, el('strong', {}, `${enemy} may take back. `), `Choose on the board among ${and(this.can)}, together or one after another; what is left may change.`),
      el('div', { class: 'row' },
        button('Take back chosen', () => this.round(), { class: 'primary', disabled: !this.chosen.length }),
        button('Take back all', () => this.settle(this.turn)),
        button(this.rounds?.length ? 'Leave the rest' : 'Take back nothing', () => this.finish()),
        button('Undo the move', () => this.cancel(), { class: 'quiet' })));
  }

  /** @param {string} square */
  press(square) {
    if (!this.move) return false;
    if (this.can?.includes(square)) {
      this.chosen = this.chosen.includes(square) ? this.chosen.filter(s => s !== square) : [...this.chosen, square];
      this.render();
    }
    return true;
  }

  async round() {
    this.rounds?.push(this.chosen);
    this.chosen = [];
    await this.look();
  }

  /** The choice as it stands is the turn. */
  async finish() {
    const typed = this.state?.chosen, { turn } = await this.app.ask({ ask: 'play', moves: [typed] });
    this.settle({ ...turn, typed });
  }

  /** @param {any} turn */
  settle(turn) { const { done } = this; this.end(); done?.(turn); }
  cancel() { const { done } = this; this.end(); done?.(null); this.app.show(this.app.tree.at); }

  end() {
    this.move = '';
    this.chosen = [];
    this.done = null;
    id('choice').hidden = true;
    this.app.board?.select('can', []);
    this.app.board?.select('chosen', []);
  }
}
