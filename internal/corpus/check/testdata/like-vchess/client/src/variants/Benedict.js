// Stands in for a server's rule class that looks for a lost king where it stood: one that knows of
// none fails, as does the question for moves once the game is over.
import { ChessRules } from '@/base_rules';

export class BenedictRules extends ChessRules {
  constructor(fen) {
    super();
    const [board, turn] = fen.split(' ');
    this.turn = turn;
    this.kingPos = { w: [7, 4], b: board.includes('k') ? [0, 4] : [-1, -1] };
  }
  getAllValidMoves() {
    throw new Error('the game is over');
  }
  getCurrentScore() {
    if (this.kingPos[this.turn][0] < 0) throw new Error('there is no such square');
    return this.turn === 'w' ? '0-1' : '*';
  }
}
