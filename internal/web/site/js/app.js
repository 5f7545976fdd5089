// The app: a game for each tab, one position on the board, and what is done with it.
// @ts-check
import { connect, Refused, Unreachable } from './engine.js';
import { Board } from './board.js';
import { castling } from './castling.js';
import { Cascade, preview } from './cascade.js';
import { Tree } from './tree.js';
import { Game } from './game.js';
import { Shelf } from './shelf.js';
import { id, reason } from './dom.js';
import { turnOf, pieces, start, board } from './fen.js';
import { told, situation, ending } from './words.js';
import { named } from './names.js';
import { Reclaim } from './reclaim.js';
import { offerUndo } from './toast.js';
import { shownMove, typedMove } from './notation.js';
import { texts } from './language.js';

/**
 * @typedef {object} Mode  what a panel does with moves on the board
 * @property {(colour: string) => boolean} [may]     may this side be moved by hand
 * @property {(node: import('./tree.js').Node) => void} [played]  a turn was played by hand
 * @property {(rules: string) => any} [rules]  other rules have been chosen
 * @property {(turn: any) => Promise<any>} [reclaim]  chooses what the enemy reclaims, where that
 *   is not done on the board
 * @property {() => string} [ahead]  the side that may move ahead of its turn now, or none
 * @property {(from: string, to: string) => void} [premove]  such a move was made
 * @property {(square: string) => boolean} [press]  a square is pressed; true if that is all
 */

export class App extends EventTarget {
  /** @param {import('./store.js').Store} store */
  constructor(store) {
    super();
    this.engine = connect();
    this.store = store;
    /** The tab that is open, the games of all, and the one on the board. */
    this.tab = 'analyse';
    /** @type {Record<string, Game>} */
    this.games = {};
    this.game = new Game(new Tree(start), 'pacifist1');
    this.shelf = new Shelf(this);
    /** @type {any[]} */
    this.sets = [];
    /** @type {Mode} */
    this.mode = {};
    /** @type {Map<string, Promise<any>>} */
    this.cache = new Map();
    /** @type {any[]} */
    this.turns = [];
    this.outcome = '*';
    /** Why the game has ended, in words, and by what rule. */
    this.ending = { why: '', rule: '' };
    /**
     * What began last in each tab: it wins, however late the answers come.
     * @type {Record<string, object>}
     */
    this.latest = {};
    /** The position whose turns are known. @type {import('./tree.js').Node | null} */
    this.known = null;
    /** Ends when the board has come to rest. @type {Promise<unknown>} */
    this.motion = Promise.resolve();
    /** Ends when the page shows what it was opened for. */
    this.begun = new Promise((resolve) => {
      this.addEventListener('begun', resolve, { once: true });
    });

    /** Whether a turn is being shown as it happens. */
    this.moving = false;
    /** Ends when the server answers again; null while it does. @type {Promise<void> | null} */
    this.away = null;
    /** Opens a tab. @type {(tab: string, focus?: boolean) => Promise<void>} */
    this.open = async () => {};
    /**
     * Handles the pressing of squares instead of the board, while it is set.
     * @type {((square: string) => boolean) | undefined}
     */
    this.pressHandler = undefined;
    /** When the last typed move is played or refused. @type {Promise<unknown>} */
    this.typed = Promise.resolve();
    this.reclaim = new Reclaim(this);
    this.board = new Board(id('board'), {
      canPick: (square) => this.canPick(square),
      targets: (from) => this.targets(from),
      move: (from, to) => this.move(from, to),
      preview: (from, to) => this.preview(from, to),
      point: (square) => this.emit('point', square),
      ask: (square) => this.emit('ask', square),
      press: (square) => this.press(square),
      flipped: () => this.keepSide(),
    });

    this.cascade = new Cascade(this.board);
  }

  /** @param {string} name @param {any} [detail] */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {string} name @param {(detail: any) => void} f */
  on(name, f) {
    this.addEventListener(name, (e) => f(/** @type {CustomEvent} */ (e).detail));
  }

  /** The name of a game. @param {string} rules */
  named(rules) {
    return named(rules);
  }

  get tree() {
    return this.game.tree;
  }

  get rules() {
    return this.game.rules;
  }

  get about() {
    return this.game.about;
  }

  get family() {
    return this.game.family;
  }

  get fen() {
    return this.tree.at.fen;
  }

  /**
   * Asks about the position, or about what the request says.
   * @param {Record<string, any>} request
   * @param {import('./engine.js').Options} [options]
   */
  async ask(request, options) {
    try {
      const reply = await this.engine.ask(
        { rules: this.rules, fen: this.fen, ...request },
        options,
      );

      this.online(true);
      return reply;
    } catch (e) {
      if (e instanceof Unreachable) this.online(false, e.message);
      throw e;
    }
  }

