// The board: sixty-four squares that are shown, pointed at, and played on. It knows no rules: what
// can be played comes from its handlers.
// @ts-check
import { el } from './dom.js';
import { squares, colourOf, pieceName, picture, turned } from './fen.js';
import { Lines } from './lines.js';
import { choosePromotion } from './promotion.js';
import { texts } from './language.js';

/**
 * @typedef {object} Handlers
 * @property {(square: string) => boolean} canPick  may this piece be picked up
 * @property {(from: string) => string[]} targets   where it can go
 * @property {(from: string, to: string) => any} move  ends when it is played or refused
 * @property {(from: string, to: string | null) => void} preview  a piece is held over a square
 * @property {(square: string | null) => void} point  a square is pointed at, or none any more
 * @property {(square: string) => void} ask  a square is pressed that has nothing to pick up, or
 *   comes to have the focus by key
 * @property {(square: string) => boolean} [press]  a square is pressed; true if that is all
 * @property {() => void} [flipped]  the other side is below now
 */

/** A sign on a square, which is not part of its name. @param {string} kind @param {string} text */
export const sign = (kind, text) =>
  el('span', { class: kind, 'data-text': text, 'aria-hidden': 'true' });

export class Board {
  /** @param {HTMLElement} home @param {Handlers} handlers */
  constructor(home, handlers) {
    this.handlers = handlers;
    this.flipped = false;
    /** @type {Map<string, string>} */
    this.pieces = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    /** @type {string | null} */
    this.picked = null;
    this.focus = 'e2';
    /** The focus came to a square by the keyboard. */
    this.byKey = false;
    /** The focus comes to a square because it is pressed. */
    this.pressing = false;
    /** The move of a piece that was dropped where it goes, before the app has played it. */
    this.dropped = '';
    /** @type {HTMLElement} */
    this.root = el('div', { class: 'board', role: 'grid', 'aria-label': texts.board.name });
    this.lines = new Lines();
    home.replaceChildren(this.root);
    this.home = home;

    for (const square of squares) {
      this.cells.set(
        square,
        el(
          'button',
          {
            type: 'button',
            role: 'gridcell',
            class: 'square',
            'data-square': square,
            tabindex: '-1',
          },
          el('span', { class: 'mark', 'aria-hidden': 'true' }),
        ),
      );
    }

    this.lay();
    this.listen();
  }

  /** Lays the squares out, as White or Black sees them. */
  lay() {
    const order = this.flipped ? [...squares].reverse() : squares;
    this.root.replaceChildren(
      ...Array.from({ length: 8 }, (_, row) =>
        el(
          'div',
          { role: 'row', class: 'rank' },
          ...order.slice(row * 8, row * 8 + 8).map((square, column) => {
            const cell = /** @type {HTMLElement} */ (this.cells.get(square));
            cell.classList.toggle('light', (square.charCodeAt(0) + Number(square[1])) % 2 === 1);
            cell.querySelectorAll('.file, .rank-no').forEach((e) => e.remove());
            if (row === 7) cell.append(sign('file', square[0]));
            if (column === 0) cell.append(sign('rank-no', square[1]));
            return cell;
          }),
        ),
      ),
      this.lines.root,
    );

    this.roam(this.focus);
  }

  flip() {
    this.flipped = !this.flipped;
    this.lay();

    this.lines.redraw((square) => this.middle(square));
    this.handlers.flipped?.();
  }

  /** Shows a position, at once. @param {Map<string, string>} pieces */
  show(pieces) {
    const kept = this.picked && pieces.get(this.picked) === this.pieces.get(this.picked);
    if (!kept) this.drop();

    for (const [square, cell] of this.cells) {
      const piece = pieces.get(square);
      if (
        cell.dataset.piece !== piece ||
        cell.querySelector('.piece')?.childElementCount !== (piece ? 1 : undefined)
      ) {
        this.put(cell, piece);
      }
    }

    this.pieces = new Map(pieces);
    this.label();
  }

  /**
   * Leaves a piece where a person has dropped it, until the app has played or refused the move.
   * @param {string} from
   * @param {string} to
   */
  async leave(from, to) {
    const cell = (/** @type {string} */ square) =>
      /** @type {HTMLElement} */ (this.cells.get(square));

    if (this.handlers.targets(from).includes(to)) {
      this.dropped = from + to;
      this.put(cell(to), this.pieces.get(from));
      this.put(cell(from), undefined);
    }

    await this.handlers.move(from, to);
    if (this.dropped !== from + to) return;
    this.dropped = '';
    this.show(this.pieces);
  }

