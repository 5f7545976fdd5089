#!/usr/bin/env node
// Lets Turncoat check the rules of xogo, the successor of vchess.club. They are not part of this
// example: check them out from its repository and say where.
//
//     turncoat corpus check --rules benedict-king \
//       --cmd 'node examples/adapters/xogo.mjs --path ../xogo'
//
// Castling as in Chess960 is left out. Needs Node.js 20.6 or newer.
import { checkout, Refusal, serve, takeFrom } from './site.mjs';

const source = checkout('xogo.mjs', ' has variants/Benedict/class.js');
takeFrom(source + '/', '/'); // the classes import "/js/base_rules.js" and the like

// The classes find their static members by these names.
globalThis.C = (await import(source + '/js/base_rules.js')).default;
globalThis.V = (await import(source + '/variants/Benedict/class.js')).default;

class Game extends V {
  graphicalInit() {} // there is no page to draw on
}

// siteFEN gives a FEN of six fields as the site writes it: of each side, the files of the rooks
// that may castle, and 8 where the right is lost.
function siteFEN(fen) {
  const [board, turn, castling = '-', , , number = '1'] = fen.trim().split(/\s+/);
  const rows = board.split('/').map((row) => row.replace(/\d/g, (n) => '.'.repeat(+n)));
  const files = { Q: 8, K: 8, q: 8, k: 8 };

  for (const letter of castling.replace('-', '')) {
    const row = rows[letter < 'a' ? 7 : 0].toLowerCase();
    const file = letter.toLowerCase() === 'k' ? 7 : 0;
    if (!(letter in files) || row[4] !== 'k' || row[file] !== 'r') {
      throw new Refusal('unsupported', 'castling as in Chess960');
    }

    files[letter] = file;
  }

  const flags = files.Q + '' + files.K + files.q + files.k;
  const plies = 2 * (number - 1) + (turn === 'b' ? 1 : 0);
  return `${board} ${turn} ${plies} ${JSON.stringify({ flags })}`;
}

const square = ({ x, y }) => 'abcdefgh'[y] + (8 - x);

// uci gives a move as engines write it; the king of a castling has gone first.
function uci(move) {
  const [piece] = move.vanish;
  const [moved] = move.appear;
  return square(piece) + square(moved) + (piece.p === 'p' && moved.p !== 'p' ? moved.p : '');
}

function legal(game) {
  const moves = [];

  for (let x = 0; x < 8; x++) {
    for (let y = 0; y < 8; y++) {
      const own = game.board[x][y] !== '' && game.getColor(x, y) === game.turn;
      if (own) moves.push(...game.getPotentialMovesFrom([x, y], game.turn));
    }
  }

  return game.filterValid(moves);
}

function answer(question) {
  if (question.ask !== 'turns') throw new Refusal('unsupported', 'only turns can be asked');
  if (question.rules !== 'benedict-king') {
    throw new Refusal('unknown-rules', 'known here: benedict-king');
  }

  const begin = (fen) => new Game({ fen, options: {}, color: 'w' });
  const game = begin(siteFEN(question.fen));

  for (const wanted of question.moves || []) {
    const move = legal(game).find((m) => uci(m) === wanted);
    if (!move) throw new Refusal('illegal-move', wanted);
    game.play(move);
  }

  const score = game.getCurrentScore([{}]);
  const outcome = score === '1/2' ? '1/2-1/2' : score;
  const before = game.getFen();

  const turns = (outcome === '*' ? legal(game) : []).map((move) => {
    const after = begin(before);
    after.play(move);
    return { uci: uci(move), fen: after.getPosition() + ' ' + after.turn };
  });

  return { turns, outcome };
}

await serve(answer);
