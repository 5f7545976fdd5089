#!/usr/bin/env python3
"""Has turncoat_check.py judge the smoke corpora, and fifty proofs of each kind that the program is made to write, and
compares its turns with the program's.

    python3 clients/checker/smoke.py TURNCOAT    # the program, as built
"""
import glob
import itertools
import json
import os
import subprocess
import sys
import tempfile

COUNT, TURNCOAT = 50, os.path.abspath(sys.argv[1])
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


def puzzles(pattern):
    """Puzzles of all files that match, one of each file in turn."""
    files = [[json.loads(line) for line in open(path)] for path in sorted(glob.glob("puzzle/collection/" + pattern))]
    return [p for row in itertools.zip_longest(*files) for p in row if p]


wins = [p for p in puzzles("*.jsonl") if p["in"] == 2]
kinds = {
    "win": wins,
    "claim": [p for p in wins if p["rules"].startswith("pacifist")],
    "self-win": puzzles("more/self-wins.jsonl") * 2,
    "help-win": puzzles("more/help-wins.jsonl"),
}
with tempfile.TemporaryDirectory() as folder:
    for kind, chosen in kinds.items():
        for i, puzzle in enumerate(chosen[:COUNT]):
            goal = "%s %d%s" % (kind, puzzle["in"], ".5" if puzzle.get("half") else "")
            # Every fifth proof shows also that nothing else does it, which takes many more steps.
            more = ["--refute"] if i % 5 == 0 and kind != "help-win" else []
            subprocess.run([TURNCOAT, "puzzle", "solve", "--rules", puzzle["rules"], "--goal", goal, "--keys-only",
                            "--prove", os.path.join(folder, "%s-%d.jsonl" % (kind, i)), *more, puzzle["fen"]],
                           check=True, stdout=subprocess.DEVNULL)
    proofs = sorted(glob.glob(os.path.join(folder, "*.jsonl")))
    for path in proofs:  # without its last step no proof is one
        with open(path) as whole, open(path + ".cut", "w") as cut:
            cut.writelines(whole.readlines()[:-1])
    check = [sys.executable, "clients/checker/turncoat_check.py", "--quiet"]
    cut = subprocess.run(check + [path + ".cut" for path in proofs], capture_output=True, text=True)
    if not cut.stderr.endswith("0 right, %d wrong, 0 unusable\n" % len(proofs)):
        sys.exit("of proofs that lack a step " + cut.stderr)
    subprocess.run(check + proofs + sorted(glob.glob("corpus/golden/*-smoke.jsonl")), check=True)
subprocess.run([sys.executable, "clients/checker/compare.py", TURNCOAT, "300"], check=True)
sys.exit(subprocess.run([sys.executable, "-m", "unittest", "discover", "clients/checker"]).returncode)