  /**
   * As ask, but where the server is away the question waits until it is back, and is asked again.
   * @param {Record<string, any>} request
   * @param {import('./engine.js').Options} [options]
   */
  async insist(request, options) {
    for (;;) {
      try {
        return await this.ask(request, options);
      } catch (e) {
        if (!(e instanceof Unreachable) || options?.signal?.aborted) throw e;
      }

      await this.away;
    }
  }

  /**
   * As ask, but what was asked before is remembered.
   * @param {Record<string, any>} request
   * @returns {Promise<any>}
   */
  know(request) {
    const key = JSON.stringify({ rules: this.rules, fen: this.fen, ...request });
    let answer = this.cache.get(key);
    if (!answer) {
      answer = this.ask(request);
      answer.catch(() => this.cache.delete(key));
      this.cache.set(key, answer);
      if (this.cache.size > 200) {
        this.cache.delete(/** @type {string} */ (this.cache.keys().next().value));
      }
    }

    return answer;
  }

  /** @param {boolean} here @param {string} [why] */
  online(here, why = '') {
    const box = id('offline');
    if (here && box.hidden) return;
    box.hidden = here;
    box.textContent = here ? '' : texts.app.away(why);
    if (!here && !this.waiting) {
      let back = () => {};
      this.away = new Promise((resolve) => {
        back = resolve;
      });

      this.emit('away');
      this.waiting = setInterval(async () => {
        try {
          await this.engine.ask({ ask: 'rules', rules: 'chess' });
        } catch {
          return;
        }

        clearInterval(this.waiting);
        this.waiting = undefined;
        this.away = null;
        this.online(true);
        back();
        this.refresh(this.tree.at);
      }, 1000);
    }
  }

  /**
   * @param {string | (string | Node)[]} text
   * @param {string} [why]
   * @param {boolean} [bad]
   */
  say(text, why = '', bad = false) {
    const status = id('status');
    status.classList.toggle('bad', bad);
    status.replaceChildren(...[text].flat());
    this.markWave();
    if (why) {
      const more = document.createElement('span');
      more.className = 'why';
      more.textContent = why;
      status.append(' ', more);
    }

    if (status.scrollHeight > status.clientHeight) status.tabIndex = 0;
    else status.removeAttribute('tabindex'); // so that keys scroll it
  }

  /** Marks the wave that is shown in the words of the turn. */
  markWave() {
    const waves = id('status').querySelectorAll('.wave');
    for (const [i, wave] of waves.entries()) {
      wave.classList.toggle('shown', i === this.cascade.at - 2);
    }
  }

  /**
   * Begins a game in a tab.
   * @param {string} fen
   * @param {string} [rules]
   * @param {any} [extra] what the tab knows of it
   * @param {string} [tab]
   * @returns {Promise<Game>}
   */
  begin(fen, rules = this.rules, extra = {}, tab = this.tab) {
    const mine = (this.latest[tab] = {});
    const begun = this.make(fen, rules, extra).then((game) =>
      this.latest[tab] === mine ? this.take(game, tab) : game,
    );

    this.typeAfter(begun);
    return begun;
  }

  /**
   * What is typed from now on is meant for what comes next, such as a game that is being begun or
   * the answer in a puzzle, and waits for it.
   * @param {Promise<unknown>} next
   */
  typeAfter(next) {
    this.typed = Promise.allSettled([this.typed, next]);
  }

  /**
   * Makes a game that no tab has yet.
   * @param {string} fen
   * @param {string} rules
   * @param {any} extra
   */
  async make(fen, rules, extra) {
    const [{ fen: whole }, { rules: about }] = await Promise.all([
      this.ask({ ask: 'play', rules, fen }),
      this.ask({ ask: 'rules', rules, fen: undefined }),
    ]);

    return new Game(new Tree(whole), rules, about, { extra });
  }

  /**
   * Gives a tab another game. The one before is not lost.
   * @param {Game} game
   * @param {string} [tab]
   */
  async take(game, tab = this.tab) {
    const before = this.games[tab];
    this.latest[tab] = {};
    game.tab = tab;
    this.games[tab] = game;
    if (before && before !== game && before.worth) {
      this.shelf.add(before);
      offerUndo(texts.app.gameBefore, () => this.bring(before));
    }

    this.keep(tab);
    if (tab === this.tab) await this.enter(game);
    return game;
  }

  /** Puts a game that a tab has on the board. @param {Game} game */
  async enter(game) {
    this.game = game;
    game.flipped = this.board.flipped;
    if (!game.about) {
      try {
        game.about = (await this.know({ ask: 'rules', rules: game.rules, fen: undefined })).rules;
      } catch (e) {
        this.say(reason(e), '', true);
      }

      if (this.game !== game) return;
    }

    this.emit('rules');
    await this.show(game.tree.at);
  }

