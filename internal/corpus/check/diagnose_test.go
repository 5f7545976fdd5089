package check

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/internal/workers"
	"turncoat/protocol"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// How many random pairs of misreadings are diagnosed for each rule set.
var pairs = flag.Int("pairs", 4, "how many random pairs of misreadings are diagnosed for each rule set")

// A respondent answers cases as a game under changed rules does, through the protocol and all.
type respondent struct {
	server protocol.Server
	full   bool // all six fields of FENs are compared
}

func misreader(t testing.TB, name string) *respondent {
	t.Helper()
	override, err := ruleset.ParseOverrides(name)
	if err != nil {
		t.Fatal(err)
	}
	return &respondent{server: protocol.Server{Set: override}}
}

// results asks the cases and judges the answers; edit may spoil an answer.
func (r *respondent) results(ctx context.Context, cases []corpus.Case,
	edit func(i int, reply *protocol.Reply)) []Result {
	results := make([]Result, len(cases))
	_ = workers.Each(ctx, runtime.GOMAXPROCS(0), len(cases), func(_, i int) {
		q := request(&cases[i])
		q.ID = json.RawMessage("1")
		line, err := json.Marshal(q)
		if err != nil {
			panic(err)
		}
		answer := r.server.Answer(ctx, line)
		if edit != nil {
			edit(i, &answer)
		}
		text, err := json.Marshal(answer)
		if err != nil {
			panic(err)
		}
		results[i] = judge(&cases[i], reply{line: text}, r.full)
	})
	return results
}

// recognised says whether a diagnosis names a misreading, or one proved to play the same game.
func recognised(d *Diagnosis, set ruleset.Set, m corpus.Misreading) error {
	switch {
	case d == nil:
		return fmt.Errorf("nothing was found wrong")
	case !d.Exact || len(d.Unexplained) > 0 || d.Fit != d.Answers || d.Explained != d.Wrong:
		return fmt.Errorf("it is not explained: %s", d.Summary())
	}

	found := false
	for _, r := range d.Readings {
		_, same := corpus.SameGame(r.Set, m.Set)
		found = found || same
		// A king that is worth nothing is by value a king that does not bear.
		if !same && !strings.HasPrefix(r.Name, "values.") {
			return fmt.Errorf("it is taken for something else: %s", d.Summary())
		}
	}

	if !found {
		return fmt.Errorf("it is not among %s", d.Summary())
	}
	return nil
}

// Each single misreading, and random pairs, answered through the protocol, are named by the
// diagnosis from the committed smoke corpora.
func TestDiagnosis(t *testing.T) {
	asked, named := 0, 0
	for _, name := range rulestest.Representative() {
		set := rulestest.Builtin(t, name)
		cases, err := corpus.Golden(corpus.Smoke, name)
		if err != nil {
			t.Fatal(err)
		}
		list := corpus.Single(set)
		more := *pairs
		if longtest.Short() {
			list, more = list[len(list)-1:], 1
		}
		all := corpus.Misreadings(set)[len(corpus.Single(set)):]
		r := rand.New(rand.NewPCG(20, uint64(len(name))))
		for range min(more, len(all)) {
			i := r.IntN(len(all))
			list = append(list, all[i])
			all = append(all[:i:i], all[i+1:]...)
		}

		for _, m := range list {
			d := diagnosed(t, set, misreader(t, m.Name).results(t.Context(), cases, nil))
			asked++
			if err := recognised(d, set, m); err != nil {
				t.Errorf("%s under %s: %v", name, m.Name, err)
				continue
			}

			named++
		}
	}

	t.Logf("%d of %d misreadings are named", named, asked)
}

// diagnosed looks for misreadings that explain results.
func diagnosed(t *testing.T, set ruleset.Set, results []Result) *Diagnosis {
	t.Helper()
	d := newDiagnoser(t.Context(), set, results)
	found, exact, err := d.readings()
	if err != nil {
		t.Fatal(err)
	}
	out := &Diagnosis{Answers: len(d.wrong) + len(d.right), Wrong: len(d.wrong)}
	d.read(out, found, exact)
	return out
}

