#!/bin/sh
# Makes the book again from nothing, in some hours of processor time: turncoat and go must be on the path. What is already mined in DIR is kept.
# usage: remake-book.sh DIR
seed=2
. "$(dirname "$0")/mine.sh"

mine pacifist1-2 --rules pacifist1 --win-in 2 --strict --improve 500 --pieces 6-12 --count 2600
for rules in pacifist2 pacifist-number pacifist-value pacifist-average; do
  mine "$rules-2" --rules "$rules" --win-in 2 --strict --improve 500 --pieces 6-11 --count 700
done
mine chess-2 --rules chess --win-in 2 --strict --improve 500 --pieces 6-11 --count 450
mine conversion-2 --rules conversion --win-in 2 --strict --improve 500 --pieces 6-11 --count 450
mine pacifist1-3 --rules pacifist1 --win-in 3 --strict --improve 500 --pieces 6-10 --count 1064
turncoat puzzle grade -o graded.jsonl pacifist1-3/puzzles.jsonl conversion-2/puzzles.jsonl # each by itself

cd "$here/../.."
go run ./puzzle/internal/makebook -o puzzle/collection/book.jsonl.zst "$dir"/graded.jsonl "$dir"/pacifist1-2/puzzles.jsonl \
  "$dir"/pacifist2-2/puzzles.jsonl "$dir"/pacifist-*-2/puzzles.jsonl "$dir"/chess-2/puzzles.jsonl
