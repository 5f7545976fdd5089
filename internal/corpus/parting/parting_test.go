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

// change returns the answer of the rules to a position, with the turns of some moves replaced:
// "a1b1" goes, and "a1b1 BOARD w" comes.
func change(t *testing.T, variant *rules.Variant, q corpus.Seed, gone string, came ...string) (want,
	got corpus.Answer) {
	t.Helper()
	want = corpus.AnswerOf(variant, &corpus.Case{FEN: q.FEN, Moves: q.Moves})
	got = want
	got.Turns = nil
	for _, turn := range want.Turns {
		if !slices.Contains(strings.Fields(gone), turn.UCI) {
			got.Turns = append(got.Turns, turn)
		}
	}

	for _, text := range came {
		uci, fen, _ := strings.Cut(text, " ")
		got.Turns = append(got.Turns, corpus.NewAnswerTurn(uci, fen, ""))
	}

	got.Settle()
	return want, got
}

// Where an answer leaves the rules: worked out by hand in small positions, and in example 1 of
// docs/RULES.md.
func TestFind(t *testing.T) {
	const example = "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - - 0 1"
	const two = "8/8/8/8/8/k7/8/K7 w - - 0 1"
	for _, test := range []struct {
		rules, fen, gone, came string
		step                   parting.Step
		fault, rule, square    string
		wave                   int
	}{
		// The king beside the other claims it (PAC-5, PAC-6), and where it does not, it stays.
		{"pacifist1", two, "a1a2", "a1a2 8/8/8/8/8/k7/K7/8 b", parting.Conversion, parting.Kept,
			"PAC-5", "a3", 1},
		{"pacifist1", two, "a1b1", "a1b1 8/8/8/8/8/K7/8/1K6 b", parting.Conversion,
			parting.Converted, "PAC-5", "a3", 1},
		{"pacifist1", two, "a1b1", "", parting.Movement, parting.Missing, "PAC-1", "", 0},
		{"pacifist1", two, "a1b1", "a1b1 8/8/8/8/8/k7/8/1Q6 b", parting.Landing, parting.Other,
			"PAC-1", "b1", 0},
		{"pacifist1", two, "a1b1", "a1b1 8/8/8/8/8/k7/8/1K6 w", parting.SideToMove, parting.Other,
			"", "", 0},
		// Two turns of one move, of which the second is none (vchess.club castles from any rank).
		{"pacifist1", two, "", "a1b1 8/8/8/8/8/k7/8/2KQ4 b", parting.Landing, parting.Other,
			"PAC-1", "b1", 0},
		{"pacifist1", two, "", "a1a3 8/8/8/8/8/K7/8/8 b", parting.Movement, parting.Extra, "PAC-1",
			"", 0},
		{"pacifist1", two, "", "xyz 8/8/8/8/8/K7/8/8 b", parting.Spelling, parting.Extra, "", "",
			0},
		{"pacifist1", two, "a1b1", "A1B1 8/8/8/8/8/k7/8/1K6 b", parting.Spelling, parting.Other, "",
			"", 0},
		// A move that changes nothing else advances the clock (PAC-16).
		{"pacifist1", two, "a1b1", "a1b1 8/8/8/8/8/k7/8/1K6 b - - 0 1", parting.Clock,
			parting.Other, "PAC-16", "", 0},
		// On f8 bear the pawn on e7 and the bishop on g7, once they are White's: the second wave.
		{"pacifist1", example, "e3f5", "e3f5 rkqn1rb1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b",
			parting.Conversion, parting.Kept, "PAC-6", "f8", 2},
		// The right is there and nothing hinders it; on d1 the rook on d8 attacks the way (PAC-14).
		{"pacifist1", "7k/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "", parting.Castling,
			parting.Missing, "PAC-13", "", 0},
		{"pacifist1", "3r3k/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "e1c1 3r3k/8/8/8/8/8/8/2KR4 b",
			parting.Castling, parting.Extra, "PAC-14", "", 0},
		{"pacifist1", "7k/8/8/8/8/8/8/R3K3 w - - 0 1", "", "e1c1 7k/8/8/8/8/8/8/2KR4 b",
			parting.Rights, parting.Extra, "PAC-15", "", 0},
		// The rook on d8 bears on d1, and nothing of White's does (PAC-10).
		{"pacifist1", "2kr4/8/8/8/8/8/8/4K3 w - - 0 1", "", "e1d1 2kr4/8/8/8/8/8/8/3K4 b",
			parting.KingSafety, parting.Extra, "PAC-10", "", 0},
		// The king on a7 takes over the one that bears on it; the queen bears on e8 through the
		// rook beside her, 14 against 9, once she is Black's (PAC-4, PAC-10).
		{"pacifist1", "kK6/8/8/8/8/8/8/8 b - - 0 1", "a8a7", "", parting.Conversion,
			parting.Missing, "PAC-10", "b8", 1},
		{"pacifist2", "1Qrk4/8/8/8/8/8/4Q1K1/8 b - - 0 1", "d8e8", "", parting.KingSafety,
			parting.Missing, "PAC-10", "", 0},
		// Black may take back the rook that comes to a1, or not (PAC-8).
		{"pacifist-number", "r6k/8/8/8/8/8/8/1R5K w - - 0 1", "b1a1", "b1a1 r6k/8/8/8/8/8/8/R6K b",
			parting.Reclaim, parting.Missing, "PAC-8", "", 0},
		// The pawn on d5 converts nothing (PAC-7), and White may take it over or not.
		{"pacifist-number", "8/3p4/8/8/4K3/8/8/7k b - - 0 1", "d7d5", "d7d5 8/8/8/3P4/4K3/8/8/7k w",
			parting.Reclaim, parting.Missing, "PAC-8", "", 0},
		{"conversion", "7k/8/8/6n1/8/2N5/8/6NK w - - 0 1", "c3d5", "c3d5 7k/8/8/3N2n1/8/8/8/6NK b",
			parting.Conversion, parting.Kept, "CON-4", "g5", 1},
		// On a4 the rook attacks the knight on g4; the king on h1 attacks the one on h2, but has
		// not moved (BEN-2).
		{"benedict", "1k6/8/8/8/6n1/8/R6n/7K w - - 0 1", "a2a4",
			"a2a4 1k6/8/8/8/R5n1/8/7n/7K b", parting.Conversion, parting.Kept, "BEN-2", "g4", 1},
		{"benedict", "1k6/8/8/8/6n1/8/R6n/7K w - - 0 1", "a2a4",
			"a2a4 1k6/8/8/8/R5N1/8/7N/7K b", parting.Conversion, parting.Converted, "BEN-2", "h2",
			1},
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
			t.Errorf("%s without %q, with %q: nothing is found", test.fen, test.gone, test.came)
			continue
		}

		f := found[0]
		if f.Step != test.step || f.Fault != test.fault || f.Rule != test.rule ||
			f.Square != test.square ||
			f.Wave != test.wave {
			t.Errorf("%s without %q, with %q: %+v", test.fen, test.gone, test.came, f)
		}
	}
}

