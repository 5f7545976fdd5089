#!/usr/bin/env node
// The rules of pacifist1 in JavaScript: the skeleton, filled in.
//
//     turncoat corpus check --cmd 'node pacifist1.js' --rules pacifist1 --size smoke
//
// Written from the text of the rules for reading, not for speed. A board is an array of 64 letters
// as in FEN, "" where a square is empty: upper case White, lower case Black; a1 is 0, h8 is 63.
'use strict';
const skeleton = require('./skeleton.js');

const STRAIGHT = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];

const DIAGONAL = [
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
];

const AROUND = [...STRAIGHT, ...DIAGONAL];

const LEAPS = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
];

const LINES = { r: STRAIGHT, b: DIAGONAL, q: AROUND };

const kindOf = (piece) => piece.toLowerCase();
const sideOf = (piece) => (piece === kindOf(piece) ? 'b' : 'w');
const other = (side) => (side === 'w' ? 'b' : 'w');
const dress = (kind, side) => (side === 'w' ? kind.toUpperCase() : kind.toLowerCase());
const file = (s) => s % 8;
const rank = (s) => Math.floor(s / 8);
const name = (s) => 'abcdefgh'[file(s)] + (rank(s) + 1);
const forward = (side) => (side === 'w' ? 1 : -1);
const firstRank = (side) => (side === 'w' ? 0 : 7);

// The square a step away, -1 past the edge.
function stepped(s, [files, ranks]) {
  const f = file(s) + files;
  const r = rank(s) + ranks;
  return f < 0 || f > 7 || r < 0 || r > 7 ? -1 : r * 8 + f;
}

// The pieces that one meets from a square along a line, nearest first.
function met(board, s, line) {
  const found = [];

  for (let at = stepped(s, line); at >= 0; at = stepped(at, line)) {
    if (board[at]) found.push(board[at]);
  }

  return found;
}

const slides = (piece, line) => (LINES[kindOf(piece)] || []).includes(line);

// How many pieces of a side bear on a square (PAC-4); of these, with orthodox set, only those that
// attack it as in orthodox chess (PAC-14).
function bearing(board, s, side, orthodox = false) {
  let count = 0;

  const stands = (step, kind) => {
    const at = stepped(s, step);
    if (at >= 0 && board[at] === dress(kind, side)) count++;
  };

  for (const leap of LEAPS) stands(leap, 'n');

  for (const step of AROUND) stands(step, 'k');

  for (const files of [-1, 1]) stands([files, -forward(side)], 'p');

  for (const line of AROUND) {
    for (const piece of met(board, s, line)) {
      if (sideOf(piece) !== side || !slides(piece, line)) break;
      count++;
      if (orthodox) break;
    }
  }

  return count;
}

// PAC-5: whether a piece of a side is over-persuaded on a square.
function overPersuaded(board, s, side) {
  const persuasion = bearing(board, s, other(side));
  const support = bearing(board, s, side);
  return persuasion > support;
}

const squaresOf = (board, piece) => [...board.keys()].filter((s) => board[s] === piece);

// PAC-6: all rounds of the mover's conversions.
function convert(board, mover) {
  const enemy = other(mover);

  for (;;) {
    const round = [...board.keys()].filter(
      (s) => board[s] && sideOf(board[s]) === enemy && overPersuaded(board, s, enemy),
    );

    if (round.length === 0) return;

    for (const s of round) board[s] = dress(board[s], mover);
  }
}

class Position {
  constructor(fen) {
    const [placement, side, rights] = fen.split(' ');

    const rows = placement
      .split('/')
      .map((row) => row.replace(/[1-8]/g, (empty) => '.'.repeat(empty)));

    if (rows.length !== 8 || !rows.every((row) => /^[pnbrqkPNBRQK.]{8}$/.test(row))) {
      throw new skeleton.Refusal('invalid-fen', placement);
    }

    this.board = [...rows.reverse().join('')].map((c) => (c === '.' ? '' : c));
    this.side = side;
    // PAC-15: a right is whose it is, and the squares of its king and its rook.
    this.rights = [...rights].filter((c) => c !== '-').map((c) => this.right(c));
  }

  right(letter) {
    const side = sideOf(letter);
    const home = [...Array(8).keys()].map((f) => firstRank(side) * 8 + f);
    const all = home.filter((s) => kindOf(this.board[s]) === 'k');
    const own = all.filter((s) => sideOf(this.board[s]) === side);
    const kings = own.length > 0 ? own : all;
    const rooks = home.filter((s) => kindOf(this.board[s]) === 'r');

    const king = (rook) => {
      const e = kings.find((s) => file(s) === 4);
      return e !== undefined
        ? e
        : kings.reduce((a, b) => (Math.abs(b - rook) < Math.abs(a - rook) ? b : a));
    };

    let rook;
    if (kindOf(letter) === 'k') rook = rooks.filter((s) => s > king(s)).pop();
    else if (kindOf(letter) === 'q') rook = rooks.find((s) => s < king(s));
    else rook = home['abcdefgh'.indexOf(kindOf(letter))];
    return { side, king: king(rook), rook };
  }

