package puzzle

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/reference"
	"turncoat/rules/ruleset"
)

// sample reads a few puzzles of every rule set that have been mined.
func sample(t testing.TB) []Puzzle {
	t.Helper()
	file, err := os.Open("testdata/puzzles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	numbered, err := Read(file, "puzzles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var list []Puzzle
	for _, n := range numbered {
		list = append(list, n.Puzzle)
	}
	return list
}

// What is read is written again byte by byte.
func TestPuzzlesRoundTrip(t *testing.T) {
	want, err := os.ReadFile("testdata/puzzles.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := Write(&got, sample(t)); err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%v; written and read again the puzzles differ", err)
	}
}

func TestReadIsStrict(t *testing.T) {
	good, err := encodeLine(&sample(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, from, to, want string }{
		{"unknown key", `"in":`, `"inn":`, `unknown field "inn"`},
		{"wrong type", `"in":2`, `"in":"2"`, "cannot unmarshal string"},
		{"no key", `"keys":["`, `"keys":["x`, "begins with"},
		{"bad rules", `"rules":"`, `"rules":"x`, "unknown rules"},
		{"two values", `{"id"`, `{} {"id"`, "more than one value"},
		{"bad solution", `"solution":[`, `"solution":[[],`, "a solution begins with a turn"},
		{"nothing", string(good), `{}`, "it has no id, rules, fen, in, keys, line, solution, claims, source"},
	} {
		bad := strings.Replace(string(good), c.from, c.to, 1)
		if bad == string(good) {
			t.Errorf("%s: nothing was changed", c.name)
		}
		text := string(good) + "\n" + bad + "\n\n" + string(good) + "\n"
		puzzles, err := Read(strings.NewReader(text), "f")
		var at *Error
		if !errors.As(err, &at) || at.Line != 2 || !errors.Is(err, ErrSyntax) && !errors.Is(err, ruleset.ErrUnknown) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q at f:2", c.name, err, c.want)
		}
		if len(puzzles) != 2 || puzzles[1].Line != 4 {
			t.Errorf("%s: %d puzzles are left, want those of lines 1 and 4", c.name, len(puzzles))
		}
	}
}

func TestSampleVerifies(t *testing.T) {
	seen := map[string]bool{}
	for i, p := range sample(t) {
		if seen[p.Rules.Set.Name] = true; testing.Short() && i%4 != 0 {
			continue
		}
		checked, err := Verify(context.Background(), &p, 2)
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
		if checked.Wins < 2 || checked.Holds < 2 {
			t.Errorf("%s: only %+v", p.ID, checked)
		}
	}
	for _, name := range ruleset.BuiltinNames() {
		if !seen[name] {
			t.Errorf("no puzzle of %s", name)
		}
	}
}

// Each claim of a puzzle, made false, is found out.
func TestVerifyFindsFalseClaims(t *testing.T) {
	for name, spoil := range map[string]func(p *Puzzle){
		"length":        func(p *Puzzle) { p.In++ },
		"shorter":       func(p *Puzzle) { p.In-- },
		"two keys":      func(p *Puzzle) { p.Keys = append(p.Keys, "a1a2") },
		"identifier":    func(p *Puzzle) { p.ID = "pacifist1-2-00000000" },
		"first turns":   func(p *Puzzle) { p.Claims.FirstTurns++ },
		"defences":      func(p *Puzzle) { p.Claims.Defences-- },
		"choice":        func(p *Puzzle) { p.Claims.Choice = !p.Claims.Choice },
		"duals":         func(p *Puzzle) { p.Claims.Duals++ },
		"line duals":    func(p *Puzzle) { p.Claims.LineDuals++ },
		"mistake":       func(p *Puzzle) { p.Claims.Mistake = true },
		"a theme more":  func(p *Puzzle) { p.Themes = append(p.Themes, "zzz") },
		"a theme less":  func(p *Puzzle) { p.Themes = p.Themes[1:] },
		"line":          func(p *Puzzle) { p.Line[1] = "Kh8" },
		"a defence":     func(p *Puzzle) { p.Solution.Then[0].After = p.Solution.Then[0].After[1:] },
		"a branch":      func(p *Puzzle) { p.Solution.Then = p.Solution.Then[1:] },
		"another turn":  func(p *Puzzle) { p.Solution.Then[0].Reply.Play = p.Solution.Then[1].Reply.Play },
		"illegal":       func(p *Puzzle) { p.Solution.Then[0].Reply.Play = "a1h8" },
		"side to move":  func(p *Puzzle) { p.FEN = strings.Replace(p.FEN, " w ", " b ", 1) },
		"another board": func(p *Puzzle) { p.FEN = "k7/8/8/8/8/8/8/K7 w - - 0 1" },
	} {
		p := sample(t)[0]
		if len(p.Solution.Then) < 2 || len(p.Themes) == 0 || !strings.Contains(p.FEN, " w ") || p.Claims.Mistake {
			t.Fatal("the first puzzle of the sample does not serve")
		}
		if name == "a defence" {
			slices.SortFunc(p.Solution.Then, func(a, b Branch) int { return len(b.After) - len(a.After) })
		}
		spoil(&p)
		if _, err := Verify(context.Background(), &p, 1); !errors.Is(err, ErrUnsound) {
			t.Errorf("%s: %v, want ErrUnsound", name, err)
		}
	}
}