// A finding names what decides: the weights on both sides, or the turn that would capture or
// convert the king. Worked out by hand.
func TestEvidence(t *testing.T) {
	for _, test := range []struct{ rules, fen, gone, came, want string }{
		{"pacifist1", "2kr4/8/8/8/8/8/8/4K3 w - - 0 1", "", "e1d1 2kr4/8/8/8/8/8/8/3K4 b",
			"d1 with 1 (rd8)"},
		// King and knight against the other king (PAC-3).
		{"pacifist-value", "8/8/8/4n3/4k3/8/2KP4/8 w - - 0 1", "",
			"d2d4 8/8/8/4n3/3Pk3/8/2K5/8 b",
			"1003 (ke4, ne5)|1000 (Kc2)"},
		{"pacifist-value", "3q3k/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "e1c1 3q3k/8/8/8/8/8/8/2KR4 b",
			"9 (qd8)|5 (Ra1)"},
		{"pacifist1", "k7/8/b7/8/8/8/3P4/7K w - - 0 1", "", "d2d4 k7/8/b7/8/3P4/8/8/7K b",
			"d3 with 1 (ba6)"},
		{"pacifist-number", "r6k/8/8/8/8/8/8/1R5K w - - 0 1", "b1a1",
			"b1a1 r6k/8/8/8/8/8/8/R6K b",
			"a1 with 1 (ra8)"},
		{"chess", "7k/8/8/8/8/8/4r3/K7 w - - 0 1", "", "a1a2 7k/8/8/8/8/8/K3r3/8 b",
			"e2a2 "},
		{"chess", "3r3k/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "e1c1 3r3k/8/8/8/8/8/8/2KR4 b",
			"d8d1 "},
		// Knights on a square of the fifth rank and on g1 make the co-square g5 (CON-3).
		{"conversion", "7k/2n5/8/7K/8/8/8/6n1 w - - 0 1", "", "h5g5 7k/2n5/8/6K1/8/8/8/6n1 b",
			"and g1 make a co-square there"},
	} {
		v := rules.New(rulestest.Builtin(t, test.rules))
		q := corpus.Seed{FEN: test.fen}
		want, got := change(t, v, q, test.gone, test.came)
		found := parting.Find(v, q, &want, &got)
		for want := range strings.SplitSeq(test.want, "|") {
			if len(found) == 0 || !strings.Contains(found[0].Reason, want) {
				t.Errorf("%s with %q: %+v has no %q", test.fen, test.came, found, want)
			}
		}
	}
}

