package check

import (
	"runtime"
	"slices"
	"sync"

	"turncoat/corpus"
	"turncoat/internal/workers"
	"turncoat/rules"
)

// likelyWays are the bugs that are played out beside misreadings as well, the likelier first where two have the same
// answers.
var likelyWays = sync.OnceValue(func() []wrongWay {
	var bearing []wrongWay
	for _, w := range bearingWays() {
		bearing = append(bearing, asAttacks(w)...)
	}
	return slices.Concat(thresholdWays(), waveWays(), chosenWays(), safetyWays(), twoStepWays(), castlingWays(),
		crowdedCastlings(), landingWays(), outcomeWays(), bearing)
})

// furtherWays are bugs that are played out where nothing simpler explains the answers.
var furtherWays = sync.OnceValue(func() []wrongWay {
	return slices.Concat(writtenWays(), promotionWays(), movedWays(), kingWays(), countWays(), lineWays(), pawnWays(),
		orderWays(), replayWays(), readingWays(), clearingWays(), movingWays(), lostSteps(), mistakenKinds(),
		mistakenSteps(),
		doubledSteps(), safetyGrid(), twoStepGrid(), castlingGrid())
})

// played looks for bugs that give all answers when they are played out beside one of the misreadings, and
// returns those of the first misreading that has any.
func (d *diagnoser) played(ways []wrongWay, misreadings []corpus.Misreading) (*Diagnosis, error) {
	for _, m := range misreadings {
		g := rules.New(m.Set)
		fits := make([]bool, len(ways))
		if err := workers.Each(d.ctx, runtime.GOMAXPROCS(0), len(ways), func(_, i int) {
			fits[i] = ways[i].plays(m.Set) && d.gives(&wrongJudge{set: m.Set, way: &ways[i]}, g)
		}); err != nil {
			return nil, err
		}
		var names []string
		for i := range ways {
			if fits[i] && !slices.Contains(names, ways[i].name) && len(names) < mostNames {
				names = append(names, ways[i].name)
			}
		}
		if len(names) > 0 {
			return d.playedDiagnosis(names, m), nil
		}
	}
	return nil, nil
}

// The limits of the bugs that are played out beside all misreadings.
const (
	likeliestWays = 24
	fewWrong      = 8 // wrong answers, of which a bug must give half by itself
)

// likeliest returns those of the bugs that by themselves give the most of a few wrong answers. Where a
// misreading shows seldom, it is not among the nearest, and the bug beside it explains most of what is wrong.
func (d *diagnoser) likeliest(ways []wrongWay) ([]wrongWay, error) {
	few := spread(d.wrong)
	if len(few) > fewWrong {
		step := len(few) / fewWrong
		for i := range fewWrong {
			few[i] = few[i*step]
		}
		few = few[:fewWrong]
	}
	g := rules.New(d.set)
	order, missed := make([]int, len(ways)), make([]int, len(ways))
	if err := workers.Each(d.ctx, runtime.GOMAXPROCS(0), len(ways), func(_, i int) {
		order[i] = i
		if !ways[i].plays(d.set) {
			missed[i] = len(few)
			return
		}
		j := &wrongJudge{set: d.set, way: &ways[i]}
		for n := range few {
			if !few[n].readOtherwise(g) && !j.gives(g, &few[n], false) {
				if missed[i]++; missed[i] > len(few)/2 {
					return
				}
			}
		}
	}); err != nil {
		return nil, err
	}
	order = slices.DeleteFunc(order, func(i int) bool { return missed[i] > len(few)/2 })
	slices.SortStableFunc(order, func(a, b int) int { return missed[a] - missed[b] })
	var list []wrongWay
	for _, i := range order[:min(len(order), likeliestWays)] {
		list = append(list, ways[i])
	}
	return list, nil
}

// mostNames is how many bugs are named that have the same answers.
const mostNames = 2

// gives reports whether a program with the bug would give all answers.
func (d *diagnoser) gives(j *wrongJudge, g *rules.Variant) bool {
	for _, outcomes := range []bool{false, true} {
		for _, list := range [][]sample{d.wrong, d.right} {
			for i := range list {
				if !list[i].readOtherwise(g) && !j.gives(g, &list[i], outcomes) {
					return false
				}
			}
		}
	}
	return true
}