// The solver tells solutions of its own: it finds the same duals in every puzzle and near it.
func TestDualsAgreeWithTheSolver(t *testing.T) {
	ctx := context.Background()
	duals := 0
	for _, p := range sample(t) {
		game := p.Game()
		at, err := p.Position()
		if err != nil {
			t.Fatal(err)
		}
		a := NewAnalyst(game, 0)
		v := improver{analyst: a, random: random(1, "near", 1)}
		for range 4 {
			found, err := a.Analyse(ctx, &at, 2)
			if err != nil {
				t.Fatal(err)
			}
			if found.In > 0 {
				solver := solve.New(game, solve.Options{Jobs: 1})
				result, err := solver.Solve(ctx, at, solve.Win, 2)
				if err != nil {
					t.Fatal(err)
				}
				result.Keys = result.Keys[:1]
				told, err := solver.Solution(ctx, at, solve.Win, result, solve.Wanted{})
				if err != nil {
					t.Fatal(err)
				}
				if told.Duals != found.Claims.Duals {
					t.Errorf("%s %s: %d duals, the solver tells %d", game.Set().Name, game.FEN(&at), found.Claims.Duals, told.Duals)
				}
				duals += told.Duals
			}
			for {
				if next, ok := v.change(&at); ok && natural(game, &next) {
					at = next
					break
				}
			}
		}
	}
	if duals < 20 {
		t.Errorf("only %d duals were met: nothing was compared", duals)
	}
}

// plainly tells whether a move wins in n turns under a rule set, on the slow rules, without table or order.
func plainly(set ruleset.Set, p board.Position, m board.Move, n int) bool {
	if !slices.Contains(reference.Moves(set, p), m) {
		return false
	}
	for t := range reference.TurnsOf(set, p, m) {
		if o := reference.Outcome(set, t.After); o.Result != board.Ongoing {
			if o.Result != board.Win(p.Turn) {
				return false
			}
			continue
		}
		if n == 1 {
			return false
		}
		for _, reply := range reference.Moves(set, t.After) {
			met := false
			for d := range reference.TurnsOf(set, t.After, reply) {
				for _, next := range reference.Moves(set, d.After) {
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

// What a solution needs is what it cannot do without: the plain search under the misreading says the same.
func TestNeedsAgreeWithThePlainSearch(t *testing.T) {
	needed, free := 0, 0
	for i, p := range sample(t) {
		if p.In > 2 || testing.Short() && i%4 != 0 {
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
		for _, theme := range Themes {
			misread, ok := theme.misreading(p.Rules.Set)
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
			needed, free = needed+btoi(needs), free+btoi(!needs)
		}
	}
	if needed < 20 || free < 20 {
		t.Errorf("%d needed, %d not: nothing was compared", needed, free)
	}
}
