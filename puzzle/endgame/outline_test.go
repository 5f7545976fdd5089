package endgame

import (
	"slices"
	"testing"

	"turncoat/puzzle/solution"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/tablebase"
)

// positionOf reads a position.
func positionOf(t *testing.T, tables *tablebase.Tables, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen, tables.Set())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// mirrored returns a position with the files mirrored, a with h, the ranks, or both: what tables draw stands on
// one side of the board.
func mirrored(p *board.Position, by board.Square) board.Position {
	q := board.Position{EnPassant: board.NoSquare, Number: 1, Turn: p.Turn}
	for s := range p.Occupied().All {
		q.Put(s^by, p.PieceAt(s))
	}
	q.Rekey()
	return q
}

// worth of a move to the enemy, which takes back what serves it best, as rules/internal/reference plays.
func plainWorst(t *testing.T, tables *tablebase.Tables, p *board.Position, m board.Move) (worst tablebase.Value) {
	t.Helper()
	first := true
	for choice := range rules.NewReference(tables.Set()).TurnsOf(p, m) {
		v, err := tables.Probe(&choice.After)
		if err != nil {
			t.Fatal(err)
		}
		if first || v.Compare(worst) > 0 {
			worst, first = v, false
		}
	}
	return worst
}

// The quickest first moves are told by what each is worth when the enemy takes back what serves it best,
// wherever on the board that stands.
func TestKeys(t *testing.T) {
	taken := board.Bitboard(0) // all that was taken back alone, where that mattered
	for _, name := range []string{"pacifist-number", "pacifist-value", "pacifist1", "chess"} {
		tables := opened(t, name)
		o := newOutliner(tables, 400)
		for _, c := range []string{"KKN", "KKR", "KKP"} {
			for _, plies := range []int{1, 3, 9} {
				drawn, err := tables.Table(class(t, c)).Sample(t.Context(), tablebase.In(plies), 4, 2)
				if err != nil {
					t.Fatal(err)
				}
				for i := range drawn {
					p := drawn[i].Position
					if c != "KKP" {
						p = mirrored(&p, []board.Square{0, 7, 56, 63}[i%4])
					}
					var want []string
					for _, full := range o.rules.AppendTurns(nil, &p) {
						worst, err := o.worst(&p, full, &o.frames[0])
						plain := plainWorst(t, tables, &p, full.Move)
						if err != nil || worst != plain {
							t.Errorf("%s, %s, %s: %v, %v, want %v", name, p.FEN(tables.Set()), full.UCI(&p), worst,
								err, plain)
						}
						if full.Reclaimed.Count() == 1 {
							taken |= full.Reclaimed
						}
						if plain == tablebase.In(plies-1) {
							want = append(want, full.UCI(&p))
						}
					}
					slices.Sort(want)
					keys, err := o.keys(&p, drawn[i].Value, 0, endless)
					var got []string
					for _, m := range keys {
						got = append(got, m.UCI(&p))
					}
					slices.Sort(got)
					if err != nil || !slices.Equal(got, want) {
						t.Errorf("%s, %s: keys %s, %v; want %s", name, p.FEN(tables.Set()), got, err, want)
					}
					if two, err := o.keys(&p, drawn[i].Value, 0, 2); err != nil || len(two) != min(2, len(want)) {
						t.Errorf("%s, %s: up to two keys: %d of %d, %v", name, p.FEN(tables.Set()), len(two), len(want), err)
					}
				}
			}
		}
	}
	if taken.Count() < 4 {
		t.Errorf("pieces were taken back on %v: the test says little", taken.Names())
	}
}

