// The turn loop: whose turn it is in a game, and what is waited for. Everything that happens, such
// as a turn, a step back or an answer, calls update, which works out the state from the facts
// alone. Only update changes the state, so that no two questions are ever out for one turn.
// @ts-check
import { turnOf, other } from './fen.js';
import { reason } from './dom.js';
import { claim } from './draws.js';
import { still } from './cascade.js';
import { provedTurn } from './proof.js';
import { noteTurn } from './bylink.js';

/**
 * The states of a game:
 * - none: there is no game in this tab
 * - loading: the turns of the position are not known yet
 * - yours: a person is to move
 * - thinking: the computer looks for its turn
 * - moving: the computer has found its turn, and the board still shows the one before
 * - sent: in a game by link, the other player is to say what comes next
 * - choosing: a person chooses what to reclaim
 * - answering: the computer chooses what to reclaim
 * - away: the server does not answer; the question is asked again when it does
 * - failed: the question was refused; it can be asked again
 * - reviewing: an earlier position of the game is shown
 * - over: the game has ended
 * @typedef {'none' | 'loading' | 'yours' | 'thinking' | 'moving' | 'sent' | 'choosing' |
 *   'answering' | 'away' | 'failed' | 'reviewing' | 'over'} State
 */

/** The least time that a person sees the computer think, in milliseconds. */
const pause = 350;

