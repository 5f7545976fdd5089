// Stands in for a server's rule class: three fixed moves, and FENs that tell what it was given.
import { ChessRules } from '@/base_rules';

const piece = (c, p, x, y) => ({ c, p, x, y });
const move = (vanish, appear) => ({ vanish, appear, start: vanish[0], end: appear[0] });

export class Pacifist1Rules extends ChessRules {
  constructor(fen) {
    super();
    this.given = fen;
    this.played = [];
  }
  getAllValidMoves() {
    if (V.size.x !== 8) throw new Error('the class is not known as V');
    return [
      move(
        [piece('w', 'k', 7, 4), piece('w', 'r', 7, 7), piece('b', 'r', 0, 0)],
        [piece('w', 'k', 7, 6), piece('w', 'r', 7, 5), piece('w', 'r', 0, 0)],
      ),
      move(
        [piece('w', 'p', 1, 0), piece('b', 'r', 0, 1)],
        [piece('w', 'n', 0, 0), piece('w', 'r', 0, 1)],
      ),
      move([piece('w', 'k', 7, 4)], [piece('w', 'k', 6, 4)]),
    ];
  }
  play(m) {
    this.played.push(m);
  }
  undo() {
    this.played.pop();
  }
  getFen() {
    return this.given + ' after ' + this.played.length;
  }
  getCurrentScore() {
    return this.played.length > 1 ? '1/2' : '*';
  }
}
