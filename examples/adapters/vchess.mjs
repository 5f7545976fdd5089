#!/usr/bin/env node
// Lets Turncoat check the rule classes of vchess.club. They are not part of this example: check
// them out from that site's repository and say where (the directory that holds client/src).
//
//     turncoat corpus check --rules pacifist1 --rules pacifist2 --rules benedict \
//       --cmd 'node examples/adapters/vchess.mjs --path ../vchess'
//
// The site's computer plays, too:
//
//     turncoat match --rules pacifist1 --openings random:6 --games 200 \
//       --player 'name=vchess cmd="node examples/adapters/vchess.mjs --path ../vchess"' \
//       --player 'name=turncoat cmd="turncoat answer" st=0.02'
//
// Where the server differs from the rules on purpose or by oversight (rules text, PAC-15, BEN-5),
// cases fail; put their ids into a file and give it with --expected. Needs Node.js 20.6 or newer.
import { checkout, Refusal, serve, takeFrom } from './site.mjs';

const source = checkout('vchess.mjs', '/client/src/variants has the rule classes') + '/client/src/';
takeFrom(source, '@/'); // the classes import "@/base_rules" and the like

const variants = { pacifist1: 'Pacifist1', pacifist2: 'Pacifist2', benedict: 'Benedict' };
const classes = {};

async function rulesClass(rules) {
  const variant = typeof rules === 'string' ? variants[rules] : undefined;
  if (!variant) {
    throw new Refusal('unknown-rules', 'known here: ' + Object.keys(variants).join(', '));
  }

  if (!classes[variant]) {
    const module = await import(source + 'variants/' + variant + '.js');
    classes[variant] = module[variant + 'Rules'];
  }

  globalThis.V = classes[variant]; // the classes find their own static members by this name
  return classes[variant];
}

// serverFEN gives a FEN of six fields as the site writes it: the files of the rooks that may
// castle, a letter past h where the right is lost.
function serverFEN(fen) {
  const [board, turn, castling = '-', , , number = '1'] = fen.trim().split(/\s+/);
  const rows = board.split('/').map((row) => row.replace(/\d/g, (n) => '.'.repeat(+n)));

  // The right's king: one of its own colour if there is, on the e-file, or else the nearest.
  const king = (white, file) => {
    const row = [...rows[white ? 7 : 0]];
    const files = (wanted) => [0, 1, 2, 3, 4, 5, 6, 7].filter((f) => wanted.includes(row[f]));
    const own = files(white ? 'K' : 'k');
    const kings = own.length > 0 ? own : files('Kk');
    return kings.includes(4) ? 4 : kings.sort((a, b) => Math.abs(a - file) - Math.abs(b - file))[0];
  };

  // K and Q mean the outermost rook on that side of its king.
  const rook = (letter) => {
    const white = letter < 'a';
    const row = rows[white ? 7 : 0].toLowerCase();
    const files = [0, 1, 2, 3, 4, 5, 6, 7].filter((f) => row[f] === 'r');
    if (letter.toLowerCase() === 'k') return files.findLast((f) => king(white, f) < f);
    if (letter.toLowerCase() === 'q') return files.find((f) => king(white, f) > f);
    return letter.toLowerCase().charCodeAt(0) - 97;
  };

  const flags = ['i', 'i', 'i', 'i'];

  for (const letter of castling === '-' ? '' : castling) {
    const white = letter < 'a';
    const file = rook(letter);
    flags[(white ? 0 : 2) + (file > king(white, file) ? 1 : 0)] = 'abcdefgh'[file];
  }

  return `${board} ${turn} ${2 * (number - 1) + (turn === 'b' ? 1 : 0)} ${flags.join('')}`;
}

const square = ({ x, y }) => 'abcdefgh'[y] + (8 - x);

// uci gives a move as engines write it; castling as king takes rook, or whatever the site takes for
// one.
function uci(move) {
  const [piece, second] = move.vanish;
  const from = square(piece);
  const moved = move.appear[0];
  const castles = piece.p === 'k' && second && second.c === piece.c;
  if (castles) return from + square(second);
  return from + square(moved) + (piece.p === 'p' && moved.p !== 'p' ? moved.p : '');
}

// outcome gives the result of a game. The class of Benedict Chess looks for a lost king where it
// stood, and finds none if the game begins without it.
function outcome(game) {
  const [row] = game.kingPos?.[game.turn] ?? [0];
  if (row < 0) return game.turn === 'w' ? '0-1' : '1-0';

  const score = game.getCurrentScore();
  return score === '1/2' ? '1/2-1/2' : score;
}

async function answer(question) {
  if (question.ask !== 'turns' && question.ask !== 'best') {
    throw new Refusal('unsupported', 'ask turns or best');
  }

  const Rules = await rulesClass(question.rules);
  const game = new Rules(serverFEN(question.fen));

  // The king's move and king takes rook are the same castling.
  const same = (wanted, move) => {
    const own = uci(move);
    if (own === wanted) return true;
    const end = move.vanish[0].p === 'k' ? square(move.vanish[0]) + square(move.appear[0]) : '';
    return own.startsWith('e') && end !== own && end === wanted;
  };

  for (const wanted of question.moves || []) {
    const move = game.getAllValidMoves().find((m) => same(wanted, m));
    if (!move) throw new Refusal('illegal-move', wanted);
    game.play(move);
  }

  if (question.ask === 'best') {
    // Looks as far ahead as the site does, whatever time there is.
    const move = game.getComputerMove();
    if (!move) throw new Refusal('illegal-move', 'the game is over');
    return { uci: uci(move) };
  }

  const result = outcome(game);
  const moves = result === '*' ? game.getAllValidMoves() : []; // Benedict lists some after the end

  const turns = moves.map((move) => {
    game.play(move);
    const turn = { uci: uci(move), fen: game.getFen(), outcome: outcome(game) };
    game.undo(move);
    return turn;
  });

  return { turns, outcome: result };
}

await serve(answer);
