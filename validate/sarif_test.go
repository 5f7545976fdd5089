package validate

import (
	"encoding/json"
	"strings"
	"testing"

	"turncoat/internal/lines"
	"turncoat/pgn"
)

// sarifReported returns what SARIF says of verdicts: what is told of the rules, and the results as
// they are written.
func sarifReported(t *testing.T, verdicts ...*Verdict) (levels map[string]string, results string) {
	t.Helper()
	var out strings.Builder
	r := NewReporter(&out, SARIF, Style{Version: "v1.2.3"})
	for _, v := range verdicts {
		if err := r.Record(v); err != nil {
			t.Fatal(err)
		}
	}

	if err := r.Close(&Summary{}); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ID                   string
						DefaultConfiguration struct{ Level string }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(out.String()), &log); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), `"version":"v1.2.3"`) {
		t.Errorf("without its version:\n%s", out.String())
	}
	levels = map[string]string{}
	for _, rule := range log.Runs[0].Tool.Driver.Rules {
		levels[rule.ID] = rule.DefaultConfiguration.Level
	}
	_, results, _ = strings.Cut(out.String(), `"results":[`)
	results, _ = strings.CutSuffix(results, "]}]}\n")
	return levels, results
}

// The levels that findings have by themselves are those of the table in docs/INTERFACE.md.
func TestSARIFLevels(t *testing.T) {
	levels, results := sarifReported(t)
	if results != "" {
		t.Errorf("of nothing %s", results)
	}
	warnings := " check-sign foreign-letter move-number missing-tag rules-overridden draw-claim " +
		"second-opinion "
	for id, level := range levels {
		want := "error"
		if strings.Contains(warnings, " "+id+" ") {
			want = "warning"
		} else if id == string(pgn.OtherRules) || id == string(pgn.NoSecondOpinion) {
			want = "note"
		}

		if level != want {
			t.Errorf("%s is %q, want %s", id, level, want)
		}
	}

	if len(levels) != 24 || levels["missing-tag"] == "" || levels["illegal-move"] == "" {
		t.Errorf("%v", levels)
	}
}

// To the letter: where a finding is, in which columns, and what it has beside its message.
func TestSARIFResults(t *testing.T) {
	wrong := pgn.NewFinding(pgn.ConversionMismatch, 3, 6, "it is not")
	wrong.Line, wrong.Column, wrong.Rule, wrong.Ply, wrong.Move = 1, 4, "CON-1", 1, "Ke2"
	wrong.Expected, wrong.Got = []string{"e2"}, []string{"e3", "e4"}
	aside := pgn.NewFinding(pgn.Syntax, 0, 1, "so it is")
	aside.Line, aside.Column, aside.Severity = 1, 1, pgn.Warning
	game := &Verdict{File: "a b.pgn", Index: 3, Kind: KindGame, Rules: "chess",
		Findings: []pgn.Finding{wrong, aside}, places: lines.NewPlaces([]byte("1. Ke2"))}
	nowhere := pgn.NewFinding(pgn.OtherRules, 0, 0, "nowhere")
	file := &Verdict{File: "-", Index: 1, Kind: KindFile, Findings: []pgn.Finding{nowhere}}
	_, got := sarifReported(t, game, file)
	want := `
{"ruleId":"conversion-mismatch","ruleIndex":7,"level":"error",` +
		`"message":{"text":"game 3: it is not (conversion-mismatch) [CON-1]"},` +
		`"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a%20b.pgn"},` +
		`"region":{"startLine":1,"startColumn":4,"endColumn":7,"snippet":{"text":"1. Ke2"}}}}],` +
		`"properties":{"record":3,"rules":"chess","rule":"CON-1","ply":1,"move":"Ke2",` +
		`"expected":["e2"],"got":["e3","e4"]}},
{"ruleId":"syntax","ruleIndex":0,"level":"warning","message":{"text":"game 3: so it is (syntax)"},` +
		`"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a%20b.pgn"},` +
		`"region":{"startLine":1,"startColumn":1,"endColumn":2,"snippet":{"text":"1. Ke2"}}}}],` +
		`"properties":{"record":3,"rules":"chess"}},
{"ruleId":"other-rules","ruleIndex":20,"level":"note","message":{"text":"nowhere (other-rules)"},` +
		`"locations":[{"physicalLocation":{"artifactLocation":{"uri":"stdin"}}}],"properties":{"record":1}}`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
