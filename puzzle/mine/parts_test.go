package mine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle"
	"turncoat/puzzle/analysis"
	"turncoat/puzzle/internal/chance"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
)

// What themes ask of a position, and what is placed for it.
func TestSteering(t *testing.T) {
	for themes, want := range map[string]steering{
		"": {}, "zugzwang": {}, "castling": {castling: true}, "needs-castling-cosquares": {castling: true, castlers: true}, "needs-castling-test": {enemys: true, barred: "needs-castling-test"},
		"promotion": {promotion: true}, "promotion=N": {promotion: true}, "underpromotion": {promotion: true}, "needs-two-step-bar": {twoStep: true, barred: "needs-two-step-bar"},
		"needs-single-mover": {partners: true}, "needs-far-partner": {partners: true}, "needs-no-chain": {partners: true}, "needs-faithful-friends": {partners: true}, "needs-king-queen-pair": {queen: true},
		"castling promotion": {castling: true, promotion: true},
	} {
		s := steeringFor(strings.Fields(themes))
		if s != want || s.rights() != (want.castling || want.enemys) {
			t.Errorf("%s: %+v, want %+v", themes, s, want)
		}
	}
	piece := func(letter byte) board.Piece { p, _ := board.PieceOf(letter); return p }
	var given []board.Piece
	for _, letter := range []byte("KkRrPpQ") {
		given = append(given, piece(letter))
	}
	for seed := range uint64(60) {
		for _, test := range []struct {
			s     steering
			rest  string // of what was given
			count int    // pieces on the board
			holds func(p *board.Position) bool
		}{
			{steering{}, "KkRrPpQ", 0, func(p *board.Position) bool { return p.Rights.Squares() == 0 }},
			{steering{castling: true}, "krPpQ", 2, func(p *board.Position) bool {
				rooks := (p.Rooks & p.Colours[board.White]).Squares()
				return p.PieceAt(board.At(4, 0)) == piece('K') && len(rooks) == 1 && (rooks[0] == 0 || rooks[0] == 7) && p.Rights.Squares() == p.Occupied()
			}},
			{steering{enemys: true}, "KRPpQ", 2, func(p *board.Position) bool {
				return p.PieceAt(board.At(4, 7)) == piece('k') && (p.PieceAt(56) == piece('r') || p.PieceAt(63) == piece('r')) && p.Rights.Squares() == p.Occupied()
			}},
			{steering{promotion: true}, "KkRrpQ", 1, func(p *board.Position) bool {
				s := p.Occupied().First()
				return p.PieceAt(s) == piece('P') && (s.Rank() == 6 || s.Rank() == 5)
			}},
			{steering{twoStep: true}, "KkRrPQ", 1, func(p *board.Position) bool {
				s := p.Occupied().First()
				return p.PieceAt(s) == piece('p') && s.Rank() == 6
			}},
			{steering{queen: true}, "KkRrPp", 1, func(p *board.Position) bool { return p.PieceAt(p.Occupied().First()) == piece('Q') }},
			{steering{partners: true}, "", 3, func(p *board.Position) bool {
				first := p.PieceAt(p.Occupied().First())
				return p.Of(first.Kind).Count() == 3 && p.Colours[first.Colour].Count() == 3 && first.Kind != board.Pawn && first.Kind != board.King
			}},
			{steering{castlers: true}, "", -1, func(p *board.Position) bool {
				n := (p.Rooks | p.Of(board.Queen)).Count()
				return p.Occupied().Count() == n && (n == 1 || n == 2) && p.Colours[board.Black] == 0
			}},
		} {
			p := board.Position{EnPassant: board.NoSquare, Number: 1}
			rest := ""
			for _, left := range test.s.begin(&p, slices.Clone(given), rand.New(rand.NewPCG(seed, 5))) {
				rest += string(left.Letter())
			}
			if test.rest != "" && rest != test.rest || test.count >= 0 && p.Occupied().Count() != test.count || !test.holds(&p) {
				t.Fatalf("%+v, seed %d: %s are left, and on the board %s", test.s, seed, rest, p.Board())
			}
		}
	}
	g := puzzletest.Named(t, "chess")
	with := puzzletest.Position(t, g, "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1")
	for fen, want := range map[string]bool{
		"4k3/8/8/8/8/8/4P3/4K2R w - - 0 1": true, "4k3/8/8/8/8/4P3/8/4K2R w - - 0 1": true, "4k3/8/8/8/8/8/4P3/4K1R1 w - - 0 1": false, "4k3/8/8/8/8/8/4P3/5K1R w - - 0 1": false,
		"4k3/8/8/8/8/8/4P3/4K2B w - - 0 1": false, "4k3/8/8/8/8/8/4P3/4K2r w - - 0 1": false,
	} {
		changed := puzzletest.Position(t, g, fen)
		if got := keepsRights(&with, &changed); got != want {
			t.Errorf("%s: %t", fen, got)
		}
	}
	without := puzzletest.Position(t, g, "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1")
	other := puzzletest.Position(t, g, "4k3/8/8/8/8/8/4P3/5K2 w - - 0 1")
	if !keepsRights(&without, &other) {
		t.Error("there are no rights to keep")
	}
}

