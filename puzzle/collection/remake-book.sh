#!/bin/sh
# Mines the puzzles from which the book was chosen, by the calls that found them, in some hours of processor time: turncoat must be on
# the path. What is already mined in DIR is kept. Of a part those were taken whose themes and grades are rare, no idea twice.
# usage: remake-book.sh DIR
seed=2
. "$(dirname "$0")/mine.sh"

mine pacifist1-2 --rules pacifist1 --win-in 2 --strict --improve 500 --from pieces=6-12 --count 2600
for rules in pacifist2 pacifist-number pacifist-value pacifist-average; do
  mine "$rules-2" --rules "$rules" --win-in 2 --strict --improve 500 --from pieces=6-11 --count 700
done
mine chess-2 --rules chess --win-in 2 --strict --improve 500 --from pieces=6-11 --count 450
mine conversion-2 --rules conversion --win-in 2 --strict --improve 500 --from pieces=6-11 --count 450
mine pacifist1-3 --rules pacifist1 --win-in 3 --strict --improve 500 --from pieces=6-10 --count 1064

# More with another seed; wins in 4, and some in 3, from the shorter ones.
seed=3
mine more-pacifist1-3 --rules pacifist1 --win-in 3 --strict --improve 500 --from pieces=6-10 --count 550
mine more-pacifist2-2 --rules pacifist2 --win-in 2 --strict --improve 500 --from pieces=6-11 --count 300
for rules in pacifist2 pacifist-number pacifist-value pacifist-average; do
  mine "$rules-3" --rules "$rules" --win-in 3 --strict --improve 500 --from pieces=6-10 --count 330
done
mine chess-3 --rules chess --win-in 3 --strict --improve 0 --from longer=chess-2/puzzles.jsonl --count 330
mine more-conversion-2 --rules conversion --win-in 2 --strict --improve 500 --from pieces=6-11 --count 150
mine conversion-3 --rules conversion --win-in 3 --strict --improve 50 --from longer=conversion-2/puzzles.jsonl --count 240
mine pacifist1-4 --rules pacifist1 --win-in 4 --strict --improve 100 --nodes 10000000 --from longer=pacifist1-3/puzzles.jsonl --count 174
seed=5
mine benedict-2 --rules benedict --win-in 2 --strict --improve 500 --from pieces=6-11 --count 400 --choose-from 700
mine benedict-3 --rules benedict --win-in 3 --strict --improve 500 --from pieces=6-9 --count 200 --choose-from 330
seed=6
mine benedict-king-2 --rules benedict-king --win-in 2 --strict --improve 500 --from pieces=6-11 --count 400 --choose-from 700
mine benedict-king-3 --rules benedict-king --win-in 3 --strict --improve 500 --from pieces=6-9 --count 200 --choose-from 330
for rules in benedict benedict-king; do
  seed=7
  mine "more-$rules-2" --rules "$rules" --win-in 2 --strict --improve 500 --from pieces=8-12 --count 70
  seed=$((seed + 1))
  mine "further-$rules-2" --rules "$rules" --win-in 2 --strict --improve 500 --from pieces=8-12 --count 40
done
seed=4
mine more-pacifist1-4 --rules pacifist1 --win-in 4 --strict --improve 100 --nodes 10000000 --from longer=more-pacifist1-3/puzzles.jsonl --count 62
mine more-pacifist2-3 --rules pacifist2 --win-in 3 --strict --improve 500 --from pieces=6-10 --count 60
seed=5
mine further-pacifist1-4 --rules pacifist1 --win-in 4 --strict --improve 100 --nodes 10000000 --from longer=more-pacifist1-3/puzzles.jsonl --from longer=pacifist1-3/puzzles.jsonl --count 59
seed=6
mine still-further-pacifist1-4 --rules pacifist1 --win-in 4 --strict --improve 100 --nodes 10000000 --from longer=pacifist1-3/puzzles.jsonl --count 125
turncoat puzzle grade -o graded.jsonl pacifist1-3/puzzles.jsonl conversion-2/puzzles.jsonl *pacifist1-4/puzzles.jsonl # each by itself
