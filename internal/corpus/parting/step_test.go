package parting_test

import (
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/corpus/parting"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
)

// In Andernach Chess and its kin the rule is named that decides about the piece, and the reason is
// what there is in the move. Worked out by hand.
func TestFindInTheStep(t *testing.T) {
	for _, test := range []struct {
		rules, fen, gone, came string
		fault, rule, square    string
		reason                 string
	}{
		{"andernach", "k7/1R6/8/8/8/8/8/7K b - - 0 1", "a8b7", "a8b7 8/1K6/8/8/8/8/8/7K w",
			parting.Converted, "AND-3", "b7", "kings never convert"},
		{"andernach", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", "d5e6 4k3/8/4P3/8/8/8/8/4K3 b",
			parting.Kept, "AND-4", "e6", "captured a pawn"},
		{"tibet", "7k/8/5K2/8/8/8/p7/1Q6 b - - 0 1", "a2b1q", "a2b1q 7k/8/5K2/8/8/8/8/1Q6 w",
			parting.Converted, "AND-4", "b1", "its own kind"},
		{"super-andernach", "3k4/8/3K4/8/8/8/8/R7 w - - 0 1", "a1a2", "a1a2 3k4/8/3K4/8/8/8/R7/8 b",
			parting.Kept, "AND-2", "a2", "has moved"},
		{"anti-andernach", "k7/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1 k7/8/8/8/8/8/8/5rK1 b",
			parting.Converted, "AND-5", "f1", "the rook has not moved"},
		// The rook on a8 attacks no pawn on b2, the one on b8 no king, the one on e1 the knight.
		{"masand", "4k3/8/8/8/8/8/1p5K/R7 w - - 0 1", "a1a8", "a1a8 R3k3/8/8/8/8/8/1P5K/8 b",
			parting.Converted, "AND-6", "b2", "does not attack b2"},
		{"masand", "4k3/8/8/8/8/8/1p5K/1R6 w - - 0 1", "b1a1", "b1a1 4k3/8/8/8/8/8/1P5K/R7 b",
			parting.Converted, "AND-6", "b2", "gives no check"},
		{"masand", "4k3/8/8/8/8/8/7K/R6n w - - 0 1", "a1e1", "a1e1 4k3/8/8/8/8/8/7K/4R2n b",
			parting.Kept, "AND-2", "h1", "attacked from e1"},
		// As Black's, the bishop on d5 would attack the king.
		{"tibet", "8/8/6k1/3p4/8/1B6/8/7K w - - 0 1", "b3d5", "",
			parting.Missing, "AND-2", "d5", "excepts it"},
		// The rook on h8 attacks the king until it changes sides.
		{"masand", "k6r/8/8/8/8/8/8/1R5K w - - 0 1", "b1b8", "",
			parting.Missing, "AND-7", "h8", "attacked from b8"},
		// The pawn on f2 does; that the queen would as Black's is not the reason.
		{"masand", "8/8/8/8/8/4k3/5p2/4KQ2 w - - 0 1", "f1e2", "",
			parting.Missing, "AND-7", "f2", "attacked from e2"},
		{"masand", "5K2/8/8/8/5k2/8/8/7q b - - 0 1", "h1a8", "h1a8 Q4K2/8/8/8/5k2/8/8/8 w",
			parting.Converted, "AND-6", "a8", "not itself"},
	} {
		variant := rules.New(rulestest.Builtin(t, test.rules))
		q := corpus.Seed{FEN: test.fen}
		var came []string
		if test.came != "" {
			came = []string{test.came}
		}
		want, got := change(t, variant, q, test.gone, came...)
		found := parting.Find(variant, q, &want, &got)
		if len(found) == 0 {
			t.Errorf("%s: %s without %s: nothing is found", test.rules, test.fen, test.gone)
			continue
		}

		f := found[0]
		if f.Step != parting.Conversion || f.Fault != test.fault || f.Rule != test.rule ||
			f.Square != test.square || !strings.Contains(f.Reason, test.reason) {
			t.Errorf("%s: %s without %s: %+v", test.rules, test.fen, test.gone, f)
		}
	}
}

// A right that a program does not give to a rook that has changed sides is no right that it forgets
// to end (AND-9).
func TestFindOfGainedRights(t *testing.T) {
	variant := rules.New(rulestest.Builtin(t, "andernach"))
	q := corpus.Seed{FEN: "4k3/8/8/8/8/8/r7/N3K3 b - - 0 1", Moves: []string{"a2a1"}}
	want := corpus.AnswerOf(variant, &corpus.Case{FEN: q.FEN, Moves: q.Moves})
	got := corpus.AnswerOf(variant, &corpus.Case{FEN: "4k3/8/8/8/8/8/8/R3K3 w - - 0 2"})
	found := parting.Find(variant, q, &want, &got)
	if len(found) != 1 || found[0].Step != parting.Reached || found[0].Rule != "AND-9" ||
		!strings.Contains(found[0].Program, "gives no right") {
		t.Errorf("%+v", found)
	}
}

// Sentences can be about what makes pieces convert. The first program converts nothing that comes
// from one of the squares of the rule set, the second takes no piece of the taker's own kind.
func TestSentencesOfTheStep(t *testing.T) {
	for _, test := range []struct {
		rules string
		fens  []string
		gone  []string
		want  string
	}{
		{"magic-squares", []string{"8/7k/8/8/3Q4/8/8/K7 w - - 0 1", "k7/8/8/4R3/8/8/8/7K w - - 0 1",
			"8/k7/8/8/8/3Q4/8/7K w - - 0 1"},
			[]string{"d4e4", "d4d5", "d4e5", "e5e4", "e5d5"},
			"every missing turn, and no right one, is one that converts a piece and from a square " +
				"of the rule set"},
		{"double-tibet", []string{"7k/8/8/2n5/8/8/8/2R4K w - - 0 1", "7k/8/8/8/8/1b6/8/3B3K w - - 0 1",
			"7k/8/8/1q6/8/8/8/1Q5K w - - 0 1"},
			[]string{"d1b3", "b1b5"},
			"every missing turn, and no right one, is one by capturing a piece of its own kind"},
	} {
		variant := rules.New(rulestest.Builtin(t, test.rules))
		l := parting.NewLearner()
		for _, fen := range test.fens {
			want := corpus.AnswerOf(variant, &corpus.Case{FEN: fen})
			got := want
			got.Turns = slices.DeleteFunc(slices.Clone(want.Turns),
				func(turn corpus.AnswerTurn) bool { return slices.Contains(test.gone, turn.UCI) })
			l.Add(variant, corpus.Seed{FEN: fen}, &want, &got)
		}

		if got := strings.Join(l.Sentences(), "; "); got != test.want {
			t.Errorf("%s: %q, want %q", test.rules, got, test.want)
		}
	}
}
