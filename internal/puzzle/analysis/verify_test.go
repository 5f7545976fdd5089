package analysis

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

func TestSampleVerifies(t *testing.T) {
	seen := map[string]bool{}
	for i, p := range puzzletest.Sample(t) {
		seen[p.Rules.Name] = true
		if !longtest.Enabled() && i%4 != 0 {
			continue
		}
		checked, err := Verify(context.Background(), &p, 2, nil)
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
		if checked.Wins < 2 || checked.Holds < 2 {
			t.Errorf("%s: only %+v", p.ID, checked)
		}
	}

	for _, name := range rulestest.WithBook() {
		if !seen[name] {
			t.Errorf("no puzzle of %s", name)
		}
	}
}

// Each claim of a puzzle, made false, is found.
func TestVerifyFindsFalseClaims(t *testing.T) {
	good := puzzletest.Sample(t)[0]
	solution := string(good.Solution)
	// By sight: three continuations or more, the first of them after one turn, another after
	// several.
	parts := regexp.MustCompile(`\[\[("\w+"(?:,"\w+")*)\],\["(\w+)"\]\]`).FindAllStringSubmatch(solution, -1)
	if len(parts) < 2 || len(good.Themes) == 0 || !strings.Contains(good.FEN, " w ") ||
		good.Claims.Mistake {
		t.Fatal("the first puzzle of the sample does not serve: " + solution)
	}

	swap := func(old, new string) func(p *puzzle.Puzzle) {
		return func(p *puzzle.Puzzle) {
			text := strings.Replace(solution, old, new, 1)
			if text == solution {
				t.Fatalf("%s is not in %s", old, solution)
			}
			if err := p.Solution.UnmarshalJSON([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
	}
	several := slices.IndexFunc(parts, func(p []string) bool { return strings.Contains(p[1], ",") })
	if several < 0 {
		t.Fatal("no continuation of the first puzzle of the sample follows after several turns: " +
			solution)
	}

	first, _, _ := strings.Cut(parts[several][1], ",")
	for name, spoil := range map[string]func(p *puzzle.Puzzle){
		"length":      func(p *puzzle.Puzzle) { p.In++ },
		"shorter":     func(p *puzzle.Puzzle) { p.In-- },
		"two keys":    func(p *puzzle.Puzzle) { p.Keys = append(p.Keys, "a1a2") },
		"identifier":  func(p *puzzle.Puzzle) { p.ID = "pacifist1-2-00000000" },
		"first turns": func(p *puzzle.Puzzle) { p.Claims.FirstTurns++ },
		"defences":    func(p *puzzle.Puzzle) { p.Claims.Defences-- },
		"choice":      func(p *puzzle.Puzzle) { p.Claims.Choice = !p.Claims.Choice },
		"duals":       func(p *puzzle.Puzzle) { p.Claims.Duals++ },
		"line duals":  func(p *puzzle.Puzzle) { p.Claims.LineDuals++ },
		"mistake":     func(p *puzzle.Puzzle) { p.Claims.Mistake = true },
		"waves":       func(p *puzzle.Puzzle) { p.Grade.Waves++ },
		"quiet":       func(p *puzzle.Puzzle) { p.Grade.Quiet = !p.Grade.Quiet },
		"level": func(p *puzzle.Puzzle) {
			p.Grade.Level = 6 - p.Grade.Level +
				p.Grade.Level%2
		},
		"a theme more": func(p *puzzle.Puzzle) { p.Themes = append(p.Themes, "zzz") },
		"a theme twice": func(p *puzzle.Puzzle) {
			p.Themes = append(p.Themes,
				p.Themes[len(p.Themes)-1])
		},
		"theme order":   func(p *puzzle.Puzzle) { slices.Reverse(p.Themes) },
		"a theme less":  func(p *puzzle.Puzzle) { p.Themes = p.Themes[1:] },
		"line":          func(p *puzzle.Puzzle) { p.Line[1] = "Kh8" },
		"a defence":     swap(first+",", ""),
		"a branch":      swap(","+parts[0][0], ""),
		"another turn":  swap(parts[0][2], parts[1][2]),
		"illegal":       swap(parts[0][2], "a1h8"),
		"side to move":  func(p *puzzle.Puzzle) { p.FEN = strings.Replace(p.FEN, " w ", " b ", 1) },
		"another board": func(p *puzzle.Puzzle) { p.FEN = "k7/8/8/8/8/8/8/K7 w - - 0 1" },
	} {
		p := puzzletest.Sample(t)[0]
		spoil(&p)
		if _, err := Verify(context.Background(), &p, 1, nil); !errors.Is(err, puzzle.ErrUnsound) {
			t.Errorf("%s: %v, want ErrUnsound", name, err)
		}
	}
}

// plainly reports whether a move wins in n turns under a rule set, on the reference rules, without
// table or order.
func plainly(set ruleset.Set, p board.Position, m board.Move, n int) bool {
	if !slices.Contains(rules.NewReference(set).Moves(&p), m) {
		return false
	}
	for t := range rules.NewReference(set).TurnsOf(&p, m) {
		if o := rules.NewReference(set).Outcome(&t.After); o.Result != board.Ongoing {
			if o.Result != board.Win(p.Turn) {
				return false
			}
			continue
		}

		if n == 1 {
			return false
		}
		for _, reply := range rules.NewReference(set).Moves(&t.After) {
			met := false
			for d := range rules.NewReference(set).TurnsOf(&t.After, reply) {
				for _, next := range rules.NewReference(set).Moves(&d.After) {
					met = met || plainly(set, d.After, next, n-1)
				}
			}

			if !met {
				return false
			}
		}
	}

	return true
}

// What a solution needs is what it cannot do without: the plain search under the misreading says
// the same.
func TestNeedsAgreeWithThePlainSearch(t *testing.T) {
	needed, free := 0, 0
	for i, p := range puzzletest.Sample(t) {
		if p.In > 2 || !longtest.Enabled() && i%4 != 0 {
			continue
		}
		at, err := p.Position()
		if err != nil {
			t.Fatal(err)
		}
		key, err := board.ParseUCI(&at, p.Keys[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, theme := range Themes() {
			misread, ok := theme.misreading(p.Rules)
			if !ok {
				continue
			}
			if _, err := rules.New(misread).ParseFEN(p.FEN); err != nil {
				continue
			}
			needs := !plainly(misread, at, key, p.In)
			if got := slices.Contains(p.Themes, theme.Name); got != needs {
				t.Errorf("%s: %s is %t, want %t", p.ID, theme.Name, got, needs)
			}
			needed, free = needed+count(needs), free+count(!needs)
		}
	}

	if needed < 20 || free < 20 {
		t.Errorf("%d needed, %d not: nothing was compared", needed, free)
	}
}
