package main

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"turncoat/puzzle"
	"turncoat/rules/ruleset"
)

// wins makes puzzles of which many have the theme "common" and a few "rare", with grades from 500 to 2699.
func wins(n int) []puzzle.Puzzle {
	r := rand.New(rand.NewPCG(1, 2))
	found := make([]puzzle.Puzzle, n)
	for i := range found {
		p := puzzle.Puzzle{ID: fmt.Sprint(i), Rules: ruleset.Set{Name: "chess"}, In: 2, Keys: []string{"a1a2"},
			Grade: &puzzle.Grade{Rating: 500 + r.IntN(2200)}}
		switch r.IntN(10) {
		case 0:
			p.Themes = []string{"needs-ties", "rare"}
		case 1, 2, 3:
		default:
			p.Themes = []string{"common", "needs-ties"}
		}
		found[i] = p
	}
	return found
}

func TestChoose(t *testing.T) {
	found := wins(2000)
	chosen := choose(found, part{2, 3, 400})
	if len(chosen) != 400 {
		t.Fatalf("%d chosen", len(chosen))
	}
	themes, grades, seen := map[string]int{}, map[int]int{}, map[string]bool{}
	for i, p := range chosen {
		if seen[p.ID] || i > 0 && p.Grade.Rating < chosen[i-1].Grade.Rating {
			t.Errorf("%s stands where it should not", p.ID)
		}
		seen[p.ID] = true
		grades[p.Grade.Rating/500]++
		for _, theme := range p.Themes {
			themes[theme]++
		}
	}
	if themes["common"] > 100 || themes["rare"] == 0 || themes["rare"] < themes["common"]/2 {
		t.Errorf("themes: %v", themes)
	}
	if chosen[0].Grade.Rating < leastGrade || chosen[399].Grade.Rating > mostGrade || grades[2] > 2*grades[4] {
		t.Errorf("grades: %v", grades)
	}
	rand.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	for i, p := range choose(found, part{2, 3, 400}) {
		if p.ID != chosen[i].ID {
			t.Fatal("another order of what was found makes another book")
		}
	}
}

func TestChooseLeavesOut(t *testing.T) {
	for name, change := range map[string]func(*puzzle.Puzzle){
		"too short":    func(p *puzzle.Puzzle) { p.In = 1 },
		"too long":     func(p *puzzle.Puzzle) { p.In = 4 },
		"two keys":     func(p *puzzle.Puzzle) { p.Keys = []string{"a1a2", "a1a3"} },
		"a dual":       func(p *puzzle.Puzzle) { p.Claims.Duals = 1 },
		"a claim":      func(p *puzzle.Puzzle) { p.Stipulation = "claim" },
		"too easy":     func(p *puzzle.Puzzle) { p.Grade.Rating = 599 },
		"too hard":     func(p *puzzle.Puzzle) { p.Grade.Rating = 2601 },
		"not graded":   func(p *puzzle.Puzzle) { p.Grade = nil },
		"nothing else": func(*puzzle.Puzzle) {},
	} {
		p := puzzle.Puzzle{ID: "a", In: 2, Keys: []string{"a1a2"}, Grade: &puzzle.Grade{Rating: 600}}
		change(&p)
		if got := len(choose([]puzzle.Puzzle{p}, part{2, 3, 10})) == 1; got != (name == "nothing else") {
			t.Errorf("%s: chosen %v", name, got)
		}
	}
}
