#!/bin/sh
# Makes the collection again from nothing: turncoat must be on the path. What is already mined in DIR is kept.
# usage: remake.sh DIR
. "$(dirname "$0")/mine.sh"

mine pacifist1-2 --rules pacifist1 --win-in 2 --strict --improve 600 --from pieces=7-14 --count 32 --choose-from 200
mine pacifist1-2-play --rules pacifist1 --win-in 2 --strict --improve 600 --count 30 --choose-from 50
mine pacifist1-3 --rules pacifist1 --win-in 3 --strict --improve 600 --from pieces=7-12 --count 56 --choose-from 80
mine pacifist1-4 --rules pacifist1 --win-in 4..5 --improve 250 --allow long --from pieces=6-10 --count 22 --choose-from 24
mine pacifist2-3 --rules pacifist2 --win-in 3 --strict --improve 600 --from pieces=7-11 --count 22 --choose-from 30
for rules in pacifist2 conversion pacifist-number pacifist-value pacifist-average chess; do
  mine "$rules-2" --rules "$rules" --win-in 2 --strict --improve 500 --from pieces=6-11 --count 25 --choose-from 80
done
for rules in pacifist-value pacifist-average pacifist-number; do
  mine "$rules-3" --rules "$rules" --win-in 3 --strict --improve 500 --from pieces=6-9 --count 22 --choose-from 24
done
seed=1
for rules in benedict benedict-king; do
  mine "$rules-2" --rules "$rules" --win-in 2 --strict --improve 500 --from pieces=6-11 --count 32 --choose-from 80
  mine "$rules-3" --rules "$rules" --win-in 3 --strict --improve 500 --from pieces=6-9 --count 30 --choose-from 36
  seed=2
done
seed=1
for rules in conversion chess; do
  mine "$rules-3" --rules "$rules" --win-in 3 --strict --improve 500 --from pieces=6-9 --count 22 --choose-from 26
done

# Of what these find for andernach, those are in the collection whose solution orthodox chess has not.
for rules in andernach masand; do
  mine "$rules-2-converts" --rules "$rules" --win-in 2 --strict --theme conversion --improve 400 --from pieces=6-10 --count 24 --choose-from 36
  mine "$rules-3-converts" --rules "$rules" --win-in 3 --strict --theme conversion --improve 400 --from pieces=5-8 --count 16 --choose-from 20
  mine "$rules-2" --rules "$rules" --win-in 2 --strict --improve 400 --from pieces=6-10 --count 24 --choose-from 40
  mine "$rules-3" --rules "$rules" --win-in 3 --strict --improve 400 --from pieces=5-8 --count 16 --choose-from 20
done

# Of puzzles with the same idea the first is kept.
turncoat puzzle export --to json -o "$here/pacifist1.jsonl" \
  pacifist1-2/puzzles.jsonl pacifist1-2-play/puzzles.jsonl pacifist1-3/puzzles.jsonl pacifist1-4/puzzles.jsonl
for rules in pacifist2 pacifist-number pacifist-value pacifist-average conversion benedict benedict-king chess; do
  turncoat puzzle export --to json -o "$here/$rules.jsonl" "$rules-2/puzzles.jsonl" "$rules-3/puzzles.jsonl"
done
for rules in andernach masand; do
  turncoat puzzle export --to json -o "$here/$rules.jsonl" "$rules-2-converts/puzzles.jsonl" "$rules-3-converts/puzzles.jsonl" \
    "$rules-2/puzzles.jsonl" "$rules-3/puzzles.jsonl"
done

# Endgames: ten of those that tables of up to four pieces hold, which are some minutes' work.
turncoat tablebase build --rules pacifist1 --pieces 4 --dir tables
[ -f endgames/puzzles.jsonl ] || turncoat tablebase mine --rules pacifist1 --tables tables --kind one-key --win-in 5..10 --count 1 --looked 3000 \
  --max-size 60 --out endgames KKN KKB KKQR KKRR KKNN KKBN KKRN KKBP KKNP
for id in pacifist1-5-be623d88 pacifist1-5-cff39322 pacifist1-9-e23a61a4 pacifist1-5-488675b9 pacifist1-6-67146758 \
  pacifist1-5-8f43bcd0 pacifist1-5-e4e5b92e pacifist1-6-01c2f1e6 pacifist1-6-4f0f8b5c pacifist1-6-303a91f4; do
  grep "\"id\":\"$id\"" endgames/puzzles.jsonl
done >"$here/endgames/pacifist1.jsonl"
