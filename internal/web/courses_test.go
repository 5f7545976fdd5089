package web_test

import (
	"encoding/json"
	"slices"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A course as its file has it.
type course struct {
	Rules, Title string
	Steps        []struct {
		Title, Text, FEN string
		Moves, Show      []string
		Goal             *goal
		Answer           string
		End              bool
	}
}

type goal struct {
	Converts    []string
	Keeps, Wins bool
	Holds, Move bool
}

func (want *goal) met(variant *rules.Variant, t board.Played, mover board.Colour) bool {
	var converted []string
	for _, wave := range t.Waves {
		converted = append(converted, wave.Names()...)
	}
	for _, square := range want.Converts {
		if !slices.Contains(converted, square) {
			return false
		}
	}

	if want.Holds && !holds(variant, t) {
		return false
	}

	if want.Keeps && t.Reclaimed != 0 {
		return false
	}

	won := map[board.Colour]string{board.White: "1-0", board.Black: "0-1"}[mover]
	return !want.Wins || variant.Outcome(&t.After).Result.String() == won
}

// holds reports whether no answer to a turn converts anything.
func holds(variant *rules.Variant, t board.Played) bool {
	for _, m := range variant.Moves(&t.After) {
		answer := variant.Play(&t.After, m)
		if len(answer.Waves) > 0 {
			return false
		}
	}

	return true
}

// Every game has a course. What its steps show is legal; each exercise has an answer that meets its
// goal, and turns that do not, or moves that are not legal; judged by the implementation of the
// rules that the page does not use.
func TestCourses(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		var c course
		if err := json.Unmarshal(filetest.Read(t, "site/courses/"+name+".json"), &c); err != nil {
			t.Fatal(err)
		}
		set, err := ruleset.Builtin(name)
		if err != nil || c.Rules != name || len(c.Steps) < 3 || !c.Steps[len(c.Steps)-1].End {
			t.Fatalf("%s: %v, %d steps of %s", name, err, len(c.Steps), c.Rules)
		}
		variant := rules.NewReference(set)
		exercises := 0
		for i, step := range c.Steps {
			p := variant.Start()
			if step.FEN != "" {
				p, err = variant.ParseFEN(step.FEN)
				if err != nil {
					t.Fatalf("%s, step %d: %v", name, i+1, err)
				}
			}

			at := p
			for _, move := range append(step.Moves, step.Show...) {
				turn, err := variant.Parse(&at, move)
				if err != nil {
					t.Fatalf("%s, step %d: %v", name, i+1, err)
				}
				at = turn.After
			}

			if step.Goal == nil {
				continue
			}
			exercises++
			answer, err := variant.Parse(&p, step.Answer)
			if err != nil || !step.Goal.met(variant, answer, p.Turn) {
				t.Errorf("%s, step %d: %s is not the answer: %v", name, i+1, step.Answer, err)
			}
			turns, met := 0, 0
			for _, m := range variant.Moves(&p) {
				turn := variant.Play(&p, m)
				turns++
				if step.Goal.met(variant, turn, p.Turn) {
					met++
				}
			}

			if met == turns && !step.Goal.Move {
				t.Errorf("%s, step %d: every turn does", name, i+1)
			}
		}

		if exercises == 0 {
			t.Errorf("%s: nothing to do", name)
		}
	}
}
