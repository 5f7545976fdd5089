package check

import (
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/rules"
	"turncoat/rules/board"
)

// eachOf returns every nth case.
func eachOf(cases []corpus.Case, n int) (some []corpus.Case) {
	for i := 0; i < len(cases); i += n {
		some = append(some, cases[i])
	}
	return some
}

// observed returns what answers show of single turns and pieces, and whoever gave them.
func observed(t *testing.T, results []Result) (*diagnoser, *observation) {
	t.Helper()
	d := newDiagnoser(t.Context(), results[0].Case.Rules, results)
	return d, d.observe(corpus.Misread(d.set), rules.New(d.set))
}

// named returns the names of those bugs that give all answers.
func (d *diagnoser) named(ways []wrongWay) (names []string) {
	for i := range ways {
		if d.gives(&wrongJudge{set: d.set, way: &ways[i]}, rules.New(d.set)) {
			names = append(names, ways[i].name)
		}
	}
	return names
}

// Turns that follow a pattern and are missing, though the rules have them, are told by the pattern, and so are
// those that break a rule and are there.
func TestTurnPatterns(t *testing.T) {
	// which could not be played then
	cases := slices.DeleteFunc(casesToSpoil(t, "pacifist1"), func(c corpus.Case) bool { return len(c.Moves) > 0 })
	results, _, _ := spoil(t, cases, func(s *shownTurn) *corpus.AnswerTurn {
		if s.by(board.Rook) && s.ranks() == 0 { // along a rank
			return nil
		}
		return s.rightly()
	})
	for i := range results {
		if r := &results[i]; len(r.answer.Turns) == 0 && len(r.Case.Turns) > 0 {
			r.answer.Outcome = "1/2-1/2" // they have kings
		}
	}
	d, o := observed(t, results)
	if got, want := d.named(o.turnWays()), "turns that are moves along a rank and moves of the rook are missing"; !slices.Contains(got, want) {
		t.Errorf("%q lacks %q", got, want)
	}
	if len(o.pieceWays()) > 0 || len(o.moveWays()) > 0 || len(o.missing) == 0 || len(o.allowed) > 0 {
		t.Errorf("%d missing, %d allowed", len(o.missing), len(o.allowed))
	}
	lost := pattern{is: []string{"moves of the rook"}, not: []string{"moves to rank 1"}}
	more := pattern{is: []string{"moves of the king"}}
	for _, test := range []struct {
		lost, more pattern
		name       string
		loose      bool
	}{
		{lost, pattern{}, "turns that are moves of the rook and not moves to rank 1 are missing", false},
		{pattern{}, more, "turns that are moves of the king are allowed", true},
		{lost, more, "turns that are moves of the rook and not moves to rank 1 are missing, and turns that are moves of the king are allowed", true},
	} {
		if w := turnWay(test.lost, test.more); w.name != test.name || (w.passes != nil) != test.loose ||
			(w.castles != nil) != test.loose {
			t.Errorf("%+v, want %q", w.name, test.name)
		}
	}
	// The black rook bears on g1 and g2, where the king may not go.
	_, p, _ := at(t, "pacifist1", "6rk/8/8/8/R7/8/8/7K w - - 0 1", "a4a5")
	j := &wrongJudge{set: cases[0].Rules}
	for _, test := range []struct {
		lost, more pattern
		want       string // the moves of the king, and of the rook on its file
	}{
		{pattern{}, pattern{}, "a4a1 a4a2 a4a3 a4a5 a4a6 a4a7 a4a8 h1h2"},
		{lost, pattern{}, "a4a1 h1h2"},
		{lost, more, "a4a1 h1g1 h1g2 h1h2"},
		{pattern{}, more, "a4a1 a4a2 a4a3 a4a5 a4a6 a4a7 a4a8 h1g1 h1g2 h1h2"},
	} {
		w := turnWay(test.lost, test.more)
		j.way = &w
		var got []string
		for _, turn := range j.turns(p) {
			if uci := turn.move.UCI(p); p.Kings.Has(turn.move.From) || turn.move.To.File() == 0 {
				got = append(got, uci)
			}
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%q: %s, want %s", w.name, s, test.want)
		}
	}
}