  // Whether a FEN of the position gives a right to its own king: where two stand on that rank, it
  // may not (PAC-15).
  names(r) {
    const read = this.right(dress('abcdefgh'[file(r.rook)], r.side));
    return read.king === r.king;
  }

  fen() {
    const rows = [];

    for (let r = 7; r >= 0; r--) {
      const row = this.board
        .slice(r * 8, r * 8 + 8)
        .map((c) => c || '.')
        .join('');

      rows.push(row.replace(/\.+/g, (gap) => gap.length));
    }

    return rows.join('/') + ' ' + this.side;
  }

  // The position after a movement, conversions not yet made.
  moved(from, to, promotion = '') {
    const after = Object.create(Position.prototype);
    const piece = this.board[from];
    after.board = [...this.board];
    after.board[from] = '';
    after.board[to] = promotion ? dress(promotion, this.side) : piece;
    after.side = this.side;
    after.rights = this.rights.filter(
      (r) => from !== r.king && from !== r.rook && !(kindOf(piece) === 'k' && r.side === this.side),
    );

    return { uci: name(from) + name(to) + promotion, after };
  }

  // All movements (PAC-1, PAC-2, PAC-3, PAC-13).
  *movements() {
    for (let s = 0; s < 64; s++) {
      const piece = this.board[s];
      if (!piece || sideOf(piece) !== this.side) continue;
      const kind = kindOf(piece);
      if (kind === 'p') yield* this.pawn(s);
      else if (kind === 'n' || kind === 'k') {
        for (const step of kind === 'n' ? LEAPS : AROUND) {
          const to = stepped(s, step);
          if (to >= 0 && !this.board[to]) yield this.moved(s, to);
        }
      } else {
        for (const line of LINES[kind]) {
          for (let to = stepped(s, line); to >= 0 && !this.board[to]; to = stepped(to, line)) {
            yield this.moved(s, to);
          }
        }
      }
    }

    for (const right of this.rights) if (right.side === this.side) yield* this.castling(right);
  }

  *pawn(s) {
    const ahead = [0, forward(this.side)];
    const to = stepped(s, ahead);
    if (this.board[to]) return;
    if (rank(to) === firstRank(other(this.side))) {
      for (const kind of ['q', 'r', 'b', 'n']) yield this.moved(s, to, kind);
      return;
    }

    yield this.moved(s, to);
    if (rank(s) !== firstRank(this.side) + forward(this.side)) return;
    const far = stepped(to, ahead);
    if (this.board[far] || overPersuaded(this.board, to, this.side)) return; // PAC-3
    yield this.moved(s, far);
  }

  *castling({ king, rook }) {
    const { board, side } = this;
    if (board[king] !== dress('k', side) || board[rook] !== dress('r', side)) return;
    const home = firstRank(side) * 8;
    const [kingEnd, rookEnd] = rook > king ? [home + 6, home + 5] : [home + 2, home + 3];

    for (
      let s = Math.min(king, rook, kingEnd, rookEnd);
      s <= Math.max(king, rook, kingEnd, rookEnd);
      s++
    ) {
      if (board[s] && s !== king && s !== rook) return;
    }

    for (let s = Math.min(king, kingEnd); s <= Math.max(king, kingEnd); s++) {
      if (s === kingEnd && s !== king) continue; // PAC-14 does not test the end
      if (bearing(board, s, other(side), true) > 0) return;
    }

    const after = Object.create(Position.prototype);
    after.board = [...board];
    after.board[king] = after.board[rook] = '';
    after.board[kingEnd] = dress('k', side);
    after.board[rookEnd] = dress('r', side);
    after.side = side;
    after.rights = this.rights.filter((r) => r.side !== side && r.king !== king && r.rook !== rook);
    const plain = file(king) === 4 && (file(rook) === 0 || file(rook) === 7);
    yield { uci: name(king) + name(plain ? kingEnd : rook), after };
  }

  // All legal turns (PAC-10).
  turns() {
    const list = [];
    const own = dress('k', this.side);

    for (const { uci, after } of this.movements()) {
      convert(after.board, this.side);
      const kings = squaresOf(after.board, own);
      if (!kings.some((s) => !overPersuaded(after.board, s, this.side))) continue;
      after.rights = after.rights.filter((r) => after.names(r));
      after.side = other(this.side);
      list.push({ uci, after });
    }

    return list;
  }

  // PAC-12
  outcome() {
    if (this.turns().length > 0) return '*';
    if (squaresOf(this.board, dress('k', this.side)).length > 0) return '1/2-1/2';
    return this.side === 'w' ? '0-1' : '1-0';
  }
}

function turns(rules, fen, moves) {
  if (rules !== 'pacifist1') {
    throw new skeleton.Refusal('unknown-rules', 'only pacifist1 is known here');
  }

  let position = new Position(fen);

  for (const move of moves) {
    const turn = position.turns().find((t) => t.uci === move);
    if (!turn) throw new skeleton.Refusal('illegal-move', move);
    position = turn.after;
  }

  return {
    turns: position.turns().map((t) => ({ uci: t.uci, fen: t.after.fen() })),
    outcome: position.outcome(),
  };
}

module.exports = { turns };
if (require.main === module) skeleton.main(turns);
