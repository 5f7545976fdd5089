#!/usr/bin/env python3
"""Skeleton of a program that Turncoat can check. Fill in `turns`; the rest is the protocol.

    turncoat corpus check --cmd 'python3 skeleton.py' --rules pacifist1 --size smoke

Each line on standard input is a question in JSON, each line on standard output its answer.
Nothing else may be printed there: print messages with file=sys.stderr.
"""
import json
import sys


class Refusal(Exception):
    """What cannot be answered, with its code:
    unknown-rules, invalid-fen, illegal-move, unsupported, limit, ..."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code, self.message = code, message


def turns(rules, fen, moves):
    """All legal turns of a position, and its outcome.

    rules   the name of the rule set, such as "pacifist1"
    fen     six fields: board, side to move, castling rights, en passant, clock, number
    moves   UCI moves to play first, such as ["e2e4", "e7e8q"]

    Returns a list of (uci, fen) and the outcome of the position: "*" while the game goes on,
    otherwise "1-0", "0-1" or "1/2-1/2". Of each fen only the board and the side to move matter:
    "rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b". Castling is the king's move (e1g1), or
    king takes rook (b1a1) when the king is not on the e-file or the rook not in the corner.
    """
    raise Refusal("unsupported", "turns is still to be written")


def answer(question):
    if question.get("ask") != "turns":
        raise Refusal("unsupported", "only turns can be asked")
    listed, outcome = turns(question["rules"], question["fen"], question.get("moves", []))
    return {"turns": [{"uci": uci, "fen": fen} for uci, fen in listed], "outcome": outcome}


def main():
    for line in sys.stdin:
        reply = {"id": None}
        try:
            question = json.loads(line)
            reply["id"] = question.get("id")
            reply.update(answer(question))
        except Refusal as refusal:
            reply["error"] = {"code": refusal.code, "message": refusal.message}
        except (ValueError, KeyError, AttributeError) as error:
            reply["error"] = {"code": "malformed", "message": str(error)}
        print(json.dumps(reply), flush=True)  # flush: an answer in the buffer is no answer


if __name__ == "__main__":
    main()
