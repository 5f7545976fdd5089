import { equal } from './assert.js';
import { newApp, gameOf, packed } from './app.js';
import { Address } from '../js/address.js';

const day = 24 * 3600 * 1000;

/** An app that keeps a game by link, in which its reader has White. */
async function reader(moves, { link = {}, ...game } = {}) {
  const app = newApp();
  const noted = { id: '1', turn: '', offer: '', end: '', when: 0, sent: true, ...link };
  const play = { level: 0, mine: 'white', over: '', why: '', clock: null, link: noted };
  app.games.play = await gameOf(app, { ...game, moves, extra: { play } });
  app.games.play.tab = 'play';
  return app;
}

/** Opens a link, and returns why it is refused; nothing if it is not. */
async function refusal(app, said) {
  const address = new Address(app, false);
  try {
    await address.open(await packed(said));
  } catch (e) {
    if (e.code === undefined) throw e;
    return `${e.code} ${e.rule}: ${e.message}`;
  }

  return '';
}

/** Throws unless a link is refused with words that hold all of these. */
async function refused(app, said, ...parts) {
  const why = await refusal(app, said);
  for (const part of ['', ...parts]) {
    if (!why || !why.includes(part)) throw new Error(`${said}: “${why}”, want ${parts}`);
  }
}

/** The moves of the game that an app has. */
const played = (app) => {
  const { tree } = app.games.play;
  return tree.end(tree.root).line.map((node) => node.typed);
};

const said = (moves, more = '') => `rules=pacifist1&by=black&id=1&moves=${moves}${more}`;

export async function gameGoesOn() {
  const app = await reader(['c2c3']);
  equal(await refusal(app, said('c2c3_b8c6')), '', 'the refusal');
  equal(played(app), ['c2c3', 'b8c6'], 'the moves');

  const { play } = app.games;
  await app.line(play, ['d1c2'], play.tree.end(play.tree.root));
  equal(await refusal(app, said('c2c3_b8c6')), '', 'the refusal of an earlier link');
  equal(played(app), ['c2c3', 'b8c6', 'd1c2'], 'the moves after an earlier link');
}

export async function otherGamesAreRefused() {
  const app = await reader(['c2c3']);
  await refused(app, said('e2e3_b8c6'), 'turn 1', 'c2c3', 'e2e3');
  await refused(app, said('c2c3_b8c6').replace('pacifist1', 'chess'), 'bad-link');
  await refused(app, said('c2c3_b8c6_e2e5'), 'turn 3', 'PAC-');
  equal(played(app), ['c2c3'], 'the moves');
}

/* The enemy cannot play for the reader, nor choose what the reader reclaims. */
export async function ownTurnsCannotBeForged() {
  const app = await reader(['c2c3']);
  await refused(app, said('c2c3_b8c6_d1c2_c6d4'), 'turn 3', 'd1c2');
  await refused(app, said('c2c3_b8c6_d1c2', '&end=resigned'), 'turn 3', 'd1c2');
  equal(played(app), ['c2c3'], 'the moves');
}

export async function ownReclaimsCannotBeForged() {
  const start = { rules: 'pacifist-number', fen: 'k7/8/8/1n4n1/P6P/8/8/K7 b - - 0 1' };
  const fen = start.fen.replace(/ /g, '_');
  const link = `rules=pacifist-number&fen=${fen}&by=black&id=1`;

  const app = await reader([], start);
  const { turns } = await app.ask({ ask: 'turns', reclaim: 'full', ...start });
  const turn = turns.find((one) => one.reclaimed.length);
  await refused(app, `${link}&moves=${turn.uci}`, 'turn 1', turn.uci);
  await refused(app, `${link}&moves=${turn.uci}~-`, 'turn 1', turn.uci);
  equal(await refusal(app, `${link}&turn=${turn.uci}`), '', 'a turn that waits for the choice');
}

export async function drawsAreAgreedByBoth() {
  await refused(await reader(['c2c3']), said('c2c3_b8c6', '&end=agreed'), 'bad-link');
  const offering = await reader(['c2c3'], { link: { offer: 'white' } });
  equal(await refusal(offering, said('c2c3', '&end=agreed')), '', 'the refusal');
  equal(offering.games.play.extra.play.over, '1/2-1/2', 'the result');
}

/* In a game with a turn a day who waits longer claims the win, and nobody does before. */
export async function lateTurns() {
  const ago = (ms) => Math.round(Date.now() - ms);
  const late = async (kept, claimed) => {
    const app = await reader(['c2c3', 'b8c6'], { link: { when: kept } });
    return [app, said('c2c3_b8c6', `&when=${claimed}&end=late`)];
  };

  const early = ago(day - 60_000);
  await refused(...(await late(early, early)), 'bad-link');
  await refused(...(await late(early, ago(2 * day))), 'bad-link');
  const over = ago(day + 60_000);
  const [app, link] = await late(over, over);
  equal(await refusal(app, link), '', 'the refusal');
  equal(app.games.play.extra.play.over, '0-1', 'the result');
}

/* Whatever a link holds, it is refused or opened. */
export async function hostileLinks() {
  const game = 'rules=pacifist1&by=white&id=1&moves=e2e4';
  const texts = [
    '',
    'by=white&id=1&rules=none',
    'by=white&'.repeat(1_000_000), // 9 MB, which are 9 kB as packed
    game.replace('by=white', 'by=nobody'),
    game.replace('by=white', 'by=black'), // who has made no turn
    game.replace('e2e4', 'e2e5'),
    game + '_%E0',
    game + '&turn=e7e5',
    game + '&end=claimed',
    game + '&end=constructor',
    game + '&end=late',
    game + '&when=x',
    game + '&fen=8/8',
  ];

  const app = newApp();
  for (const text of texts) await refused(app, text, '');
  equal(Object.keys(app.games), [], 'the games');

  const address = new Address(app, false);
  for (const letters of ['', '%', 'AAAA']) {
    const code = await address.open(letters).catch((e) => e.code);
    equal(code, 'bad-link', `the refusal of “${letters}”`);
  }

  equal(await refusal(app, game), '', 'the refusal of a good one');
}
