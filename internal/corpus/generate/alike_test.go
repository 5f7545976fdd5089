package generate

import (
	"reflect"
	"slices"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/rulestest"
)

// What a corpus does not tell is listed as measuring its cases lists it; of a pawn that promotes,
// what a stalemate is worth is untold, and what it promotes to is not.
func TestMadeIsAlike(t *testing.T) {
	set := rulestest.Builtin(t, "chess")
	made, err := Generate(t.Context(), set, Options{Size: corpus.Smoke,
		Seeds: []corpus.Seed{{FEN: "8/P6k/8/8/8/8/8/K7 w - - 0 1"}}, Only: true})
	if err != nil || len(made) != 1 {
		t.Fatalf("%v, %v", made, err)
	}
	scores, err := corpus.Measure(t.Context(), made[0].Cases, nil)
	if err != nil || len(scores) != 1 {
		t.Fatal(err)
	}
	var want []corpus.Alike
	for _, a := range scores[0].Alike {
		want = append(want, a.Alike)
	}
	if len(want) == 0 || !reflect.DeepEqual(made[0].Alike, want) {
		t.Errorf("%+v, want %+v", made[0].Alike, want)
	}
	untold := func(name string) bool {
		return slices.ContainsFunc(made[0].Alike, func(a corpus.Alike) bool {
			return a.Rules &&
				slices.Contains(a.Misreadings, name)
		})
	}
	if !untold("stalemate=loss") || untold("promotion=queen") {
		t.Errorf("%+v", made[0].Alike)
	}
}