// Pieces that follow a pattern and are not converted, or are converted and should not be, are told by it.
func TestPiecePatterns(t *testing.T) {
	cases := casesToSpoil(t, "pacifist1")
	never := wrongWay{convert: func(j *wrongJudge, b *board.Position, mover board.Colour) {
		j.waves(b, mover, allWaves, func(wave board.Bitboard, _ int) board.Bitboard {
			return those(wave, func(s board.Square) bool { return b.KindAt(s) != board.Rook || s.File() != 7 })
		})
	}}
	g := rules.New(cases[0].Rules)
	var results []Result
	for i := range cases {
		c := &cases[i]
		r := Result{Case: c, Verdict: Right}
		r.answer, _ = (&wrongJudge{set: c.Rules, way: &never}).answer(g, &sample{result: &r}, false)
		want := c.Answer()
		if d := corpus.Compare(&want, &r.answer); !d.None() {
			r.Verdict = Wrong
		}
		results = append(results, r)
	}
	d, o := observed(t, results)
	if got, want := d.named(o.pieceWays()),
		"pieces that are on the h-file and rooks are not converted"; !slices.Contains(got, want) {
		t.Errorf("%q lacks %q", got, want)
	}
	if len(o.turnWays()) > 0 || len(o.kept) == 0 || len(o.taken) > 0 {
		t.Errorf("%d kept, %d taken", len(o.kept), len(o.taken))
	}
	// The rook comes to d1 and bears on the queen on d5, which nothing supports. Once she is White's, she bears on
	// the king and, before the rook, on the knight on d8. Nobody persuades that on a2.
	_, p, m := at(t, "pacifist1", "k2n4/8/8/3q4/8/7K/n7/7R w - - 0 1", "h1d1")
	queens, knights := pattern{is: []string{"queens"}}, pattern{is: []string{"knights"}, not: []string{"on rank 8"}}
	for _, test := range []struct {
		kept, taken pattern
		name, fen   string
	}{
		{queens, pattern{}, "pieces that are queens are not converted", "k2n4/8/8/3q4/8/7K/n7/3R4"},
		{pattern{}, knights, "pieces that are knights and not on rank 8 are converted, too",
			"K2N4/8/8/3Q4/8/7K/N7/3R4"},
		{queens, knights, "pieces that are queens are not converted, and pieces that are knights and not on rank 8 are converted, too", "k2n4/8/8/3q4/8/7K/N7/3R4"},
	} {
		w := pieceWay(test.kept, test.taken)
		j := &wrongJudge{set: cases[0].Rules, way: &w}
		turn := j.turn(p, m)
		if got := turn.after.Board(); w.name != test.name || got != test.fen {
			t.Errorf("%q: %s, want %s", w.name, got, test.fen)
		}
	}
}

// Moves that no piece has, and that follow a pattern, are told by it.
func TestMovePatterns(t *testing.T) {
	cases := eachOf(casesToSpoil(t, "pacifist1"), 4)
	results, _, _ := spoil(t, cases, func(s *shownTurn) *corpus.AnswerTurn { return s.rightly() })
	g := rules.New(cases[0].Rules)
	right := &wrongJudge{set: cases[0].Rules, way: &wrongWay{}}
	for i := range results {
		r := &results[i]
		p, err := r.Case.Position()
		if err != nil {
			t.Fatal(err)
		}
		for from := range (p.Kings & p.Colours[p.Turn]).All { // kings leap two squares straight ahead
			m := board.NewMove(from, offset(from, 0, 2*ahead(p.Turn)))
			if m.To == board.NoSquare || p.KindAt(m.To) != board.NoKind {
				continue
			}
			if turn := right.turn(&p, m); right.allowed(&turn) {
				r.Verdict = Wrong
				r.answer.Turns = append(r.answer.Turns, corpus.AnswerTurn{UCI: m.UCI(&p), FEN: turn.after.Board() +
					" " + string("wb"[turn.after.Turn])})
				r.answer.Settle()
			}
		}
		r.answer.Outcome = g.Outcome(&p).Result.String()
		if len(r.answer.Turns) > 0 {
			r.answer.Outcome = "*"
		}
	}
	_, o := observed(t, results)
	if !o.strange || len(o.turnWays()) > 0 {
		t.Errorf("such moves are not strange: %d", len(o.boards))
	}
	ways := o.moveWays()
	var names []string
	for _, w := range ways {
		names = append(names, w.name)
	}
	if want := "moves of the pieces that are moves by +0+2 and moves of the king are made, too"; !slices.Contains(
		names, want) {
		t.Errorf("%q lacks %q", names, want)
	}
	if len(ways) > 0 {
		_, p, _ := at(t, "pacifist1", "7k/8/8/8/8/8/8/R6K w - - 0 1", "a1a2")
		if got := ways[0].more(p); len(got) != 1 || got[0].UCI(p) != "h1h3" {
			t.Errorf("%v", got)
		}
		_, p, _ = at(t, "pacifist1", "8/8/8/8/8/7k/8/R6K w - - 0 1", "a1a2")
		if got := ways[0].more(p); len(got) != 0 {
			t.Errorf("onto a king: %v", got)
		}
	}
}

