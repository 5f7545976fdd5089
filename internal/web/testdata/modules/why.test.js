import { equal } from './assert.js';
import { newApp, until } from './app.js';
import { squarePanel } from '../js/why.js';

/** An app with the panel that says why. */
function panel() {
  const app = newApp();
  const home = document.createElement('div');
  document.body.append(home);
  squarePanel(app, home);
  app.cascade.shown = () => app.emit('stage');

  /** Points at a square, and waits until it is told of. */
  const told = async (square, ...parts) => {
    app.emit('point', square);
    await until(
      `${square} is told of with ${parts}: ${home.textContent}`,
      () => home.textContent.includes(square) && parts.every((p) => home.textContent.includes(p)),
    );
    return home.textContent;
  };

  return { app, told };
}

/* The worked example of the rules text, whose Nf5 turns over e7 and g7, then f8, then d8 and g8. */
export async function everyWave() {
  const { app, told } = panel();
  await app.begin('rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1', 'pacifist1');
  const turn = app.turns.find(({ uci }) => uci === 'e3f5');
  await app.offer(turn);
  await told('d8', 'was black until wave 3', 'pawn e7', 'rook f8');

  app.cascade.show(2); // after the first wave
  await told('e7', 'was black until wave 1', 'knight f5');
  const text = await told('d8', 'd8, black knight', 'White 1', 'pawn e7');
  equal(text.includes('until wave'), false, 'whether d8 has turned already');

  app.cascade.show(0); // before the move
  await told('e3', 'e3, white knight');
  equal((await told('f5', 'Black')).includes('f5, '), false, 'whether the knight is there already');
}

/* While a reclaim is chosen, the board after the move is told of: the knight that left c6 no longer
 * holds e5, which White may therefore reclaim. */
export async function reclaims() {
  const { app, told } = panel();
  const moves = 'c2c4 b8c6 f2f4 d7d5 h2h4 b7b5 e2e3 e7e5 f1e2 e8d7 d1c2'.split(' ');
  const game = await app.begin('start', 'pacifist-number');
  await app.show(await app.line(game, moves));
  app.offer(app.turns.find(({ uci }) => uci === 'c6d4'));
  await until('there is a choice', () => app.reclaim.session?.ready);

  equal(app.reclaim.session.can.includes('e5'), true, 'whether e5 can be reclaimed');
  const text = await told('e5', 'e5, black pawn', 'pawn f4');
  equal(text.includes('c6'), false, 'whether the knight is told of where it was');

  app.reclaim.press('e5');
  await app.reclaim.round();
  await told('e5', 'e5, white pawn');
  app.reclaim.finish();
  await until('the turn is played', () => app.tree.at.turn?.uci === 'c6d4');
  await told('e5', 'e5, white pawn');
}
