import { equal } from './assert.js';
import { pieces, board, turned, turnOf, numberOf, colourOf, kindOf } from '../js/fen.js';

export function boards() {
  for (const text of [
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
    '8/8/8/8/8/8/8/8',
    'n6k/1p6/8/3Pq3/8/8/R7/R6K',
  ]) {
    equal(board(pieces(text + ' w - - 0 1')), text, 'the board');
  }
}

/* What is no board is shown as far as it goes. */
export function brokenBoards() {
  equal(board(pieces('rnbqkbnrrr/x1k')), 'rnbqkbnr/1k6/8/8/8/8/8/8', 'the board');
  equal(board(pieces('')), '8/8/8/8/8/8/8/8', 'the board');
}

export function fields() {
  const fen = '8/8/8/8/8/8/8/k6K b - - 7 12';
  equal([turnOf(fen), numberOf(fen), numberOf('8/8 w')], ['black', 12, 1], 'the fields');
  equal([turned('n'), turned('Q'), colourOf('p'), kindOf('R')], ['N', 'q', 'black', 'rook']);
}