// The pawn that Black may take back on a7 would lose its king: left where it is, it stalemates, and that is what
// the move is worth (PAC-8, PAC-12).
func TestWorstLeavesThePawn(t *testing.T) {
	tables := opened(t, "pacifist-number")
	o := newOutliner(tables, 400)
	for fen, uci := range map[string]string{"k7/2K5/P7/8/8/8/8/8 w - - 0 1": "a6a7",
		"k7/P2K4/8/8/8/8/8/8 w - - 0 1": "d7c7", "7k/5K2/7P/8/8/8/8/8 w - - 0 1": "h6h7"} {
		p := positionOf(t, tables, fen)
		found := false
		for _, full := range o.rules.AppendTurns(nil, &p) {
			if full.UCI(&p) != uci {
				continue
			}
			found = true
			var after board.Position
			o.rules.Apply(&p, full, &after)
			all, err1 := tables.Probe(&after)
			worst, err2 := o.worst(&p, full, &o.frames[0])
			if err1 != nil || err2 != nil || !all.Loses() || worst != tablebase.Drawn || plainWorst(t, tables, &p,
				full.Move) != tablebase.Drawn {
				t.Errorf("%s, %s: %v, with the pawn taken back %v; %v, %v", fen, uci, worst, all, err1, err2)
			}
		}
		if !found {
			t.Errorf("%s: no %s", fen, uci)
		}
	}
}

// heldAnswers holds what follows each reply in a lost position against the winner's choices, as
// rules/internal/reference has them: it takes back what wins soonest, and where two ways of that are as quick, or two
// keys follow, there is a dual. It returns how many duals there are, and after how many replies several choices are
// as quick.
func heldAnswers(t *testing.T, o *outliner, p *board.Position, plies int) (duals, several int) {
	t.Helper()
	set := o.tables.Set()
	for _, reply := range o.rules.AppendTurns(nil, p) {
		soonest, ways := plies+1, 0
		var quick []board.Bitboard
		for choice := range rules.NewReference(set).TurnsOf(p, reply.Move) {
			v, err := o.tables.Probe(&choice.After)
			if err != nil {
				t.Fatal(err)
			}
			if !v.Wins() || v.Plies() > soonest {
				continue
			}
			if v.Plies() < soonest {
				soonest, ways, quick = v.Plies(), 0, nil
			}
			keys, err := winningMoves(o.tables, &choice.After, true)
			if err != nil {
				t.Fatal(err)
			}
			ways += len(keys)
			quick = append(quick, choice.Reclaimed)
		}
		var got child
		if err := o.answer(&got, p, reply, solution.Threat{}, 0); err != nil {
			t.Fatal(err)
		}
		if got.in != (soonest+1)/2 || got.dual != min(1, ways-1) || !slices.Contains(quick, got.taken) {
			t.Errorf("%s, %s: in %d, dual %d, %v taken back; want in %d plies, %d ways, one of %v", p.FEN(set),
				reply.UCI(p), got.in, got.dual, got.taken.Names(), soonest, ways, quick)
		}
		duals += got.dual
		if len(quick) > 1 {
			several++
		}
	}
	return duals, several
}

func TestAnswer(t *testing.T) {
	duals, choices := 0, 0
	hold := func(o *outliner, p *board.Position, plies int) {
		d, s := heldAnswers(t, o, p, plies)
		duals, choices = duals+d, choices+s
	}
	for _, name := range []string{"pacifist-number", "pacifist-average", "pacifist1"} {
		tables := opened(t, name)
		o := newOutliner(tables, 400)
		for _, c := range []string{"KKN", "KKB", "KKP"} {
			for _, plies := range []int{2, 4} {
				drawn, err := tables.Table(class(t, c)).Sample(t.Context(), tablebase.In(plies), 12, 3)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range drawn {
					hold(o, &e.Position, plies)
				}
			}
		}
	}
	// Here Black can take back one thing or another, and each is as quick.
	tables := opened(t, "pacifist-number")
	o := newOutliner(tables, 400)
	for _, fen := range []string{"8/8/8/8/8/8/8/K2K1q2 w - - 0 1", "8/8/8/8/8/8/3K4/K5r1 w - - 0 1",
		"8/8/8/8/8/2b5/8/K3K3 w - - 0 1", "8/8/8/8/8/8/8/Nk2K3 w - - 0 1", "8/8/8/8/8/P7/k1K5/8 w - - 0 1"} {
		p := positionOf(t, tables, fen)
		v, err := tables.Probe(&p)
		if err != nil || !v.Loses() {
			t.Fatal(fen, v, err)
		}
		hold(o, &p, v.Plies())
	}
	if duals == 0 || choices < 10 {
		t.Errorf("%d duals, %d times several choices are as quick: the test says little", duals, choices)
	}
}