export class TurnLoop {
  /**
   * @param {import('./app.js').App} app
   * @param {(loop: TurnLoop) => void} changed called whenever there may be something else to say
   */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    /** @type {State} */
    this.state = 'none';
    /**
     * What the player's tab knows of its game: the computer's level or the proof that it plays by,
     * the colour of the person, how it has ended.
     * @type {any}
     */
    this.game = null;
    /** The draw that can be claimed now. @type {ReturnType<typeof claim>} */
    this.claim = null;
    /** The last question that was refused. */
    this.failed = { node: app.tree?.at, why: '' };
    /**
     * The question that is out, and the position that it is about.
     * @type {{node: import('./tree.js').Node, state: State, control: AbortController} | null}
     */
    this.question = null;
  }

  /** Takes another game, or none. @param {any} game */
  follow(game) {
    this.drop();
    this.game = game;
    this.update();
  }

  /** @param {string} colour */
  isComputer(colour) {
    const { level, proof, mine } = this.game || {};
    return !!(level || proof) && colour !== mine;
  }

  /** Whether a person may move pieces of a colour. @param {string} colour */
  mayMove(colour) {
    if (this.game?.link) return this.state === 'yours' && colour === this.game.mine;
    return !!this.game && !this.game.over && !this.isComputer(colour) && !this.question;
  }

  /** Whether the loop's game is on the board. */
  get shown() {
    return !!this.game && this.app.tab === 'play' && this.app.game.extra.play === this.game;
  }

  /** Works out the state, and asks the computer where it is its turn. */
  update() {
    const { app } = this;
    if (this.question && (!this.shown || app.tree.at !== this.question.node)) this.drop();

    this.claim = null;
    this.state = this.next();

    const ended = this.state === 'over' && !this.game.over;
    const { why, rule } = app.ending;
    if (ended && !this.game.proof) this.end(app.outcome, why, rule); // a proof is walked on
    if (this.state === 'thinking' && !this.question) this.think();
    this.changed(this);
  }

  /** The state that follows from the facts. @returns {State} */
  next() {
    const { app } = this;
    if (!this.shown) return 'none';

    const node = app.tree.at;
    if (this.game.over) return 'over';
    if (node.children.length) return 'reviewing';
    if (app.reclaim.open) return 'choosing';
    if (app.away) return 'away';
    if (this.question) return this.question.state;
    if (app.known !== node) return 'loading';
    if (app.outcome !== '*') return 'over';
    if (this.isComputer(turnOf(node.fen))) return this.fault ? 'failed' : 'thinking';
    if (this.game.link && (this.game.link.turn || turnOf(node.fen) !== this.game.mine)) {
      return 'sent';
    }

    this.claim = claim(node, app.turns);
    return 'yours';
  }

  /** Forgets the question that is out, whatever comes of it. */
  drop() {
    this.question?.control.abort();
    this.question = null;
  }

  /** Why the computer has no answer in this position. */
  get fault() {
    return this.failed.node === this.app.tree.at ? this.failed.why : '';
  }

  /** Asks again what was refused. */
  retry() {
    this.failed.why = '';
    this.update();
  }

  /**
   * Asks the computer about the position on the board. The answer is null if the game has gone on
   * without it.
   * @template T
   * @param {State} state
   * @param {(signal: AbortSignal) => Promise<T>} ask
   * @returns {Promise<T | null>}
   */
  async about(state, ask) {
    const question = { node: this.app.tree.at, state, control: new AbortController() };
    this.question = question;
    this.failed.why = '';
    this.update();

    let answer = null;

    try {
      answer = await ask(question.control.signal);
    } catch (e) {
      if (this.question === question) this.failed = { node: question.node, why: reason(e) };
    }

    if (this.question !== question) return null;
    this.question = null;
    return answer;
  }

  /**
   * Has the computer play its turn. The question is out until the turn is in the tree, so that the
   * computer is not asked again while a person chooses what to reclaim.
   */
  async think() {
    const { app, game } = this;
    const { turns } = app;

    await this.about('thinking', async (signal) => {
      const begun = performance.now();
      const uci = game.proof ? await provedTurn(app, game.proof) : await this.search(signal);

      const atOnce = still.matches || game.proof;
      const rest = atOnce ? 0 : pause - (performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, rest)));
      if (signal.aborted || !this.question) return;

      this.question.state = 'moving';
      await app.motion;
      if (signal.aborted) return;

      await app.offer(turns.find((turn) => turn.uci === uci));
    });

    this.update();
  }

  /** The turn of the computer at its level. @param {AbortSignal} signal */
  async search(signal) {
    const { app, game } = this;
    const seed = game.seed + app.tree.at.ply;
    const asked = { ask: 'best', level: game.level, seed, ...app.past() };
    const { uci } = await app.insist(asked, { signal });
    return uci;
  }

  /**
   * The turn of a person with what the computer reclaims after it; null if the game has gone on
   * without it.
   * @param {any} turn
   */
  async answer(turn) {
    const { app, game } = this;
    const { at } = app.tree;
    const { rules } = app;

    const answered = await this.about('answering', async (signal) => {
      const asked = { level: game.level, seed: game.seed + at.ply, move: turn.uci };
      const { reclaimed } = await app.insist({ ask: 'best', ...asked }, { signal });

      const typed = `${turn.uci}~${reclaimed.join(',') || '-'}`;
      const played = { ask: 'play', rules, fen: at.fen, moves: [typed] };
      return { ...(await app.insist(played, { signal })).turn, typed };
    });

    this.update();
    return answered;
  }

  /**
   * Who chooses what is reclaimed after a turn: the computer, a person, or a person elsewhere, for
   * whom the turn waits.
   * @param {any} turn
   * @returns {Promise<any>} the turn with what is reclaimed, null if it is not known yet
   */
  async reclaim(turn) {
    const { app } = this;
    const mover = turnOf(app.fen);
    const { link, mine } = this.game;
    if (link && mover === mine) {
      noteTurn(link, turn.uci);
      app.keep();
      this.update();
      return null;
    }

    if (link) return app.reclaim.choose(turn, false);
    return this.isComputer(other(mover))
      ? this.answer(turn)
      : app.reclaim.choose(turn, !this.isComputer(mover));
  }

  /** Takes turns back to the last that a person played. */
  async takeBack() {
    const { app } = this;
    let node = app.tree.at;

    do {
      if (!node.parent) break;

      const gone = node;
      node = node.parent;
      app.tree.remove(gone);
    } while (this.isComputer(turnOf(node.fen)));

    Object.assign(this.game, { over: '', why: '', rule: '' });
    app.game.result = '*';
    await app.show(node);
  }

  /** Ends the game. @param {string} result @param {string} [why] @param {string} [rule] */
  end(result, why = '', rule = '') {
    const { app } = this;
    this.drop();
    this.state = 'over';
    Object.assign(this.game, { over: result, why, rule });
    app.game.result = result;
    app.keep();
    app.emit('over', app.game);
  }
}