  /** Shows the pieces anew, as other pictures. */
  redraw() {
    for (const [square, cell] of this.cells) this.put(cell, this.pieces.get(square));
  }

  /** @param {HTMLElement} cell @param {string | undefined} piece */
  put(cell, piece) {
    cell.querySelector('.piece')?.remove();
    if (!piece) {
      delete cell.dataset.piece;
      return;
    }

    cell.dataset.piece = piece;
    cell.append(
      el(
        'span',
        { class: 'piece', 'aria-hidden': 'true' },
        el('img', { src: picture(piece), alt: '', draggable: 'false' }),
      ),
    );
  }

  /** Names the squares for those who do not see them. */
  label() {
    for (const [square, cell] of this.cells) {
      const piece = this.pieces.get(square);
      let name = piece ? `${square}, ${pieceName(piece)}` : square;
      if (cell.dataset.wave) name += texts.board.changed(cell.dataset.wave);
      if (cell.dataset.mark === 'reclaim') name += texts.board.reclaimed;
      if (cell.classList.contains('can')) {
        const { chosen, reclaimable } = texts.board;
        name += cell.classList.contains('chosen') ? chosen : reclaimable;
      }

      if (cell.classList.contains('target')) name += texts.board.target;
      cell.setAttribute('aria-label', name);
      cell.setAttribute(
        'aria-selected',
        String(square === this.picked || cell.classList.contains('chosen')),
      );

      cell.classList.toggle('own', this.handlers.canPick(square));
    }
  }

  /**
   * Marks squares: {e4: {mark: 'to'}, d5: {wave: 2}}.
   * @param {Record<string, {mark?: string, wave?: number}>} marks
   */
  mark(marks) {
    for (const [square, cell] of this.cells) {
      const { mark, wave } = marks[square] || {};
      if (mark) cell.dataset.mark = mark;
      else delete cell.dataset.mark;
      if (wave) cell.dataset.wave = String(wave);
      else delete cell.dataset.wave;
      cell.querySelector('.number')?.remove();
      if (wave) cell.append(sign('number', String(wave)));
    }

    this.label();
  }

  /**
   * Gives squares a class, and takes it from all others.
   * @param {string} name
   * @param {string[]} list
   */
  select(name, list) {
    for (const [square, cell] of this.cells) cell.classList.toggle(name, list.includes(square));
    this.label();
  }

  /** Picks a piece up, so that its targets are shown. @param {string} square */
  pick(square) {
    this.picked = square;
    this.select('picked', [square]);
    this.select('target', this.handlers.targets(square));
  }

  /** Shows anew where the piece that is picked up can go. */
  showTargets() {
    if (!this.picked) return;
    if (this.handlers.canPick(this.picked)) this.pick(this.picked);
    else this.drop();
  }

  /** Puts down what is picked up. */
  drop() {
    this.picked = null;

    for (const cell of this.cells.values()) {
      cell.classList.remove('picked', 'target', 'over', 'lifted');
    }

    this.held?.remove();
    this.held = null;
  }

  /**
   * Plays what is picked up to another square, unless that has a piece to pick up instead.
   * @param {string} square
   * @returns {boolean} whether it did
   */
  putDown(square) {
    const from = this.picked;
    if (
      !from ||
      from === square ||
      (!this.handlers.targets(from).includes(square) && this.handlers.canPick(square))
    ) {
      return false;
    }

    this.drop();
    this.handlers.preview(from, null);
    this.handlers.move(from, square);
    return true;
  }

  /** @param {string} square the only one that the tab key comes to */
  roam(square) {
    this.cells.get(this.focus)?.setAttribute('tabindex', '-1');
    this.focus = square;
    this.cells.get(square)?.setAttribute('tabindex', '0');
  }

  /** The ring of the focus is for the keyboard. @param {boolean} byKey */
  setByKey(byKey) {
    this.byKey = byKey;
    this.root.classList.toggle('pointed', !byKey);
  }

