#!/bin/sh
# Makes the further puzzles of the collection again from nothing: turncoat must be on the path. What is already mined in DIR is kept.
# usage: remake.sh DIR
. "$(dirname "$0")/../mine.sh"

# Self-wins and help-wins.
for rules in pacifist1 pacifist2 pacifist-number pacifist-value pacifist-average benedict; do
  mine "self-$rules" --rules "$rules" --goal 's#2' --count 5 --improve 400 --from pieces=6-11 --units 2000
done
seed=2
mine self-benedict-king --rules benedict-king --goal 's#2' --count 5 --improve 400 --from pieces=6-11 --units 2000
seed=1
# Conversion Chess has few self-wins by chance: these are neighbours of one that was composed.
mine self-conversion-pos --rules conversion --goal 's#2' --count 5 --improve 200 --from 'position=r6k/6pp/8/1R2Q3/8/8/P1P5/RKR5 w - - 0 1'
# In chess chance finds none at all: these are neighbours of composed positions in which White is mated on its first rank.
selfmate() {
  mine "self-chess-$1" --rules chess --goal 's#2' --count 1 --improve 200 --from "position=$2 w - - 0 1"
}
selfmate 1 R2B4/5N2/3n4/8/4Q3/3p4/PP6/K2kr3
selfmate 2 6B1/5N2/1N5R/2Q5/1R6/8/PP6/K3kr2
selfmate 3 8/8/nbB3n1/1Q4R1/1N6/8/PP6/K2kr3
selfmate 4 2Q5/5B2/1N6/8/8/R7/PP6/K2k1r2
selfmate 5 8/2B5/2R4R/6N1/8/8/PP3Q2/K2kr3
for rules in pacifist1 pacifist2 pacifist-number pacifist-value pacifist-average conversion chess benedict benedict-king; do
  [ "$rules" = benedict-king ] && seed=2
  mine "help-$rules" --rules "$rules" --goal 'h#1.5' --count 6 --improve 200 --from pieces=4-7 --nodes 600000 --units 2000
  mine "help2-$rules" --rules "$rules" --goal 'h#2' --count 4 --improve 150 --from pieces=4-6 --nodes 600000 --units 2000
done
seed=1
for rules in andernach masand; do
  mine "help-$rules" --rules "$rules" --goal 'h#2' --theme conversion --improve 300 --from pieces=5-8 --count 10
done

# Themes of which the first book has fewer than three puzzles.
theme() {
  mine "$1-$2" --rules "$1" --theme "$2" --win-in 2 --strict --count 3 --improve 600 --from "pieces=${3:-6-11}" --units 4000
}
theme pacifist1 castling
theme pacifist1 changed-play
theme pacifist1 needs-castling-test
theme pacifist1 needs-two-step-bar
theme pacifist1 transferred-play
theme pacifist2 castling
theme pacifist2 changed-play
theme pacifist2 needs-castling-test
theme pacifist2 needs-two-step-bar
theme pacifist2 switchback
theme pacifist2 transferred-play
theme pacifist2 underpromotion
theme pacifist-number castling
theme pacifist-number changed-play
theme pacifist-number switchback
theme pacifist-number transferred-play
theme pacifist-number underpromotion
theme pacifist-value castling
theme pacifist-value changed-play
theme pacifist-value switchback
theme pacifist-value underpromotion
theme pacifist-average castling
theme pacifist-average changed-play
theme pacifist-average needs-batteries
theme pacifist-average underpromotion
theme conversion castling
theme conversion changed-play
theme conversion needs-castling-cosquares 5-9
theme conversion needs-no-chain
theme conversion needs-single-mover 7-12
theme conversion switchback
theme conversion transferred-play
theme chess castling
theme chess changed-play
theme chess switchback
theme chess transferred-play
theme chess underpromotion
theme benedict castling
theme benedict changed-play
theme benedict transferred-play
seed=2
theme benedict-king castling
theme benedict-king changed-play
theme benedict-king transferred-play
theme benedict-king underpromotion
seed=1