  /** Brings a game back to its tab. @param {Game} game */
  async bring(game) {
    this.shelf.remove(game.id);
    await this.open(game.tab);
    if (this.games[game.tab] !== game) await this.take(game);
    this.emit('tab', game.tab);
  }

  /** Takes the game on the board to the analysis. */
  async analyse() {
    const game = this.game.copy('analyse');
    await this.open('analyse');
    await this.take(game);
  }

  /**
   * Plays moves in a game, without showing them.
   * @param {Game} game
   * @param {string[]} moves
   * @param {import('./tree.js').Node} [from]
   * @returns {Promise<import('./tree.js').Node>}
   */
  async line(game, moves, from = game.tree.at) {
    let at = from;

    for (const move of moves) {
      const { turn } = await this.ask({
        ask: 'play',
        rules: game.rules,
        fen: at.fen,
        moves: [move],
      });

      game.tree.at = at;
      at = game.tree.play(move.includes('~') ? { ...turn, typed: move } : turn);
    }

    return at;
  }

  /** Keeps the game of a tab, as it will be in a moment. */
  keep(tab = this.tab) {
    const game = this.games[tab];
    if (game) this.store.set(`game-${tab}`, () => game.plain());
  }

  /** Keeps which side is below, unless the board is turned for a game that is still to come. */
  keepSide() {
    if (this.games[this.tab] !== this.game) return;
    this.game.flipped = this.board.flipped;
    this.keep();
  }

  /**
   * Shows a node of the tree.
   * @param {import('./tree.js').Node} node
   * @param {boolean} [moving] show its turn as it happens
   * @param {number} [from] the stage of the turn to begin with
   */
  async show(node, moving = false, from = 0) {
    this.reclaim.end();
    this.tree.at = node;
    this.turns = [];
    this.known = null;
    if (!moving) this.board.drop();
    this.cascade.take(node.parent?.fen || node.fen, node.turn);
    this.animate(moving ? this.cascade.play(from) : null);
    this.standing = this.refresh(node);

    if (!moving) this.rest(node);

    await this.motion;
    await this.standing;
  }

  /** Takes note of what the board shows as it happens. @param {Promise<unknown> | null} motion */
  animate(motion) {
    const ended = motion || Promise.resolve();
    this.motion = ended;
    this.moving = !!motion;
    ended.then(() => {
      if (this.motion === ended) this.moving = false;
    });
  }

  /** Shows a position as it is after its turn. @param {import('./tree.js').Node} node */
  rest(node) {
    if (node.turn) {
      this.cascade.show(this.cascade.stages.length - 1);
      return;
    }

    this.board.show(pieces(node.fen));
    this.board.mark({});
    this.cascade.shown(this.cascade);
  }

  /** Learns what can be played. @param {import('./tree.js').Node} node */
  async refresh(node) {
    this.keep();
    this.emit('at', node);
    let reply;

    try {
      reply = await this.know({ ask: 'turns', reclaim: 'full' });
    } catch (e) {
      if (this.tree.at === node && !(e instanceof Unreachable)) this.say(reason(e), '', true);
      return;
    }

    if (this.tree.at !== node) return;
    this.turns = reply.turns;
    this.outcome = reply.outcome;
    this.ending = ending(node.fen, reply.outcome, reply.reason, this.family);
    this.known = node;
    this.board.showTargets();
    this.board.label();
    const words = situation(node, reply, this.game);
    this.say(node.turn ? [...told(node.turn, node.parent?.fen || node.fen), words] : words);
    this.emit('ready', node);
  }

  /** Whether a person may move pieces of a colour now. @param {string} colour */
  mayMove(colour) {
    return !this.reclaim.open && this.mode.may?.(colour) !== false;
  }

  /** @param {string} square @returns {boolean} */
  canPick(square) {
    const ahead = this.mode.ahead?.();
    if (ahead) return this.board?.isColour(square, ahead);

    const colour = turnOf(this.fen);
    return this.board?.isColour(square, colour) && this.mayMove(colour);
  }

  /** A square is pressed. @param {string} square */
  press(square) {
    if (this.pressHandler?.(square) || this.mode.press?.(square)) return true;
    return this.reclaim.press(square);
  }

  /**
   * Where a piece can go. The king can be put on the rook that it castles with, too.
   * @param {string} from
   * @returns {string[]}
   */
  targets(from) {
    const ends = this.turns.filter((t) => t.uci.startsWith(from)).map((t) => t.uci.slice(2, 4));
    const rooks = [...this.board.pieces.keys()].filter((square) => castling(this, from, square));
    return [...new Set([...ends, ...rooks])];
  }

