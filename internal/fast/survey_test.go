package fast_test

import (
	"math/rand/v2"
	"testing"

	"turncoat/internal/fast"
	"turncoat/internal/testing/randomgame"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A survey says what the reference rules say of each square: who outweighs whom, and how many more
// pieces of the other side, or how much more value, would over-persuade a piece (PAC-5).
func TestSurvey(t *testing.T) {
	for name, steps := range map[string][4]int{"pacifist1": {0, 1, 2, 3}, "pacifist2": {0, 3, 5,
		9}} {
		variant, err := rules.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		quick, _ := fast.For(variant.Set())
		random := rand.New(rand.NewPCG(5, 6))
		for range 60 {
			p := randomgame.New(random, variant, randomgame.Options{Plies: random.IntN(80),
				Greedy:   50,
				Shuffled: true}).End()
			var s fast.Survey
			s.Start(quick, &p)
			for square := range board.NoSquare {
				for side := range board.Colour(2) {
					index := int(side ^ p.Turn)
					lead := leadOn(variant, &p, square, side, side^1)
					if got := s.Controls[index].Has(square); got != (lead > 0) {
						t.Fatalf("%s, %s, %s: %v controls: %v, leads by %d", name, variant.FEN(&p),
							square, side, got, lead)
					}

					for level, more := range steps {
						want := p.Colours[side].Has(square) && lead < more
						if s.Falls[index][level].Has(square) != want {
							t.Fatalf(
								"%s, %s, %s of %v, level %d: %v, leads by %d",
								name,
								variant.FEN(&p),
								square,
								side,
								level,
								!want,
								lead,
							)
						}
					}
				}
			}
		}
	}
}

// leadOn returns by how much a side outweighs another on a square, by number or by value.
func leadOn(v *rules.Variant, p *board.Position, s board.Square, side, other board.Colour) int {
	own, enemy := v.Weigh(p, s, side), v.Weigh(p, s, other)
	if own.Weigh == ruleset.ByNumber {
		return int(own.Count - enemy.Count)
	}
	return int(own.Sum - enemy.Sum)
}
