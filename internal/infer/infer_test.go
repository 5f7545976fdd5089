package infer_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/infer"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/randomgame"
	"turncoat/internal/testing/rulestest"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

var (
	hidden = flag.Int("hidden", 0, "hidden rule sets to find, the built-in ones first (0: a few)")
	seed   = flag.Uint64("seed", 1, "random seed of the hidden sets and their games")
)

// changed returns a built-in set with one to three settings changed.
func changed(r *rand.Rand) ruleset.Set {
	names := ruleset.BuiltinNames()
	set, _ := ruleset.Builtin(names[r.IntN(len(names))])
	settings := ruleset.SettingsOf(set.Family)
	for _, i := range r.Perm(len(settings))[:min(1+r.IntN(3), len(settings))] {
		others := settings[i].Others(set)
		set, _ = settings[i].With(set, others[r.IntN(len(others))])
	}

	set.Name = ruleset.Custom
	return set
}

// A set that nobody names is found by the games that were played under it: it never falls, and the
// more games there are, the fewer others remain. With -hidden 49 -v this is the measurement of
// docs/infer.md.
func TestHiddenSets(t *testing.T) {
	n := *hidden
	if n == 0 {
		n = len(ruleset.BuiltinNames()) + 1
	}
	type figure struct{ sets, lost, first, one, alone, tried int }
	figures := map[int]*figure{1: {}, 3: {}, 10: {}}
	r := rand.New(rand.NewPCG(*seed, 7))
	for i := range n {
		if *hidden == 0 && !longtest.Enabled() && i > 0 && i < n-1 {
			continue // a built-in set is tried, and one that is not
		}
		set := changed(r)
		if names := ruleset.BuiltinNames(); i < len(names) {
			set, _ = ruleset.Builtin(names[i])
		}
		variant, s := rules.New(set), infer.New(0, nil)
		most, plies := 10, 80
		if *hidden == 0 {
			most, plies = 1, 6
		}
		for games := 1; games <= most; games++ {
			text, err := pgn.AppendPGN(nil, randomgame.New(r, variant,
				randomgame.Options{Plies: plies, Greedy: 60}), false)
			if err != nil {
				t.Fatal(err)
			}
			g, _ := pgn.Next(text, 0, true)
			if err := s.Add(t.Context(), g); err != nil {
				t.Fatal(err)
			}
			f := figures[games]
			if f == nil {
				continue
			}
			result := s.Result()
			f.sets++
			f.tried += s.Tried
			if !slices.ContainsFunc(result.Remaining, withSet(set)) {
				f.lost++
				t.Errorf("%v has fallen after %d games:\n%s", set, games, text)
				break
			}

			best := result.Remaining[0]
			if len(result.Remaining) == 1 {
				f.one++
				if best.Sets == 1 {
					f.alone++
				}
			}

			if withSet(set)(best) {
				f.first++
			}
			t.Logf("%v, %d games: %d groups, %d sets tried", set, games, len(result.Remaining),
				s.Tried)
		}
	}

	for _, games := range []int{1, 3, 10} {
		if f := figures[games]; f.sets > 0 {
			t.Logf("%2d games: of %d sets %d lost, %d in the most plausible group, %d in the only one, %d alone; %d plies tried a set",
				games, f.sets, f.lost, f.first, f.one, f.alone, f.tried/f.sets)
		}
	}
}

// White's knight lets the bishop behind it reach b7 only under other lines, and the bishop is taken
// back at once only where there is a reclaim: either alone changes nothing.
func TestSettingsThatMatterTogether(t *testing.T) {
	set := rulestest.Builtin(t, "pacifist-value")
	for _, o := range []string{"lines=any-friend", "king-safety=every-king"} {
		override, err := ruleset.ParseOverride(o)
		if err != nil {
			t.Fatal(err)
		}
		set = override.Apply(set)
	}

	g, _ := pgn.Next([]byte("1. Nf3 f6 2. g4 b6 3. Bg2 Bb7 4. Be4 *\n"), 0, true)
	s := infer.New(0, nil)
	err := s.Add(t.Context(), g)
	if err != nil || !slices.ContainsFunc(s.Result().Remaining, withSet(set)) {
		t.Errorf("%v has fallen (%v)", set, err)
	}
}

// Why a built-in set was not played is said by its own rules: the sets that fall together are named
// each by its own name, and of orthodox chess the Laws of Chess are cited.
func TestReasonsNameTheirSet(t *testing.T) {
	reasons := func(moves string) map[string]string {
		s := infer.New(0, nil)
		g, _ := pgn.Next([]byte(moves), 0, true)
		if err := s.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		reasons := map[string]string{}
		for _, fallen := range s.Result().Fallen {
			reasons[fallen.Name] = fallen.Why.Message
		}
		return reasons
	}

	captured := reasons("1. e4 d5 2. exd5 *\n")
	for _, name := range ruleset.BuiltinNames() {
		set, _ := ruleset.Builtin(name)
		reason, fallen := captured[name]
		if !set.Captures() && !strings.HasSuffix(reason, " "+name) {
			t.Errorf("%s: %q", name, reason)
		}
		// The pawn that has moved to e4 is Black's in three games (AND-2).
		turned := []string{"anti-andernach", "super-andernach", "magic-squares"}
		if set.Captures() && fallen != slices.Contains(turned, name) {
			t.Errorf("%s: %t, %q", name, fallen, reason)
		}
	}

	knight := reasons("1. Ng3 *\n")
	if got := knight["chess"]; !strings.Contains(got, "(FIDE 3.6)") {
		t.Errorf("chess: %s", got)
	}
	if got := knight["conversion"]; !strings.Contains(got, "(CON-1)") {
		t.Errorf("conversion: %s", got)
	}
}

// withSet returns a function that reports whether a set is one of a group.
func withSet(set ruleset.Set) func(infer.Remaining) bool {
	return func(group infer.Remaining) bool {
		if group.Set.Family != set.Family {
			return false
		}
		for _, setting := range ruleset.SettingsOf(set.Family) {
			values := []string{setting.ValueIn(group.Set)}
			for _, open := range group.Open {
				if open.Setting == setting.Name {
					values = open.Values
				}
			}

			if !slices.Contains(values, setting.ValueIn(set)) {
				return false
			}
		}

		return true
	}
}
