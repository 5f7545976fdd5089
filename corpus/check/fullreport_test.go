package check

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/diagram"
	"turncoat/internal/junit"
	"turncoat/internal/rulestest"
	"turncoat/rules/board"
)

// everything returns a report with a case of each verdict, a diagnosis, and all that belongs to no case.
func everything(t *testing.T) *Report {
	t.Helper()
	set := rulestest.Builtin(t, "pacifist1")
	result := func(id string, v Verdict) Result {
		c := *goodCase(t)
		c.ID = id
		return Result{Case: &c, Verdict: v}
	}
	expected, failed, refused := result("b", Wrong), result("d", Failed), result("e", Unsupported)
	expected.Expected = true
	failed.Finding = &Finding{Code: "ended", Case: "d", Message: "exit status 2"}
	refused.Message = "not yet"
	wrong := result("c", Wrong)
	wrong.Difference.Got = "1-0"
	var readings []Reading
	for _, name := range []string{"king-bears=no", "king-converts=no"} {
		m, err := corpus.ParseMisreading(set, name)
		if err != nil {
			t.Fatal(err)
		}
		readings = append(readings, Reading{Misreading: m})
	}
	readings[0].See, readings[0].Known = "c", "mine"
	foreign := Result{Case: &corpus.Case{ID: "f", Rules: rulestest.Builtin(t, "conversion"), FEN: goodCase(t).FEN},
		Verdict: Unsupported, Message: "what is that?"}
	return &Report{
		Program: "mine",
		Corpora: []CorpusResult{
			{
				Rules: set, Results: []Result{result("a", Right), expected, wrong, failed, refused,
					result("g", Unasked)},
				Kinds: []Kind{{Name: "castling missing", Parts: "O-O 2, O-O-O 1", Turns: 3, Cases: 2, See: "c"}},
				Diagnosis: &Diagnosis{Readings: readings, Answers: 3, Fit: 2, Wrong: 2, Explained: 1,
					Unexplained: []string{"b", "c"}},
			},
			{Rules: foreign.Case.Rules, Results: []Result{foreign}},
		},
		Findings:         []Finding{{Code: "extra-output", Message: "bye", Stderr: "last\nwords\n"}},
		UnexpectedPasses: []string{"p"}, UnknownExpected: []string{"u"},
	}
}

func TestWholeText(t *testing.T) {
	const want = `pacifist1: 1 of 6 cases right, 2 wrong, 1 without an answer, 1 not supported, 1 not asked (1 of these expected)
  2 cases: castling missing (O-O 2, O-O-O 1)
  diagnosis: answers like king-bears=no (which is mine): kings do not persuade or support; PAC-4; see case c
    or, all the same, like king-converts=no: kings cannot be converted; PAC-6
    fits 2 of 3 answers, explains 1 of 2 wrong ones
  left unexplained: b, c
  … and 3 more
conversion: skipped, the program does not know these rules: it says "what is that?"
extra-output: bye
  | last
  | words
p was expected to fail and is right
u was expected to fail and is no case of these corpora
in all: 1 of 7 cases right, 2 wrong, 1 without an answer, 2 not supported, 1 not asked (1 of these expected)
`
	r := everything(t)
	var text bytes.Buffer
	if err := r.WriteText(&text, 0); err != nil || text.String() != want {
		t.Errorf("%v\n%s\nwant\n%s", err, text.String(), want)
	}
	r.Corpora[0].Diagnosis.Unexplained = nil
	text.Reset()
	if err := r.WriteText(&text, 0); err != nil || text.String() != strings.Replace(want,
		"  left unexplained: b, c\n", "", 1) {
		t.Errorf("with all explained: %v\n%s", err, text.String())
	}
	text.Reset()
	r.Corpora, r.Findings, r.UnexpectedPasses, r.UnknownExpected = r.Corpora[1:], nil, nil, nil
	r.Corpora[0].Results[0].Message = ""
	if err := r.WriteText(&text, 0); err != nil ||
		text.String() != "conversion: skipped, the program does not know these rules\nnothing was checked\n" {
		t.Errorf("%v\n%s", err, text.String())
	}
}