  /** @param {PointerEvent} e @returns {string | null} */
  under(e) {
    const cell = document.elementFromPoint(e.clientX, e.clientY)?.closest?.('.square');
    return cell instanceof HTMLElement && this.root.contains(cell)
      ? cell.dataset.square || null
      : null;
  }

  listen() {
    /**
     * @type {{square: string, x: number, y: number, moved: boolean, wasPicked: boolean, over:
     *   string | null} | null}
     */
    let press = null;
    this.root.addEventListener('pointerdown', (e) => {
      if (e.button !== 0) return;
      const square = this.under(e);
      if (!square) return;
      e.preventDefault();
      this.pressing = true;
      this.cells.get(square)?.focus({ preventScroll: true });
      this.pressing = false;
      this.setByKey(false);
      if (this.handlers.press?.(square)) return;
      if (this.putDown(square)) return;
      press = {
        square,
        x: e.clientX,
        y: e.clientY,
        moved: false,
        wasPicked: this.picked === square,
        over: null,
      };

      if (this.handlers.canPick(square)) {
        this.pick(square);
        this.root.setPointerCapture(e.pointerId);
      }
    });

    this.root.addEventListener('pointermove', (e) => {
      if (!press) {
        const square = this.under(e);
        if (e.pointerType !== 'touch') {
          this.handlers.point(square);
          this.hover(square);
        }

        return;
      }

      if (!this.picked) return;
      if (!press.moved && Math.hypot(e.clientX - press.x, e.clientY - press.y) > 5) {
        press.moved = true;
        this.lift(press.square);
      }

      if (!press.moved || !this.held) return;
      this.held.style.translate = `${e.clientX}px ${e.clientY}px`;
      const over = this.under(e);
      if (over === press.over) return;
      press.over = over;
      this.select('over', over ? [over] : []);
      this.handlers.preview(press.square, over);
    });

    const release = (/** @type {PointerEvent} */ e) => {
      if (!press) return;

      const { square, moved, wasPicked } = press;
      const to = e.type === 'pointerup' ? this.under(e) : null;

      press = null;
      this.held?.remove();
      this.held = null;
      this.select('over', []);
      this.cells.get(square)?.classList.remove('lifted');
      if (!moved) {
        if (wasPicked) this.drop();
        this.label();
        if (!this.picked) this.handlers.ask(square);
        return;
      }

      this.handlers.preview(square, null);
      this.drop();
      this.label();
      this.handlers.point(e.pointerType === 'touch' ? null : to);
      if (to && to !== square) this.leave(square, to);
    };

    this.root.addEventListener('pointerup', release);
    this.root.addEventListener('pointercancel', release);
    this.root.addEventListener('pointerleave', (e) => {
      if (!press && e.pointerType !== 'touch') {
        this.handlers.point(null);
        this.hover(null);
      }
    });

    this.root.addEventListener('focusin', (e) => {
      const square = /** @type {HTMLElement} */ (e.target).dataset.square;
      if (!square) return;
      this.roam(square);
      this.hover(square);
      if (this.pressing) return;
      this.setByKey(true);
      this.handlers.ask(square);
    });

    this.root.addEventListener('focusout', (e) => {
      if (!this.root.contains(/** @type {Node} */ (e.relatedTarget))) this.handlers.point(null);
    });

    this.root.addEventListener('keydown', (e) => this.key(e));
    // The click of a key comes before the key is let go, or with it, however late.
    document.addEventListener(
      'keyup',
      () =>
        setTimeout(() => {
          this.keyed = false;
        }),
      true,
    );

    // A click without a pointer is that of a screen reader.
    this.root.addEventListener('click', (e) => {
      const square = /** @type {HTMLElement} */ (e.target)
        .closest?.('.square')
        ?.getAttribute('data-square');

      if (square && e.detail === 0 && !this.keyed) this.press(square);
      this.keyed = false;
    });
  }

  /**
   * While a piece is picked up, the square pointed at shows what the move would do.
   * @param {string | null} square
   */
  hover(square) {
    if (this.picked && !this.held) {
      this.handlers.preview(this.picked, square === this.picked ? null : square);
    }
  }

  /** @param {string} square */
  lift(square) {
    const cell = /** @type {HTMLElement} */ (this.cells.get(square));
    const piece = this.pieces.get(square);

    if (!piece) return;
    cell.classList.add('lifted');
    this.held = el('img', { class: 'held', src: picture(piece), alt: '' });
    this.held.style.width = this.held.style.height = cell.clientWidth + 'px';
    document.body.append(this.held);
  }

