"""Files that claim something false, made from true ones: the checker must refuse each.

    python3 -m unittest discover clients/checker
"""
import contextlib
import copy
import functools
import glob
import gzip
import hashlib
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

PUZZLES = [json.loads(line) for line in lines("puzzle/collection/*.jsonl")]
PUZZLES = [puzzle for puzzle in PUZZLES if puzzle["in"] == 2 and len(puzzle["keys"]) == 1][::5]


def won(case):
    """The first turns of a case that win at once."""
    mine = "1-0" if case["fen"].split()[1] == "w" else "0-1"
    return sorted({turn["uci"] for turn in case["turns"] if turn["outcome"] == mine})


def proof_of(case):
    """The header and the steps of a proof that a case is won in one, by these turns alone."""
    keys, at = won(case), " ".join(case["fen"].split()[:4])
    head = {"format": "turncoat-proof", "version": 1, "rules": case["rules"], "fen": case["fen"], "stipulation": "win",
            "in": 1, "keys": keys, "complete": True, "shortest": True}
    return [head, {"at": at, "win": 1, "play": keys}, {"at": at, "hold": 1, "except": keys}]


# Cases without rights, en passant and reclaims, in which some turns win at once and others do not.
WON = [case for case in CASES if not case["moves"] and case["fen"].split()[2:4] == ["-", "-"]
       and not any(turn["reclaimed"] for turn in case["turns"]) and 0 < len(won(case)) < len(case["turns"])]


def opening():
    """The header and the steps of a proof of version 2: of the kept proof what follows 1.e3 h5."""
    with gzip.open(os.path.join(ROOT, "puzzle", "proofs", "1e3-benedict.jsonl.gz"), "rt") as file:
        known = [json.loads(line) for line in file]
    head, known = known[0], {step["at"]: step for step in known[1:]}
    rules, found = checker.Rules("benedict"), {}
    pos = rules.find(rules.find(rules.read(head["fen"]), "e2e3"), "h7h5")
    fen, open_, squares = rules.fen(pos), [pos], checker.SQUARES
    while open_:
        pos = open_.pop()
        rights = sorted(pos.rights, key=lambda right: (-right[0], right[2]))
        at = rules.fen(pos).split()[:2] + ["".join(squares[r[1]] + squares[r[2]] for r in rights) or "-", "-"]
        step = known.get(" ".join(at))
        if step and step["at"] not in found:
            found[step["at"]] = step
            after = rules.find(pos, step["play"][0])
            open_ += [rules.after(after, reply) for reply in rules.legal(after)]
            first = first if len(found) > 1 else step
    return dict(head, fen=fen, **{"in": first["win"], "keys": first["play"]}), [found[at] for at in sorted(found)]


