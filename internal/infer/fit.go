package infer

import (
	"context"
	"runtime"

	"turncoat/corpus"
	"turncoat/internal/workers"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// Evidence is something that a rule set either explains or does not: a program's answer, or the
// record of a game. It reports whether the variant explains it, and may be asked by several
// goroutines.
type Evidence func(variant *rules.Variant) bool

// Builtin lists the built-in rule sets.
func Builtin() []corpus.Misreading {
	var list []corpus.Misreading
	for _, name := range ruleset.BuiltinNames() {
		set, _ := ruleset.Builtin(name) // there is one of each name
		list = append(list, corpus.Misreading{Set: set})
	}
	return list
}

// Near lists the rule sets that differ from a built-in one in one setting.
func Near() []corpus.Misreading {
	var list []corpus.Misreading
	for _, builtin := range Builtin() {
		list = append(list, corpus.Single(builtin.Set)...)
	}
	return list
}

// Fitting returns the candidates that explain all of the evidence, in their order. What few of them
// explain should come first in the evidence. The error is the context's.
func Fitting(ctx context.Context, candidates []corpus.Misreading,
	evidence []Evidence) ([]corpus.Misreading, error) {
	fits := make([]bool, len(candidates))
	err := workers.Each(ctx, runtime.GOMAXPROCS(0), len(candidates), func(_, i int) {
		fits[i] = unexplained(rules.New(candidates[i].Set), evidence, 0) == 0
	})
	var found []corpus.Misreading
	for i, c := range candidates {
		if fits[i] {
			found = append(found, c)
		}
	}

	return found, err
}

// leastExplained is how much of the evidence a candidate must explain to be the nearest.
const leastExplained = 2

// Nearest returns the candidate that explains most of what the rules do not explain, if that is at
// least the given share of it, and if little that the rules explain contradicts the candidate. It
// reports false if there is none. The error is the context's.
func Nearest(ctx context.Context, candidates []corpus.Misreading, unlike, like []Evidence,
	share float64) (best corpus.Misreading, found bool, err error) {
	scores := make([]int, len(candidates))
	most := int((1 - share) * float64(len(unlike)))
	err = workers.Each(ctx, runtime.GOMAXPROCS(0), len(candidates), func(_, i int) {
		variant := rules.New(candidates[i].Set)
		missed := unexplained(variant, unlike, most)
		explained := len(unlike) - missed
		if missed > most || explained < leastExplained {
			return
		}
		against := unexplained(variant, like, explained/4)
		if 4*against <= explained {
			scores[i] = explained - against
		}
	})
	bestScore := 0
	for i, score := range scores {
		if score > bestScore {
			best, bestScore, found = candidates[i], score, true
		}
	}

	return best, found && err == nil, err
}

// unexplained counts the evidence that a variant does not explain, up to one more than most.
func unexplained(variant *rules.Variant, evidence []Evidence, most int) int {
	n := 0
	for _, explains := range evidence {
		if explains(variant) {
			continue
		}
		n++
		if n > most {
			break
		}
	}

	return n
}

// OfRecord returns the evidence of a record: a rule set explains it if all of its moves, signs and
// its result agree with the rules.
func OfRecord(record *pgn.Record, letters *rules.Letters) Evidence {
	trial := pgn.Trial{Game: record, Letters: letters, Brief: true}
	return func(variant *rules.Variant) bool {
		p, findings := trial.Start(variant)
		for ply := 1; ply <= trial.Plies() && !disagrees(findings); ply++ {
			after, ok, found := trial.Play(variant, &p, ply)
			if !ok {
				return false
			}
			p, findings = after, append(findings, found...)
		}
		return !disagrees(append(findings, trial.End(variant, &p)...))
	}
}

// disagrees reports whether a finding speaks against the rules.
func disagrees(findings []pgn.Finding) bool {
	for i := range findings {
		f := &findings[i]
		if f.Code == pgn.CheckSign || f.OfRules() || f.Code.Severity() == "error" {
			return true
		}
	}

	return false
}