# What is still missing, with other seeds.
further() {
  seed=${5:-2}
  mine "further-$1-$2" --rules "$1" --theme "$2" --win-in 2 --strict --count "$3" --improve 600 --from "pieces=${4:-6-11}" --units 4000
  seed=1
}
further benedict transferred-play 1
further chess switchback 1 6-10
further conversion transferred-play 1
further pacifist-average needs-batteries 1
further pacifist-average needs-two-step-bar 2 7-11 3
further pacifist-average transferred-play 3
further pacifist-number needs-two-step-bar 3
further pacifist-value needs-two-step-bar 3 7-11 3
further pacifist-value transferred-play 3
further pacifist2 changed-play 1
# Two that an earlier mine had found.
kingsafety() {
  mine "further-pacifist2-needs-king-safety-$1" --rules pacifist2 --theme needs-king-safety --win-in 2 --strict --count 1 --improve 600 --from "position=$2"
}
seed=2
kingsafety 1 'Kn2k2r/8/8/8/6p1/5p2/1RB5/8 w k - 0 1'
kingsafety 2 'b3k2r/8/4N3/4PP2/R7/8/5p2/5Kb1 w k - 0 1'
seed=1

# What a rule bars in the inventor's forms: neighbours of random positions that are won in 2, but not without the rule.
neighbour() {
  name=neighbour-$1-$2-$3
  seed=2
  mine "$name" --rules "$1" --theme "$2" --win-in 2 --count 1 --improve 600 --units 60 --from "position=$4" $5
  seed=1
}
neighbour pacifist-average needs-castling-test 1 'r3k3/3p4/1P2BQP1/8/8/1K6/3q2p1/8 w q - 0 1' ''
neighbour pacifist-average needs-castling-test 2 '4k2r/8/3Qr3/1N4p1/1K6/7P/2b5/8 w k - 0 1' ''
neighbour pacifist-average needs-castling-test 3 '4k2r/B7/3QN3/6P1/3N4/5K2/3p4/8 w k - 0 1' ''
neighbour pacifist-average needs-king-safety 1 '5K2/6R1/P3Pk2/8/6q1/5n2/5n2/8 w - - 0 1' --strict
neighbour pacifist-average needs-two-step-bar 1 'NB4B1/1N1p4/8/6r1/8/8/8/3k2K1 w - - 0 1' --strict
neighbour pacifist-number needs-castling-test 1 '4k2r/6R1/8/5R2/K7/6P1/1P3R2/2b5 w k - 0 1' ''
neighbour pacifist-number needs-castling-test 2 'r3k3/2P5/3R4/7p/2P1K3/3B3r/2Q5/6b1 w q - 0 1' ''
neighbour pacifist-number needs-castling-test 3 'r3kb2/1NK5/8/8/5R2/2R5/7p/1R3n2 w q - 0 1' ''
neighbour pacifist-number needs-king-safety 1 '8/7K/8/q2P4/r6k/4Rq1R/8/8 w - - 0 1' ''
neighbour pacifist-value needs-castling-test 1 'r3k3/8/4Np2/3R4/1N2K3/Np4b1/3R4/8 w q - 0 1' --strict
neighbour pacifist-value needs-castling-test 2 '4k2r/1p5N/5R2/8/K4p2/5RR1/8/8 w k - 0 1' --strict
neighbour pacifist-value needs-castling-test 3 'r3k3/8/8/5R2/8/2N5/3R4/3R3K w q - 0 1' --strict

