#!/usr/bin/env python3
"""Compares turncoat_check.py with the program in random positions with two kings and castling rights near each other.

    python3 clients/checker/compare.py TURNCOAT [COUNT [SEED]]

Every turn is compared whole, and which texts are no position. Exit status: 0 if all is alike.
"""
import collections
import json
import os
import random
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import turncoat_check as checker  # noqa: E402

MOST = 400  # turns of a position that is compared


def random_fen(draw):
    """A FEN with kings and rooks on a first rank, some pieces, and rights that need not be there."""
    board, rank = [0] * 64, draw.choice([0, 56])
    kings = draw.sample(range(8), 2) if draw.random() < 0.6 else [draw.randrange(8), draw.randrange(64)]
    placed = [(rank + kings[0], checker.KING), (kings[1] + rank * (kings[1] < 8), checker.KING)]
    placed += [(rank + draw.randrange(8), checker.ROOK) for _ in range(draw.randrange(1, 4))]
    placed += [(draw.randrange(64), draw.choice((checker.KNIGHT, checker.BISHOP, checker.ROOK, checker.QUEEN)))
               for _ in range(draw.randrange(7))]
    placed += [(draw.randrange(8, 56), checker.PAWN) for _ in range(draw.randrange(4))]
    for square, kind in placed:
        if not board[square]:
            board[square] = kind * draw.choice([1, -1])
    files = "".join("ABCDEFGH"[s - rank] for s in range(rank, rank + 8) if abs(board[s]) == checker.ROOK)
    letters = files + "KQ" if draw.random() < 0.9 else "KQABCDEFGH"
    if (rank > 0) != (draw.random() < 0.05):
        letters = letters.lower()
    rights = "".join(sorted(set(draw.choices(letters, k=draw.choice([1, 1, 1, 2])))))
    return " ".join([checker.board_text(board), draw.choice("wb"), rights, "-", draw.choice(["0", "7", "99"]), "20"])


def question(program, rules, fen):
    """The answer of the program to a question about a position."""
    program.stdin.write(json.dumps({"id": 1, "ask": "turns", "rules": rules, "fen": fen}) + "\n")
    program.stdin.flush()
    return json.loads(program.stdout.readline())


def differs(rules, fen, answer):
    """How the checker and the program differ about a position; empty if they do not."""
    try:
        pos = checker.Rules(rules).read(fen)
    except ValueError as e:
        return "" if answer.get("error", {}).get("code") == "invalid-fen" else "the checker refuses it: %s" % e
    if "error" in answer:
        return "the program refuses it: %s" % answer["error"]
    fen = checker.Rules(rules).fen(pos)
    case = {"rules": rules, "fen": fen, "moves": [], "turns": answer["turns"], "outcome": answer["outcome"]}
    case["id"] = checker.case_id(rules, fen, [])
    try:
        checker.check_case(case)
    except checker.Wrong as e:
        return str(e)
    return ""


def main(turncoat, count="1000", seed="1"):
    draw, counts = random.Random(int(seed)), collections.Counter()
    with subprocess.Popen([turncoat, "answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        while counts["valid"] < int(count):
            rules, fen = draw.choice(checker.SETS), random_fen(draw)
            answer = question(program, rules, fen)
            if len(answer.get("turns", ())) > MOST:
                continue
            counts["valid" if "turns" in answer else "invalid"] += 1
            found = differs(rules, fen, answer)
            if found:
                counts["different"] += 1
                print("%s, %s: %s" % (rules, fen, found))
        program.stdin.close()
    print("%d positions, %d texts that are none, %d different" % (
        counts["valid"], counts["invalid"], counts["different"]), file=sys.stderr)
    return min(1, counts["different"])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
