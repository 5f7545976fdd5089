"""Files that claim something false, made from true ones: the checker must refuse each.

    python3 -m unittest discover clients/checker
"""
import collections
import contextlib
import glob
import io
import json
import os
import random
import sys
import tempfile
import unittest
from unittest import mock

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)

import turncoat_check as checker  # noqa: E402

COUNT = 200  # crafted files of each kind


def lines(pattern):
    """The lines of all files that match a pattern."""
    for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
        with open(path) as file:
            yield from file


CASES = [json.loads(line) for line in lines("corpus/golden/*-smoke.jsonl")]
SMALL = [case for case in CASES if case["rules"] in ("chess", "conversion", "pacifist1")]

# A win in one: Ra8 is mate, and nothing else is.
MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
HEAD = {"format": "turncoat-proof", "version": 1, "rules": "chess", "fen": MATE, "stipulation": "win",
        "in": 1, "keys": ["a1a8"], "complete": True, "shortest": True}
WIN = {"at": "6k1/5ppp/8/8/8/8/8/R5K1 w - -", "win": 1, "play": ["a1a8"]}
HOLD = {"at": "6k1/5ppp/8/8/8/8/8/R5K1 w - -", "hold": 1, "except": ["a1a8"]}


class Refused(unittest.TestCase):
    def setUp(self):
        checker.Goal.proved.clear()
        self.random = random.Random(1)

    def status(self, *texts):
        """The exit status for files with these texts, read in this order."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, "%d.jsonl" % i) for i in range(len(texts))]
            for path, text in zip(paths, texts):
                with open(path, "w") as file:
                    file.write(text)
            quiet = contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO())
            with quiet[0], quiet[1], mock.patch.object(sys, "argv", ["turncoat_check.py", *paths]):
                return checker.main()

    def refuse(self, change, status, cases=SMALL):
        """Changes copies of true cases, as text, and looks that each is refused."""
        for i in range(COUNT):
            case = self.random.choice(cases)
            text = change(json.loads(json.dumps(case)), i)
            self.assertEqual(self.status(text + "\n"), status, text[:300])

    def test_true_files(self):
        for case in self.random.sample(SMALL, 20):
            self.assertEqual(self.status(json.dumps(case)), 0)
            self.assertEqual(self.status("\ufeff" + json.dumps(case)), 0, "a byte order mark is passed over")
        self.assertEqual(self.status(proof(HEAD, WIN, HOLD)), 0)

    def test_outcome_among_the_turns(self):
        def change(case, _):
            case["turns"].append(case["outcome"])
            case["outcome"] = None
            return json.dumps(case)
        self.refuse(change, 1)

    def test_turn_too_many_or_too_few(self):
        def change(case, i):
            if i % 2 and case["turns"]:
                case["turns"].pop(self.random.randrange(len(case["turns"])))
            else:
                case["turns"].append(None)
            return json.dumps(case)
        self.refuse(change, 1)

    def test_unknown_key(self):
        def change(case, i):
            case[self.random.choice(["outcomes", "Turns", "note", ""]) + str(i)] = 1
            return json.dumps(case)
        self.refuse(change, 2)

    def test_duplicate_key(self):
        def change(case, _):
            key = self.random.choice(sorted(case))
            again = json.dumps({key: case[key]})[1:-1]
            return json.dumps(case)[:-1] + "," + again + "}"
        self.refuse(change, 2)

    def test_unknown_and_duplicate_keys_of_proofs(self):
        for steps in ((dict(HEAD, note=1), WIN, HOLD), (HEAD, dict(WIN, hold=1), HOLD),
                      (HEAD, WIN, dict(HOLD, play=["a1a8"])), (HEAD, dict(WIN, note=1), HOLD)):
            self.assertEqual(self.status(proof(*steps)), 2, steps)
        twice = proof(HEAD, WIN, HOLD).replace('"hold": 1', '"hold": 2, "hold": 1')
        self.assertEqual(self.status(twice), 2)

    def test_false_proof_proves_nothing(self):
        for false in (proof(HEAD, WIN, dict(HOLD, at="6k1/5pp1/8/8/8/8/8/R5K1 w - -")),
                      proof(dict(HEAD, keys=["a1a7"]), dict(WIN, play=["a1a7"]), dict(HOLD, **{"except": ["a1a7"]})),
                      proof(dict(HEAD, keys=["a1a8", "a1a7"]), dict(WIN, play=["a1a8", "a1a7"]),
                            dict(HOLD, **{"except": ["a1a8", "a1a7"]}))):
            self.assertEqual(self.status(false), 1)
            self.assertEqual(checker.Goal.proved, set(), false)

    def test_table_without_values(self):
        """A table that says of valid positions that they are none, or of none that they are drawn."""
        rules = checker.Rules("chess")
        for value, side in ((255, "w"), (0, "b")):
            table = Table(rules, value)
            with mock.patch.object(checker, "Table", lambda path, table=table: table), \
                    self.assertRaises(checker.Wrong):
                checker.check_table("tables/chess/KKQ.tct", 10, 1)


class Table:
    """A table of KKQ in which every number has the same value."""
    pieces = bytes((0, 0, 0, 0, 1))

    def __init__(self, rules, value):
        self.rules, self.values = rules, bytes([value]) * 4
        count = collections.Counter(self.values)
        self.totals = [4 - count[255], 0, 0, count[0], 0, 0]

    def number(self, _):
        return 0

    def boards(self, *_):
        """A position; then one in which the side that has moved is in check."""
        valid = "8/8/8/8/8/k7/8/K6q" if self.values[0] == 255 else "k6Q/8/K7/8/8/8/8/8"
        yield checker.read_board(valid)


def proof(*steps):
    return "".join(json.dumps(step) + "\n" for step in steps)


if __name__ == "__main__":
    unittest.main()
