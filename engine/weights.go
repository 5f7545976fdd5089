package engine

import (
	_ "embed" // the weights
	"encoding/json"
	"sync"

	"turncoat/rules/ruleset"
)

// kindWorth is the worth of each kind of piece, in hundredths of a pawn. It orders turns, and
// weights set by hand are made from it.
var kindWorth = [6]int{100, 300, 320, 480, 900, 1200}

// HandSet returns weights set by hand for a family. A fit starts with them.
func HandSet(family ruleset.Family) *Weights {
	var w Weights
	set := func(feature int, full, empty float32) { w[feature] = [2]float32{full, empty} }
	weighs := family.HasWeights()
	for kind, worth := range kindWorth {
		v := float32(worth)
		if kind < 5 || weighs {
			set(featMaterial+kind, v, v)
		}
		for place := range 32 {
			rank, file := place/4, place%4
			middle := float32(file) + min(float32(rank), 7-float32(rank)) - 3
			switch kind {
			case 0:
				step := max(0, float32(rank)-1)
				set(featSquare+place, 2*step*step+3*float32(file), 5*step*step)
			case 5:
				back := -12 * float32(rank)
				if file < 3 {
					back += 12
				}
				set(featSquare+5*32+place, back, 8*middle)
			default:
				set(featSquare+kind*32+place, 5*middle, 4*middle)
			}
		}

		v = min(v, 900)
		ours, theirs := [4]float32{-.1, 0, 0, 0}, [4]float32{.25, 0, 0, 0} // in chess: hanging pieces
		if weighs {
			ours, theirs = [4]float32{-.3, -.08, -.03, -.01}, [4]float32{1.2, .2, .04, .01}
		}
		for level := range 4 {
			if kind == 5 && !weighs {
				break
			}
			set(featFalls+kind*4+level, ours[level]*v, ours[level]*v)
			set(featFalls+(6+kind)*4+level, theirs[level]*v, theirs[level]*v)
		}
	}

	for kind, v := range [6]float32{0, 4, 4, 3, 2, 0} {
		set(featMobility+kind, v, v)
	}
	set(featControl, 2, 2)
	set(featCentre, 5, 3)
	set(featRing, -8, -3)
	set(featRing+1, 8, 3)
	for rank := 1; rank < 7; rank++ {
		v := float32(rank * rank)
		set(featPassed+rank, v, 3*v)
	}

	set(featDoubled, -8, -12)
	set(featIsolated, -8, -10)
	set(featBishops, 20, 30)
	set(featTempo, 12, 8)
	return &w
}

//go:embed weights.json
var weightsFile []byte

// fitted holds the weights of the embedded file, by rule set.
var fitted = sync.OnceValue(func() map[string]*Weights {
	var list []Fitted
	if err := json.Unmarshal(weightsFile, &list); err != nil {
		panic(err) // the file is embedded
	}
	sets := map[string]*Weights{}
	for _, one := range list {
		sets[one.Rules] = one.Weights
	}
	return sets
})

// weightsOf returns the weights of a rule set: those fitted for it, or those set by hand.
func weightsOf(set ruleset.Set) *Weights {
	if built, ok := ruleset.IsBuiltin(set); ok {
		if w := fitted()[built.Name]; w != nil {
			return w
		}
	}

	return HandSet(set.Family)
}
