package validate

import (
	"encoding/json"
	"strings"
	"testing"

	"turncoat/internal/token"
	"turncoat/pgn"
)

// sarifReported returns what SARIF says of verdicts: what is told of the rules, and the results as they are written.
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
	warnings := " check-sign foreign-letter move-number missing-tag rules-overridden draw-claim second-opinion "
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
	game := &Verdict{File: "a b.pgn", Index: 3, Kind: KindGame, Rules: "chess", Findings: []Finding{
		{
			Code: pgn.ConversionMismatch, Severity: "error", Line: 7, Column: 4, width: 3, excerpt: "1. Ke2",
			Message: "it is not", Rule: "CON-1", Ply: 1, Move: "Ke2", FEN: "F",
			Expected: []string{"e2"}, Got: []string{"e3", "e4"},
		},
		{Code: pgn.Syntax, Severity: "warning", Line: 1, Column: 1, Message: "so it is"},
	}}
	file := &Verdict{File: "-", Index: 1, Kind: KindFile, Findings: []Finding{{Code: pgn.OtherRules, Severity: "note",
		Message: "nowhere"}}}
	game.Findings[0].position.Number = 1
	_, got := sarifReported(t, game, file)
	want := `
{"ruleId":"conversion-mismatch","ruleIndex":7,"level":"error","message":{"text":"game 3, 1.Ke2: it is not (conversion-mismatch) [CON-1]"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a%20b.pgn"},` +
		`"region":{"startLine":7,"startColumn":4,"endColumn":7,"snippet":{"text":"1. Ke2"}}}}],"properties":{"record":3,"rules":"chess","rule":"CON-1","ply":1,"move":"Ke2","fen":"F","expected":["e2"],"got":["e3","e4"]}},
{"ruleId":"syntax","ruleIndex":0,"level":"warning","message":{"text":"game 3: so it is (syntax)"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"a%20b.pgn"},` +
		`"region":{"startLine":1,"startColumn":1,"endColumn":2}}}],"properties":{"record":3,"rules":"chess"}},
{"ruleId":"other-rules","ruleIndex":20,"level":"note","message":{"text":"nowhere (other-rules)"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"stdin"}}}],"properties":{"record":1}}`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The line that a finding in YAML is about stands with it, the first and the last among them; what has no place
// has none.
func TestPlaced(t *testing.T) {
	for _, test := range []struct {
		line, column         int
		wantLine, wantColumn int
		excerpt              string
		caret                int
	}{
		{1, 1, 1, 1, "ab", 0}, {1, 2, 1, 2, "ab", 1}, {1, 0, 1, 1, "ab", 0}, {2, 2, 2, 2, "cde", 1},
		{3, 1, 3, 1, "f", 0}, {9, 5, 3, 1, "f", 0}, {0, 0, 0, 0, "", 0},
	} {
		f := placed(token.NewLines([]byte("ab\ncde\nf")), Finding{Line: test.line, Column: test.column})
		if f.Line != test.wantLine || f.Column != test.wantColumn || f.excerpt != test.excerpt ||
			f.caret != test.caret || f.Line > 0 && f.width != 1 {
			t.Errorf("%d:%d: %d:%d, %q at %d, %d wide; want %+v", test.line, test.column, f.Line, f.Column, f.excerpt,
				f.caret, f.width, test)
		}
	}
}
