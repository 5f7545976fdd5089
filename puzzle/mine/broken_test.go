package mine

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solve"
	"turncoat/rules/board"
)

// What interrupted mining has found is graded if all of it can be; else none of it is, and it is there all the same.
func TestRescue(t *testing.T) {
	found, err := givenMine(t).Run(t.Context(), Options{Jobs: 1})
	if err != nil || len(found) != 1 {
		t.Fatalf("%d puzzles, %v", len(found), err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	m := givenMine(t)
	found[0].Grade = nil
	if got := m.rescue(over, found); len(got) != 1 || got[0].Grade == nil {
		t.Errorf("%+v", got)
	}
	broken := found[0]
	broken.FEN = "x"
	if got := m.rescue(over, []puzzle.Puzzle{found[0], broken}); len(got) != 2 || got[0].Grade != nil ||
		got[1].Grade != nil {
		t.Errorf("%+v", got)
	}
}

// givenMine finds one puzzle, in the first of its three units.
func givenMine(t *testing.T) *Mine {
	t.Helper()
	return &Mine{Rules: puzzletest.Named(t, "chess").Set(), From: Given, Position: cornerMate, Least: 2, Most: 2,
		Count: 1, Pool: 1, Units: 3, Seed: 5, Demands: analysis.Demands{OneKey: true}}
}

// A context that outlives a mine holds nothing of it, not of one either that was done before.
func TestContextIsLeft(t *testing.T) {
	ctx := puzzletest.NewWatched()
	r := &run{mine: &Mine{}, options: Options{Jobs: 2}}
	r.work(ctx)
	if now, ever := ctx.Waiting(); now != 0 || ever != 1 || !r.complete() {
		t.Errorf("%d of %d are still waiting", now, ever)
	}
	if _, err := givenMine(t).Run(ctx, Options{Jobs: 2, Time: time.Hour}); err != nil {
		t.Fatal(err)
	}
	if now, _ := ctx.Waiting(); now != 0 {
		t.Errorf("%d are still waiting", now)
	}
}

// A journal that holds what is no unit is refused, and says where.
func TestJournalOfSomethingElse(t *testing.T) {
	dir := t.TempDir()
	r := &run{mine: givenMine(t), options: Options{Dir: dir}, done: map[int]unit{}, seen: puzzle.Seen{}}
	if err := r.open(); err != nil {
		t.Fatal(err)
	}
	if err := r.journal.Add([]byte(`{"unit":"x"}`)); err != nil {
		t.Fatal(err)
	}
	if err := r.journal.Close(); err != nil {
		t.Fatal(err)
	}
	if list, err := givenMine(t).Run(t.Context(), Options{Jobs: 1, Dir: dir}); !errors.Is(err, ErrState) ||
		!strings.Contains(err.Error(), filepath.Join(dir, "journal")+":2: ") || list != nil {
		t.Errorf("%d puzzles, %v", len(list), err)
	}
}

// What comes from elsewhere and is no unit is refused and stays to be done; a unit that is interrupted gives nothing.
func TestKeptFromElsewhere(t *testing.T) {
	m := givenMine(t)
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	r := &run{mine: m, done: map[int]unit{}, seen: puzzle.Seen{}}
	if enough, err := r.keep(t.Context(), 1, []byte("x")); enough || !errors.Is(err, ErrRecord) || r.has(1) {
		t.Errorf("enough %t, %v", enough, err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if record, err := m.Unit(over, 1, nil); !errors.Is(err, context.Canceled) || record != nil {
		t.Errorf("%s, %v", record, err)
	}
	// Of a help-win in one and a half, too, the identifier is its own: it is read back as it was found.
	m = &Mine{Rules: m.Rules, From: Given, Position: "7k/8/5K2/8/8/8/8/R7 w - - 0 1", Goal: solve.HelpWin, Half: true,
		Least: 1, Most: 1, Count: 1, Pool: 1, Demands: analysis.Demands{Lines: 2}}
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	record, err := m.Unit(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if u, err := m.readUnit(t.Context(), 0, record); err != nil || len(u.Puzzles) != 1 || !u.Puzzles[0].Half {
		t.Errorf("%+v, %v", u, err)
	}
	m.Half = false
	if _, err := m.readUnit(t.Context(), 0, record); !errors.Is(err, ErrRecord) || !strings.HasSuffix(err.Error(),
		"it is not what is looked for") {
		t.Errorf("%v", err)
	}
}

// A search that takes too long tells nothing: whether the last turn was a mistake is then not known, and the
// puzzle is not kept; a help-win is not judged.
func TestTooLongToTell(t *testing.T) {
	g := puzzletest.Named(t, "chess")
	before := puzzletest.Position(t, g, "6k1/8/8/6K1/8/8/8/R7 b - - 0 1")
	w, at, found := workerOf(t, &Mine{Least: 2, Most: 2}, cornerMate)
	w.analyst = w.mine.analyst(g, 1)
	if err := w.keep(t.Context(), candidate{at: at, before: &before}, found); err != nil || len(w.unit.Puzzles) != 0 {
		t.Errorf("%d kept, %v", len(w.unit.Puzzles), err)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	w, at, found = workerOf(t, &Mine{Least: 2, Most: 2}, cornerMate)
	if err := w.keep(over, candidate{at: at}, found); !errors.Is(err, context.Canceled) || len(w.unit.Puzzles) != 0 {
		t.Errorf("%d kept, %v", len(w.unit.Puzzles), err)
	}
	w.improver.themes = []string{"changed-play"}
	if sound, err := w.improver.sound(over, &at, &found); !errors.Is(err, context.Canceled) || sound {
		t.Errorf("sound %t, %v", sound, err)
	}
	if fault, err := w.improver.withThemes(over, &at, &found, 7, 8); !errors.Is(err, context.Canceled) ||
		fault != hopeless {
		t.Errorf("%v, %v", fault, err)
	}
	if fault, err := w.improver.withThemes(over, &at, &found, 8.5, 8); err != nil || fault != 8.5 {
		t.Errorf("above the limit: %v, %v", fault, err)
	}
}

// Where nothing can be barred, nothing is composed.
func TestNothingBarred(t *testing.T) {
	g := puzzletest.Named(t, "pacifist1")
	m, err := parseMaterial("Kk", g.Set())
	if err != nil {
		t.Fatal(err)
	}
	if p, ok := m.steered(g, steering{barred: "needs-two-step-bar"}, rand.New(rand.NewPCG(1, 2))); ok ||
		p != (board.Position{}) {
		t.Errorf("%s", p.Board())
	}
}

// What is placed for a theme is left to chance where the theme leaves it open: each wing as often, the pawn
// before its last step but one time in four, of the kinds of partners the rook twice as often, one castler or
// two.
func TestSteeredByChance(t *testing.T) {
	const n = 4000
	random := rand.New(rand.NewPCG(4, 9))
	begun := func(s steering) board.Position {
		p := board.Position{EnPassant: board.NoSquare, Number: 1}
		s.begin(&p, nil, random)
		return p
	}
	met := map[string]int{}
	for range n {
		p := begun(steering{castling: true})
		if p.Rights[board.RightIndex(board.White, board.KingSide)].Held() {
			met["h-wing"]++
		}
		p = begun(steering{promotion: true})
		if p.Occupied().First().Rank() == 5 {
			met["two steps"]++
		}
		p = begun(steering{partners: true})
		partner := p.PieceAt(p.Occupied().First())
		met[partner.Kind.String()]++
		met[partner.Colour.Title()]++
		p = begun(steering{castlers: true})
		if p.Occupied().Count() == 2 {
			met["two castlers"]++
		}
		if p.KindAt(p.Occupied().First()) == board.Queen {
			met["queen that castles"]++
		}
	}
	for what, want := range map[string]float64{"h-wing": .5, "two steps": .25, "knight": .2, "bishop": .2, "rook": .4,
		"queen": .2, "White": .5, "two castlers": .5, "queen that castles": .5} {
		often(t, what, met[what], n, want)
	}
}
