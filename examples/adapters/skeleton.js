#!/usr/bin/env node
// Skeleton of a program that Turncoat can check. Fill in `turns`; the rest is the protocol.
//
//     turncoat corpus check --cmd 'node skeleton.js' --rules pacifist1 --size smoke
//
// Each line on standard input is a question in JSON, each line on standard output its answer.
// Nothing else may be printed there: print messages with console.error.
'use strict';
const readline = require('node:readline');

// What cannot be answered, with its code:
// unknown-rules, invalid-fen, illegal-move, unsupported, limit, ...
class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// All legal turns of a position, and its outcome.
//
// rules   the name of the rule set, such as "pacifist1"
// fen     six fields: board, side to move, castling rights, en passant, clock, number
// moves   UCI moves to play first, such as ["e2e4", "e7e8q"]
//
// Returns {turns: [{uci, fen}, ...], outcome}: the outcome is "*" while the game goes on, otherwise
// "1-0", "0-1" or "1/2-1/2". Of each fen only the board and the side to move matter:
// "rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b". Castling is the king's move (e1g1), or
// king takes rook (b1a1) when the king is not on the e-file or the rook not in the corner.
function turns(rules, fen, moves) {
  throw new Refusal('unsupported', 'turns is still to be written');
}

function answer(question, turns) {
  if (question.ask !== 'turns') throw new Refusal('unsupported', 'only turns can be asked');
  return turns(question.rules, question.fen, question.moves || []);
}

function main(fill = turns) {
  readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', (line) => {
    const reply = { id: null };

    try {
      const question = JSON.parse(line);
      reply.id = question.id ?? null;
      Object.assign(reply, answer(question, fill));
    } catch (error) {
      reply.error = {
        code: error instanceof Refusal ? error.code : 'malformed',
        message: error.message,
      };
    }

    process.stdout.write(JSON.stringify(reply) + '\n');
  });
}

module.exports = { Refusal, main };
if (require.main === module) main();