  /** @param {string} square pressed by key or by a screen reader */
  press(square) {
    if (this.handlers.press?.(square)) return;
    if (this.picked === square) {
      this.drop();
      this.label();
      this.handlers.preview(square, null);
      return;
    }

    if (!this.putDown(square) && this.handlers.canPick(square)) this.pick(square);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const square = /** @type {HTMLElement} */ (e.target).dataset?.square;
    if (!square || e.ctrlKey || e.altKey || e.metaKey) return;
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const step = steps[/** @type {keyof typeof steps} */ (e.key)];
    // Who plays with the pointer goes through the moves with the arrows.
    if (step && !this.byKey && !this.picked) return;
    if (step) {
      const s = this.flipped ? -1 : 1;

      const next =
        String.fromCharCode(square.charCodeAt(0) + s * step[0]) + (Number(square[1]) + s * step[1]);

      this.cells.get(next)?.focus();
    } else if (e.key === 'Enter' || e.key === ' ') {
      this.keyed = true;
      this.press(square);
    } else if (e.key === 'Escape' && this.picked) {
      this.handlers.preview(this.picked, null);
      this.drop();
      this.label();
    } else return;
    e.preventDefault();
    e.stopPropagation();
  }

  /** The middle of a square, in units of the lines. @param {string} square */
  middle(square) {
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square[1]) - 1;

    return this.flipped ? [750 - file * 100, 50 + rank * 100] : [50 + file * 100, 750 - rank * 100];
  }

  /**
   * Draws lines and arrows between squares, and rings, in place of what is in their layer.
   * @param {import('./lines.js').Line[]} list
   */
  draw(list, layer = 'why') {
    this.lines.draw(layer, list, (square) => this.middle(square));
  }

  /**
   * Slides a piece from one square to another, before the position after it is shown.
   * @param {string} from
   * @param {string} to
   * @param {number} ms
   */
  async slide(from, to, ms) {
    const piece = this.cells.get(from)?.querySelector('.piece');
    const a = this.middle(from);
    const b = this.middle(to);

    if (!piece || ms <= 0) return;
    const size = this.root.clientWidth / 800;
    /** @type {HTMLElement} */ (this.cells.get(from)).style.zIndex = '7';
    await piece
      .animate(
        [
          { transform: 'none' },
          { transform: `translate(${(b[0] - a[0]) * size}px, ${(b[1] - a[1]) * size}px)` },
        ],
        { duration: ms, easing: 'ease-in-out', fill: 'forwards' },
      )
      .finished.catch(() => {});

    /** @type {HTMLElement} */ (this.cells.get(from)).style.zIndex = '';
  }

  /** Turns the pieces on squares over, all at once. @param {string[]} list @param {number} ms */
  async turnOver(list, ms) {
    const turning = list.map((square) => {
      const cell = /** @type {HTMLElement} */ (this.cells.get(square));
      const piece = cell.querySelector('.piece');
      const letter = this.pieces.get(square);

      if (!piece || !letter) return null;
      const now = turned(letter);
      this.pieces.set(square, now);
      if (ms <= 0) {
        this.put(cell, now);
        return null;
      }

      piece.append(el('img', { class: 'after', src: picture(now), alt: '' }));
      cell.dataset.piece = now;
      return piece
        .animate(
          [
            { transform: 'perspective(600px) rotateY(0)' },
            { transform: 'perspective(600px) rotateY(180deg)' },
          ],
          { duration: ms, easing: 'ease-in-out', fill: 'forwards' },
        )
        .finished.catch(() => {})
        .then(() => {
          if (this.pieces.get(square) === now) this.put(cell, now);
        });
    });

    await Promise.all(turning);
    this.label();
  }

  /**
   * Lets a person choose what a pawn becomes.
   * @param {string} square
   * @param {string} colour
   * @param {string[]} letters
   * @returns {Promise<string | null>}
   */
  async promote(square, colour, letters) {
    const letter = await choosePromotion(this.home, this.middle(square), colour, letters);
    this.cells.get(square)?.focus();
    return letter;
  }

  /** @param {string} square */
  isColour(square, colour = '') {
    const piece = this.pieces.get(square);
    return !!piece && colourOf(piece) === colour;
  }
}