func TestHeadlines(t *testing.T) {
	faults := []Fault{{Name: "castling missing", Or: []string{"no rooks"}}}
	for want, change := range map[string]func(r *Report){
		"pacifist1: 3 of 6 cases wrong: kings do not persuade or support.": func(
			*Report) {
		},
		"pacifist1: 3 of 6 cases wrong: castling missing; or: no rooks; kings do not persuade or support.": func(
			r *Report) {
			r.Corpora[0].Diagnosis.Faults = faults
		},
		"pacifist1: 3 of 6 cases wrong: castling missing; or: no rooks.": func(
			r *Report) {
			r.Corpora[0].Diagnosis = &Diagnosis{Faults: faults}
		},
		"pacifist1: 3 of 6 cases wrong; most of all, castling missing.": func(
			r *Report) {
			r.Corpora[0].Diagnosis = &Diagnosis{}
		},
		"pacifist1: 3 of 6 cases wrong.": func(
			r *Report) {
			r.Corpora[0].Diagnosis, r.Corpora[0].Kinds = nil, nil
		},
		"The run: extra-output, bye": func(
			r *Report) {
			r.Corpora = r.Corpora[1:]
		},
		"Nothing was checked.": func(
			r *Report) {
			r.Corpora, r.Findings = r.Corpora[1:], nil
		},
		"The list of expected failures does not fit.": func(
			r *Report) {
			r.Corpora[0].Results, r.Findings = r.Corpora[0].Results[:2], nil
		},
		"1 case right.": func(r *Report) {
			r.Corpora[0].Results, r.Findings, r.UnexpectedPasses, r.UnknownExpected = r.Corpora[0].Results[:2], nil,
				nil, nil
		},
	} {
		r := everything(t)
		if change(r); r.Headline() != want {
			t.Errorf("%s, want %s", r.Headline(), want)
		}
	}
}

func TestWholeJUnit(t *testing.T) {
	var text bytes.Buffer
	if err := everything(t).WriteJUnit(&text); err != nil {
		t.Fatal(err)
	}
	suites, err := junit.Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range suites {
		got = append(got, s.Name+": "+s.Out)
		for _, c := range s.Cases {
			line := c.Class + " " + c.Name
			for how, d := range map[string]*junit.Detail{" skipped ": c.Skipped, " failure ": c.Failure,
				" error ": c.Error} {
				if d != nil {
					line += how + d.Message + "|" + d.Text
				}
			}
			got = append(got, line)
		}
	}
	const fen = "8/8/8/8/8/k7/8/K7 w - - 0 1"
	want := []string{
		"pacifist1: diagnosis: " + everything(t).Corpora[0].Diagnosis.Summary(),
		"pacifist1 a", "pacifist1 b skipped expected to fail|",
		"pacifist1 c failure the outcome is *; the program says 1-0|" + fen +
			"\nthe outcome is *; the program says 1-0",
		"pacifist1 d error ended: exit status 2|" + fen, "pacifist1 e failure not supported: not yet|" + fen +
			"\nnot supported: not yet", "pacifist1 g skipped not asked|",
		"conversion: ", `conversion f skipped the program does not know these rules: it says "what is that?"|`,
		"the run: ", "run extra-output error bye|last\nwords\n", "expected p failure expected to fail and right|",
		"expected u failure expected to fail and not a case|",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want\n%q", got, want)
	}
}

// The colour of a badge says whether all is right, nine cases in ten are, or fewer.
func TestBadgeColours(t *testing.T) {
	for _, test := range []struct {
		right, wrong int
		label, says  string
	}{{10, 0, "turncoat pacifist1", `10/10","color":"brightgreen"`}, {9, 1, "turncoat pacifist1", `9/10","color":"yellow"`}, {8, 1, "turncoat pacifist1", `8/9","color":"red"`}, {0, 0, "turncoat", `0/0","color":"red"`}} {
		r := &Report{}
		for i := range test.right + test.wrong {
			r.add(Result{Case: goodCase(t), Verdict: [...]Verdict{Right, Wrong}[unless(i < test.right)]})
		}
		var text bytes.Buffer
		if err := r.WriteBadge(&text); err != nil || !strings.Contains(text.String(), `"label":"`+test.label+`","message":"`+test.says) {
			t.Errorf("%d and %d: %s %v", test.right, test.wrong, text.String(), err)
		}
	}
}

