package proof_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/internal/testing/rulestest"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/puzzle/solve"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// An oracle answers by going through everything.
type oracle struct{ puzzletest.Exhaustive }

// helped reports whether a first move can lead, both sides working together, to a win of the
// enemy's with its n-th turn at the latest.
func (o oracle) helped(p *board.Position, m board.Move, plies int) bool {
	for t := range o.TurnsOf(p, m) {
		if o.Outcome(&t.After).Result == board.Win(o.Attacker.Other()) &&
			t.After.Turn == o.Attacker {
			return true
		}
		if plies > 1 && slices.ContainsFunc(o.Moves(&t.After),
			func(m board.Move) bool { return o.helped(&t.After, m, plies-1) }) {
			return true
		}
	}

	return false
}

// deepest is in how many turns the oracle looks. The proofs are of two at most; where more are
// claimed, nothing but what the proof shows can be true.
const deepest = 2

// holds reports whether everything that a header claims is true.
func holds(h proof.Header) bool {
	p, err := board.ParseFEN(h.FEN, h.Rules)
	if err != nil || h.At != "" && h.At != proof.At(&p) {
		return false
	}
	goal, _ := puzzle.ParseGoal(string(h.Stipulation))
	o := oracle{puzzletest.Exhausting(rules.New(h.Rules), goal, p.Turn)}
	keys := o.Keys(&p, min(h.In, deepest))
	if h.Stipulation == proof.HelpWin {
		keys = nil
		for _, m := range o.Moves(&p) {
			// what is reached in fewer turns is soon found
			for n := 1; n <= min(h.In, deepest); n++ {
				if o.helped(&p, m, 2*n) {
					keys = append(keys, m.UCI(&p))
					break
				}
			}
		}
	}

	for _, k := range h.Keys {
		k, _, _ = strings.Cut(k, "~")
		if !slices.Contains(keys, k) {
			return false
		}
	}

	switch {
	case h.None:
		return len(keys) == 0 && h.In <= deepest
	case len(keys) == 0, h.Shortest && (len(o.Keys(&p, h.In-1)) > 0 || h.In > deepest),
		h.Complete && (len(keys) != len(h.Keys) || h.In > deepest):
		return false
	}

	return true
}

// A sound proof, line by line.
type sound struct {
	name  string
	lines []string
}

// small returns a position of few pieces that is legal under the rules.
func small(variant *rules.Variant, random *rand.Rand) board.Position {
	for {
		p := board.Position{EnPassant: board.NoSquare, Number: 1,
			Turn: board.Colour(random.IntN(2))}
		for i := range 4 + random.IntN(2) {
			piece := board.Piece{Kind: board.King, Colour: board.Colour(i)}
			if i > 1 {
				piece = board.Piece{Kind: board.Kind(random.IntN(int(board.King))),
					Colour: board.Colour(random.IntN(2))}
			}

			p.Put(board.Square(random.IntN(64)), piece)
		}

		p.Rekey()
		fen := variant.FEN(&p)
		if corner := strings.Contains(fen, "R3K") && strings.Contains(fen, " w - "); corner {
			fen = strings.Replace(fen, " w - ", " w Q ", 1)
		}
		if q, err := variant.ParseFEN(fen); err == nil && len(variant.Moves(&q)) > 0 {
			return q
		}
	}
}