def sorted_proof(head, steps):
    """The text of a proof of version 2, its checksum made anew."""
    text = "".join(json.dumps(step) + "\n" for step in steps)
    return json.dumps(dict(head, sum=hashlib.sha256(text.encode()).hexdigest())) + "\n" + text


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

    def refuse(self, change, status, records=SMALL):
        """Changes copies of true records, as text, and looks that each is refused."""
        for i in range(COUNT):
            record = self.random.choice(records)
            text = change(json.loads(json.dumps(record)), i)
            self.assertEqual(self.status(text + "\n"), status, text[:300])

    def other(self, case, keys=()):
        """A legal first turn of a case that is none of some keys."""
        return self.random.choice(sorted({turn["uci"] for turn in case["turns"]} - set(keys)))

    def test_true_files(self):
        for case in self.random.sample(SMALL, 20):
            self.assertEqual(self.status(json.dumps(case)), 0)
            self.assertEqual(self.status("\ufeff" + json.dumps(case)), 0, "a byte order mark is passed over")
            self.assertEqual(self.status(json.dumps(vector(case))), 0)
        for case in WON:
            self.assertEqual(self.status(proof(*proof_of(case))), 0, case["fen"])
        for puzzle in PUZZLES:
            self.assertEqual(self.status(json.dumps(puzzle)), 0, puzzle["id"])

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

    def test_false_vector(self):
        def change(case, i):
            false = vector(case)
            if i % 3 == 0:
                others = {"*", "1-0", "0-1", "1/2-1/2"} - {case["outcome"]}
                false["outcome"] = self.random.choice(sorted(others))
            elif i % 3 == 1 or not false["turns"]:
                false["turns"].append("a1a1 8/8/8/8/8/8/8/8 w")
            else:
                false["turns"].pop(self.random.randrange(len(false["turns"])))
            return json.dumps(false)
        self.refuse(change, 1)

    def test_unknown_and_duplicate_keys_of_proofs(self):
        for i in range(COUNT):
            steps = proof_of(self.random.choice(WON))
            texts, at = [json.dumps(step) for step in steps], self.random.randrange(3)
            new = self.random.choice(["note", "line", "Win"]) + str(i)
            key = self.random.choice(sorted(steps[at])) if i % 2 else new
            again = json.dumps({key: steps[at].get(key, 1)})[1:-1]
            texts[at] = texts[at][:-1] + "," + again + "}"
            self.assertEqual(self.status("\n".join(texts) + "\n"), 2, texts)

    def test_odd_proofs(self):
        """What INTERFACE rules out, though it claims nothing false."""
        head, win, hold = proof_of(WON[0])
        for changed in ((dict(head, version=True), win, hold), (dict(head, shortest=False), win),
                        (dict(head, **{"in": True}), win, hold), (head, dict(win, win=True), hold),
                        (head, dict(win, play=win["play"] * 2), hold), (head, win, dict(hold, hold=True)),
                        (dict(head, fen=" ".join(head["fen"].split()[:4] + ["70000", "1"])), win, hold)):
            self.assertEqual(self.status(proof(*changed)), 2, changed)
        for text in (proof(head, win) + "\n" + proof(hold), proof(head) + "\x85" + proof(win, hold)):
            self.assertEqual(self.status(text), 2, text)

        head, steps = opening()
        rights = next(i for i, step in enumerate(steps) if len(step["at"].split()[2]) == 8)
        fields = steps[rights]["at"].split()
        swapped = dict(steps[rights], at=" ".join([*fields[:2], fields[2][4:] + fields[2][:4], fields[3]]))
        both = sorted([*steps, swapped], key=lambda step: step["at"])
        self.assertEqual(self.status(sorted_proof(head, both)), 2)

    def false_proof(self, i):
        """A proof of a case with a flaw, and the case."""
        case = self.random.choice(WON)
        head, win, hold = proof_of(case)
        if i % 5 == 0:  # another turn wins, too
            extra = self.other(case, head["keys"])
            head["keys"] = win["play"] = hold["except"] = sorted(head["keys"] + [extra])
        elif i % 5 == 1:  # of what is excepted nothing is shown
            hold["except"] = sorted(hold["except"] + [self.other(case, head["keys"])])
        elif i % 5 == 2:  # a step is missing
            return case, proof(head, self.random.choice([win, hold]))
        elif i % 5 == 3:  # a winning turn does not win
            hold["except"] = self.random.sample(hold["except"], len(hold["except"]) - 1)
        else:  # the step is about another position
            fields = hold["at"].split()
            hold["at"] = " ".join([fields[0], "wb"[fields[1] == "w"], *fields[2:]])
        return case, proof(head, win, hold)

    def test_false_proof_proves_nothing(self):
        for i in range(COUNT):
            case, false = self.false_proof(i)
            self.assertNotEqual(self.status(false), 0, false)
            self.assertEqual(checker.Goal.proved, set(), false)

    def test_false_proof_of_an_opening(self):
        head, steps = opening()
        self.assertEqual(self.status(sorted_proof(head, steps)), 0)
        self.assertGreater(len(steps), 50)
        for i in range(COUNT // 8):
            at, false = self.random.randrange(len(steps)), list(steps)
            if i % 3 == 0:  # a position is missing
                false.pop(at)
            elif i % 3 == 1:  # too few turns
                false[at] = dict(steps[at], win=steps[at]["win"] - 1)
            else:  # a turn that the position does not have
                false[at] = dict(steps[at], play=["a1a8"])
            self.assertNotEqual(self.status(sorted_proof(head, false)), 0, false[at - 1])
        for changed in (dict(head, **{"in": head["in"] - 1}), dict(head, keys=["e3e4"]), dict(head, complete=True)):
            self.assertNotEqual(self.status(sorted_proof(changed, steps)), 0, changed)
        self.assertEqual(self.status(sorted_proof(head, steps).replace('"win": 2', '"win": 3', 1)), 1, "the checksum")

    def test_false_puzzle(self):
        def change(puzzle, i):
            pos = checker.Rules(puzzle["rules"]).read(puzzle["fen"])
            turns = {checker.uci(turn.move) for turn in checker.Rules(puzzle["rules"]).legal(pos)}
            wrong = self.random.choice(sorted(turns - set(puzzle["keys"])))
            if i % 5 == 0:
                puzzle["keys"] = [wrong]
            elif i % 5 == 1:
                puzzle["solution"][0] = wrong
                puzzle["keys"] = [wrong]
            elif i % 5 == 2:
                puzzle["line"] = puzzle["line"][:-1]
            elif i % 5 == 3:
                puzzle["claims"]["firstTurns"] += self.random.choice([-1, 1])
            else:
                puzzle["in"] += 1
            return json.dumps(puzzle)
        self.refuse(change, 1, PUZZLES)

    def test_unknown_and_duplicate_keys_of_puzzles(self):
        def change(puzzle, i):
            key = self.random.choice(sorted(puzzle)) if i % 2 else "note%d" % i
            return json.dumps(puzzle)[:-1] + "," + json.dumps({key: puzzle.get(key, 1)})[1:-1] + "}"
        self.refuse(change, 2, PUZZLES)


EMBEDDED = os.path.join(ROOT, "internal", "tablebase", "embedded")

# A table of each numbering: the colours exchanged or either side to move, with sections of castling or without.
NUMBERINGS = ("pacifist1/KKN", "chess/KKQ", "tibet/KKP", "traitor/KKQ", "traitor/KKR", "traitor/KKP",
              "anti-andernach/KKP", "super-andernach/KKR")

read_table = functools.lru_cache(None)(checker.Table)


def table_path(name):
    return os.path.join(EMBEDDED, *name.split("/")) + ".tct"


class Tables(unittest.TestCase):
    def check(self, table, place, path):
        """Checks a single place of a table, but not its header. The table is read in place of the file at its path."""
        table = copy.copy(table)
        table.boards = lambda *_: [place]
        table.counted = lambda: table.totals
        with mock.patch.object(checker, "Table", lambda at: table if at == path else read_table(at)):
            checker.check_table(path, 1, 1)

    def test_true_values(self):
        names = {*NUMBERINGS, *("%s/KKR" % rules for rules in checker.SETS)}
        with mock.patch.object(checker, "Table", read_table):
            for name in sorted(names):
                checker.check_table(table_path(name), 100, 1)

    def test_false_values(self):
        """A false value is found in every section, with either side to move, of positions and where there is none."""
        for name in NUMBERINGS:
            path = table_path(name)
            table, met = read_table(path), set()
            for place in table.boards(6000, 1):
                board, side, has = place
                number = table.number(*place)
                value = table.values[number]
                kind = side, has, value == 255

                if kind in met:
                    continue
                met.add(kind)
                self.check(table, place, path)

                for other in {0, 1, 2, 255} - {value}:
                    false = copy.copy(table)
                    false.values = table.values[:number] + bytes([other]) + table.values[number + 1:]
                    with self.assertRaises(checker.Wrong, msg=(name, checker.board_text(board), side, has, other)):
                        self.check(false, place, path)
            every = {(side, has, False) for side in table.sides for has in table.sections}
            self.assertLessEqual(every, met, name)

    def test_proof_that_ends_at_a_table(self):
        """Whatever White may castle with, or gain, and with either side to move."""
        table, met = read_table(table_path("traitor/KKR")), set()
        tables, rules = checker.Tables(EMBEDDED), table.rules
        for board, side, has in table.boards(3000, 1):
            value = table.values[table.number(board, side, has)]
            longer_win = 4 <= value < 255 and value % 2 == 0
            if (side, has) in met or not longer_win:
                continue
            met.add((side, has))

            pos = rules.valid(board, "w" if side > 0 else "b", table.rights(board, has))
            worth = {checker.uci(turn.move): tables.score(rules, rules.after(pos, turn)) for turn in rules.legal(pos)}
            key, fen = min(worth, key=worth.get), rules.fen(pos)
            head = {"format": "turncoat-proof", "version": 1, "rules": "traitor", "fen": fen, "stipulation": "win",
                    "in": value // 2, "keys": [key]}
            step = {"at": " ".join(fen.split()[:4]), "win": value // 2, "play": [key]}
            text = proof(head, step).splitlines()

            self.assertIn("values of tables", checker.Proof(lambda: iter(text), tables).check())
            with self.assertRaises(checker.Wrong, msg="without tables"):
                checker.Proof(lambda: iter(text)).check()
            quicker = proof(dict(head, **{"in": value // 2 - 1}), dict(step, win=value // 2 - 1)).splitlines()
            with self.assertRaises(checker.Wrong, msg="in a turn fewer"):
                checker.Proof(lambda: iter(quicker), tables).check()
        black_rook_moves = {(-1, has) for has in table.sections if not checker.rooks(has)}
        self.assertEqual(met, {(1, has) for has in table.sections} | black_rook_moves)


def vector(case):
    """The test vector of a case."""
    kept = {key: case[key] for key in ("id", "rules", "fen", "moves", "outcome")}
    turns = ["%s %s" % (turn["uci"], " ".join(turn["fen"].split()[:2])) for turn in case["turns"]]
    return dict(kept, turns=turns, why=[], title="", version="1")


def proof(*steps):
    return "".join(json.dumps(step) + "\n" for step in steps)


if __name__ == "__main__":
    unittest.main()
