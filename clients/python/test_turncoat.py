"""Tests turncoat.py with the smoke corpora: TURNCOAT=PROGRAM python3 -m unittest discover clients/python"""
import glob
import json
import os
import pathlib
import tempfile
import unittest

import turncoat

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


class Corpora(unittest.TestCase):
    def test_every_answer(self):
        files = glob.glob(os.path.join(ROOT, "corpus", "golden", "*-smoke.jsonl"))
        self.assertTrue(files)
        for path in files:
            with open(path, encoding="utf-8") as lines:
                for case in map(json.loads, lines):
                    position = turncoat.Position.from_fen(case["fen"], case["rules"])
                    for move in case["moves"]:
                        position = position.play(move)
                    self.assertEqual((position.legal_turns(), position.outcome()), (case["turns"], case["outcome"]),
                                     case["id"])


class Questions(unittest.TestCase):
    # RULES.md, section 10
    before = "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR"

    def test_play(self):
        after = turncoat.Position.from_fen(self.before, "pacifist1").play("Nf5")
        self.assertEqual(after.fen.split()[0], "rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR")
        self.assertEqual(after.play(after.legal_turns()[0]["uci"]).moves[0], "Nf5")

    def test_explain(self):
        found = turncoat.Position.from_fen(self.before, "pacifist1").explain("Nf5")
        self.assertEqual([[s["square"] for s in wave["squares"]] for wave in found["waves"]],
                         [["e7", "g7"], ["f8"], ["d8", "g8"], ["f7", "h7"]])

    def test_solve(self):
        found = turncoat.Position.from_fen("1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN", "pacifist1")
        found = found.solve(1)
        self.assertEqual((found["status"], [key["uci"] for key in found["keys"]]), ("won", ["g1b6"]))

    def test_stipulation(self):
        # Popeye gives the same solution.
        found = turncoat.Position.from_fen("q3k2r/8/5p2/5N2/5K2/8/8/8 w k -", "chess").solve("h#3.5")
        self.assertEqual(found["lines"], [["Kg4", "O-O", "Kh5", "Qh1+", "Kg6", "Qh8", "Ne7#"]])

    def test_perft(self):
        self.assertEqual(turncoat.Position.from_fen("start", "chess").perft(3), 8902)

    def test_rules_of_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "mine.yaml")
            path.write_text("name: mine\nbase: pacifist1\nlines: blocked\n", encoding="utf-8")
            for rules in (path, path.read_text(encoding="utf-8"),
                          {"base": "pacifist1", "lines": "blocked", "king-bears": False}):
                self.assertEqual(turncoat.Position.from_fen("start", rules).perft(1), 20)

    def test_errors(self):
        for code, call in (("invalid-fen", lambda: turncoat.Position.from_fen("8/8 w", "chess")),
                           ("unknown-rules", lambda: turncoat.Position.from_fen("start", "draughts")),
                           ("illegal-move", lambda: turncoat.Position.from_fen("start", "chess").play("Ke2")),
                           ("no-record", lambda: turncoat.validate("garbage")),
                           ("no-record", lambda: turncoat.validate(""))):
            with self.assertRaises(turncoat.Error) as caught:
                call()
            self.assertEqual(caught.exception.code, code)

    def test_time_limit(self):
        with turncoat.Engine(timeout=0.5) as engine:
            with self.assertRaises(turncoat.Error) as caught:
                turncoat.Position.from_fen("start", "chess", engine).perft(9)
            self.assertEqual(caught.exception.code, "limit")
            self.assertEqual(turncoat.Position.from_fen("start", "chess", engine).perft(1), 20)

    def test_progress(self):
        said = []
        position = turncoat.Position.from_fen("start", "chess")
        found = position.solve(8, nodes=5_000_000, progress=said.append)
        self.assertEqual(found["status"], "unknown")
        self.assertTrue(all("depth" in report for report in said) and said)

    def test_equality(self):
        start = turncoat.Position.from_fen("start", "chess")
        self.assertEqual(start, turncoat.Position.from_fen(turncoat.START, "chess"))
        self.assertEqual(len({start, turncoat.Position.from_fen("startpos", "chess")}), 1)
        self.assertNotEqual(start, turncoat.Position.from_fen("start", "pacifist1"))
        self.assertNotEqual(start, start.play("e4"))
        self.assertIn("rnbqkbnr", repr(start))
        self.assertEqual(turncoat.Position.from_fen("4k3/8/8/8/8/8/8/4K3 w", "chess").fen,
                         "4k3/8/8/8/8/8/8/4K3 w - - 0 1")

    def test_no_program(self):
        with self.assertRaises(turncoat.Error) as caught:
            turncoat.Position.from_fen("start", "chess", turncoat.Engine(os.path.join(ROOT, "no-such-program")))
        self.assertEqual(caught.exception.code, "no-program")
        self.assertIn("TURNCOAT", str(caught.exception))

    def test_validate(self):
        with open(os.path.join(ROOT, "examples", "grand-prix-1993.pgn"), encoding="utf-8") as f:
            records = turncoat.validate(f.read())
        self.assertEqual([(r["ok"], r["result"]) for r in records], [(True, "0-1"), (True, "1-0"), (True, "0-1")])
        self.assertFalse(turncoat.validate('[Variant "chess"]\n\n1. e4 e5 2. Ke3 *\n')[0]["ok"])


if __name__ == "__main__":
    unittest.main()