  /** Shows what a move would change. @param {string} from @param {string | null} to */
  preview(from, to) {
    const moved = to && this.turns.find((t) => t.uci.startsWith(from + to));
    const turn = moved || (to && castling(this, from, to));
    if (!turn) {
      this.board.mark(this.cascade.marks());
      return;
    }

    this.board.mark(preview(turn, from, /** @type {string} */ (to)));
  }

  /** Plays a move made on the board. @param {string} from @param {string} to */
  async move(from, to) {
    if (this.mode.ahead?.()) {
      this.mode.premove?.(from, to);
      return;
    }

    // Who moves while the rules are still loading has what is on the board in mind.
    const seen = board(this.board.pieces);
    await this.begun;
    if (board(this.board.pieces) !== seen) return;

    const { at } = this.tree;
    // Who moves while the last turn is still shown, or while a link is followed, may come before
    // the answer what can be played.
    let awaited;
    while (awaited !== this.standing) {
      awaited = this.standing;
      await awaited;
    }

    if (this.tree.at !== at) return;

    const found = this.turns.filter((t) => t.uci.startsWith(from + to));
    if (!found.length) {
      const castles = castling(this, from, to);
      return castles ? this.offer(castles) : this.refuse(from + to);
    }

    let turn = found[0];
    if (found.length > 1) {
      const letter = await this.board.promote(
        to,
        turnOf(this.fen),
        ['q', 'r', 'b', 'n'].filter((l) => found.some((t) => t.uci[4] === l)),
      );

      if (!letter || this.tree.at !== at) return;
      turn = found.find((t) => t.uci[4] === letter);
    }

    await this.offer(turn);
  }

  /**
   * Plays a move that has been typed: after those typed before it, however late they are answered.
   * @param {string} text
   * @returns {Promise<boolean>} whether it was played
   */
  async type(text) {
    text = typedMove(text);
    const earlier = this.typed;
    let next = () => {};
    this.typed = new Promise((done) => {
      next = () => done(undefined);
    });

    await earlier;
    // It is the enemy who says what is reclaimed, not the mover.
    if (this.mode.reclaim) text = text.replace(/~.*/, '');
    const before = this.tree.at;
    let played;

    try {
      const { turn } = await this.ask({ ask: 'play', moves: [text] });
      if (this.tree.at !== before || !this.mayMove(turnOf(this.fen))) return false;
      played = text.includes('~') ? this.accept({ ...turn, typed: text }) : this.offer(turn);
    } catch (e) {
      if (!(e instanceof Refused)) return false;
      if (e.code === 'illegal-move' && e.rule !== 'NOT-1') await this.refuse(text);
      else this.say(e.message, '', true);
      return false;
    } finally {
      next(); // the turn is in the tree, though the board may still show how it happens
    }

    await played;
    return true;
  }

  /**
   * The moves to here, to ask with: they say what has changed sides, and what is repeated. More
   * than these may be too many.
   */
  past() {
    const { root, at } = this.tree;
    const moves = at.line.map((n) => n.typed);

    return moves.length <= 1000 ? { fen: root.fen, moves } : {};
  }

  /** Says why a move is not legal. @param {string} move */
  async refuse(move) {
    try {
      const { explain, sentences } = await this.ask({ ask: 'explain', move, ...this.past() });
      if (explain.legal) return;
      const cited = sentences.map((/** @type {any} */ s) => texts.rule(s.rule, s.text));
      this.say(texts.illegal(shownMove(move), explain), cited.join(' '), true);

      // In SAN where it was to go, in UCI where from as well.
      const named = move.replace(/~.*/, '').match(/[a-h][1-8]/g) || [];
      this.board.mark({
        ...this.cascade.marks(),
        ...Object.fromEntries(named.map((square) => [square, { mark: 'wrong' }])),
      });
    } catch (e) {
      if (e instanceof Refused) this.say(e.message, '', true);
    }
  }

  /**
   * Lets the enemy choose what it reclaims, if there is a choice, and plays the turn.
   * @param {any} turn with the full reclaim
   */
  async offer(turn) {
    const { at } = this.tree;
    const choice = turn.reclaimed.length > 0 && this.about?.reclaim;
    const shown = this.cascade.stages;
    if (choice) {
      turn = await (this.mode.reclaim ? this.mode.reclaim(turn) : this.reclaim.choose(turn));
    }

    if (!turn || this.tree.at !== at) return;

    // Who has chosen has seen the turn up to the reclaim.
    const seen = this.cascade.stages === shown ? 0 : this.cascade.stages.length - 1;
    await this.accept(turn, seen);
  }

  /**
   * Plays a turn.
   * @param {any} turn
   * @param {number} [from] the stage of the turn to begin with
   */
  async accept(turn, from = 0) {
    const node = this.tree.play(turn);
    this.game.touched = true;
    this.emit('played', node);
    await this.show(node, true, from);
    this.mode.played?.(node);
    return node;
  }
}
