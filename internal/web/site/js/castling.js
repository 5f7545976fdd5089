// Castling by putting the king on the rook that it castles with.
// @ts-check
import { turnOf } from './fen.js';

/**
 * The castling that puts a king on its rook, if it can be played.
 * @param {import('./app.js').App} app
 * @param {string} from
 * @param {string} to
 */
export function castling(app, from, to) {
  const rook = turnOf(app.fen) === 'white' ? 'R' : 'r';
  if (from[1] !== to[1] || app.board.pieces.get(to) !== rook) return undefined;

  const short = from < to;
  return app.turns.find(
    ({ uci, san }) => uci.startsWith(from) && (short ? /^O-O(?!-)/ : /^O-O-O/).test(san),
  );
}