# Reciprocal play is not met by chance. These were composed, by changing positions piece by piece towards two phases that exchange answers; those
# that need king safety are neighbours of one by average value.
composed() {
  mine "composed-$1-$2-$3" --rules "$1" --theme "$2" --win-in 2 --count 1 --improve 0 --units 1 --from "position=$4 w - - 0 1"
}
composed conversion reciprocal-play 1 2B5/8/3K3N/6k1/8/6n1/5BP1/8
composed conversion reciprocal-play 2 3K3b/7P/5k2/8/N7/4P3/8/1QB4N
composed conversion reciprocal-play 3 3K4/8/5k2/2B5/2R5/8/6N1/1Q6
composed pacifist-average needs-king-safety 1 2R5/5K2/8/5k2/8/2P2pq1/4n3/8
composed pacifist-average reciprocal-play 1 4B3/1p2K3/4R3/7B/8/8/2n5/2k5
composed pacifist-average reciprocal-play 2 1N6/1p2K3/4R3/P7/6B1/8/2n5/2k5
composed pacifist-average reciprocal-play 3 N7/p2K2P1/3R4/5PB1/8/8/1n6/1k6
composed pacifist-number reciprocal-play 1 1N2B3/1p2K3/4R3/7B/8/8/2n5/2k5
composed pacifist-number reciprocal-play 2 1N2B3/1p2K3/4R2N/8/6B1/8/2n5/2k5
composed pacifist-number reciprocal-play 3 N2B4/p2K2P1/3R4/5PB1/8/8/1n6/1k6
composed pacifist-value needs-king-safety 1 8/5KR1/3b4/5k1n/8/5pq1/8/8
composed pacifist-value needs-king-safety 2 4KR1b/8/4k1np/8/4pq1p/8/8/8
composed pacifist-value needs-king-safety 3 8/5K2/7R/3r4/5k1n/8/5pq1/8
composed pacifist-value reciprocal-play 1 8/8/6RN/3b4/2P2kn1/3B4/2R4P/K7
composed pacifist-value reciprocal-play 2 8/8/6RN/3b4/2P2kn1/3B4/2R5/K7
composed pacifist-value reciprocal-play 3 1N2B3/1p2K2P/4R3/6PB/8/8/2n5/2k5
composed pacifist1 reciprocal-play 1 1B1K2R1/8/1n5p/B4p2/6b1/7k/8/1R6
composed pacifist1 reciprocal-play 2 3K2R1/8/1P5p/B4p2/6b1/7k/8/1R6
composed pacifist1 reciprocal-play 3 3K2R1/8/2p4p/2P2p2/1B1P2b1/7k/8/1R6
composed pacifist2 reciprocal-play 1 8/8/4R3/5P1n/4R3/8/1b1B4/1kb1K3
composed pacifist2 reciprocal-play 2 8/8/N3R3/5P1n/4R3/8/1b1P4/1k2K3
composed pacifist2 reciprocal-play 3 8/8/3R4/4P1n1/3R4/8/b1B5/k2K4
composed chess reciprocal-play 1 8/2k5/2B1P1Rp/7Q/3K4/2B5/8/8
composed chess reciprocal-play 2 8/2k5/2B1BR2/7Q/3K2p1/4p3/3B3q/8
composed chess reciprocal-play 3 8/2k5/2B1P2R/7Q/3K4/8/8/4B3

# Long wins, from the tables of three pieces that come with the program.
long() {
  rules=$1
  shift
  [ -f "long-$rules/puzzles.jsonl" ] || turncoat tablebase mine --rules "$rules" --kind one-key --win-in 7..12 --count 2 --looked 3000 --out "long-$rules" "$@"
}
long pacifist1 KKN KKB KKP KKQ
long pacifist2 KKN KKB KKP KKQ
long chess KKQ KKR KKP
long conversion KKN KKB KKP KKQ

turncoat puzzle export --to json -o "$here/self-wins.jsonl" self-*/puzzles.jsonl
turncoat puzzle export --to json -o "$here/help-wins.jsonl" help*/puzzles.jsonl
turncoat puzzle export --to json -o "$here/long-wins.jsonl" long-*/puzzles.jsonl
# Those that stand in the first book already are left out.
turncoat puzzle export --to json benedict*-*/puzzles.jsonl pacifist*-*/puzzles.jsonl conversion-*/puzzles.jsonl chess-*/puzzles.jsonl further-*/puzzles.jsonl neighbour-*/puzzles.jsonl composed-*/puzzles.jsonl |
  grep -v $(printf -- '-e "id":"%s" ' benedict-2-77c74a63 chess-2-b96bf93b chess-2-7d95ccd6 conversion-2-d9d0ea09 pacifist-average-2-c526706a pacifist-average-2-667f2d8c pacifist-number-2-660ede34 pacifist-value-2-b93f3b6d pacifist-value-2-667f2d8c pacifist2-2-1a8e8d6e) >"$here/themes.jsonl"
