// Arrows and circles drawn by hand, kept with the position; and the wheel, which goes through the
// moves.
// @ts-check
import { id } from './dom.js';
import { texts } from './language.js';

/** @param {import('./app.js').App} app */
export function drawing(app) {
  const { board } = app;
  /** Where an arrow of the keyboard begins. */
  let begun = '';

  const show = () =>
    board.draw(
      app.tree.at.drawn.map((d) =>
        d.length > 2
          ? { from: d.slice(0, 2), to: d.slice(2), kind: 'arrow drawn' }
          : { from: d, kind: 'drawn' },
      ),
      'drawn',
    );

  /** Draws what is not there, and takes away what is. @param {string} from @param {string} to */
  const toggle = (from, to) => {
    const node = app.tree.at;
    const one = from === to ? from : from + to;

    node.drawn = node.drawn.includes(one)
      ? node.drawn.filter((d) => d !== one)
      : [...node.drawn, one];

    app.game.touched = true;
    app.keep();
    show();
  };

  app.on('at', show);
  /** @type {string | null} */
  let from = null;
  board.root.addEventListener('contextmenu', (e) => e.preventDefault());
  board.root.addEventListener('pointerdown', (e) => {
    if (e.button === 2) from = board.under(e);
  });

  addEventListener('pointerup', (e) => {
    if (e.button !== 2 || !from) return;
    const to = board.under(e);
    if (to) toggle(from, to);
    from = null;
  });

  board.root.addEventListener('keydown', (e) => {
    const square = /** @type {HTMLElement} */ (e.target).dataset?.square;
    if (!square || e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key === 'x') toggle(square, square);
    else if (e.key === 'a') {
      if (begun) toggle(begun, square);
      begun = begun ? '' : square;
      app.say(begun ? texts.drawing.begins(square) : texts.drawing.drawn);
    } else return;
    e.preventDefault();
    e.stopPropagation();
  });

  let turned = 0;
  board.root.addEventListener(
    'wheel',
    (e) => {
      if (e.ctrlKey) return;
      e.preventDefault();
      turned += e.deltaY;
      if (Math.abs(turned) < 40) return;
      const step = id(turned > 0 ? 'forward' : 'back');
      turned = 0;
      if (!step.disabled) step.click();
    },
    { passive: false },
  );
}
