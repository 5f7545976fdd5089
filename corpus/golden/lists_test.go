package golden_test

import (
	"slices"
	"testing"

	"turncoat/corpus"
)

// A list of expected failures serves all corpora: what is a case of another size is left out of it,
// what is none stays.
func TestAskedOrUnknown(t *testing.T) {
	smoke, err := casesOf(corpus.Smoke, "chess")
	if err != nil {
		t.Fatal(err)
	}
	full, err := casesOf(corpus.Full, "chess")
	if err != nil {
		t.Fatal(err)
	}
	other := full[slices.IndexFunc(full, func(k corpus.Case) bool {
		return !slices.ContainsFunc(smoke, func(s corpus.Case) bool { return s.ID == k.ID })
	})].ID
	if got, want := corpus.AskedOrUnknown([]string{other, smoke[0].ID, "chess-00000000"}, smoke),
		[]string{smoke[0].ID, "chess-00000000"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}

	if got := corpus.AskedOrUnknown(nil, smoke); got != nil {
		t.Errorf("%q", got)
	}
}
