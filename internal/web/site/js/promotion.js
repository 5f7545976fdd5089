// The choice of what a pawn becomes, on the board.
// @ts-check
import { el } from './dom.js';
import { kindName, picture } from './fen.js';
import { texts } from './language.js';

/**
 * Lets a person choose among pieces.
 * @param {HTMLElement} home where the choice is shown
 * @param {number[]} middle of the square, a hundred units a square
 * @param {string} colour
 * @param {string[]} letters
 * @returns {Promise<string | null>} null if none was chosen
 */
export function choosePromotion(home, [x, y], colour, letters) {
  return new Promise((resolve) => {
    let open = true;

    const done = (/** @type {string | null} */ letter) => {
      if (!open) return;

      open = false;
      box.remove();
      resolve(letter);
    };

    const key = (/** @type {KeyboardEvent} */ e) => {
      const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
      const step = steps[/** @type {keyof typeof steps} */ (e.key)];
      if (!step && e.key !== 'Escape') return;

      e.preventDefault();
      e.stopPropagation();
      if (!step) return done(null);

      const all = [...box.children];
      const i = all.indexOf(document.activeElement);
      all[(i + step + all.length) % all.length].focus();
    };

    const leave = (/** @type {FocusEvent} */ e) => {
      if (box.isConnected && !box.contains(e.relatedTarget)) done(null);
    };

    const box = el(
      'div',
      {
        class: 'promotion',
        role: 'dialog',
        'aria-label': texts.promotion.title,
        onkeydown: key,
        onfocusout: leave,
      },
      ...letters.map((letter) => {
        const piece = colour === 'white' ? letter.toUpperCase() : letter;
        const label = { 'aria-label': kindName(letter), 'data-promote': letter };
        const choose = { type: 'button', onclick: () => done(letter) };
        return el('button', { ...choose, ...label }, el('img', { src: picture(piece), alt: '' }));
      }),
    );

    box.style.left = `${(x - 50) / 8}%`;
    box.style[y < 400 ? 'top' : 'bottom'] = '0';
    home.append(box);
    box.firstChild.focus();
  });
}