// proofs writes proofs of every stipulation under a rule set: of one turn and of two, of wins and
// of their absence.
func proofs(t *testing.T, name string, each int) []sound {
	t.Helper()
	variant := rules.New(rulestest.Builtin(t, name))
	var list []sound
	s := solve.New(variant, solve.Options{Jobs: 1, Memory: 1 << 20})
	random := rand.New(rand.NewPCG(14, 9))
	for _, goal := range []solve.Goal{solve.Win, solve.SelfWin, solve.HelpWin, solve.Claim} {
		if goal == solve.Claim && variant.Set().Family != ruleset.Pacifist {
			continue
		}
		wanted := map[string]int{}
		for tries := range 3000 {
			n := 1 + tries%2
			if goal == solve.HelpWin {
				n = 1 // four plies are too many for the oracle
			}
			p := small(variant, random)
			result, err := s.Solve(context.Background(), &p, goal, n)
			if err != nil {
				t.Fatal(err)
			}
			kind := fmt.Sprint(result.Status, n)
			if result.Status == solve.Won && result.In != n ||
				goal == solve.HelpWin && result.Status == solve.None || wanted[kind] >= each {
				continue
			}

			var text bytes.Buffer
			if err := s.WriteProof(context.Background(), &text, result, true); err != nil {
				t.Fatal(err)
			}
			if text.Len() > 3_000 {
				continue // the oracle would take long
			}
			wanted[kind]++
			list = append(list, sound{fmt.Sprintf("%s %v %s", name, goal, kind),
				strings.Split(strings.TrimSpace(text.String()), "\n")})
			if (len(wanted) == 4 || goal == solve.HelpWin) &&
				slices.Min(slices.Collect(maps.Values(wanted))) == each {
				break
			}
		}
	}

	return list
}

func check(lines []string) (proof.Report, error) {
	return proof.Verify(context.Background(), strings.NewReader(strings.Join(lines, "\n")+"\n"), "",
		1)
}

// A proof that has been tampered with is refused, or what it claims is true all the same: every
// step left out, said twice, exchanged with the next; every field and answer left out, changed,
// exchanged with its neighbour; every claim of the header made shorter, longer, stronger. What is
// true is said by going through everything.
func TestTamperedProofs(t *testing.T) {
	names, most := []string{"pacifist1", "pacifist-average", "chess"}, 50 // changes of each proof
	if longtest.Enabled() {
		names, most = ruleset.BuiltinNames(), 300
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			refused, accepted := 0, 0
			for _, p := range proofs(t, name, 1) {
				if _, err := check(p.lines); err != nil {
					t.Fatalf("%s: %v\n%s", p.name, err, strings.Join(p.lines, "\n"))
				}
				truth := map[string]bool{}
				changed := tampered(p.lines)
				order := slices.Sorted(maps.Keys(changed))
				random := rand.New(rand.NewPCG(1, uint64(len(order))))
				random.Shuffle(len(order),
					func(i, j int) { order[i], order[j] = order[j], order[i] })
				for _, what := range order[:min(len(order), most)] {
					lines := changed[what]
					report, err := check(lines)
					if err != nil {
						refused++
						continue
					}

					accepted++
					key := lines[0]
					if _, known := truth[key]; !known {
						truth[key] = holds(report.Header)
					}
					if !truth[key] {
						t.Errorf("%s, %s: accepted\n%s", p.name, what, strings.Join(lines, "\n"))
					}
				}
			}

			if refused < 100 || accepted < 20 {
				t.Errorf("%d refused, %d accepted: little was tampered with", refused, accepted)
			}
			t.Logf("%d refused, %d accepted and true", refused, accepted)
		})
	}
}

// tampered yields a proof with one thing changed after another, and what was done.
func tampered(lines []string) map[string][]string {
	out := map[string][]string{}
	for i, line := range lines {
		with := func(what string, replaced ...string) {
			out[fmt.Sprintf("line %d %s", i+1, what)] = slices.Concat(lines[:i], replaced,
				lines[i+1:])
		}
		with("left out")
		with("twice", line, line)
		if i+1 < len(lines) {
			out[fmt.Sprintf("lines %d and %d exchanged", i+1, i+2)] = slices.Concat(lines[:i],
				[]string{lines[i+1], line}, lines[i+2:])
		}

		var object map[string]any
		if json.Unmarshal([]byte(line), &object) != nil {
			continue
		}
		for what, changed := range variants(object) {
			text, err := json.Marshal(changed)
			if err == nil {
				with(what, string(text))
			}
		}
	}

	return out
}

