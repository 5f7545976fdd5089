import { equal } from './assert.js';
import { Board } from '../js/board.js';
import { Cascade } from '../js/cascade.js';

const before = new Map([['e2', 'P']]);
const after = new Map([['e4', 'P']]);

/** A board with a pawn that can go to e4, and what its move waits for. */
function board() {
  const home = document.createElement('div');
  document.body.replaceChildren(home);
  let end = () => {};
  const ended = new Promise((resolve) => {
    end = resolve;
  });

  const all = new Board(home, {
    canPick: () => true,
    targets: () => ['e4'],
    move: () => ended,
    preview() {},
    point() {},
  });
  all.show(before);
  return { all, end };
}

/** The pieces as they are seen. */
const seen = ({ cells }) =>
  [...cells].filter(([, { dataset }]) => dataset.piece).map(([square, cell]) => [
    square,
    cell.querySelectorAll('img').length,
  ]);

/* A piece that was dropped stays there until the move is played, and does not slide again. */
export async function droppedPiecesStay() {
  const { all, end } = board();
  const left = all.leave('e2', 'e4');
  equal(seen(all), [['e4', 1]], 'the pieces before the answer');

  const slides = [];
  all.slide = async (...slide) => slides.push(slide);
  const cascade = new Cascade(all);
  const fen = '8/8/8/8/8/8/4P3/8 w - - 0 1';
  const turn = { uci: 'e2e4', san: 'e4', waves: [], reclaimed: [], outcome: '*' };
  cascade.take(fen, { ...turn, fen: '8/8/8/8/4P3/8/8/8 b - - 0 1' });
  await cascade.play();
  end();
  await left;
  equal(seen(all), [['e4', 1]], 'the pieces after the move');
  equal([slides, [...all.pieces]], [[], [...after]], 'what has slid, and the position');
}

export async function refusedMovesGoBack() {
  const { all, end } = board();
  const left = all.leave('e2', 'e4');
  end();
  await left;
  equal(seen(all), [['e2', 1]], 'the pieces');
}

/* The ring of the focus is for who plays by keys. */
export function focusRing() {
  const { all } = board();
  const pointed = () => all.root.classList.contains('pointed');
  const square = all.cells.get('e2');
  square.focus();
  equal(pointed(), false, 'whether a pointer is in use after the focus came');

  const box = square.getBoundingClientRect();
  const at = { clientX: box.left + 1, clientY: box.top + 1, bubbles: true };
  all.handlers.canPick = () => false;
  square.dispatchEvent(new PointerEvent('pointerdown', at));
  equal(pointed(), true, 'whether it is after a press');
}
