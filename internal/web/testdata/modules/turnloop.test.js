import { equal } from './assert.js';
import { TurnLoop } from '../js/turnloop.js';
import { Tree } from '../js/tree.js';

const white = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';
const black = '4k3/8/8/8/8/8/8/3K4 b - - 1 1';
const later = '3k4/8/8/8/8/8/8/3K4 w - - 2 2';

const turn = (uci, fen) => ({ uci, san: uci, waves: [], reclaimed: [], fen, outcome: '*' });

/** Lets what is pending happen. */
const settle = () => new Promise((done) => setTimeout(done));

/**
 * A game on the board against the computer, which has Black. Its questions are answered by hand.
 */
function game() {
  const play = { level: 1, mine: 'white', seed: 1, over: '', why: '' };
  const tree = new Tree(white);
  const asked = [];

  const app = {
    tab: 'play',
    game: { tree, extra: { play }, rules: 'chess' },
    tree,
    known: tree.root,
    outcome: '*',
    ending: { why: '', rule: '' },
    turns: [turn('e8d8', later)],
    reclaim: { open: false },
    away: null,
    motion: Promise.resolve(),
    get fen() {
      return tree.at.fen;
    },
    past: () => ({}),
    keep() {},
    emit() {},
    insist: (request, { signal }) =>
      new Promise((resolve, reject) => asked.push({ request, signal, resolve, reject })),
    offer: async (one) => {
      tree.play(one);
      app.known = tree.at;
    },
  };

  const states = [];
  const loop = new TurnLoop(app, ({ state }) => {
    if (states.at(-1) !== state) states.push(state);
  });
  loop.follow(play);
  return { app, loop, states, asked, play };
}

/** Plays White's turn, which the board knows at once. */
function move({ app, loop }) {
  app.tree.play(turn('e1d1', black));
  app.known = app.tree.at;
  loop.update();
}

/** Waits until the loop is in a state. */
async function until({ loop }, state) {
  for (let n = 0; loop.state !== state; n++) {
    if (n > 200) throw new Error(`the state is ${loop.state}, want ${state}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

export async function computerAnswers() {
  const all = game();
  equal([all.loop.state, all.loop.mayMove('white')], ['yours', true], 'the beginning');

  move(all);
  equal([all.loop.state, all.loop.mayMove('black')], ['thinking', false], 'after a turn');
  all.loop.update();
  equal(all.asked.length, 1, 'the questions that are out');

  all.asked[0].resolve({ uci: 'e8d8' });
  await until(all, 'yours');
  equal(all.app.tree.at.fen, later, 'the position');
  equal(all.states, ['yours', 'thinking', 'moving', 'yours'].filter((s) => all.states.includes(s)));
}

/* Whoever steps back does not get the answer to a position that is no longer shown. */
export async function steppingBackDropsTheQuestion() {
  const all = game();
  move(all);
  const { at } = all.app.tree;
  all.app.tree.at = all.app.tree.root;
  all.loop.update();
  equal([all.loop.state, all.asked[0].signal.aborted], ['reviewing', true], 'an earlier position');

  all.asked[0].resolve({ uci: 'e8d8' });
  await settle();
  all.app.tree.at = at;
  all.loop.update();
  const after = [all.loop.state, all.asked.length, at.children.length];
  equal(after, ['thinking', 2, 0], 'the last position');
}

export async function refusedQuestionsAreAskedAgain() {
  const all = game();
  move(all);
  all.asked[0].reject(new Error('no'));
  await until(all, 'failed');
  equal(all.asked.length, 1, 'the questions');
  all.loop.retry();
  equal([all.loop.state, all.asked.length], ['thinking', 2], 'asked again');
}

/* While the position is not known, or the server away, nothing is asked. */
export function nothingIsAskedTooEarly() {
  const all = game();
  all.app.tree.play(turn('e1d1', black));
  all.loop.update();
  equal([all.loop.state, all.asked.length], ['loading', 0], 'before the turns are known');
  all.app.known = all.app.tree.at;
  all.app.away = Promise.resolve();
  all.loop.update();
  equal([all.loop.state, all.asked.length], ['away', 0], 'without a server');
}

/* While a person chooses what to reclaim the computer is not asked. */
export function choicesAreWaitedFor() {
  const all = game();
  move(all);
  all.app.reclaim.open = true;
  all.loop.drop();
  all.loop.update();
  equal([all.loop.state, all.asked.length], ['choosing', 1], 'a choice');
}

/* The computer says what it reclaims after a person's turn. */
export async function computerReclaims() {
  const all = game();
  const made = { ...turn('e1d1', black), reclaimed: ['d1'] };
  const answer = all.loop.reclaim(made);
  await settle();
  equal([all.loop.state, all.asked[0].request.move], ['answering', 'e1d1'], 'the question');
  all.asked[0].resolve({ reclaimed: [] });
  await settle();
  equal(all.asked[1].request.moves, ['e1d1~-'], 'what is played');
  all.asked[1].resolve({ turn: made });
  equal((await answer).typed, 'e1d1~-', 'the turn as it is typed');
}

export function gamesEnd() {
  const all = game();
  Object.assign(all.app, { outcome: '1-0', ending: { why: 'Checkmate.', rule: '' } });
  all.loop.update();
  equal([all.loop.state, all.play.over, all.play.why], ['over', '1-0', 'Checkmate.'], 'the end');
  equal(all.loop.mayMove('white'), false, 'whether one may move');
}

/* A turn is taken back with the computer's answer to it. */
export async function turnsAreTakenBack() {
  const all = game();
  all.app.show = async (node) => {
    all.app.tree.at = node;
  };
  move(all);
  all.asked[0].resolve({ uci: 'e8d8' });
  await until(all, 'yours');
  await all.loop.takeBack();
  equal([all.app.tree.at === all.app.tree.root, all.app.tree.nodes.length], [true, 1], 'the tree');
}

/* In a game by link the other player answers elsewhere. */
export function linksAreSent() {
  const all = game();
  Object.assign(all.play, { level: 0, link: { turn: '' } });
  move(all);
  equal([all.loop.state, all.loop.mayMove('black')], ['sent', false], 'after a turn');
}
