#!/bin/sh
# Makes the book again from nothing, in some hours of processor time: turncoat and go must be on the path. What is already mined in DIR is kept.
# usage: remake-book.sh DIR
set -eu
dir=${1:?usage: remake-book.sh DIR}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
cd "$dir"

mine() {
  name=$1
  shift
  [ -f "$name/puzzles.jsonl" ] || turncoat puzzle mine --seed 2 --out "$name" --strict --improve 500 "$@"
}

mine pacifist1-2 --rules pacifist1 --win-in 2 --pieces 6-12 --count 2600
for rules in pacifist2 pacifist-number pacifist-value pacifist-average; do
  mine "$rules-2" --rules "$rules" --win-in 2 --pieces 6-11 --count 700
done
mine chess-2 --rules chess --win-in 2 --pieces 6-11 --count 450
mine conversion-2 --rules conversion --win-in 2 --pieces 6-11 --count 450
mine pacifist1-3 --rules pacifist1 --win-in 3 --pieces 6-10 --count 1064
turncoat puzzle grade -o graded.jsonl pacifist1-3/puzzles.jsonl conversion-2/puzzles.jsonl # each by itself

cd "$here/../.."
go run ./puzzle/internal/makebook -o puzzle/collection/book.jsonl.zst "$dir"/graded.jsonl "$dir"/pacifist1-2/puzzles.jsonl \
  "$dir"/pacifist2-2/puzzles.jsonl "$dir"/pacifist-*-2/puzzles.jsonl "$dir"/chess-2/puzzles.jsonl
