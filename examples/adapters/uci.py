#!/usr/bin/env python3
"""Lets Turncoat check a UCI engine that knows variants, as Fairy-Stockfish does.

    turncoat corpus check --rules chess --cmd 'python3 uci.py --engine fairy-stockfish'

    --engine COMMAND       the engine, split as a shell splits words
    --variant SET=NAME     what the engine calls a rule set (chess=chess is known); may be repeated
    --option NAME=VALUE    a UCI option to set first, such as VariantPath=variants.ini; may be repeated

It asks the engine for "go perft 1", and for the board after each move with "d", which must print
lines such as "e2e4: 1" and "Fen: ...". Where there is no move, a line "Checkers: e1" tells mate
from stalemate.
"""
import argparse
import shlex
import subprocess

import skeleton
from skeleton import Refusal


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.talk("uci", "uciok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def talk(self, line, last):
        """Sends a line and gives what comes back, up to the line that begins with last."""
        self.send(line)
        lines = []
        for text in self.process.stdout:
            lines.append(text.strip())
            if lines[-1].startswith(last):
                return lines
        raise Refusal("unsupported", "the engine has gone")

    def ready(self):
        self.talk("isready", "readyok")

    def position(self, fen, moves):
        self.send("position fen " + fen + (" moves " + " ".join(moves) if moves else ""))

    def moves(self):
        moves = []
        for line in self.talk("go perft 1", "Nodes searched"):
            move, colon, count = line.partition(":")
            if colon and move[:1] in "abcdefgh" and count.strip() == "1":
                moves.append(move)
        return moves

    def board(self):
        """The FEN and whether the side to move is in check."""
        fen, checked = None, False
        for line in self.talk("d", "Checkers"):
            if line.startswith("Fen:"):
                # Some forks write "!" behind a piece, to say more of it than a FEN does here.
                fen = line[len("Fen:"):].strip().replace("!", "")
            if line.startswith("Checkers:"):
                checked = line[len("Checkers:"):].strip() != ""
        return fen, checked


def shuffled(fen):
    """Whether castling rights need the spelling of Chess960."""
    board, _, rights = fen.split()[:3]
    rows = board.split("/")
    for letter in rights.replace("-", ""):
        row = "".join("." * int(c) if c.isdigit() else c for c in rows[7 if letter.isupper() else 0])
        king, rook = ("K", "R") if letter.isupper() else ("k", "r")
        corner = {"k": 7, "q": 0}.get(letter.lower(), "abcdefgh".find(letter.lower()))
        if row[4] != king or corner not in (0, 7) or row[corner] != rook:
            return True
    return False


def main():
    parser = argparse.ArgumentParser(description="a UCI engine under Turncoat's protocol")
    parser.add_argument("--engine", required=True)
    parser.add_argument("--variant", action="append", default=["chess=chess"])
    parser.add_argument("--option", action="append", default=[])
    arguments = parser.parse_args()
    variants = dict(pair.split("=", 1) for pair in arguments.variant)
    engine = Engine(arguments.engine)
    for option in arguments.option:
        key, _, value = option.partition("=")
        engine.send("setoption name %s value %s" % (key, value))

    def turns(rules, fen, moves):
        if not isinstance(rules, str) or rules not in variants:
            raise Refusal("unknown-rules", "known here: " + ", ".join(variants))
        engine.send("setoption name UCI_Variant value " + variants[rules])
        engine.send("setoption name UCI_Chess960 value " + ("true" if shuffled(fen) else "false"))
        engine.ready()
        listed = []
        engine.position(fen, moves)
        for move in engine.moves():
            engine.position(fen, moves + [move])
            listed.append((move, engine.board()[0]))
        if listed:
            return listed, "*"
        engine.position(fen, moves)
        after, checked = engine.board()
        if not checked:
            return listed, "1/2-1/2"
        return listed, "0-1" if after.split()[1] == "w" else "1-0"

    skeleton.turns = turns
    skeleton.main()


if __name__ == "__main__":
    main()
