import { equal } from './assert.js';
import { newApp } from './app.js';
import { Address, read } from '../js/address.js';
import { board, pieces } from '../js/fen.js';

/** An app that shows what a fragment says. */
async function shown(fragment) {
  const app = newApp();
  const address = new Address(app, false);
  const says = await address.load(fragment);
  return { app, address, says };
}

/* Variations are in an address as they are in PGN, and so is the place in them. */
export async function variationsAreKept() {
  const moves = 'moves=e2e4_e7e5_(_c7c5_g1f3_(_d2d4_)_)_g1f3';
  const { app, address } = await shown(`rules=chess&${moves}&at=5`);
  equal(board(pieces(app.fen)), 'rnbqkbnr/pp1ppppp/8/2p5/3PP3/8/PPP2PPP/RNBQKBNR', 'the board');
  equal(address.text, `#rules=chess&${moves}&at=5`, 'the address');

  await app.show(app.tree.root);
  equal(address.text, `#rules=chess&${moves}&at=0`, 'the address at the start');
  await app.show(app.tree.end());
  equal(address.text, `#rules=chess&${moves}`, 'the address at the end');
}

export async function positionsAreKept() {
  const fragment = 'rules=pacifist1&fen=n6k/8/8/8/8/8/R7/R6K_w_-_-_0_1';
  const { app, address } = await shown(fragment);
  equal(app.fen, 'n6k/8/8/8/8/8/R7/R6K w - - 0 1', 'the position');
  equal(address.text, '#' + fragment, 'the address');
}

/* What cannot be shown is refused, and the board has a position all the same. */
export async function refusedAddresses() {
  for (const fragment of [
    'rules=chess&fen=8/8&moves=e4',
    'rules=none',
    'rules=chess&moves=e2e5',
    'rules=chess&moves=)_(_e2e5',
    'fen=' + 'k'.repeat(70_000),
  ]) {
    const { app, says } = await shown(fragment);
    equal(says, true, 'whether it says anything');
    const status = document.getElementById('status');
    equal(status.classList.contains('bad'), true, `whether ${fragment.slice(0, 40)} is refused`);
    equal(app.turns.length > 0, true, 'whether there is something to play');
  }
}

export async function otherFragments() {
  const { says } = await shown('welcome');
  equal(says, false, 'whether it says anything');
  equal(read('fen=%E0&rules=a=b').plain('fen'), '', 'what cannot be read');
  equal(read('fen=%E0&rules=a=b').plain('rules'), 'a=b', 'the rest');
}
