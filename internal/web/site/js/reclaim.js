// The reclaim: after a move its enemy chooses, round by round, which pieces it reclaims (PAC-8).
// @ts-check
import { el, button, id, reason } from './dom.js';
import { other, turnOf } from './fen.js';
import { texts } from './language.js';

/**
 * One choice that a person makes.
 * @typedef {object} Session
 * @property {any} turn  the turn with the full reclaim
 * @property {boolean} undo  the move itself may be undone
 * @property {import('./tree.js').Node} at  the position before the turn
 * @property {string[][]} rounds  what has been reclaimed, round by round
 * @property {string[]} chosen  what is chosen for the next round
 * @property {string[]} can  what can be chosen
 * @property {string} typed  the turn as it would be if nothing more were reclaimed
 * @property {boolean} ready  can and typed are known
 * @property {(turn: any) => void} resolve
 */

export class Reclaim {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {Session | null} */
    this.session = null;
  }

  /** Whether a person is choosing. */
  get open() {
    return this.session !== null;
  }

  /**
   * Lets a person choose.
   * @param {any} turn the turn with the full reclaim
   * @param {boolean} undo whether the move itself may be undone
   * @returns {Promise<any>} the turn as chosen, null if the choice was called off
   */
  choose(turn, undo = true) {
    this.end();

    return new Promise((resolve) => {
      const session = {
        turn,
        undo,
        at: this.app.tree.at,
        rounds: [],
        chosen: [],
        can: [],
        typed: '',
        ready: false,
        resolve,
      };

      this.session = session;
      this.begin(session);
    });
  }

  /** Shows the turn, and then what can be reclaimed. @param {Session} session */
  async begin(session) {
    const { app } = this;
    app.board.drop();
    app.board.label();
    app.emit('reclaim');

    const reply = await this.ask(session);
    if (!reply) return;

    await this.play(session.at, session.turn, reply);
    if (this.session === session) this.look(reply);
  }

  /**
   * Takes a turn with a part of its reclaim.
   * @param {import('./tree.js').Node} at
   * @param {any} turn
   * @param {{board: string, taken: string[]}} reply what is reclaimed, and the board after it
   */
  take(at, turn, { board, taken }) {
    const rest = at.fen.split(' ').slice(1).join(' ');
    this.app.cascade.take(at.fen, { ...turn, reclaimed: taken, fen: `${board} ${rest}` });
  }

  /**
   * Shows a turn as it is before the reclaim.
   * @param {import('./tree.js').Node} at
   * @param {any} turn
   * @param {any} reply
   */
  async play(at, turn, reply) {
    const { app } = this;
    this.take(at, turn, reply);
    app.animate(app.cascade.play());
    await app.motion;
  }

  /**
   * Shows a turn after which somebody who is not here chooses.
   * @param {any} turn
   */
  async leave(turn) {
    const { app } = this;
    const { at } = app.tree;
    const reply = await app.insist({ ask: 'reclaim', fen: at.fen, move: turn.uci, rounds: [] });
    if (app.tree.at === at) await this.play(at, turn, reply);
  }

  /**
   * Asks how the reclaim stands. Nothing is returned if the choice has been called off meanwhile.
   * @param {Session} session
   */
  async ask(session) {
    const { app } = this;
    const { turn, rounds, at } = session;

    let reply;

    try {
      reply = await app.insist({ ask: 'reclaim', fen: at.fen, move: turn.uci, rounds });
    } catch (e) {
      if (this.session === session) this.cancel(reason(e));
    }

    return this.session === session ? reply : undefined;
  }

  /** Shows how the reclaim stands. @param {any} reply */
  look(reply) {
    const { app } = this;
    const session = /** @type {Session} */ (this.session);
    session.can = reply.can;
    session.typed = reply.chosen;
    session.ready = true;

    this.take(session.at, session.turn, reply);
    app.cascade.show(app.cascade.stages.length - 1);

    if (!session.can.length) {
      this.finish();
      return;
    }

    app.say(texts.reclaim.may(other(turnOf(session.at.fen)), session.can));
    this.render();
  }

  render() {
    const { app } = this;
    const session = /** @type {Session} */ (this.session);
    const { can, chosen, rounds, ready, turn } = session;
    const enemy = other(turnOf(session.at.fen));

    app.board.select('can', can);
    app.board.select('chosen', chosen);

    const disabled = !ready;
    const box = id('choice');
    box.hidden = false;
    box.replaceChildren(
      el('p', {}, el('strong', {}, texts.reclaim.choose(enemy)), ' ', texts.reclaim.among(can)),
      el(
        'div',
        { class: 'row' },
        chosen.length > 0 &&
          button(texts.reclaim.chosen, () => this.round(), { class: 'primary', disabled }),
        rounds.length === 0 &&
          button(texts.reclaim.all, () => this.settle(turn), {
            class: chosen.length ? '' : 'primary',
            disabled,
          }),
        button(rounds.length ? texts.reclaim.rest : texts.reclaim.nothing, () => this.finish(), {
          disabled,
        }),
        session.undo && button(texts.reclaim.undo, () => this.cancel(), { class: 'quiet' }),
      ),
    );
  }

  /**
   * Chooses a square, or no longer. While a choice is open the board is for nothing else.
   * @param {string} square
   */
  press(square) {
    const { session } = this;
    if (!session) return false;

    if (session.ready && session.can.includes(square)) {
      session.chosen = session.chosen.includes(square)
        ? session.chosen.filter((s) => s !== square)
        : [...session.chosen, square];

      this.render();
    }

    return true;
  }

  /** Reclaims what is chosen; then more may be reclaimed. */
  async round() {
    const { session } = this;
    if (!session?.chosen.length) return;

    session.rounds.push(session.chosen);
    session.chosen = [];
    session.ready = false;
    this.render();

    const reply = await this.ask(session);
    if (reply) this.look(reply);
  }

  /** The choice as it is now is the turn. */
  async finish() {
    const { session, app } = this;
    if (!session) return;

    const { typed, at } = session;
    session.ready = false;
    this.render();

    try {
      const { turn } = await app.insist({ ask: 'play', fen: at.fen, moves: [typed] });
      if (this.session === session) this.settle({ ...turn, typed });
    } catch (e) {
      if (this.session === session) this.cancel(reason(e));
    }
  }

  /** Ends the choice with a turn. @param {any} turn */
  settle(turn) {
    const { session } = this;
    this.session = null;
    this.clear();
    session?.resolve(turn);
  }

  /** Calls the choice off, and shows the position before the turn. @param {string} [why] */
  async cancel(why = '') {
    const { app } = this;
    this.end();
    await app.show(app.tree.at);
    if (why) app.say(why, '', true);
  }

  /** Calls the choice off, if there is one. */
  end() {
    this.settle(null);
  }

  clear() {
    const { board } = this.app;
    id('choice').hidden = true;
    board?.select('can', []);
    board?.select('chosen', []);
    this.app.emit('reclaim');
  }
}
