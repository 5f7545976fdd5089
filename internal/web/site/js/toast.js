// What has been done, with an offer to undo it.
// @ts-check
import { el, button, id } from './dom.js';
import { texts } from './language.js';

/** How long it is shown, in milliseconds. */
const time = 10_000;

let timer = 0;

/**
 * Says what has been done, and offers to undo it.
 * @param {string} text
 * @param {() => any} undo
 */
export function offerUndo(text, undo) {
  const box = id('toast');

  const gone = () => {
    box.hidden = true;
  };

  clearTimeout(timer);
  timer = setTimeout(gone, time);

  box.replaceChildren(
    el('span', {}, text),
    button(texts.undo, () => {
      gone();
      undo();
    }),
  );

  box.hidden = false;
}
