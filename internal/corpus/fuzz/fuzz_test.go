package fuzz_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"turncoat/corpus"
	"turncoat/internal/corpus/check"
	"turncoat/internal/corpus/fuzz"
	"turncoat/internal/corpus/parting"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/ruleset"
	"turncoat/specs"
)

// search searches a program that behaves so.
func search(t *testing.T, set, b string, o fuzz.Options) *fuzz.Report {
	t.Helper()
	o.Rules, o.Seed = []ruleset.Set{rulestest.Builtin(t, set)}, 1
	p := program(b)
	if b == "hang" {
		p.Timeout = time.Second
	}
	r, err := fuzz.Run(t.Context(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// program returns a program that behaves so.
func program(b string) *check.Program { return &check.Program{Func: act(b)} }

// A right program is not accused, and what was asked is what the seed says, however often.
func TestRightProgram(t *testing.T) {
	for _, set := range []string{"pacifist1", "pacifist-average", "conversion"} {
		r := search(t, set, "good", fuzz.Options{Count: 150})
		if !r.OK() || r.Sets[0].Positions < 140 {
			t.Errorf("%s: %+v", set, r.JSON())
		}
	}
}

// A program need not read what is no FEN of six fields.
func TestStrictProgram(t *testing.T) {
	if r := search(t, "pacifist1", "strict", fuzz.Options{Count: 1000}); !r.OK() {
		t.Errorf("%+v", r.JSON())
	}
}

// A program that is silent is given up after three questions, and the report says so.
func TestHangingProgram(t *testing.T) {
	r := search(t, "pacifist1", "hang", fuzz.Options{Count: 100_000})
	if s := r.JSON().Sets[0]; r.OK() || !s.GaveUp || s.Findings[0].Count != 3 ||
		s.Positions > 1000 {
		t.Errorf("%+v", s)
	}
}

// A rook that goes six squares at most is found with three pieces, at the step at which it leaves
// the rules.
func TestShortRook(t *testing.T) {
	r := search(t, "pacifist1", "short", fuzz.Options{Count: 400})
	if r.OK() || len(r.Sets[0].Findings) != 1 {
		t.Fatalf("%+v", r.JSON())
	}
	f := r.Sets[0].Findings[0]
	if f.Step != parting.Movement || f.Fault != parting.Missing || f.Class != "rook" ||
		f.Rule != "PAC-1" ||
		pieces(f.FEN) != 3 {
		t.Errorf("%+v", f.Witness)
	}

	again := search(t, "pacifist1", "short", fuzz.Options{Count: 400})
	if g := again.Sets[0].Findings[0]; g.FEN != f.FEN || g.After != f.After {
		t.Errorf("the second time it is %s after %d, not %s after %d", g.FEN, g.After, f.FEN,
			f.After)
	}

	forms(t, r)
}

func pieces(fen string) int {
	placement, _, _ := strings.Cut(fen, " ")
	return len(
		strings.Trim(strings.NewReplacer("/", "", "1", "", "2", "", "3", "", "4", "", "5", "", "6",
			"", "7", "", "8", "").Replace(placement), " "),
	)
}

// forms checks that the scenario of each finding holds under the rules, that its case is one, and
// that both are in the reports.
func forms(t *testing.T, r *fuzz.Report) {
	t.Helper()
	for _, f := range r.JSON().Sets[0].Findings {
		suite, faults := specs.Read(t.Context(), []byte(f.Scenario), "found.yaml")
		if len(faults) > 0 || len(suite.Scenarios) != 1 {
			t.Fatalf("%v in\n%s", faults[0], f.Scenario)
		}
		result, err := specs.Run(t.Context(), &suite.Scenarios[0], specs.Options{})
		if err != nil || len(result.Failures) > 0 {
			t.Errorf("%v, %+v in\n%s", err, result.Failures, f.Scenario)
		}
	}

	var text, page, cases bytes.Buffer
	if err := corpus.Write(&cases, r.Cases()); err != nil {
		t.Fatal(err)
	}
	list, err := corpus.Read(&cases, "")
	if err != nil || len(list) != len(r.Sets[0].Findings) {
		t.Errorf("%d cases, %v", len(list), err)
	}
	for i := range list {
		if err := corpus.Verify(&list[i]); err != nil {
			t.Error(err)
		}
	}

	if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), "the rules: ") {
		t.Errorf("%v\n%s", err, text.String())
	}
	if err := r.WriteHTML(&page); err != nil || !strings.Contains(page.String(), "<svg") ||
		!strings.Contains(page.String(), `never met`) {
		t.Errorf("%v\n%.500s", err, page.String())
	}
}

// A misread setting is found, and a finding names the step that it is about.
func TestMisread(t *testing.T) {
	for setting, step := range map[string]parting.Step{"lines=blocked": parting.Conversion,
		"stalemate=loss": parting.Outcome,
		"two-step=free":  parting.Movement, "castling-test=none": parting.Castling} {
		r := search(t, "pacifist1", "misread:"+setting, fuzz.Options{Count: 600, Max: 2})
		if !slices.ContainsFunc(r.Sets[0].Findings, func(f fuzz.Finding) bool {
			return f.Step == step
		}) {
			t.Errorf("%s: %+v", setting, r.Sets[0].Findings)
			continue
		}

		forms(t, r)
	}
}

// Programs that crash, answer a turn twice or carry something over are found as such.
func TestBadPrograms(t *testing.T) {
	crash := search(t, "chess", "crash", fuzz.Options{Count: 300, Max: 1}).Sets[0].Findings
	if len(crash) != 1 || crash[0].Step != parting.Answer || pieces(crash[0].FEN) != 4 ||
		!strings.Contains(crash[0].Stderr, "a pawn and a knight") {
		t.Errorf("crash: %+v", crash)
	}

	twice := search(t, "chess", "twice", fuzz.Options{Count: 300, Max: 1}).Sets[0].Findings
	if len(twice) != 1 || twice[0].Step != parting.Answer ||
		!strings.Contains(twice[0].Program, "twice") {
		t.Errorf("twice: %+v", twice)
	}

	carries := search(t, "chess", "carries", fuzz.Options{Count: 600, Max: 1}).Sets[0].Findings
	if len(carries) != 1 || carries[0].Unsteady == "" || carries[0].Prior == nil ||
		carries[0].Prior.FEN != carries[0].FEN {
		t.Errorf("carries: %+v", carries)
	}
}

// A program that accepts what the rules refuse gets a warning for each kind of it, and with
// StrictInput an error, which is all that is wrong with it.
func TestLenientProgram(t *testing.T) {
	kinds := map[string]int{"pacifist1": 6, "conversion": 8}
	for set, least := range kinds {
		r := search(t, set, "lenient", fuzz.Options{Count: 300, First: invalidInput})
		if found := r.Sets[0].Findings; !r.OK() || len(found) < least {
			t.Errorf("%s: %d kinds: %+v", set, len(found), r.JSON())
		}
		for _, f := range r.Sets[0].Findings {
			if f.Fault != parting.Accepted || !f.Warning {
				t.Errorf("%s: %+v", set, f)
			}
		}

		if len(r.Cases()) > 0 {
			t.Errorf("%s: cases of what is no position: %+v", set, r.Cases())
		}
	}

	o := fuzz.Options{Count: 100, StrictInput: true, Max: 1, First: invalidInput}
	if r := search(t, "pacifist1", "lenient", o); r.OK() || len(r.Sets[0].Findings) == 0 {
		t.Errorf("%+v", r.JSON())
	}
}

func invalidInput(set ruleset.Set) []corpus.Seed {
	var list []corpus.Seed
	for _, q := range corpus.InvalidInput(set) {
		list = append(list, corpus.Seed{FEN: q.FEN, Moves: q.Moves})
	}
	return list
}

// A program that ends games by the half-move clock is found, and for that, with three pieces at
// most.
func TestDrawsByClock(t *testing.T) {
	for _, set := range []string{"pacifist1", "pacifist-value", "conversion", "chess"} {
		s := search(t, set, "fifty", fuzz.Options{Count: 600, Max: 1}).Sets[0]
		if len(s.Findings) != 1 || s.Findings[0].Step != parting.Outcome ||
			s.Findings[0].Rule != map[bool]string{true: "PAC-16", false: "CON-1"}[set[0] == 'p'] ||
			pieces(s.Findings[0].FEN) > 3 {
			t.Errorf("%s: %+v", set, s.Findings)
		}
	}
}

// What a search has shown of the rules of Andernach Chess is not said never to have been met.
func TestRulesMet(t *testing.T) {
	for name, never := range map[string][]string{"masand": nil, "tibet": {"AND-6"}} {
		r := search(t, name, "good", fuzz.Options{Count: 600, First: firstOf})
		var list []string
		for _, row := range r.JSON().Sets[0].Coverage {
			if row.State != "passed" {
				list = append(list, row.Rule)
			}
		}
		if !slices.Equal(list, never) {
			t.Errorf("%s: %v", name, list)
		}
	}
}

// A program that ends games by repetition is found, and one that sees the end of a game where a pawn
// can be captured en passant.
func TestEndsTooEarly(t *testing.T) {
	for _, test := range []struct{ set, behaviour string }{
		{"pacifist1", "third"}, {"masand", "third"}, {"chess", "third"},
		{"andernach", "passing"}, {"chess", "passing"},
	} {
		o := fuzz.Options{Count: 600, Max: 1}
		found := search(t, test.set, test.behaviour, o).Sets[0].Findings
		if len(found) != 1 || found[0].Step != parting.Outcome {
			t.Errorf("%s %s: %+v", test.set, test.behaviour, found)
		}
	}
}

// What a program answers wrongly for the sake of the question before is saved so that it fails
// again; where that question is the same, no case can show it.
func TestCasesOfUnsteady(t *testing.T) {
	leaks := search(t, "chess", "leaks", fuzz.Options{Count: 600, Max: 1})
	found := leaks.Sets[0].Findings
	if len(found) != 1 || found[0].Unsteady == "" || len(leaks.Cases()) != 2 {
		t.Fatalf("%+v, %d cases", found, len(leaks.Cases()))
	}
	report, err := check.Check(t.Context(), program("leaks"), leaks.Cases(), check.Options{})
	if err != nil || report.Count(check.Wrong) != 1 || report.Count(check.Right) != 1 {
		t.Errorf("%v: %+v", err, report)
	}

	carries := search(t, "chess", "carries", fuzz.Options{Count: 600, Max: 1})
	if len(carries.Sets[0].Findings) != 1 || len(carries.Cases()) > 0 {
		t.Errorf("%+v", carries.Cases())
	}
}

// A program that never takes en passant is found with the two pawns and the kings alone.
func TestMissingEnPassant(t *testing.T) {
	s := search(t, "chess", "passes", fuzz.Options{Count: 1500, Max: 1}).Sets[0]
	if len(s.Findings) != 1 || s.Findings[0].Class != "en passant" ||
		pieces(s.Findings[0].FEN) != 4 {
		t.Errorf("%+v", s.Findings)
	}
}

// A program that leaves out the full reclaim of the moves played first is blamed for that alone, in
// one finding.
func TestMissingFullReclaim(t *testing.T) {
	s := search(t, "pacifist-value", "gives", fuzz.Options{Count: 500}).Sets[0]
	if len(s.Findings) != 1 || s.Findings[0].Step != parting.Reached ||
		s.Findings[0].Rule != "PAC-8" {
		t.Errorf("%+v", s.Findings)
	}
}

// What is missing is put down to the step that makes it so: moves that lose rights, and boards that
// claim no king.
func TestMissing(t *testing.T) {
	for b, step := range map[string]parting.Step{"forgets": parting.Rights,
		"queens": parting.Landing} {
		s := search(t, "pacifist1", b, fuzz.Options{Count: 600, Max: 1}).Sets[0]
		if len(s.Findings) != 1 || s.Findings[0].Step != step ||
			(len(s.Findings[0].Moves) > 0) != (b == "forgets") {
			t.Errorf("%s: %+v", b, s.Findings)
		}
	}
}

// A rule set that the program does not know is skipped; nothing asked is not right.
func TestUnknownRules(t *testing.T) {
	r := search(t, "pacifist1", "misread:promotion=queen", fuzz.Options{Count: 100, Max: 1})
	if len(r.Sets) != 1 {
		t.Errorf("%+v", r.JSON())
	}
	if (&fuzz.Report{}).OK() {
		t.Error("nothing was asked, and all is well")
	}
}

// firstOf returns the positions of the smallest corpus of a set, and the input that it refuses:
// what the command asks first.
func firstOf(set ruleset.Set) []corpus.Seed {
	cases, err := corpus.Golden(corpus.Smoke, set.Name)
	if err != nil {
		panic(err)
	}
	var list []corpus.Seed
	for i := range cases {
		list = append(list, cases[i].Seed())
	}
	return append(list, invalidInput(set)...)
}

// Answers are compared whole, whatever was asked first: a program that sets every clock to 77 is
// wrong in every answer with a turn, under every rule set.
func TestWholeAnswers(t *testing.T) {
	for _, name := range []string{"pacifist1", "conversion", "benedict", "andernach", "chess"} {
		s := search(t, name, "clock", fuzz.Options{Count: 100, First: firstOf}).Sets[0]
		counted := 0
		for _, f := range s.Findings {
			if f.Step == parting.Clock {
				counted += f.Count
			}
		}
		if counted < s.Positions/2 {
			t.Errorf("%s: the clock is noticed in %d of %d answers", name, counted, s.Positions)
		}

		lost := search(t, name, "lost", fuzz.Options{Count: 200, First: firstOf}).Sets[0].Findings
		if !slices.ContainsFunc(lost, func(f fuzz.Finding) bool {
			return f.Step == parting.Rights
		}) {
			t.Errorf("%s: no right is missed: %+v", name, lost)
		}
	}
}

// A line of debugging on standard output, or an id that comes back as a string, is a finding.
func TestJunk(t *testing.T) {
	for b, code := range map[string]string{"debug": "junk", "text-id": "wrong-id"} {
		found := search(t, "chess", b, fuzz.Options{Count: 200}).Sets[0].Findings
		if len(found) == 0 || found[0].Step != parting.Answer || found[0].Class != code {
			t.Errorf("%s: %+v", b, found)
		}
	}
}

// Whether a program reads what moves say of a reclaim is asked in each rule set that has a choice.
func TestReclaimsInMoves(t *testing.T) {
	for _, test := range []struct{ set, behaviour string }{
		{"pacifist-number", "no-tilde"}, {"pacifist-number", "no-none"},
		{"pacifist-number", "first-square"}, {"pacifist-value", "no-tilde"},
		{"pacifist-average", "no-tilde"},
	} {
		o := fuzz.Options{Count: 300, Max: 1}
		found := search(t, test.set, test.behaviour, o).Sets[0].Findings
		if len(found) != 1 || found[0].Step != parting.Reached || found[0].Rule != "PAC-8" ||
			!strings.Contains(found[0].Parting.After, "~") {
			t.Errorf("%s %s: %+v", test.set, test.behaviour, found)
		}
	}
}

// What a program keeps from a question under one rule set for one under another is found, with the
// question before it, and its cases fail again.
func TestStateBetweenRules(t *testing.T) {
	for _, b := range []string{"sticky", "cache"} {
		o := fuzz.Options{Count: 600, Max: 1, Seed: 1}
		for _, name := range []string{"pacifist1", "pacifist-value", "conversion"} {
			o.Rules = append(o.Rules, rulestest.Builtin(t, name))
		}
		r, err := fuzz.Run(t.Context(), program(b), o)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, s := range r.Sets {
			for _, f := range s.Findings {
				found = found || f.Unsteady != "" && f.Prior != nil && f.Prior.Rules != s.Rules
			}
		}
		if !found {
			t.Errorf("%s: %+v", b, r.JSON())
		}
		if b == "sticky" { // its prior question is refused, so that no case can show it
			continue
		}

		report, err := check.Check(t.Context(), program(b), r.Cases(), check.Options{})
		if err != nil || report.Count(check.Wrong) == 0 {
			t.Errorf("%s: %v, %+v", b, err, report)
		}
	}
}

// The time bounds the whole run, however few positions it allows, and though the program is silent.
func TestTime(t *testing.T) {
	for b, most := range map[string]time.Duration{"good": 20 * time.Millisecond,
		"silent": 300 * time.Millisecond} {
		o := fuzz.Options{Time: most}
		for _, name := range rulestest.Representative() {
			o.Rules = append(o.Rules, rulestest.Builtin(t, name))
		}
		begun := time.Now()
		r, err := fuzz.Run(t.Context(), program(b), o)
		if err != nil || len(r.Sets) != len(o.Rules) {
			t.Fatalf("%s: %+v, %v", b, r, err)
		}
		if took := time.Since(begun); took > 10*time.Second { // a busy machine needs its time
			t.Errorf("%s: it took %v", b, took)
		}
		if b == "silent" && r.OK() {
			t.Error("a silent program is right")
		}
	}
}