// Of bugs that are played out those are named that give all answers, two at the most; of those that do not, the
// likeliest are kept.
func TestPlayed(t *testing.T) {
	cases := eachOf(casesToSpoil(t, "pacifist1"), 4)
	results := playedAnswers(t, "queens are never converted", cases)
	d := newDiagnoser(t.Context(), cases[0].Rules, results)
	ways := waysByName()
	right, other := ways["queens are never converted"][0], ways["rooks are never converted"][0]
	misread := []corpus.Misreading{corpus.Misread(d.set)}
	again, third := right, right
	again.name, third.name = "again", "third"
	if got, err := d.played([]wrongWay{other}, misread); got != nil || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
	got, err := d.played([]wrongWay{other, right, right, again, third}, misread)
	if err != nil || got == nil || len(got.Faults) != 1 || !got.Exact || got.Fit != len(cases) ||
		got.Explained != len(d.wrong) {
		t.Fatalf("%+v, %v", got, err)
	}
	turns := 0
	for _, s := range d.wrong {
		want := s.result.Case.Answer()
		difference := corpus.Compare(&want, &s.result.answer)
		moves := map[string]bool{}
		for _, t := range slices.Concat(difference.Missing, difference.Extra) {
			moves[t.UCI] = true
		}
		turns += len(moves)
	}
	if f := got.Faults[0]; f.Name != right.name || !slices.Equal(f.Or, []string{"again"}) ||
		f.Cases != len(d.wrong) || f.Turns != turns || f.See != d.wrong[0].result.Case.ID {
		t.Errorf("%+v, want %d turns in %d cases", f, turns, len(d.wrong))
	}
	likely, err := d.likeliest([]wrongWay{other, again, {name: "nothing"}})
	if err != nil || len(likely) != 1 || likely[0].name != "again" {
		t.Errorf("%d bugs are likely, %v", len(likely), err)
	}
}

// Beside the misreading that ordinary bugs leave room for, further bugs are played out where what was found says
// too little.
func TestPlayedBeside(t *testing.T) {
	cases := eachOf(casesToSpoil(t, "pacifist1"), 6)
	m, err := corpus.ParseMisreading(cases[0].Rules, "king-converts=no")
	if err != nil {
		t.Fatal(err)
	}
	way, g := waysByName()["rooks move as bishops"][0], rules.New(m.Set)
	var results []Result
	for i := range cases {
		r := Result{Case: &cases[i], Verdict: Right}
		r.answer, _ = (&wrongJudge{set: m.Set, way: &way}).answer(g, &sample{result: &r}, false)
		want := r.Case.Answer()
		if d := corpus.Compare(&want, &r.answer); !d.None() {
			r.Verdict = Wrong
		}
		results = append(results, r)
	}
	d := newDiagnoser(t.Context(), cases[0].Rules, results)
	found := func(k claim) []*faulty { return []*faulty{{trial: &trial{misreading: m}, faults: []claim{k}}} }
	got, err := d.playedBeside(found("moves of the rook wrong"))
	if err != nil || got == nil || len(got.Faults) != 1 || got.Faults[0].Name != way.name || len(got.Readings) != 1 ||
		got.Readings[0].Name != m.Name {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := d.playedBeside(found("moves of the rook missing")); got != nil || err != nil {
		t.Errorf("what says enough is not played out further: %+v, %v", got, err)
	}
}