// variants returns an object with one of its fields changed.
func variants(object map[string]any) map[string]map[string]any {
	out := map[string]map[string]any{}
	put := func(what, key string, value any) {
		c := maps.Clone(object)
		c[key] = value
		if value == nil {
			delete(c, key)
		}
		out[what+" "+key] = c
	}
	for key, value := range object {
		put("without", key, nil)
		switch v := value.(type) {
		case float64:
			put("one more in", key, v+1)
			put("one less in", key, v-1)
			put("many more in", key, v+50)
		case bool:
			put("denied", key, !v)
		case string:
			for what, text := range spoiled(key, v) {
				put(what, key, text)
			}
		case []any:
			for what, list := range lists(v) {
				put(what, key, list)
			}
		case map[string]any:
			for what, answers := range objects(v) {
				put(what, key, answers)
			}
		}
	}

	for _, claim := range []string{"shortest", "complete", "none"} {
		if _, header := object["format"]; header && object[claim] == nil {
			put("with", claim, true)
		}
	}

	if keys, ok := object["keys"].([]any); ok {
		put("a key more in", "keys", append(slices.Clone(keys), "a1a2"))
		put("another key in", "keys", []any{"a1a2"})
	}

	return out
}

// spoiled changes a text: a position its side, rights, en passant square and pieces.
func spoiled(key, text string) map[string]string {
	swap := func(old, new string) string { return strings.Replace(text, old, new, 1) }
	out := map[string]string{"an empty": "", "a doubled": text + text, "a cut": text[:len(text)/2]}
	switch key {
	case "at", "fen":
		out["the other side in"] = swap(" w ", " b ")
		if out["the other side in"] == text {
			out["the other side in"] = swap(" b ", " w ")
		}
		for _, right := range []string{"e1a1", "e1h1", "e8a8", "e8h8", "e1a2", "a1h8", "Q", "kq"} {
			out["the right "+right+" in"] = swap(" - ", " "+right+" ")
		}
		out["en passant in"] = strings.TrimSuffix(text, "-") + "e3"
		for _, piece := range []string{"Q", "q", "P", "k", "R", "n"} {
			if i := strings.IndexAny(text, "12345678"); i >= 0 && text[i] == '1' {
				out["the piece "+piece+" more in"] = text[:i] + piece + text[i+1:]
			}
			out["no piece "+piece+" in"] = swap(piece, "1")
		}
	case "rules":
		for _, name := range ruleset.BuiltinNames() {
			out["the rules "+name+" in"] = name
		}
	case "stipulation":
		for _, name := range []string{"win", "self-win", "help-win", "claim"} {
			out["the stipulation "+name+" in"] = name
		}
	}

	return out
}

// lists changes a list of turns: each left out, twice, another, exchanged with the next.
func lists(list []any) map[string][]any {
	out := map[string][]any{"an empty": {}}
	for i, v := range list {
		text, _ := v.(string)
		out[fmt.Sprintf("no %d in", i)] = slices.Delete(slices.Clone(list), i, i+1)
		out[fmt.Sprintf("twice %d in", i)] = slices.Insert(slices.Clone(list), i, v)
		for _, other := range []any{"a1a2", "h8h7", text + "q", text + "~-", text + "~a1",
			strings.TrimSuffix(text, "~-"), "", 7} {
			c := slices.Clone(list)
			c[i] = other
			out[fmt.Sprintf("%v for %d in", other, i)] = c
		}

		if i > 0 {
			c := slices.Clone(list)
			c[i-1], c[i] = c[i], c[i-1]
			out[fmt.Sprintf("%d and %d exchanged in", i-1, i)] = c
		}
	}

	return out
}

// objects changes answers: each left out, another, exchanged with its neighbour, to another move.
func objects(answers map[string]any) map[string]map[string]any {
	out := map[string]map[string]any{"an empty": {}}
	last := ""
	for _, move := range slices.Sorted(maps.Keys(answers)) {
		c := maps.Clone(answers)
		delete(c, move)
		out["no "+move+" in"] = maps.Clone(c)
		c["a1a2"] = answers[move]
		out["a1a2 for "+move+" in"] = c
		text, _ := answers[move].(string)
		for _, other := range []any{"", "~-", "~- " + text, text + "~-", "~a1 " + text, "a1a2",
			text + text, strings.TrimPrefix(text, "~- ")} {
			c := maps.Clone(answers)
			c[move] = other
			out[fmt.Sprintf("%v to %s in", other, move)] = c
		}

		if last != "" {
			c := maps.Clone(answers)
			c[move], c[last] = c[last], c[move]
			out["the answers to "+last+" and "+move+" exchanged in"] = c
		}

		last = move
	}

	return out
}