// The positions of a recorded game, and of a game of self-play from the eighth ply on, with the turns that led to them.
func TestCandidatesOfGames(t *testing.T) {
	g := puzzletest.Named(t, "pacifist1")
	at := g.Start()
	record := Record{Name: "a.pgn:3", Start: at}
	for _, move := range []string{"e4", "e5", "Nf3"} {
		turn, err := g.Parse(&at, move)
		if err != nil {
			t.Fatal(err)
		}
		record.Turns, at = append(record.Turns, turn), turn.After
	}
	m := &Mine{Rules: g.Set(), From: Records, Seed: 9, Games: []Record{{Name: "other"}, record}}
	follows := func(list []candidate, first int) {
		t.Helper()
		for i, c := range list {
			before, err := g.ParseFEN(c.source.Before)
			if err != nil {
				t.Fatal(err)
			}
			turn, err := g.Parse(&before, c.source.Last)
			if err != nil || turn.After.Board() != c.at.Board() || turn.After.Turn != c.at.Turn || c.before == nil || c.before.Board() != before.Board() || c.source.Ply != first+i || c.source.From != string(m.From) || c.source.Seed != 9 {
				t.Errorf("%d: %+v, %v", i, c.source, err)
			}
			if i > 0 && list[i-1].at.Board() != before.Board() {
				t.Errorf("%d: it does not follow on the one before", i)
			}
		}
	}
	gather := func(unit int) (list []candidate) {
		t.Helper()
		err := m.candidates(t.Context(), g, unit, chance.For(9, "x", unit), func(c candidate) error { list = append(list, c); return nil })
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	list := gather(1)
	if follows(list, 1); len(list) != 3 || list[0].source.Game != "a.pgn:3" || list[0].source.Last != "e2e4" || list[2].source.Last != "g1f3" || list[0].source.Unit != 1 {
		t.Errorf("%+v", list)
	}
	m.only = &record
	if alone := gather(7); len(alone) != 3 || alone[0].source.Unit != 7 {
		t.Errorf("%+v", alone)
	}
	m.From = SelfPlay
	list = gather(4)
	if follows(list, 8); len(list) == 0 || len(list) > 83 {
		t.Errorf("%d positions of self-play", len(list))
	}
	if again := gather(4); len(again) != len(list) || again[len(again)-1].at != list[len(list)-1].at {
		t.Error("the same unit plays another game")
	}
	if other := gather(5); other[0].at == list[0].at {
		t.Error("another unit plays the same game")
	}
	stop := errors.New("enough")
	for _, from := range []Kind{SelfPlay, Records} {
		m.From = from
		n := 0
		if err := m.candidates(t.Context(), g, 4, chance.For(9, "x", 4), func(candidate) error { n++; return stop }); !errors.Is(err, stop) || n != 1 {
			t.Errorf("%s: %d positions, %v", from, n, err)
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if err := m.candidates(ended, g, 4, chance.For(9, "x", 4), func(candidate) error { n++; return nil }); !errors.Is(err, context.Canceled) || n != 1 {
			t.Errorf("%s, ended: %d positions, %v", from, n, err)
		}
	}
}

// Mines that cannot be worked, with the reason, and how many units there are.
func TestCheckedMines(t *testing.T) {
	set := puzzletest.Named(t, "pacifist1").Set()
	good := Mine{Rules: set, From: Composed, Pieces: "5", Least: 2, Most: 3, Count: 1, Pool: 2}
	for _, test := range []struct {
		spoil func(m *Mine)
		want  string
	}{
		{func(*Mine) {}, ""}, {func(m *Mine) { m.Most = 20 }, ""}, {func(m *Mine) { m.Least, m.Most = 1, 1 }, ""}, {func(m *Mine) { m.Pool = 1 }, ""},
		{func(m *Mine) { m.Least = 0 }, "limit reached: a win in 0 to 3 turns cannot be looked for"}, {func(m *Mine) { m.Most = 1 }, "limit reached: a win in 2 to 1 turns cannot be looked for"},
		{func(m *Mine) { m.Most = 21 }, "limit reached: a win in 2 to 21 turns cannot be looked for"}, {func(m *Mine) { m.Count = 0 }, "limit reached: 0 is no number of puzzles to take of 2"},
		{func(m *Mine) { m.Count = 3 }, "limit reached: 3 is no number of puzzles to take of 2"}, {func(m *Mine) { m.Themes = []string{"x"} }, `there is no theme "x"`},
		{func(m *Mine) { m.Key = "x" }, `"x" is neither a piece (K, Q, R, B, N or P), nor a piece and a square such as N@f7`}, {func(m *Mine) { m.Duplex = true }, solve.ErrUnsupported.Error() + ": only help-wins are mined as duplexes"},
		{func(m *Mine) { m.Duplex, m.Goal = true, solve.HelpWin }, ""}, {func(m *Mine) { m.Goal = solve.Claim }, ""},
		{func(m *Mine) { m.Goal, m.Rules = solve.Claim, puzzletest.Named(t, "chess").Set() }, solve.ErrUnsupported.Error() + ": in the chess family no king is ever converted"},
		{func(m *Mine) { m.Pieces = "2" }, board.ErrSyntax.Error() + `: "2" is no number of pieces from 3 to 40`},
		{func(m *Mine) { m.From = Longer }, fmt.Sprintf("limit reached: 0 positions to make longer; there can be 1 to %d", MaxBases)},
		{func(m *Mine) { m.From, m.Bases = Longer, make([]string, MaxBases+1) }, fmt.Sprintf("limit reached: %d positions to make longer; there can be 1 to %d", MaxBases+1, MaxBases)},
		{func(m *Mine) { m.From, m.Bases = Longer, []string{"7k/8/8/8/8/8/8/K7 w - - 0 1"} }, ""},
		{func(m *Mine) { m.From, m.Position = Given, "7k/8/8/8/8/8/8/K7 w - - 0 1" }, ""},
	} {
		m := good
		test.spoil(&m)
		got := ""
		if err := m.Check(); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	for _, from := range []Kind{Given, Longer} {
		m := good
		m.From, m.Position, m.Bases = from, "x", []string{"x"}
		if err := m.Check(); !errors.Is(err, board.ErrSyntax) {
			t.Errorf("%s: %v", from, err)
		}
	}
	games := make([]Record, 4)
	for _, test := range []struct {
		m    Mine
		want int
	}{
		{Mine{From: Composed}, 0}, {Mine{From: Composed, Units: 7}, 7}, {Mine{From: Given}, 100}, {Mine{From: Given, Units: 7}, 7}, {Mine{From: Given, Units: 700}, 700},
		{Mine{From: Records, Games: games}, 4}, {Mine{From: Records, Games: games, Units: 3}, 3}, {Mine{From: Records, Games: games, Units: 4}, 4}, {Mine{From: Records, Games: games, Units: 9}, 4},
	} {
		if got := test.m.limit(); got != test.want {
			t.Errorf("%s with %d units: %d, want %d", test.m.From, test.m.Units, got, test.want)
		}
	}
}

// Units are taken in order whenever they come, each once, and no more than are wanted.
func TestUnitsInOrder(t *testing.T) {
	sample := puzzletest.Sample(t)
	var told []Progress
	r := &run{mine: &Mine{Pool: 3}, done: map[int]unit{}, seen: puzzle.Seen{}, options: Options{Progress: func(p Progress) { p.Elapsed, p.Rate = 0, 0; told = append(told, p) }}}
	state := func() string {
		var ids []string
		for _, p := range r.taken {
			ids = append(ids, fmt.Sprint(slices.IndexFunc(sample, func(q puzzle.Puzzle) bool { return q.ID == p.ID })))
		}
		return fmt.Sprintf("%s; %d screened, up to %d, %d wait, complete %t", strings.Join(ids, " "), r.screened, r.upTo, len(r.done), r.complete())
	}
	for _, step := range []struct {
		unit, screened int
		puzzles        []puzzle.Puzzle
		want           string
	}{
		{1, 10, sample[1:2], "; 0 screened, up to 0, 1 wait, complete false"},
		{1, 99, sample[9:10], "; 0 screened, up to 0, 1 wait, complete false"}, // again
		{0, 1, sample[0:1], "0 1; 11 screened, up to 2, 0 wait, complete false"},
		{0, 99, sample[8:9], "0 1; 11 screened, up to 2, 0 wait, complete false"}, // again
		{3, 1000, sample[6:7], "0 1; 11 screened, up to 2, 1 wait, complete false"},
		{2, 100, []puzzle.Puzzle{sample[0], sample[5], sample[7]}, "0 1 5; 111 screened, up to 3, 1 wait, complete true"},
		{4, 1, sample[4:5], "0 1 5; 111 screened, up to 3, 2 wait, complete true"},
	} {
		r.count(unit{step.unit, step.screened, step.puzzles})
		if got := state(); got != step.want {
			t.Fatalf("after unit %d: %s, want %s", step.unit, got, step.want)
		}
	}
	if want := (Progress{Units: 3, Screened: 111, Found: 3, Wanted: 3}); told[len(told)-1] != want || len(told) != 7 || r.fresh != 10+99+1+99+1000+100+1 {
		t.Errorf("%+v, %d", told, r.fresh)
	}
	// Units are handed out in order, but for those that are done.
	r = &run{mine: &Mine{Pool: 1, Units: 6}, done: map[int]unit{3: {}}, upTo: 2}
	var handed []int
	for {
		i, ok := r.hand(t.Context())
		if !ok {
			break
		}
		handed = append(handed, i)
	}
	if !slices.Equal(handed, []int{2, 4, 5}) || !r.has(1) || r.has(2) || !r.has(3) || r.has(4) {
		t.Errorf("%v", handed)
	}
	r.upTo = 6
	if _, ok := r.hand(t.Context()); ok || !r.complete() {
		t.Error("there is more to do than there are units")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, ok := (&run{mine: &Mine{Pool: 1}}).hand(ended); ok {
		t.Error("work goes on after its end")
	}
	if i, ok := (&run{mine: &Mine{Pool: 1}, done: map[int]unit{}, next: 1000}).hand(t.Context()); !ok || i != 1000 {
		t.Errorf("without an end: %d, %t", i, ok)
	}
}

// Of puzzles with the same features one is taken before the others; they keep their order.
func TestChoose(t *testing.T) {
	named := func(id string, themes ...string) puzzle.Puzzle { return puzzle.Puzzle{ID: id, Themes: themes} }
	list := []puzzle.Puzzle{named("a", "x"), named("b", "x"), named("c", "y"), named("d", "x", "y"), named("e", "z"), named("f")}
	for count, want := range map[int]string{0: "", 1: "d", 2: "de", 3: "ade", 4: "acde", 5: "abcde", 6: "abcdef", 9: "abcdef"} {
		got := ""
		for _, p := range choose(list, count) {
			got += p.ID
		}
		if got != want {
			t.Errorf("%d: %s, want %s", count, got, want)
		}
	}
	if got := rarity([]string{"a", "b", "c"}, map[string]int{"a": 1, "b": 3}); got != 1.75 {
		t.Errorf("%f", got)
	}
	p := puzzle.Puzzle{
		Rules: puzzletest.Named(t, "chess").Set(), FEN: "7k/8/8/6K1/8/8/8/R7 w - - 0 1", In: 2, Keys: []string{"g5g6"}, Line: []string{"Kg6", "Kg8", "Ra8#"}, Solution: `["g5g6",[["h8g8"],["a1a8"]]]`,
		Themes: []string{"quiet-key"}, Grade: &puzzle.Grade{Rating: 1580, Level: 3}, Source: puzzle.Source{From: "given", Unit: 4},
	}
	if got := strings.Join(featuresOf(&p), ", "); got != "quiet-key, grade 15, level 3, in 2, from given, unit 4, key king, pieces 1, size 0" {
		t.Error(got)
	}
}

// Units that are worked out elsewhere, in any order, give the same puzzles; what they say is kept on the disk.
func TestAskedElsewhere(t *testing.T) {
	mate := func() *Mine {
		return &Mine{
			Rules: puzzletest.Named(t, "chess").Set(), From: Given, Position: "7k/8/8/6K1/8/8/8/R7 w - - 0 1", Least: 2, Most: 2, Count: 1, Pool: 1, Units: 3, Demands: analysis.Demands{OneKey: true},
		}
	}
	want, err := mate().Run(t.Context(), Options{Jobs: 1})
	if err != nil || len(want) != 1 || want[0].Line[0] != "Kg6" {
		t.Fatalf("%+v, %v", want, err)
	}
	dir := t.TempDir()
	asked := 0
	elsewhere := func(ctx context.Context, a Asked) error {
		if a.Limit != 3 {
			t.Errorf("there are %d units", a.Limit)
		}
		m := mate()
		if err := m.Check(); err != nil {
			return err
		}
		for i := a.Limit - 1; i >= 0; i-- {
			if a.Have(i) {
				t.Errorf("unit %d is done", i)
			}
			input, err := m.Input(i)
			if err != nil || input != nil {
				t.Errorf("input %q, %v", input, err)
			}
			record, err := m.Unit(ctx, i, input)
			if err != nil {
				return err
			}
			if asked++; !json.Valid(record) {
				t.Errorf("%s", record)
			}
			enough, err := a.Keep(record)
			if err != nil || enough != (i == 0) || !a.Have(i) {
				t.Errorf("unit %d: enough %t, %v", i, enough, err)
			}
		}
		if _, err := a.Keep([]byte("x")); err == nil {
			t.Error("a record that is none is kept")
		}
		return a.Sync()
	}
	for range 2 { // the second time there is nothing to ask
		got, err := mate().Run(t.Context(), Options{Jobs: 1, Dir: dir, Ask: elsewhere})
		if err != nil || written(t, got) != written(t, want) || asked != 3 {
			t.Errorf("%d asked, %v", asked, err)
		}
	}
	if got, err := mate().Run(t.Context(), Options{Jobs: 1, Ask: elsewhere}); err != nil || written(t, got) != written(t, want) || asked != 6 {
		t.Errorf("without a place: %d asked, %v", asked, err)
	}
	broken := errors.New("nobody there")
	if _, err := mate().Run(t.Context(), Options{Jobs: 1, Ask: func(context.Context, Asked) error { return broken }}); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	// A recorded game goes with its unit.
	g := puzzletest.Named(t, "chess")
	start := puzzletest.Position(t, g, "6k1/8/8/6K1/8/8/8/R7 b - - 0 1")
	turn, err := g.Parse(&start, "Kh8")
	if err != nil {
		t.Fatal(err)
	}
	m := mate()
	m.From, m.Games, m.Units = Records, []Record{{Name: "a.pgn:1", Start: start, Turns: []board.Played{turn}}}, 0
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	input, err := m.Input(0)
	if err != nil {
		t.Fatal(err)
	}
	other := mate()
	other.From, other.Units = Records, 0
	record, err := other.Unit(t.Context(), 0, input)
	var u unit
	if err != nil || json.Unmarshal(record, &u) != nil || u.Screened != 1 || len(u.Puzzles) != 1 || u.Puzzles[0].Source.Game != "a.pgn:1" || u.Puzzles[0].Source.Last != "g8h8" || !u.Puzzles[0].Claims.Mistake {
		t.Errorf("%s, %v", record, err)
	}
	if _, err := other.Unit(t.Context(), 0, []byte("x")); err == nil {
		t.Error("a game that is none is looked at")
	}
}

// A mine that finds fewer than are wanted says so, with those that it has found.
func TestExhausted(t *testing.T) {
	m := &Mine{Rules: puzzletest.Named(t, "chess").Set(), From: Given, Position: "7k/8/8/6K1/8/8/8/R7 w - - 0 1", Least: 2, Most: 2, Count: 2, Pool: 2, Units: 2, Demands: analysis.Demands{OneKey: true}}
	got, err := m.Run(t.Context(), Options{Jobs: 1})
	if !errors.Is(err, ErrExhausted) || !errors.Is(err, rules.ErrLimit) || len(got) != 1 || got[0].Grade == nil {
		t.Errorf("%d puzzles, %v", len(got), err)
	}
	m.Least, m.Most = 3, 3 // the win is too short
	if got, err := m.Run(t.Context(), Options{Jobs: 1}); !errors.Is(err, ErrExhausted) || len(got) != 0 {
		t.Errorf("%d puzzles, %v", len(got), err)
	}
}
