package check

import (
	"flag"
	"slices"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/internal/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
)

// Without a bug what is played out is the rules, under every misreading, whether or not the parts are played out that
// a bug may change.
func TestPlayedOutRightly(t *testing.T) {
	step := func(m corpus.Misreading) int { // every case of the rules themselves, some of each misreading
		if len(m.Changes) == 0 || m.Changes[0].Setting == "castling-test" { // few cases castle
			return 1
		}
		return 15
	}
	pacifist1, number := rulestest.Builtin(t, "pacifist1"), corpus.Misread(rulestest.Builtin(t, "pacifist-number"))
	for _, m := range append(corpus.Single(pacifist1), corpus.Misread(pacifist1), number) {
		of := "pacifist1"
		if m.Set == number.Set {
			of = "pacifist-number"
		}
		t.Run(of+" "+m.Name, func(t *testing.T) {
			t.Parallel()
			cases, err := golden.Cases(corpus.Standard, of)
			if err != nil {
				t.Fatal(err)
			}
			if testing.Short() {
				cases = cases[:25]
			}
			g := rules.New(m.Set)
			right := rightParts(&m.Set)
			right["nothing"] = &wrongWay{}
			right["outcomes"] = &wrongWay{outcome: func(j *wrongJudge, p *board.Position,
				turns bool) board.Result {
				return j.ending(p, turns)
			}}
			for name, way := range right {
				j := &wrongJudge{set: m.Set, way: way}
				if !way.plays(m.Set) {
					continue
				}
				for i := 0; i < len(cases); i += step(m) {
					c := &cases[i]
					want := corpus.AnswerOf(g, c)
					if want.Refused != "" {
						continue
					}
					got, ok := j.answer(g, &sample{result: &Result{Case: c}}, true)
					if d := corpus.Compare(&want, &got); !ok || !d.None() {
						t.Fatalf("%s played out: %s %v: %+v", name, c.FEN, c.Moves, d)
					}
				}
			}
		})
	}
}

var everyBug = flag.Bool("every-bug", false, "play all bugs out on the standard corpus, not only one in eight")

// Bugs have names of their own, and nine in ten and more change an answer of the standard corpus. Without
// -every-bug one in eight is played out.
func TestWrongWays(t *testing.T) {
	v, err := rules.Named("pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := golden.Cases(corpus.Standard, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	right := make([]corpus.Answer, len(cases))
	for i := range cases {
		right[i] = corpus.AnswerOf(v, &cases[i])
	}
	named, played, seen := map[string]int{}, 0, 0
	ways := slices.Concat(likelyWays(), furtherWays())
	for i := range ways {
		w := &ways[i]
		if named[w.name]++; named[w.name] > 4 || w.name == "" {
			t.Errorf("%q is the name of more than one bug, seen from either end and tested in castling or not", w.name)
		}
		if !*everyBug && (i%8 != 5 || testing.Short() && i > 320) {
			continue
		}
		played++
		j := &wrongJudge{set: v.Set(), way: w}
		for k := range cases {
			got, _ := j.answer(v, &sample{result: &Result{Case: &cases[k]}}, false)
			if d := corpus.Compare(&right[k], &got); !d.None() {
				seen++
				break
			}
		}
	}
	t.Logf("%d of %d bugs change an answer of the standard corpus", seen, played)
	if seen < played*9/10 {
		t.Errorf("only %d of %d bugs change an answer of the standard corpus", seen, played)
	}
}

// Bugs with the same answers are named side by side.
func TestFaultText(t *testing.T) {
	if got := (Fault{Name: "a", Or: []string{"b", "c"}}).String(); got != "a; or: b; or: c" {
		t.Error(got)
	}
	if got := (Fault{Name: "a"}).String(); got != "a" {
		t.Error(got)
	}
}