// A right answer leaves the rules nowhere, a refusal where the position is read, an outcome at the
// end.
func TestFindOfPositions(t *testing.T) {
	variant := rules.New(rulestest.Builtin(t, "chess"))
	q := corpus.Seed{FEN: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"} // stalemate
	want := corpus.AnswerOf(variant, &corpus.Case{FEN: q.FEN})
	if found := parting.Find(variant, q, &want, &want); found != nil {
		t.Errorf("%+v", found)
	}
	refused := corpus.Answer{Refused: "invalid-fen"}
	if found := parting.Find(variant, q, &want, &refused); len(found) != 1 ||
		found[0].Step != parting.Position {
		t.Errorf("%+v", found)
	}

	won := want
	won.Outcome = "1-0"
	if found := parting.Find(variant, q, &want, &won); len(found) != 1 ||
		found[0].Step != parting.Outcome ||
		found[0].Rule != "CON-11" {
		t.Errorf("%+v", found)
	}
}

// Where the moves played first lead a program elsewhere, that is named, and the move.
func TestFindOfPlayedMoves(t *testing.T) {
	const example = "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR"
	for _, test := range []struct {
		rules      string
		asked      corpus.Seed
		played     corpus.Seed // that the program answers for
		after      string
		class, cit string
	}{
		{"pacifist-number", corpus.Seed{FEN: "8/8/8/8/4b3/8/N5k1/R3K3 w - - 0 2",
			Moves: []string{"a1b1"}}, corpus.Seed{FEN: "8/8/8/8/4b3/8/N5k1/R3K3 w - - 0 2",
			Moves: []string{"a1b1~-"}}, "a1b1", "rook", "PAC-8"},
		{"pacifist1", corpus.Seed{FEN: example + " w - - 5 1", Moves: []string{"e3f5"}},
			corpus.Seed{FEN: "rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b - - 6 1"},
			"e3f5", "knight", "PAC-16"},
		{"pacifist1", corpus.Seed{FEN: example + " w - - 0 1", Moves: []string{"e3f5"}},
			corpus.Seed{FEN: "rkqn1rb1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR b - - 0 1"},
			"e3f5", "knight", "PAC-6"},
	} {
		v := rules.New(rulestest.Builtin(t, test.rules))
		want := corpus.AnswerOf(v, &corpus.Case{FEN: test.asked.FEN, Moves: test.asked.Moves})
		got := corpus.AnswerOf(v, &corpus.Case{FEN: test.played.FEN, Moves: test.played.Moves})
		found := parting.Find(v, test.asked, &want, &got)
		if len(found) != 1 || found[0].Step != parting.Reached || found[0].After != test.after ||
			found[0].Class != test.class || found[0].Rule != test.cit {
			t.Errorf("%s after %v: %+v", test.asked.FEN, test.asked.Moves, found)
		}
	}
}

// What wrong turns have in common is the simplest that is true of no right one.
func TestSentences(t *testing.T) {
	variant := rules.New(rulestest.Builtin(t, "pacifist1"))
	far := func(uci string) int {
		return max(int(uci[0])-int(uci[2]), int(uci[2])-int(uci[0]), int(uci[1])-int(uci[3]),
			int(uci[3])-int(uci[1]))
	}
	for _, test := range []struct {
		wrong func(fen, uci string) bool
		want  string
	}{
		{func(_, uci string) bool { return len(uci) == 5 },
			"every missing turn, and no right one, is one by promotion"},
		{func(_, uci string) bool { return uci[:2] == "a1" && far(uci) > 4 },
			"every missing turn, and no right one, is one with a rook and over more than 4 squares"},
		{func(fen, uci string) bool { return uci[:2] == "a1" && (fen[0] != '7' || uci != "a1a2") },
			"nearly every missing turn, and hardly any right one, is one with a rook (34 of 34, and 1 right)"},
		{func(_, uci string) bool { return uci[0]-uci[2] == uci[3]-uci[1] && uci[3] > uci[1] },
			"every missing turn, and no right one, is one that goes up and to the left"},
		// one king's moves in one position
		{func(fen, uci string) bool { return fen[0] == '7' && uci[:2] == "h1" }, ""},
	} {
		l := parting.NewLearner()
		for _, fen := range []string{"7k/P7/8/8/8/8/8/R6K w - - 0 1",
			"5k2/8/8/8/8/8/1P6/R5QK w - - 0 1",
			"k7/3P4/8/8/3B4/8/8/R6K w - - 0 1"} {
			q := corpus.Seed{FEN: fen}
			want := corpus.AnswerOf(variant, &corpus.Case{FEN: fen})
			got := want
			got.Turns = nil
			for _, turn := range want.Turns {
				if !test.wrong(fen, turn.UCI) {
					got.Turns = append(got.Turns, turn)
				}
			}

			l.Add(variant, q, &want, &got)
		}

		if got := strings.Join(l.Sentences(), "; "); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}

// A side without a king and without a legal turn has lost; a program that calls it a draw is wrong.
// The third position is one of a stalemate, the fourth one of a game that goes on.
func TestSentenceOfOutcomes(t *testing.T) {
	variant := rules.New(rulestest.Builtin(t, "pacifist1"))
	l := parting.NewLearner()
	for _, fen := range []string{"7K/8/8/6K1/8/8/8/8 b - - 0 1", "7k/8/8/6k1/8/8/8/8 w - - 0 1",
		"8/8/8/8/2K5/1Q6/8/k7 b - - 0 1", "7k/8/8/8/8/8/8/K7 w - - 0 1"} {
		want := corpus.AnswerOf(variant, &corpus.Case{FEN: fen})
		got := want
		if want.Outcome != "*" {
			got.Outcome = "1/2-1/2"
		}
		l.Add(variant, corpus.Seed{FEN: fen}, &want, &got)
	}

	const want = "every wrong outcome, and no right one, is one by a mover without a king"
	if got := strings.Join(l.Sentences(), "; "); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What a program does otherwise is put down to the rule that it breaks, and to the move that leads
// astray.
func TestFindNamesTheRule(t *testing.T) {
	const rookBack = "8/8/8/8/4b3/8/N5k1/R3K3 w - - 0 2" // see TestFindOfPlayedMoves
	after := func(fen string, moves ...string) corpus.Seed {
		return corpus.Seed{FEN: fen, Moves: moves}
	}
	const (
		inner    = "4k3/8/8/8/8/8/8/1K2R2R w K - 0 1"
		twoStep  = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
		promotes = "8/P5k1/8/8/8/n7/8/K2Q4 w - - 0 1"
	)
	answerTo := func(v *rules.Variant, fen string, moves ...string) corpus.Answer {
		return corpus.AnswerOf(v, &corpus.Case{FEN: fen, Moves: moves})
	}
	for _, test := range []struct {
		what, rules string
		asked       corpus.Seed
		got         func(v *rules.Variant) corpus.Answer
		step        parting.Step
		after, rule string
	}{
		{"a legal move is refused", "pacifist1", after("8/8/8/8/8/k7/8/K7 w - - 0 1", "a1b1"),
			func(*rules.Variant) corpus.Answer { return corpus.Answer{Refused: "illegal-move"} },
			parting.Reached, "a1b1", "PAC-1"},
		{"a reclaim is refused", "pacifist-number", after(rookBack, "a1b1~-"),
			func(*rules.Variant) corpus.Answer { return corpus.Answer{Refused: "illegal-move"} },
			parting.Reached, "a1b1~-", "PAC-8"},
		{"the reclaim ends after a round", "pacifist-number", after(rookBack, "a1b1"),
			func(v *rules.Variant) corpus.Answer { return answerTo(v, rookBack, "a1b1~b1") },
			parting.Reached, "a1b1", "PAC-8"},
		{"none is taken for the full reclaim", "pacifist-number", after(rookBack, "a1b1~-"),
			func(v *rules.Variant) corpus.Answer { return answerTo(v, rookBack, "a1b1") },
			parting.Reached, "a1b1~-", "PAC-8"},
		{"K is the innermost rook", "benedict", after(inner),
			func(v *rules.Variant) corpus.Answer {
				return answerTo(v, strings.Replace(inner, "K -", "E -", 1))
			},
			parting.Position, "", "BEN-7"},
		{"a king that is lost draws", "benedict", corpus.Seed{FEN: "7n/8/8/8/8/8/8/K6K b - - 0 1"},
			func(*rules.Variant) corpus.Answer { return corpus.Answer{Outcome: "1/2-1/2"} },
			parting.Outcome, "", "BEN-4"},
		{"an en passant square is kept", "chess", after(twoStep),
			func(v *rules.Variant) corpus.Answer {
				a := answerTo(v, twoStep)
				for i := range a.Turns {
					if a.Turns[i].UCI == "e2e4" {
						a.Turns[i].Rest = strings.Replace(a.Turns[i].Rest, "- -", "- e3", 1)
					}
				}
				return a
			}, parting.EnPassant, "", "CON-1"},
		{"a promotion makes co-squares", "conversion", after(promotes),
			func(v *rules.Variant) corpus.Answer {
				a := answerTo(v, promotes)
				for i := range a.Turns {
					if a.Turns[i].UCI == "a7a8n" {
						a.Turns[i].FEN = strings.Replace(a.Turns[i].FEN, "n7", "N7", 1)
					}
				}
				return a
			}, parting.Conversion, "", "CON-6"},
	} {
		v := rules.New(rulestest.Builtin(t, test.rules))
		want, got := answerTo(v, test.asked.FEN, test.asked.Moves...), test.got(v)
		found := parting.Find(v, test.asked, &want, &got)
		if len(found) == 0 || found[0].Step != test.step || found[0].After != test.after ||
			found[0].Rule != test.rule {
			t.Errorf("%s: %+v", test.what, found)
		}
	}
}

// Castling with a rook of the enemy's, and a king that is gone after castling, are put down to the
// rules of castling, without a word of persuasion in games that have none.
func TestFindOfCastling(t *testing.T) {
	for _, test := range []struct {
		what, rules, fen, gone, came string
		step                         parting.Step
		rule                         string
	}{
		{"the enemy's rook", "benedict", "4k3/8/8/8/8/8/8/4K2r w K - 0 1", "",
			"e1g1 4k3/8/8/8/8/8/8/5rK1 b",
			parting.Castling, "BEN-5"},
		{"the enemy's rook", "pacifist1", "4k3/8/8/8/8/8/8/4K2r w K - 0 1", "",
			"e1g1 4k3/8/8/8/8/8/8/5rK1 b",
			parting.Rights, "PAC-15"},
		{"no king", "chess", "8/8/8/8/8/8/8/1RK1k3 w Q - 0 1", "c1b1",
			"c1b1 8/8/8/8/8/8/8/3Rk3 b",
			parting.Landing, "CON-9"},
		{"no king", "benedict", "8/8/8/8/8/8/8/1RK1k3 w Q - 0 1", "c1b1",
			"c1b1 8/8/8/8/8/8/8/3Rk3 b",
			parting.Landing, "BEN-5"},
	} {
		v := rules.New(rulestest.Builtin(t, test.rules))
		q := corpus.Seed{FEN: test.fen}
		want, got := change(t, v, q, test.gone, test.came)
		found := parting.Find(v, q, &want, &got)
		if len(found) == 0 || found[0].Step != test.step || found[0].Rule != test.rule {
			t.Errorf("%s in %s: %+v", test.what, test.rules, found)
			continue
		}
		said := found[0].Reason + found[0].Program
		if !v.Set().Family.HasWeights() && strings.Contains(said, "persua") {
			t.Errorf("%s in %s: %s", test.what, test.rules, said)
		}
	}
}
