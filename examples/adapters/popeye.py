#!/usr/bin/env python3
"""Lets Turncoat check Popeye, the solver of chess problems.

    turncoat corpus check --rules andernach --cmd 'python3 popeye.py --engine py'

    --engine COMMAND    Popeye, split as a shell splits words (py)

Popeye lists the legal turns of a position as the solutions of "any move in 1" (~1), with what turns
its coat: "1.Sc3*d5=b". Of a position it knows no game, so questions that play moves first are left
out, and so are castling rights away from the e-file and the corners. It does not print what turns
its coat in Traitor Chess, which is therefore missing.
"""
import argparse
import os
import re
import shlex
import subprocess
import tempfile

import skeleton
from skeleton import Refusal

CONDITIONS = {
    "chess": "",
    "andernach": "Andernach",
    "anti-andernach": "AntiAndernach",
    "tibet": "Tibet",
    "double-tibet": "DoubleTibet",
    "magic-squares": "MagicSquares d4e4d5e5",
    "masand": "Masand",
    "masand-generalised": "MasandGeneralised",
}

MOVE = re.compile(r"""
    1\.+(?P<castling>0-0(?:-0)?)? [A-Z]?
    (?:(?P<start>[a-h][1-8])[-*](?P<end>[a-h][1-8]))?
    (?P<passant>\ ?ep\.)?
    (?:=(?P<kind>[QRBS]))?
    (?:=(?P<colour>[wb]))?
    (?P<others>(?:\[[a-h][1-8]=[wb]\])*)
""", re.VERBOSE)


def squares(board):
    """The pieces of the first field of a FEN, by their squares."""
    pieces = {}
    for rank, row in zip("87654321", board.split("/")):
        row = re.sub("[1-8]", lambda count: "." * int(count[0]), row)
        pieces.update((file + rank, piece) for file, piece in zip("abcdefgh", row) if piece != ".")
    return pieces


def written(pieces):
    """The first field of a FEN."""
    rows = ["".join(pieces.get(file + rank, ".") for file in "abcdefgh") for rank in "87654321"]
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))


def coloured(piece, colour):
    return piece.upper() if colour == "w" else piece.lower()


def problem(condition, fen, side):
    """What Popeye reads: every move of a side in a position."""
    board, _, rights, passant = fen.split()[:4]
    lines = ["BeginProblem", "Option NoBoard Variation", "Stipulation ~1"]
    if condition:
        lines.append("Condition " + condition)
    if side == "b":
        lines.append("Option HalfDuplex")
    if passant != "-":
        file, ahead = passant[0], 1 if passant[1] == "3" else -1
        ranks = [int(passant[1]) + step for step in (-ahead, 0, ahead)]
        lines.append("Option EnPassant " + "".join(file + str(rank) for rank in ranks))
    lost = [rook for right, rook in zip("QKqk", ("a1", "h1", "a8", "h8")) if right not in rights]
    if lost:
        lines.append("Option NoCastling " + "".join(lost))
    lines.append("Forsyth " + board.translate(str.maketrans("nN", "sS")))
    return "\n".join(lines + ["EndProblem", ""])


def ask(engine, text):
    """The lines that Popeye prints."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "question.inp")
        with open(path, "w") as file:
            file.write(text)
        done = subprocess.run(shlex.split(engine) + [path], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if "solution finished" not in done.stdout or "problem ignored" in done.stdout:
        raise Refusal("unsupported", "Popeye does not read this position")
    return [line.strip() for line in done.stdout.splitlines()]


def turn(line, fen):
    """A turn as UCI writes it, and the position after it."""
    move = MOVE.match(line)
    board, side = fen.split()[:2]
    pieces = squares(board)
    start, end = move["start"], move["end"]
    uci = start and start + end + (move["kind"] or "").lower().replace("s", "n")
    if move["castling"]:
        rank, short = "1" if side == "w" else "8", move["castling"] == "0-0"
        start, end = "e" + rank, ("g" if short else "c") + rank
        uci = start + end
        pieces[("f" if short else "d") + rank] = pieces.pop(("h" if short else "a") + rank)

    if move["passant"]:
        del pieces[end[0] + start[1]]
    pieces[end] = pieces.pop(start)
    if move["kind"]:
        pieces[end] = coloured(move["kind"].replace("S", "N"), side)
    if move["colour"]:
        pieces[end] = coloured(pieces[end], move["colour"])
    for square, colour in re.findall(r"\[(..)=(.)\]", move["others"]):
        pieces[square] = coloured(pieces[square], colour)
    return uci, written(pieces) + (" b" if side == "w" else " w")


def main():
    parser = argparse.ArgumentParser(description="Popeye under Turncoat's protocol")
    parser.add_argument("--engine", default="py")
    arguments = parser.parse_args()

    def turns(rules, fen, moves):
        if rules not in CONDITIONS:
            raise Refusal("unknown-rules", "known here: " + ", ".join(CONDITIONS))
        board, side, rights = fen.split()[:3]
        home = squares(board)
        usual = {"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}
        for right in rights.replace("-", ""):
            king, rook = ("K", "R") if right.isupper() else ("k", "r")
            rank = "1" if right.isupper() else "8"
            if home.get(usual.get(right)) != rook or home.get("e" + rank) != king:
                raise Refusal("unsupported", "castling as in Chess960")
        if moves:
            raise Refusal("unsupported", "moves before the position")

        lines = ask(arguments.engine, problem(CONDITIONS[rules], fen, side))
        listed = [turn(line, fen) for line in lines if line.startswith("1.")]
        if listed:
            return listed, "*"
        # Were it the enemy's turn, Popeye would say of a mate that the king can be captured.
        enemy = "b" if side == "w" else "w"
        passed = " ".join((board, enemy, rights, "-"))
        lines = ask(arguments.engine, problem(CONDITIONS[rules], passed, enemy))
        if "the side to play can capture the king" not in lines:
            return listed, "1/2-1/2"
        return listed, "0-1" if side == "w" else "1-0"

    skeleton.turns = turns
    skeleton.main()


if __name__ == "__main__":
    main()
