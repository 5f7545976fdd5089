import { equal } from './assert.js';
import { Tree } from '../js/tree.js';
import { Game } from '../js/game.js';
import { start } from '../js/fen.js';

const turn = (uci, fen) => ({ uci, san: uci, waves: [], reclaimed: [], fen, outcome: '*' });
const said = (node) => node.line.map((n) => n.turn.uci).join(' ');

/** 1.e4 e5 with 1…c5 and 1…c6 as variations, at the last. */
function tree() {
  const all = new Tree(start);
  const e4 = all.play(turn('e2e4', '1 b'));
  for (const [uci, fen] of [
    ['e7e5', '2 w'],
    ['c7c5', '3 w'],
    ['c7c6', '4 w'],
  ]) {
    all.at = e4;
    all.play(turn(uci, fen));
  }

  return all;
}

export function turnsArePlayedOnce() {
  const all = tree();
  const before = all.nodes.length;
  all.at = all.root;
  equal(said(all.play(turn('e2e4', '1 b'))), 'e2e4', 'the line');
  equal(all.nodes.length, before, 'the nodes');
  equal(said(all.end(all.root)), 'e2e4 e7e5', 'the main line');
}

export function variationsRise() {
  const all = tree();
  all.promote(all.at);
  equal(
    all.root.children[0].children.map((n) => n.turn.uci),
    ['e7e5', 'c7c6', 'c7c5'],
    'the order',
  );
  all.promote(all.at);
  equal(said(all.end(all.root)), 'e2e4 c7c6', 'the main line');
}

export function removedLinesAreLeft() {
  const all = tree();
  const { at } = all;
  all.remove(at.parent);
  equal([all.at === all.root, all.find(at.id)], [true, undefined], 'whether it is gone');
}

/* A game is the same after it was kept: its tree, marks and place. */
export function gamesAreKept() {
  const game = new Game(tree(), 'chess', null, { result: '1-0', tags: [['White', 'Ann']] });
  Object.assign(game.tree.at, { comment: 'mine', nags: [1], drawn: ['Ge4'] });
  const again = Game.from(JSON.parse(JSON.stringify(game.plain())));
  equal(again.plain(), game.plain(), 'the game');
  equal([said(again.tree.at), again.tree.at.comment], ['e2e4 c7c6', 'mine'], 'its place');
  equal(game.copy('play').id === game.id, false, 'whether a copy is the same game');
}