// Of turns of one kind ten are listed, and the rest counted.
func TestLongLists(t *testing.T) {
	r := &Result{Case: goodCase(t), Verdict: Wrong}
	for range 11 {
		r.Difference.Missing = append(r.Difference.Missing, corpus.AnswerTurn{UCI: "a1b1", FEN: "x"})
		r.Difference.Extra = append(r.Difference.Extra, corpus.AnswerTurn{UCI: "a1c1", FEN: "y"})
	}
	r.Difference.Outcomes = []corpus.WrongOutcome{{Turn: corpus.AnswerTurn{UCI: "a1a2", FEN: "z", Outcome: "*"},
		Want: "1-0"}}
	got := r.lines()
	if len(got) != 23 || got[10] != "… and 1 more missing" || got[20] != "extra: a1c1 to y" ||
		got[21] != "… and 1 more too many" || got[22] != "after a1a2 the outcome is 1-0; the program says *" {
		t.Errorf("%d: %q", len(got), got)
	}
}

// A page draws the case with what should have been reached or was, and the first board that differs as it should
// be and as it is.
func TestDrawnBoards(t *testing.T) {
	r := judge(goodCase(t), reply{line: []byte(`{"turns":[` + kA2 + `,{"uci":"a1b2","fen":"8/8/8/8/8/k7/1K6/8 b"},{"uci":"a1c1","fen":"8/8/8/8/8/k7/8/2K5 b"}],"outcome":"*"}`)})
	p, err := r.Case.Position()
	if err != nil {
		t.Fatal(err)
	}
	bits := func(names ...string) (b board.Bitboard) {
		for _, n := range names {
			b |= squareOf(t, n).Bit()
		}
		return b
	}
	var want bytes.Buffer
	if err := diagram.SVG(&want, &p, r.Case.ID, diagram.Options{Marks: diagram.Marks(bits("b1", "b2", "c1"),
		diagram.Pointed, 0), ShowTurn: true}); err != nil {
		t.Fatal(err)
	}
	if got, err := drawn(&r); err != nil || string(got) != want.String() {
		t.Errorf("%v: other squares are pointed out", err)
	}
	page := failurePage{Reasons: r.Reasons()}
	if err := page.compare(&r); err != nil || page.Turn != "a1b2" {
		t.Fatalf("%v: the boards after %q are compared", err, page.Turn)
	}
	for title, board := range map[string]struct {
		fen string
		got any
	}{"as the rules have it": {"8/8/8/8/8/K7/1K6/8 b - - 0 1", page.Ours},
		"as the program has it": {"8/8/8/8/8/k7/1K6/8 b - - 0 1", page.Theirs}} {
		_, p, _ := at(t, "pacifist1", board.fen, "b2b1")
		want, err := framed(p, title, bits("a3"))
		if err != nil || board.got != any(want) || !strings.HasPrefix(string(want), "<svg ") {
			t.Errorf("%s: %v, %.200s", title, err, board.got)
		}
	}
	// No king goes two squares (PAC-1), and after the turn that the program lacks it has no board.
	other := failurePage{Reasons: slices.DeleteFunc(r.Reasons(),
		func(reason Reason) bool { return reason.UCI == "a1b2" })}
	if err := other.compare(&r); err != nil || len(other.Reasons) != 2 || other.Turn != "" || other.Ours != "" {
		t.Errorf("%v: the boards after %q of %v are compared", err, other.Turn, other.Reasons)
	}
}

