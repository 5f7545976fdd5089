package check

import (
	"strings"
	"testing"

	"turncoat/corpus"
)

// A position worked out by hand: the king that goes next to the other claims it (PAC-5, PAC-12).
const good = `{"id":"pacifist1-4d060f1a","rules":"pacifist1","fen":"8/8/8/8/8/k7/8/K7 w - - 0 1","moves":[],"turns":[` +
	`{"uci":"a1a2","san":"Ka2#","waves":[["a3"]],"reclaimed":[],"fen":"8/8/8/8/8/K7/K7/8 b - - 0 1","outcome":"1-0","reason":"claimless"},` +
	`{"uci":"a1b1","san":"Kb1","waves":[],"reclaimed":[],"fen":"8/8/8/8/8/k7/8/1K6 b - - 1 1","outcome":"*"},` +
	`{"uci":"a1b2","san":"Kb2#","waves":[["a3"]],"reclaimed":[],"fen":"8/8/8/8/8/K7/1K6/8 b - - 0 1","outcome":"1-0","reason":"claimless"}` +
	`],"outcome":"*","cite":["PAC-5"],"tells":["king-bears=no","king-converts=no"]}`

func goodCase(t testing.TB) *corpus.Case {
	t.Helper()
	cases, err := corpus.Read(strings.NewReader(good), "")
	if err != nil {
		t.Fatal(err)
	}
	return &cases[0]
}
