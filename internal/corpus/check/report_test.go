package check

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/corpus/parting"
	"turncoat/internal/report"
	"turncoat/internal/testing/rulestest"
	"turncoat/protocol"
	"turncoat/rules"
)

// spoilt returns the report on a program that forgets a turn of the example case, refuses a second
// case and crashes on a third, the fourth being right.
func spoilt(t *testing.T) *Report {
	t.Helper()
	list := append([]corpus.Case{*goodCase(t)}, few(t, 3)...)
	r := &Report{Program: "mine <&> 'yours'"}
	r.add(judge(&list[0], reply{line: []byte(`{"turns":[` + kA2 + `,` + kB2 + `],"outcome":"*"}`)},
		false))
	r.add(judge(&list[1], reply{line: []byte(`{"error":{"code":"invalid-fen","message":"too <few> pieces"}}`)}, false))
	r.add(
		judge(
			&list[2],
			reply{failed: &Finding{Code: "ended", Message: "exit status 2",
				Stderr: "panic: <nil>"}},
			false,
		),
	)
	answer, err := json.Marshal(map[string]any{"turns": append([]protocol.Turn{}, list[3].Turns...),
		"outcome": list[3].Outcome})
	if err != nil {
		t.Fatal(err)
	}
	r.add(judge(&list[3], reply{line: answer}, false))
	return r
}

// textOf returns a report as people read it: the verdict, and then its explanation with at most so
// many failing cases of each rule set.
func textOf(t *testing.T, r *Report, failures int) string {
	t.Helper()
	var text strings.Builder
	err := errors.Join(r.WriteVerdict(&text), r.WriteDiagnosis(&text, failures))
	if err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// The text has the counts of each rule set, and as many failing cases of it as are asked for.
func TestTextReport(t *testing.T) {
	text := textOf(t, spoilt(t), 1)
	for _, want := range []string{"pacifist1: 0 of 1", "chess: 1 of 3", "in all: 1 of 4",
		"pacifist1-4d060f1a (PAC-5)", "8/8/8/8/8/k7/8/K7 w - - 0 1", "a1b1 (Kb1)"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nlacks\n%s", text, want)
		}
	}
	if strings.Contains(text, "panic: <nil>") {
		t.Errorf("a second case is in\n%s", text)
	}
}

func TestJUnitReport(t *testing.T) {
	r := spoilt(t)
	r.Findings = []Finding{{Code: "extra-output", Message: "bye"}}
	var text bytes.Buffer
	if err := r.WriteJUnit(&text); err != nil {
		t.Fatal(err)
	}
	type suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Cases    []struct {
			Failure string `xml:"failure"`
		} `xml:"testcase"`
	}
	var report struct {
		Suites []suite `xml:"testsuite"`
	}
	if err := xml.Unmarshal(text.Bytes(), &report); err != nil {
		t.Fatalf("%v\n%s", err, text.Bytes())
	}
	suites, total := report.Suites, suite{}
	for _, s := range suites {
		total.Tests += s.Tests
		total.Failures += s.Failures
		total.Errors += s.Errors
	}

	if total.Tests != 5 || total.Failures != 2 || total.Errors != 2 || len(suites) != 3 ||
		!strings.Contains(suites[0].Cases[0].Failure, "missing: a1b1") {
		t.Errorf("%+v\n%s", suites, text.Bytes())
	}
}

func TestHTMLReport(t *testing.T) {
	r := spoilt(t)
	r.Diagnose(t.Context(), behaving(t, "die"), nil)
	var text bytes.Buffer
	if err := r.WriteHTML(&text, 10); err != nil {
		t.Fatal(err)
	}
	page := text.String()
	for _, want := range []string{"mine &lt;&amp;&gt; &#39;yours&#39;", "pacifist1-4d060f1a",
		"a1b1 (Kb1)", "<svg", "too &lt;few&gt; pieces", "panic: &lt;nil&gt;",
		`<a href="#PAC-5">PAC-5</a>`, `<dt id="PAC-5">`,
		"turncoat explain --rules pacifist1 &#39;8/8/8/8/8/k7/8/K7 w - - 0 1&#39; a1b1"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}

	for _, bad := range []string{"<?xml", "<!DOCTYPE svg", "src=", "<link"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page holds %s", bad)
		}
	}
}

func TestBadge(t *testing.T) {
	for color, r := range map[string]*Report{"red": spoilt(t),
		"brightgreen": check(t, behaving(t, "good"), few(t, 3))} {
		var text bytes.Buffer
		var badge struct{ Message, Color string }
		err := r.WriteBadge(&text)
		if err == nil {
			err = json.Unmarshal(text.Bytes(), &badge)
		}
		if err != nil || badge.Color != color || !strings.Contains("1/4 3/3", badge.Message) {
			t.Errorf("%s (%v)", text.String(), err)
		}
	}
}

// Nothing that a program says reaches a terminal raw: neither turns nor messages nor its errors.
func TestReportIsPrintable(t *testing.T) {
	const hostile = "\x1b]0;pwn\a\u202e\nforged: line"
	quoted, err := json.Marshal(hostile)
	if err != nil {
		t.Fatal(err)
	}
	c := goodCase(t)
	r := &Report{Program: hostile, Findings: []Finding{{Code: "extra-output", Message: hostile,
		Stderr: hostile}}}
	for _, line := range []string{
		`{"turns":[{"uci":` + string(quoted) + `,"fen":` + string(quoted) + `,"outcome":` +
			string(quoted) + `}],"outcome":` + string(quoted) + `}`,
		`{"error":{"code":` + string(quoted) + `,"message":` + string(quoted) + `}}`,
		`{"error":{"code":"unsupported","message":` + string(quoted) + `}}`,
		`{"turns":7,"outcome":` + string(quoted) + `}`,
	} {
		r.add(judge(c, reply{line: []byte(line)}, false))
	}

	r.add(judge(c, reply{failed: &Finding{Code: "ended", Message: hostile, Stderr: hostile}},
		false))
	r.Diagnose(t.Context(), behaving(t, "die"), nil)
	text := textOf(t, r, 10)
	if strings.ContainsAny(text, "\x1b\a\u202e") ||
		strings.Contains(strings.ReplaceAll(text, "| forged", ""), "\nforged") {
		t.Errorf("raw text in\n%q", text)
	}
}

// A rule is stated as it is in the rule set that is checked (docs/RULES.md, AND-2).
func TestReportStatesTheRuleOfTheSet(t *testing.T) {
	variant := rules.New(rulestest.Builtin(t, "tibet"))
	w := Witness{Parting: parting.Parting{Rule: "AND-2"},
		Seed: corpus.Seed{FEN: "4k3/8/8/8/8/8/8/4K3 w - - 0 1"}}
	found := slices.ContainsFunc(w.Finding(variant).Details, func(d report.Detail) bool {
		return strings.Contains(d.Line, "only pieces of Black")
	})
	if !found {
		t.Errorf("%+v", w.Finding(variant))
	}
}