// A failure in JSON lists what is missing, too much and ends otherwise, each in its place.
func TestFailureJSON(t *testing.T) {
	r := judge(goodCase(t), reply{line: []byte(`{"turns":[{"uci":"a1a2","fen":"8/8/8/8/8/K7/K7/8 b","outcome":"0-1"},` + kB2 + `,{"uci":"a1c1","fen":"8/8/8/8/8/k7/8/2K5 b"}],"outcome":"1-0"}`)})
	r.Expected = true
	got := r.json()
	if got.Verdict != Wrong || !got.Expected || got.Got != "1-0" || got.Want != "*" || got.Refused != "" ||
		len(got.Cite) != 1 || got.Moves == nil || got.Finding != nil {
		t.Errorf("%+v", got)
	}
	if len(got.Missing) != 1 || got.Missing[0] != (corpus.TurnJSON{UCI: "a1b1", SAN: "Kb1",
		FEN: "8/8/8/8/8/k7/8/1K6 b"}) {
		t.Errorf("missing: %+v", got.Missing)
	}
	if len(got.Extra) != 1 || got.Extra[0] != (corpus.TurnJSON{UCI: "a1c1", FEN: "8/8/8/8/8/k7/8/2K5 b"}) {
		t.Errorf("too much: %+v", got.Extra)
	}
	if len(got.Outcomes) != 1 || got.Outcomes[0] != (WrongTurnJSON{"a1a2", "8/8/8/8/8/K7/K7/8 b", "0-1", "1-0"}) {
		t.Errorf("outcomes: %+v", got.Outcomes)
	}
}

// Why the rules have a turn otherwise, where no conversion tells.
func TestBecause(t *testing.T) {
	for _, test := range []struct{ rules, fen, uci, theirs, want, rule string }{
		{"chess", "7k/8/8/8/8/8/P7/7K w - - 0 1", "a2a4", "",
			"it is legal: from its second rank a pawn may advance two squares", "CON-1"},
		{"pacifist1", "7k/8/8/8/8/8/P7/7K w - - 0 1", "a2a4", "",
			"it is legal: from its second rank a pawn may advance two squares", "PAC-3"},
		{"pacifist1", "7k/8/8/8/8/8/P7/7K w - - 0 1", "a2a3", "", "it is legal: it breaks no rule", "PAC-1"},
		{"chess", "7k/8/8/8/8/8/P7/7K w - - 0 1", "h1g1", "", "it is legal: it breaks no rule", "CON-1"},
		{"chess", "k7/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "",
			"it is legal: the right is held, nothing stands in the way, and no square on the king's way forbids it",
			"CON-9"},
		{"chess", "8/P6k/8/8/8/8/8/7K w - - 0 1", "a7a8q", "",
			"it is legal: a pawn on its last rank promotes to a queen, rook, bishop or knight", "CON-1"},
		{"conversion", "7k/8/8/8/8/r7/8/7K w - - 0 1", "h1g1", "7k/8/8/8/8/R7/8/6K1 b",
			"the black rook on a3 stays: it is on no co-square", "CON-3"},
		{"chess", "7k/8/8/8/8/8/8/7K w - - 0 1", "h1g1", "7k/8/8/8/8/8/8/6KQ b",
			"nothing stands on h1, not a white queen", ""},
		{"chess", "7k/8/8/8/8/8/8/7K w - - 0 1", "h1g1", "7k/8/8/8/8/8/8/8 b",
			"a white king stands on g1, not nothing", ""},
	} {
		g, p, _ := at(t, test.rules, test.fen, test.uci)
		if text, rule := because(g, p, test.uci, test.theirs); text != test.want || rule != test.rule {
			t.Errorf("%s %s: %q (%s), want %q (%s)", test.rules, test.uci, text, rule, test.want, test.rule)
		}
	}
}

// Words of a command stand between quotation marks unless they are plain.
func TestQuotedWords(t *testing.T) {
	for word, want := range map[string]string{"e2e4": "e2e4", "a1b1~-": "'a1b1~-'", "": "''", "it's": `'it'\''s'`, "e7-e8": "e7-e8"} {
		if got := quoted(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}

// Reasons go by the moves, missing or too many, each once, however they come.
func TestWrongMovesAreInOrder(t *testing.T) {
	r := &Result{Difference: corpus.Difference{
		Missing: []corpus.AnswerTurn{{UCI: "e2e4"}, {UCI: "a2a3"}, {UCI: "e2e4"}},
		Extra:   []corpus.AnswerTurn{{UCI: "e2e4"}, {UCI: "b1c3"}},
	}}
	if got, want := r.wrongMoves(), []string{"a2a3", "b1c3", "e2e4"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
