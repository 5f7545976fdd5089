package check

import (
	"context"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Of the moves to any square those count that the rules do not have, that take no king, and after which the
// kings would be safe.
func TestOddMoves(t *testing.T) {
	_, p, _ := at(t, "pacifist1", "r6k/8/8/8/8/8/8/7K w - - 0 1", "h1h2")
	known := map[string]bool{"h1g1": true, "h1g2": true, "h1h2": true}
	for _, test := range []struct {
		got          []string // what the program plays
		made, unmade int
	}{
		// Of 64 squares the king stands on one, the other king on one, and three it may go to. The rook bears on a1
		// to a6 and on c8 to f8, where the king cannot turn it, and the other king on g7 and h7, where the rook
		// supports it. On g8 the king cuts the rook off, and turns the king.
		{nil, 0, 64 - 1 - 1 - 3 - 6 - 4 - 2},
		{[]string{"h1g1", "h1h2"}, 0, 47},
		{[]string{"h1h3"}, 1, 46},
		{[]string{"h1h3", "h1a3", "h1g1"}, 2, 46}, // on a3 the king would not be safe
		{[]string{"h1h8", "h1h1"}, 0, 47},
	} {
		o := &observation{set: rulestest.Builtin(t, "pacifist1")}
		b := shownMoves{*p, map[string]string{}, known}
		for _, uci := range test.got {
			b.got[uci] = "?"
		}
		if o.oddMoves(&b); len(o.made) != test.made || len(o.unmade) != test.unmade {
			t.Errorf("%q: %d are made and %d are not, want %d and %d", test.got, len(o.made), len(o.unmade),
				test.made, test.unmade)
		}
	}
}

// Moves of a pattern go from every own piece of the pattern to every square, but for where it stands, for kings
// and for where the rules let it go.
func TestMoveWays(t *testing.T) {
	_, p, _ := at(t, "pacifist1", "7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q")
	for _, test := range []struct {
		fact string
		want int
	}{
		{"moves of the pawn", 64 - 1 - 2 - 1}, // it promotes on a8
		{"moves of the king", 64 - 1 - 1 - 3},
	} {
		o := &observation{set: rulestest.Builtin(t, "pacifist1"), strange: true}
		o.made = []factSet{o.words.set(example{test.fact: true}), o.words.set(example{test.fact: true, "other": true})}
		o.unmade = []factSet{o.words.set(example{"other": true})}
		ways := o.moveWays()
		if len(ways) != 1 || ways[0].name != "moves of the pieces that are "+test.fact+" are made, too" {
			t.Fatalf("%d bugs", len(ways))
		}
		moves := ways[0].more(p)
		seen := map[board.Move]bool{}
		for _, m := range moves {
			seen[m] = true
			if m.From == m.To || p.Kings.Has(m.To) || m.Promotion < board.NoKind {
				t.Errorf("%s: %v", test.fact, m)
			}
		}
		if len(moves) != test.want || len(seen) != test.want {
			t.Errorf("%s: %d moves, want %d", test.fact, len(moves), test.want)
		}
		if o.strange = false; o.moveWays() != nil {
			t.Errorf("%s: where no move is strange", test.fact)
		}
	}
}

// A program that lets knights do what leaves the mover's kings over-persuaded, and does not know the moves of
// bishops, is told by both patterns, whatever else is right. So is one that thinks besides that kings do not
// bear.
func TestPatternsOfTurnsAllowed(t *testing.T) {
	cases := slices.DeleteFunc(eachOf(casesToSpoil(t, "pacifist1"), 2),
		func(c corpus.Case) bool { return len(c.Moves) > 0 })
	pacifist := cases[0].Rules
	kingsIdle, err := corpus.ParseMisreading(pacifist, "king-bears=no")
	if err != nil {
		t.Fatal(err)
	}
	const want = "turns that are moves of the bishop are missing, and turns that are moves of the knight are allowed"
	for _, m := range []corpus.Misreading{corpus.Misread(pacifist), kingsIdle} {
		anyKing := m.Set
		anyKing.KingSafety, anyKing.Kingless = ruleset.NoKingSafety, ruleset.FreeToMove
		g, loose := rules.New(m.Set), rules.New(anyKing)
		var results []Result
		allowed := 0
		for i := range cases {
			r := Result{Case: &cases[i], Verdict: Right}
			p, err := g.ParseFEN(cases[i].FEN)
			if err != nil {
				continue
			}
			for from := range p.Colours[p.Turn].All {
				if p.KindAt(from) == board.Bishop {
					continue
				}
				for to := range board.NoSquare {
					moves := []board.Move{board.NewMove(from, to)}
					if p.KindAt(from) == board.Pawn && to.Rank()%7 == 0 {
						moves = moves[:0]
						for _, kind := range []board.Kind{board.Knight, board.Bishop, board.Rook, board.Queen} {
							moves = append(moves, board.Move{From: from, To: to, Promotion: kind})
						}
					}
					for _, move := range moves {
						if from == to {
							continue
						}
						turn, err := g.TryPlay(&p, move, nil)
						if err != nil && p.KindAt(from) == board.Knight {
							if turn, err = loose.TryPlay(&p, move, nil); err == nil {
								allowed++
							}
						}
						if err != nil {
							continue
						}
						r.answer.Turns = append(r.answer.Turns, corpus.AnswerTurn{UCI: move.UCI(&p),
							FEN: corpus.BoardAndSide(turn.After.FEN(m.Set))})
					}
				}
			}
			r.answer.Outcome = "*"
			switch {
			case len(r.answer.Turns) > 0:
			case p.Kingless(p.Turn):
				r.answer.Outcome = board.Win(p.Turn.Other()).String()
			default:
				r.answer.Outcome = board.Draw.String()
			}
			r.answer.Settle()
			right := cases[i].Answer()
			if d := corpus.Compare(&right, &r.answer); !d.None() {
				r.Verdict = Wrong
			}
			results = append(results, r)
		}
		if allowed < 2 {
			t.Fatalf("%d turns of knights are allowed beside %q", allowed, m.Name)
		}
		got, err := newDiagnoser(t.Context(), pacifist, results).patterned()
		if err != nil || got == nil || len(got.Faults) != 1 {
			t.Fatalf("beside %q: %+v, %v", m.Name, got, err)
		}
		var beside []string
		for _, r := range got.Readings {
			beside = append(beside, r.Name)
		}
		if f := got.Faults[0]; f.Name != want && !slices.Contains(f.Or, want) ||
			strings.Join(beside, " ") != m.Name || !got.Exact || got.Fit != len(results) {
			t.Errorf("beside %q: %v beside %q", m.Name, f, beside)
		}
	}
}

// Where there is no pattern none is found, and nothing where somebody gives the search up.
func TestNoPatterns(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist1")
	nonsense := []Result{answered(t, "nonsense", nearH, Wrong)}
	if got, err := newDiagnoser(t.Context(), set, nonsense).patterned(); got != nil || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if got, err := newDiagnoser(ctx, set, nonsense).patterned(); got != nil || err == nil {
		t.Errorf("after it was given up: %+v, %v", got, err)
	}
}
