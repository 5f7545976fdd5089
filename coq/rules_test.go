package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/randomgame"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// From the first position there are 20, 400, 8,848 and 192,731 sequences of one to four turns, as
// corpus/golden/benedict-perft.epd has it and others have found.
func TestPerft(t *testing.T) {
	dir := inWorkshop(t)
	const text = `
From Coq Require Import List NArith.
From Turncoat Require Import Rules Start.
Import ListNotations.

Fixpoint perft (r : rules) (n : nat) (p : position) : N :=
  match n with
  | O => 1%N
  | S n => fold_left (fun count t => N.add count (perft r n (snd t))) (turns r p) 0%N
  end.

Goal map (fun n => perft Benedict n start) [1; 2; 3; 4] = [20; 400; 8848; 192731]%N.
Proof. vm_cast_no_check (eq_refl [20; 400; 8848; 192731]%N). Qed.
Goal map (fun n => perft BenedictKing n start) [1; 2; 3] = [20; 400; 8848]%N.
Proof. vm_cast_no_check (eq_refl [20; 400; 8848]%N). Qed.
`
	if printed, err := compile(dir, "Perft.v", text); err != nil {
		t.Errorf("%v\n%s", err, printed)
	}
}

// A turn is one that the rules allow: the move as a term of Coq, the position after it, and the
// state of the game then.
type turn struct{ move, after, state string }

func byMove(a, b turn) int { return strings.Compare(a.move, b.move) }

// turns asks Rules.v.
func (p *program) turns(name string, at *board.Position) []turn {
	p.t.Helper()
	fields := p.ask("turns", name, proof.At(at))
	var list []turn
	for f := range slices.Chunk(fields, 3) {
		list = append(list, turn{f[0], f[1], f[2]})
	}
	slices.SortFunc(list, byMove)
	return list
}

// stateOf returns the state of the game that an outcome means.
func stateOf(result string) string {
	switch result {
	case "*":
		return "open"
	case "1/2-1/2":
		return "drawn"
	}
	return "lost"
}

// In every golden case Rules.v has the same turns, boards, rights and ends of the game.
func TestGoldenCorpora(t *testing.T) {
	program := extracted(t)
	for name := range ruleSets {
		variant := puzzletest.Named(t, name)
		cases, err := corpus.Golden(corpus.Full, name)
		if err != nil || len(cases) < 200 {
			t.Fatalf("%d cases, %v", len(cases), err)
		}
		for _, c := range cases {
			p, err := c.Position()
			if err != nil {
				t.Fatal(err)
			}
			var want []turn
			for _, listed := range c.Turns {
				m, err := board.ParseUCI(&p, listed.UCI)
				if err != nil {
					t.Fatal(err)
				}
				after := puzzletest.Position(t, variant, listed.FEN)
				want = append(want, turn{moveTerm(&p, m), proof.At(&after), stateOf(listed.Outcome)})
			}
			slices.SortFunc(want, byMove)
			if got := program.turns(name, &p); !slices.Equal(got, want) {
				t.Errorf("%s:\n%v, want\n%v", c.ID, got, want)
			}
		}
	}
}

// In random positions Rules.v has the turns, boards, rights and ends of the game of the reference
// rules.
func TestRandomPositions(t *testing.T) {
	const positions = 10_000
	program := extracted(t)
	r := rand.New(rand.NewPCG(65, 1))
	for i := range positions {
		name := []string{"benedict", "benedict-king"}[i%2]
		reference := rules.NewReference(puzzletest.Named(t, name).Set())
		p := randomPosition(r, reference)
		var want []turn
		for played := range reference.Turns(&p) {
			outcome := reference.Outcome(&played.After)
			want = append(want, turn{moveTerm(&p, played.Move), proof.At(&played.After),
				stateOf(outcome.Result.String())})
		}
		slices.SortFunc(want, byMove)
		if got := program.turns(name, &p); !slices.Equal(got, want) {
			t.Fatalf("%s %s:\n%v, want\n%v", name, proof.At(&p), got, want)
		}
	}
}

// randomPosition returns a position of a random game or, as often, one with its pieces on random
// squares, kings and rooks often on the first ranks, and many rights.
func randomPosition(r *rand.Rand, variant *rules.Variant) board.Position {
	if r.IntN(2) == 0 {
		game := randomgame.New(r, variant, randomgame.Options{Plies: r.IntN(60), Greedy: r.IntN(100),
			Shuffled: r.IntN(2) == 0})
		return game.End()
	}
	for {
		p, err := variant.ParseFEN(randomFEN(r))
		if err == nil {
			return p
		}
	}
}

// randomFEN writes a position that need not be valid.
func randomFEN(r *rand.Rand) string {
	var squares [64]byte
	put := func(letter byte, square int) {
		if r.IntN(2) == 0 {
			letter |= 0x20
		}
		squares[square] = letter
	}
	for range 4 + r.IntN(16) {
		put("QBN"[r.IntN(3)], r.IntN(64))
		put('P', 8+r.IntN(48))
	}
	first := func() int { return 56*r.IntN(2) + r.IntN(8) }
	for range r.IntN(5) {
		put('R', first())
	}
	for range 2 {
		put('K', []int{first(), r.IntN(64)}[r.IntN(2)])
	}

	rights := ""
	for i := range 8 {
		if squares[i]|0x20 == 'r' && r.IntN(4) > 0 {
			rights += string(rune('A' + i))
		}
		if squares[56+i]|0x20 == 'r' && r.IntN(4) > 0 {
			rights += string(rune('a' + i))
		}
	}
	if rights == "" {
		rights = "-"
	}

	var ranks []string
	for rank := range slices.Chunk(squares[:], 8) {
		text := ""
		for _, letter := range rank {
			if letter == 0 {
				letter = '1'
			}
			text += string(rune(letter))
		}
		ranks = append([]string{text}, ranks...)
	}
	return fmt.Sprintf("%s %c %s - 0 1", strings.Join(ranks, "/"), "wb"[r.IntN(2)], rights)
}
