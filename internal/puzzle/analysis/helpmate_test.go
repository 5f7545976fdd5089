package analysis

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Help-wins of every rule set are made into puzzles, written, read and proved again. Their
// solutions are those that going through all lines finds; what is spoiled is refused.
func TestHelpWins(t *testing.T) {
	wanted := 2
	if !longtest.Enabled() {
		wanted = 1
	}
	for i, name := range []string{"pacifist1", "pacifist2", "pacifist-number", "pacifist-value",
		"pacifist-average",
		"conversion", "chess"} {
		for _, half := range []bool{false, true} {
			if !longtest.Enabled() && half != (i%2 == 0) {
				continue
			}
			variant := puzzletest.Named(t, name)
			met := 0
			random := rand.New(rand.NewPCG(5, 17))
			for tries := 0; tries < 3_000 && met < wanted; tries++ {
				if at, ok := sparse(variant, random, 5); ok && helpWin(t, variant, &at, half) {
					met++
				}
			}

			if met == 0 {
				t.Errorf("%s: no help-win was met (half %t)", name, half)
			}
		}
	}
}

// sparse returns a position of four pieces, or up to as many as most says, and whether it is one
// under the rules.
func sparse(variant *rules.Variant, random *rand.Rand, most int) (board.Position, bool) {
	at := board.Position{EnPassant: board.NoSquare, Number: 1}
	for i := range 4 + random.IntN(most-3) {
		piece := board.Piece{Kind: board.King, Colour: board.Colour(i)}
		if i > 1 {
			piece = board.Piece{Kind: board.Kind(random.IntN(int(board.King))),
				Colour: board.Colour(random.IntN(2))}
		}

		at.Put(board.Square(random.IntN(64)), piece)
	}

	at.Rekey()
	at, err := variant.ParseFEN(variant.FEN(&at))
	return at, err == nil
}

// helpWin makes a puzzle of a position, if it is a help-win in one turn or one and a half with few
// solutions, and holds it to all lines.
func helpWin(t *testing.T, variant *rules.Variant, at *board.Position, half bool) bool {
	ctx := context.Background()
	a := New(variant, Options{Goal: solve.HelpWin, Half: half})
	found, err := a.Analyse(ctx, at, 1)
	if errors.Is(err, ErrAtOnce) || errors.Is(err, rules.ErrLimit) || err == nil &&
		(found.In == 0 || len(found.Tree.Keys) > 9) {
		return false
	}

	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Make(ctx, at, &found)
	if err != nil {
		t.Fatal(err)
	}
	p.Source.From = "given"
	var text strings.Builder
	if err := puzzle.Write(&text, []puzzle.Puzzle{p}); err != nil {
		t.Fatal(err)
	}
	read, err := puzzle.Parse([]byte(text.String()))
	if err != nil {
		t.Fatalf("%s: %v", text.String(), err)
	}
	if _, err := Verify(ctx, &read, 1, nil); err != nil {
		t.Errorf("%s: %v", text.String(), err)
	}
	winner := at.Turn.Other()
	if half {
		winner = at.Turn
	}
	all := allLines(variant, at, nil, read.Plies(), winner)
	slices.SortFunc(all, slices.Compare[[]string])
	if !slices.EqualFunc(all, read.Lines, slices.Equal[[]string]) {
		t.Errorf("%s: the lines are %v, want %v", read.FEN, read.Lines, all)
	}
	spoiled(t, &read)
	return true
}

// allLines lists the lines of so many turns that end in a win of a side.
func allLines(variant *rules.Variant, at *board.Position, before []string, plies int,
	winner board.Colour) [][]string {
	if plies == 0 {
		if variant.Outcome(at).Result != board.Win(winner) {
			return nil
		}
		return [][]string{slices.Clone(before)}
	}

	var list [][]string
	for played := range variant.Turns(at) {
		word := puzzle.LineWords(variant, at, []board.Played{played})[0]
		list = append(list, allLines(variant, &played.After, append(before, word), plies-1,
			winner)...)
	}

	return list
}

// spoiled sees to it that a help-win that claims something else is refused.
func spoiled(t *testing.T, good *puzzle.Puzzle) {
	for name, spoil := range map[string]func(p *puzzle.Puzzle){
		"half":   func(p *puzzle.Puzzle) { p.Half = !p.Half },
		"length": func(p *puzzle.Puzzle) { p.In++ },
		"theme": func(p *puzzle.Puzzle) {
			p.Themes = append([]string{castlingTheme},
				p.Themes...)
		},
		"first move": func(p *puzzle.Puzzle) { p.Claims.FirstTurns++ },
		"line": func(p *puzzle.Puzzle) {
			p.Lines = append(p.Lines, slices.Clone(p.Lines[0]))
			last := p.Lines[len(p.Lines)-1]
			last[len(last)-1] = "a1a1"
		},
		"main line": func(p *puzzle.Puzzle) {
			p.Line = append(slices.Clone(p.Line[1:]),
				p.Line[0])
		},
	} {
		bad := *good
		spoil(&bad)
		if _, err := Verify(context.Background(), &bad, 1, nil); !errors.Is(err,
			puzzle.ErrUnsound) &&
			!errors.Is(err, puzzle.ErrSyntax) {
			t.Errorf("%s: with another %s: %v", good.FEN, name, err)
		}
	}

	if len(good.Lines) > 1 {
		bad := *good
		bad.Lines = bad.Lines[1:]
		if _, err := Verify(context.Background(), &bad, 1, nil); !errors.Is(err,
			puzzle.ErrUnsound) {
			t.Errorf("%s: with a line left out: %v", good.FEN, err)
		}
	}
}

// The set play of a help-win is its solutions without the first turn: in the corner the rook mates
// at once.
func TestHelpSet(t *testing.T) {
	variant, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]string{
		"7k/8/6K1/8/8/8/8/R7 b - - 0 1":  "[[a1a8]]",
		"6k1/8/5K2/8/8/8/8/R7 b - - 0 1": "", // neither h8 nor g8 is a mate at once
	} {
		at, err := variant.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		a := New(variant, Options{Goal: solve.HelpWin})
		found, err := a.Analyse(t.Context(), &at, 2)
		if err != nil {
			t.Fatal(err)
		}
		set, err := a.HelpSet(t.Context(), &at, found.In)
		if err != nil || set == nil && want != "" || set != nil && fmt.Sprint(set.Lines) != want {
			t.Fatalf("%s: %v, %v", fen, set, err)
		}
		made, err := a.Make(t.Context(), &at, &found)
		if err != nil {
			t.Fatal(err)
		}
		made.Source, made.Phases = puzzle.Source{From: "given"}, set
		if _, err := Verify(t.Context(), &made, 1, nil); err != nil {
			t.Error(err)
		}
		made.Phases = &puzzle.Phases{Lines: [][]string{{"a1b1"}}}
		if _, err := Verify(t.Context(), &made, 1, nil); !Unverified(err) {
			t.Errorf("another set play: %v", err)
		}
	}
}
