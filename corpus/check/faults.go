package check

import (
	"runtime"
	"slices"
	"strings"

	"turncoat/corpus"
	"turncoat/internal/workers"
)

// A Fault is an ordinary bug: turns of a kind that are missing, wrong or too many, and for which no
// setting of the rules stands.
type Fault struct {
	Name  string   `json:"name"`         // "castling missing"
	Or    []string `json:"or,omitempty"` // other bugs that would give the same answers
	Turns int      `json:"turns"`        // so many turns show it
	Cases int      `json:"cases"`        // in so many cases
	See   string   `json:"see"`          // the id of the smallest of these

	whole bool // it is all that is wrong
}

// String returns the name, with those of the bugs that it may be as well.
func (f Fault) String() string { return strings.Join(append([]string{f.Name}, f.Or...), "; or: ") }

// The limits of the search for faults.
const (
	mostFaults  = 2 // that explain everything, beside a misreading
	deepTrials  = 8 // misreadings under which bearing on squares is looked into
	leastTurns  = 2 // that a fault must explain, unless nothing else is left over
	doubtfully  = 10
	doubtWeight = 3
)

// A finding of faults: those chosen under a misreading, and what they leave over.
type faulty struct {
	*trial
	faults []claim
	counts []Fault
	left   int // cases that they leave unexplained
}

// faults looks for the fewest ordinary bugs that, with or without one misread setting, explain all
// answers; nil when none do. All misreadings that explain as much with the same bugs are listed.
func (d *diagnoser) faults() ([]*faulty, error) {
	list := append([]corpus.Misreading{corpus.Misread(d.set)}, d.single...)
	list = append(list, valued(d.set)...)
	tried := make([]*faulty, len(list))
	if err := workers.Each(d.ctx, runtime.GOMAXPROCS(0), len(list),
		func(_, i int) { tried[i] = cover(d.try(list[i], false)) }); err != nil {
		return nil, err
	}
	if best := simplest(tried); best != nil && best[0].size() == 1 {
		return best, nil
	}
	order := slices.Clone(tried)
	slices.SortStableFunc(order[1:], func(a, b *faulty) int { return a.left - b.left })
	order = order[:min(len(order), deepTrials+1)]
	deep := make([]*faulty, len(order))
	if err := workers.Each(d.ctx, runtime.GOMAXPROCS(0), len(order),
		func(_, i int) { deep[i] = cover(d.try(order[i].misreading, true)) }); err != nil {
		return nil, err
	}
	return simplest(append(tried, deep...)), nil
}

// size is how much is to be believed: a setting, or a bug, counts one.
func (f *faulty) size() int { return len(f.faults) + len(f.misreading.Changes) }

// certain reports whether the finding is a single bug that no right turn speaks against.
func (f *faulty) certain() bool {
	return f.size() == 1 && f.refuted[f.faults[0]] == 0
}

// simplest returns the findings that explain everything with the least, fewest bugs first.
func simplest(list []*faulty) []*faulty {
	var best []*faulty
	for _, f := range list {
		if f.left > 0 || len(f.faults) == 0 || len(f.faults) > mostFaults || len(f.faults) > 1 &&
			slices.ContainsFunc(f.faults, isVague) {
			continue
		}
		switch {
		case len(best) == 0, f.size() < best[0].size(), f.size() == best[0].size() &&
			len(f.faults) < len(best[0].faults):
			best = []*faulty{f}
		case f.size() == best[0].size() && slices.Equal(f.faults, best[0].faults) &&
			f.misreading.Name != best[0].misreading.Name:
			best = append(best, f)
		}
	}
	return best
}

// cover chooses claims greedily: what explains most, and is refuted by nothing.
func cover(t *trial) *faulty {
	f := &faulty{trial: t}
	done := make([][]bool, len(t.cases))
	for i := range t.cases {
		done[i] = make([]bool, len(t.cases[i].items))
	}
	for len(f.faults) <= mostFaults {
		best, open := t.best(done)
		if best == "" || open == 0 {
			break
		}
		f.choose(best, done)
	}
	for i := range done {
		if slices.Contains(done[i], false) {
			f.left++
		}
	}
	return f
}

// best returns the claim that explains most of what is left, and how much is left.
func (t *trial) best(done [][]bool) (best claim, open int) {
	counts := map[claim]int{}
	var order []claim
	for i, c := range t.cases {
		for j, it := range c.items {
			if done[i][j] {
				continue
			}
			open++
			for n, k := range it.claims {
				if slices.Contains(it.claims[:n], k) {
					continue
				}
				if counts[k] == 0 {
					order = append(order, k)
				}
				counts[k]++
			}
		}
	}
	top := 0
	for _, k := range order {
		refuted := t.refuted[k]
		if refuted > 0 && (!isWay(k) || refuted*doubtfully > counts[k]) || counts[k] < min(leastTurns, open) {
			continue
		}
		if score := counts[k] - doubtWeight*refuted; score > top {
			best, top = k, score
		}
	}
	return best, open
}

// isVague reports whether a claim says so much that, with another, it says everything.
func isVague(k claim) bool { return strings.Contains(string(k), "'s turns ") }

// isLoose reports whether a claim leaves open in what way turns are wrong, which of them are allowed, or why.
func isLoose(k claim) bool {
	text := string(k)
	castling := strings.HasPrefix(text, "castling") && strings.HasSuffix(text, " over other pieces allowed") ||
		strings.HasPrefix(text, "castling after another ") && strings.HasSuffix(text, " missing") ||
		strings.HasSuffix(text, "castling without a right allowed")
	return strings.HasSuffix(text, " wrong") || strings.Contains(text, "persua") || castling
}

// isWay reports whether a claim is about how pieces bear on squares or are weighed: that may decide and change
// nothing in the end.
func isWay(k claim) bool {
	return strings.Contains(string(k), "bearing") || strings.Contains(string(k), "weighing")
}

// choose takes a claim and marks what it explains.
func (f *faulty) choose(k claim, done [][]bool) {
	fault := Fault{Name: string(k)}
	for i, c := range f.cases {
		shows := false
		for j, it := range c.items {
			if !done[i][j] && slices.Contains(it.claims, k) {
				done[i][j], shows = true, true
				fault.Turns++
			}
		}
		if slices.Contains(c.excuse, k) {
			for j := range done[i] {
				done[i][j] = true
			}
		}
		if shows {
			fault.Cases++
			if fault.See == "" {
				fault.See = c.sample.result.Case.ID
			}
		}
	}
	f.faults = append(f.faults, k)
	f.counts = append(f.counts, fault)
}
