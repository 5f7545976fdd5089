// A move made ahead of its turn, while the computer is to move. It is played when the computer's
// turn has been shown, if it is legal then.
// @ts-check
import { el } from './dom.js';
import { picture, turnOf } from './fen.js';
import { texts } from './language.js';

export class Premove {
  /**
   * @param {import('./app.js').App} app
   * @param {import('./turnloop.js').TurnLoop} loop
   */
  constructor(app, loop) {
    this.app = app;
    this.loop = loop;
    /**
     * The move, and the position before the computer's turn.
     * @type {{from: string, to: string, after: import('./tree.js').Node} | null}
     */
    this.made = null;
    /** The piece where it goes. @type {HTMLElement | null} */
    this.ghost = null;
  }

  /** The side that may move ahead of its turn now, or none. */
  colour() {
    const { app, loop } = this;
    const waits = ['loading', 'thinking', 'moving'].includes(loop.state);
    return waits && loop.isComputer(turnOf(app.fen)) ? loop.game.mine : '';
  }

  /** @param {string} from @param {string} to */
  make(from, to) {
    const { board, tree } = this.app;
    this.drop();
    this.made = { from, to, after: tree.at };
    const ghost = el('img', { class: 'ghost', src: picture(board.pieces.get(from) || ''), alt: '' });
    board.cells.get(to)?.append(ghost);
    this.ghost = ghost;
    board.select('premove', [from, to]);
    this.app.say(texts.premove.next(from, to), texts.premove.undo);
  }

  drop() {
    if (!this.made) return;
    this.made = null;
    this.ghost?.remove();
    this.app.board.select('premove', []);
  }

  /**
   * Takes the move back when a square is pressed that has nothing to pick up.
   * @param {string} square
   */
  press(square) {
    const { board } = this.app;
    if (!this.made || board.picked || this.app.canPick(square)) return false;

    this.drop();
    this.app.say(texts.premove.undone);
    return true;
  }

  /** Plays the move when its turn has come, and forgets it when the game has gone another way. */
  update() {
    const { app, loop, made } = this;
    if (!made) return;

    const { at } = app.tree;
    const its = at === made.after || (at.parent === made.after && !loop.game?.over);
    if (!loop.shown || !its) this.drop();
    else if (loop.state === 'yours') this.play(made);
  }

  /** @param {{from: string, to: string}} made */
  async play(made) {
    const { app } = this;
    const { at } = app.tree;

    await app.motion;
    if (this.made !== made || app.tree.at !== at) return;

    this.drop();
    if (app.targets(made.from).includes(made.to)) await app.move(made.from, made.to);
    else app.say(texts.premove.impossible(made.from, made.to), '', true);
  }
}
