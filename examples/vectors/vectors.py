import json, sys, pacifist1  # in place of pacifist1: your own

for v in json.load(open(sys.argv[1])):
    turns, outcome = pacifist1.turns(v["rules"], v["fen"], v["moves"])
    assert {" ".join(t) for t in turns} == set(v["turns"]) and outcome == v["outcome"], (v["id"], v["why"])