// A program that plays another built-in rule set is said to, though five settings differ.
func TestDiagnosisOfAnotherSet(t *testing.T) {
	cases, err := corpus.Golden(corpus.Smoke, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	m := corpus.Between(rulestest.Builtin(t, "pacifist1"), rulestest.Builtin(t, "pacifist-number"))
	d := diagnosed(t, rulestest.Builtin(t, "pacifist1"),
		misreader(t, m.Name).results(t.Context(), cases, nil))
	if !d.Exact || len(d.Readings) == 0 || d.Readings[0].Known != "pacifist-number" {
		t.Errorf("%+v", d)
	}
}

// A king of 4 is found out, where it makes a difference.
func TestDiagnosisOfValues(t *testing.T) {
	cases, err := corpus.Golden(corpus.Standard, "pacifist2")
	if err != nil {
		t.Fatal(err)
	}
	d := diagnosed(t, rulestest.Builtin(t, "pacifist2"),
		misreader(t, "values.king=4").results(t.Context(), cases, nil))
	if !d.Exact || len(d.Readings) == 0 {
		t.Fatalf("%+v", d)
	}
	for _, r := range d.Readings {
		if r.Name == "values.king=4" && strings.Contains(d.Summary(),
			"a king has the value 4; PAC-4") {
			return
		}
	}

	t.Error(d.Summary())
}

// Other squares are found out by the squares on which the program converts (AND-2).
func TestDiagnosisOfSquares(t *testing.T) {
	for name, squares := range map[string]string{"traitor": "a1-h3", "magic-squares": "c4-d5"} {
		cases, err := corpus.Golden(corpus.Standard, name)
		if err != nil {
			t.Fatal(err)
		}
		d := diagnosed(t, rulestest.Builtin(t, name),
			misreader(t, "squares="+squares).results(t.Context(), cases, nil))
		if !d.Exact || len(d.Readings) != 1 || d.Readings[0].Set.Squares.String() != squares {
			t.Errorf("%s on %s: %s", name, squares, d.Summary())
		}
	}
}

// Pawns that do not convert where they capture and promote, on a square or two, are no misread
// squares.
func TestDiagnosisOfFewSquares(t *testing.T) {
	cases, err := corpus.Golden(corpus.Standard, "traitor")
	if err != nil {
		t.Fatal(err)
	}
	spoilt := 0
	results := misreader(t, "squares=a1-h4").results(t.Context(), cases,
		func(_ int, reply *protocol.Reply) {
			for i, turn := range reply.Turns {
				if len(turn.UCI) < 5 || turn.UCI[0] == turn.UCI[2] || turn.UCI[2:4] != "b1" {
					continue
				}
				placement, rest, _ := strings.Cut(turn.FEN, " ")
				p, err := board.ParseBoard(placement)
				if err != nil {
					t.Fatal(err)
				}
				b1 := board.At(1, 0)
				p.Put(b1, board.Piece{Kind: p.KindAt(b1), Colour: board.Black})
				reply.Turns[i].FEN = p.Board() + " " + rest
				spoilt++
			}
		})
	d := diagnosed(t, rulestest.Builtin(t, "traitor"), results)
	if spoilt == 0 || len(d.Readings) > 0 {
		t.Errorf("%d turns were spoilt: %s", spoilt, d.Summary())
	}
}

// A misreading is found beneath a fault that no setting stands for, and the fault is left over.
func TestDiagnosisWithAnotherFault(t *testing.T) {
	cases, err := corpus.Golden(corpus.Smoke, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	spoilt := 0
	results := misreader(t, "lines=blocked").results(t.Context(), cases,
		func(i int, reply *protocol.Reply) {
			if i%12 == 11 && len(reply.Turns) > 2 { // the last turn is forgotten
				reply.Turns = reply.Turns[:len(reply.Turns)-1]
				spoilt++
			}
		})
	d := diagnosed(t, rulestest.Builtin(t, "pacifist1"), results)
	if d.Exact || len(d.Readings) != 1 || d.Readings[0].Name != "lines=blocked" ||
		len(d.Unexplained) != spoilt ||
		spoilt == 0 {
		t.Errorf("%d cases were spoilt, %+v", spoilt, d)
	}
}

// Faults that no misreading explains are not explained away.
func TestDiagnosisOfNonsense(t *testing.T) {
	cases, err := corpus.Golden(corpus.Smoke, "conversion")
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		cases = cases[:16]
	}
	results := misreader(t, "promotion=any").results(t.Context(), cases,
		func(_ int, reply *protocol.Reply) {
			for i := range reply.Turns {
				reply.Turns[i].FEN = "8/8/8/8/8/8/8/8 w"
			}
		})
	if d := diagnosed(t, rulestest.Builtin(t, "conversion"), results); d.Exact ||
		d.Explained != 0 ||
		len(d.Readings) != 0 {
		t.Errorf("%+v", d)
	}
}

// Turns that are listed twice are named as such; no setting is made responsible for them.
func TestDiagnosisOfRepeatedTurns(t *testing.T) {
	cases, err := corpus.Golden(corpus.Smoke, "chess")
	if err != nil {
		t.Fatal(err)
	}
	forgotten := slices.IndexFunc(cases, func(c corpus.Case) bool { return len(c.Turns) > 2 })
	results := misreader(t, "promotion=any").results(t.Context(), cases,
		func(i int, reply *protocol.Reply) {
			switch {
			case len(reply.Turns) == 0:
			case i == forgotten:
				reply.Turns = reply.Turns[1:]
			default:
				reply.Turns = append(reply.Turns, reply.Turns[0])
			}
		})
	var r Report
	for _, result := range results {
		r.add(result)
	}
	r.Diagnose(t.Context(), behaving(t, "good"), nil)
	d := r.Corpora[0].Diagnosis
	if d == nil || len(d.Repeating) < len(cases)/2 || d.Wrong != 1 || len(d.Readings) > 0 {
		t.Errorf("%+v", d)
	}
}

// A clock that runs on where a piece is taken back is explained by no setting: the boards alone
// would fit any.
func TestDiagnosisOfClock(t *testing.T) {
	cases, err := corpus.Golden(corpus.Smoke, "pacifist-value")
	if err != nil {
		t.Fatal(err)
	}
	program := misreader(t, "promotion=any")
	program.full = true
	results := program.results(t.Context(), cases, func(_ int, reply *protocol.Reply) {
		for i, turn := range reply.Turns {
			if len(turn.Reclaimed) > 0 {
				fields := strings.Fields(turn.FEN)
				fields[4] = "1"
				reply.Turns[i].FEN = strings.Join(fields, " ")
			}
		}
	})
	d := diagnosed(t, rulestest.Builtin(t, "pacifist-value"), results)
	if d.Wrong == 0 || d.Exact || d.Explained > 0 || len(d.Readings) > 0 {
		t.Errorf("%+v", d)
	}
}

// A program that differs from one question to the next only behind the board and the side to move
// contradicts itself, too.
func TestUnsteadyRights(t *testing.T) {
	p := behaving(t, "leaks")
	p.full = true
	variant := rules.New(rulestest.Builtin(t, "chess"))
	start := corpus.Seed{FEN: board.StartFEN}
	want := corpus.AnswerOf(variant, &corpus.Case{FEN: start.FEN})
	q := NewQuestion(variant, start, len(want.Turns))

	session := p.Open()
	defer session.Fresh()
	var second Reply
	for range 2 {
		second, _ = session.One(t.Context(), q)
	}
	if d := corpus.Compare(&want, &second.Answer); len(d.Rests) == 0 {
		t.Fatalf("nothing leaks: %+v", d)
	}
	if Unsteady(t.Context(), session, q, &second.Answer, want) == "" {
		t.Error("it is taken for steady")
	}
}
