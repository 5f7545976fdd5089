import { equal, atTime } from './assert.js';
import { newClock, clockText, GameClock } from '../js/clock.js';

export function texts() {
  equal(
    [180_000, 179_001, 60_000, 10_000, 9_999, 950, 0].map(clockText),
    ['3:00', '3:00', '1:00', '0:10', '0:10.0', '0:01.0', '0:00.0'],
    'the texts',
  );
  equal(newClock(''), null, 'no clock');
}

/** A game on the board in which White is to move, with a clock. */
function game() {
  const app = { fen: '8/8/8/8/8/8/8/8 w - - 0 1', moving: false, on() {}, emit() {}, keep() {} };
  const loop = {
    game: { clock: newClock('3+2') },
    state: 'yours',
    shown: true,
    isComputer: () => false,
  };
  const fallen = [];
  const fall = (colour) => {
    fallen.push(colour);
    loop.state = 'over';
  };
  return { app, loop, fallen, clock: new GameClock(app, loop, fall) };
}

const left = ({ loop }) => [loop.game.clock.white, loop.game.clock.black];

/* The time of the side to move runs, and it gets its seconds for a turn. */
export async function timeRuns() {
  await atTime((pass) => {
    const all = game();
    all.clock.tick();
    pass(60_000);
    all.clock.press({ parent: { fen: all.app.fen } });
    equal(left(all), [122_000, 180_000], 'the time left');
  });
}

/* The clock stands while a turn is shown, and while an earlier position is looked at the side to
 * move still loses time. */
export async function timeStands() {
  await atTime((pass) => {
    const all = game();
    all.app.moving = true;
    all.clock.tick();
    pass(60_000);
    all.clock.tick();
    equal(left(all), [180_000, 180_000], 'the time left');

    all.app.moving = false;
    all.loop.state = 'reviewing';
    all.app.tree = { end: () => ({ fen: '8/8/8/8/8/8/8/8 b - - 0 1' }) };
    all.clock.tick();
    pass(1000);
    all.clock.tick();
    equal(left(all), [180_000, 179_000], 'the time left');
  });
}

/* A side that has no time left has lost, once. */
export async function timeFalls() {
  await atTime((pass) => {
    const all = game();
    all.clock.tick();
    pass(200_000);
    all.clock.tick();
    pass(1000);
    all.clock.tick();
    equal([all.fallen, left(all)], [['white'], [0, 180_000]], 'who has run out of time');
  });
}
