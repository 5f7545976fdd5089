package mine

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"turncoat/internal/puzzle/analysis"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Without a limit of its searches, what a mine finds hangs on its fields and the version alone, so that a
// journal of the version can be continued by another program: testdata has what the first program of it found,
// of 28 November 2026: of each unit how many positions were solved, and each puzzle with its turns and the
// changes that led to it.
func TestVersionFinds(t *testing.T) {
	var got []string
	for _, test := range []struct {
		rules string
		m     Mine
		units int
	}{
		{"chess", Mine{From: Composed, Pieces: "KQRPkp", Least: 1, Most: 2, Improve: 150, Demands: analysis.Fine()},
			3},
		{"pacifist1", Mine{From: Composed, Pieces: "5-7", Least: 1, Most: 2, Improve: 130, Demands: analysis.Fine()},
			3},
		{"chess", Mine{From: Given, Position: twoKeys, Least: 2, Most: 2, Improve: 120,
			Demands: analysis.Demands{OneKey: true, Choice: true, Strict: true}}, 3},
		{"chess", Mine{From: Longer, Bases: []string{"3K4/8/8/4Q3/5N2/5k2/8/6B1 w - - 0 1",
			"8/8/8/8/8/5k2/4R3/3K2R1 w - - 0 1"}, Least: 1, Most: 2, Improve: 20,
			Demands: analysis.Demands{OneKey: true}}, 2},
		{"chess", Mine{From: Composed, Pieces: "KQRRkp", Least: 1, Most: 1, Improve: 150,
			Themes: []string{"castling"}, Demands: analysis.Demands{OneKey: true}}, 3},
		{"pacifist-value", Mine{From: Composed, Pieces: "4-5", Least: 1, Most: 1, Improve: 100,
			Themes: []string{"promotion"}, Demands: analysis.Demands{OneKey: true}}, 3},
		{"pacifist2", Mine{From: Composed, Pieces: "5-6", Least: 1, Most: 1, Improve: 50,
			Themes: []string{"needs-castling-test"}, Demands: analysis.Demands{OneKey: true}}, 1},
		{"pacifist2", Mine{From: Composed, Pieces: "5-6", Least: 1, Most: 1, Improve: 50,
			Themes: []string{"needs-two-step-bar"}, Demands: analysis.Demands{OneKey: true}}, 1},
		{"conversion", Mine{From: Composed, Pieces: "6-8", Least: 1, Most: 1, Improve: 100,
			Themes: []string{"needs-single-mover"}, Demands: analysis.Demands{OneKey: true}}, 2},
		{"conversion", Mine{From: Composed, Pieces: "6-8", Least: 1, Most: 1, Improve: 100,
			Themes: []string{"needs-castling-cosquares"}, Demands: analysis.Demands{OneKey: true}}, 2},
		{"chess", Mine{From: Composed, Pieces: "4-5", Goal: solve.HelpWin, Half: true, Least: 1, Most: 1, Improve: 60,
			Demands: analysis.Demands{Lines: 2}}, 2},
		{"pacifist1", Mine{From: SelfPlay, Least: 1, Most: 1}, 1},
	} {
		set, err := ruleset.Builtin(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		m := test.m
		m.Rules, m.Count, m.Pool, m.Seed = set, 1, 1, 5
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		variant := rules.New(set)
		for i := range test.units {
			u, err := m.unit(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			var list []string
			for _, p := range u.Puzzles {
				at, err := p.Position()
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, fmt.Sprint(variant.FEN(&at), " ", p.In, " ", p.Source.Improved))
			}

			got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %d: %d solved %s", test.rules, m.From, i,
				u.Screened, strings.Join(list, "; "))))
		}
	}

	text, err := os.ReadFile(fmt.Sprintf("testdata/version%d.txt", version))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(got) != len(want) {
		t.Errorf("%d units, want %d", len(got), len(want))
	}
	for i, line := range want {
		if i < len(got) && got[i] != line {
			t.Errorf("%s\nwant %s", got[i], line)
		}
	}
}
