import { equal } from './assert.js';
import { stages, preview, slides, Cascade } from '../js/cascade.js';
import { pieces, board } from '../js/fen.js';

/* The first worked example of the rules text: Nf5 and its four waves. */
const before = 'rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1';
const nf5 = {
  uci: 'e3f5',
  san: 'Nf5',
  waves: [['e7', 'g7'], ['f8'], ['d8', 'g8'], ['f7', 'h7']],
  reclaimed: [],
  fen: 'rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b - - 0 1',
  outcome: '*',
};

const shown = (all) => all.map((stage) => board(stage.pieces));

export function stagesOfWaves() {
  equal(
    shown(stages(before, nf5)),
    [
      'rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR',
      'rkqn1rb1/ppppppbp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR',
      'rkqn1rb1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR',
      'rkqn1Rb1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR',
      'rkqN1RB1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR',
      'rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR',
    ],
    'the stages',
  );
}

/* On b1 the rook is outweighed by the rook b8 and the queen d3 (PAC-5), and reclaimed. */
export function stagesOfReclaim() {
  const turn = {
    ...nf5,
    uci: 'a1b1',
    waves: [],
    reclaimed: ['b1'],
    fen: '1r5k/8/8/8/8/3q4/7K/1r6 b - - 1 1',
  };

  equal(
    shown(stages('1r5k/8/8/8/8/3q4/7K/R7 w - - 0 1', turn)),
    [
      '1r5k/8/8/8/8/3q4/7K/R7',
      '1r5k/8/8/8/8/3q4/7K/1R6',
      '1r5k/8/8/8/8/3q4/7K/1r6',
    ],
    'the stages',
  );
  equal(preview(turn, 'a1', 'b1').b1, { mark: 'reclaim' }, 'the mark of b1');
}

export function previewNumbersWaves() {
  const marks = preview(nf5, 'e3', 'f5');
  equal(
    ['e7', 'f8', 'g8', 'h7'].map((square) => marks[square].wave),
    [1, 2, 3, 4],
    'the waves',
  );
}

export function castlingMovesTwo() {
  const kingside = slides(pieces('4k3/8/8/8/8/8/8/4K2R'), pieces('4k3/8/8/8/8/8/8/5RK1'), 'e1g1');
  equal(
    kingside.sort((a, b) => (a.from < b.from ? -1 : 1)),
    [
      { from: 'e1', to: 'g1' },
      { from: 'h1', to: 'f1' },
    ],
    'what moves',
  );

  /* In Chess960 the king is put on its rook. */
  const onRook = slides(pieces('4k3/8/8/8/8/8/8/5KR1'), pieces('4k3/8/8/8/8/8/8/5RK1'), 'f1g1');
  equal(onRook.length, 2, 'the pieces that move');
}

/* A turn that is shown while another is taken ends, and does not show its board any more. */
export async function anotherTakesItsPlace() {
  const calls = [];
  const cascade = new Cascade({
    show: (map) => calls.push(board(map)),
    mark: () => {},
    slide: () => new Promise((done) => setTimeout(done, 20)),
    turnOver: async () => {},
  });
  cascade.take(before, nf5);
  const playing = cascade.play();
  cascade.take(before, null);
  const count = calls.length;
  equal(await playing, matchMedia('(prefers-reduced-motion: reduce)').matches, 'whether it ended');
  equal(calls.length, count, 'the boards that were shown');
}
