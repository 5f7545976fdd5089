package proof

import (
	"slices"
	"strings"
	"testing"
)

// Two bare kings: nobody wins in two turns. Whatever White plays, Black steps back, and no mate is
// there in one.
var bare = []string{
	`{"format":"turncoat-proof","version":1,"rules":"chess","fen":"8/8/8/8/8/k7/8/7K w - - 0 1","stipulation":"win","in":2,"none":true}`,
	`{"at":"8/8/8/8/8/k7/8/7K w - -","hold":2,"answers":{"h1g1":"a3a4","h1g2":"a3a4","h1h2":"a3a4"}}`,
	`{"at":"8/8/8/8/k7/8/8/6K1 w - -","hold":1}`,
	`{"at":"8/8/8/8/k7/8/6K1/8 w - -","hold":1}`,
	`{"at":"8/8/8/8/k7/8/7K/8 w - -","hold":1}`,
}

// changed returns lines in one of which a text is replaced.
func changed(t *testing.T, lines []string, i int, old, new string) []string {
	t.Helper()
	if !strings.Contains(lines[i], old) {
		t.Fatalf("%q is not in %q", old, lines[i])
	}
	lines = slices.Clone(lines)
	lines[i] = strings.Replace(lines[i], old, new, 1)
	return lines
}

// refused checks that a proof is wrong, and why.
func refused(t *testing.T, lines []string, want string) {
	t.Helper()
	if _, err := verify(lines...); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q of\n%s", err, want, strings.Join(lines, "\n"))
	}
}

// A hold of two turns stands on one of a turn after each answer, and shows no more than it says.
func TestHolds(t *testing.T) {
	report, err := verify(bare...)
	if err != nil || report.Holds != 4 || report.Wins != 0 || report.Lines != 0 {
		t.Errorf("%+v, %v", report, err)
	}
	if _, err := verify(changed(t, bare, 0, `"in":2`, `"in":1`)...); err != nil {
		t.Errorf("none in two turns is none in one: %v", err)
	}
	refused(t, changed(t, bare, 0, `"in":2`, `"in":3`), "no step shows that there is none in 3")
	refused(t, changed(t, bare, 1, `"hold":2`, `"hold":3`),
		"no step shows a hold of 2 after a3a4~-")
	refused(t, changed(t, bare, 2, `"hold":1`, `"hold":1,"except":["g1g2"]`),
		"after h1g1: wrong proof: no step shows a hold of 1 after a3a4~-")
	refused(t, changed(t, bare, 1, `"h1g1":"a3a4",`, ""),
		"after h1g1: wrong proof: there is no answer")
	refused(t, changed(t, bare, 1, `"hold":2`, `"hold":2,"except":["h1g1"]`),
		"1 of the answers are to no legal move")
	refused(t, changed(t, bare, 1, `"h1g1":"a3a4"`, `"h1g1":"~z9 a3a4"`),
		`after h1g1: not a proof: "z9" is no list of squares`)
	refused(t, changed(t, bare, 1, `"h1g1":"a3a4"`, `"h1g1":"~a1 a3a4"`),
		"h1g1 cannot be followed by the reclaim ~a1")
	refused(t, append(slices.Clone(bare), `{"line":["h1g1"]}`), "a line proves a help-win only")
}

// The second example of docs/RULES.md, section 8: Black owns no king, and each of its four turns
// claims one.
func TestClaims(t *testing.T) {
	const fen = "nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b - -"
	claim := []string{
		`{"format":"turncoat-proof","version":1,"rules":"pacifist1","fen":"` + fen +
			` 0 1","stipulation":"claim","in":1,"keys":["a8b6","b7b5","d7d6","g7g6"],"complete":true}`,
		`{"at":"` + fen + `","win":1,"play":["a8b6","b7b5","d7d6","g7g6"]}`,
		`{"at":"` + fen + `","hold":1,"except":["a8b6","b7b5","d7d6","g7g6"]}`,
	}
	if _, err := verify(claim...); err != nil {
		t.Error(err)
	}
	refused(t, changed(t, claim, 2, `,"g7g6"`, ""), "after g7g6: wrong proof: the goal is reached")
	if _, err := verify(changed(t, claim, 0, `"claim"`, `"win"`)...); err == nil {
		t.Error("a claim is taken for a win")
	}
	// Nf5 converts eight pieces, and no king among them (the first example).
	const knight = "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR w - -"
	refused(t, []string{
		`{"format":"turncoat-proof","version":1,"rules":"pacifist1","fen":"` + knight +
			` 0 1","stipulation":"claim","in":1}`,
		`{"at":"` + knight + `","win":1,"play":["e3f5"]}`,
	}, "is not answered")
}

// A reclaim is a list of squares.
func TestReclaimOfALine(t *testing.T) {
	const helped = `{"format":"turncoat-proof","version":1,"rules":"chess","fen":"6k1/8/6K1/8/8/8/8/R7 b - - 0 1","stipulation":"help-win","in":1}`
	if _, err := verify(helped, `{"line":["g8h8~-","a1a8~-"]}`); err != nil {
		t.Error(err)
	}
	refused(t, []string{helped, `{"line":["g8h8~z9","a1a8"]}`}, `"z9" is no list of squares`)
	refused(t, []string{helped, `{"line":["g8h8~a1","a1a8"]}`},
		"g8h8 cannot be followed by the reclaim ~a1")
	refused(t, []string{helped, `{"line":["g8e8~-","a1a8"]}`}, "g8e8 is not legal")
}

// White is in check and has two moves. After 1.Qg7+ Black can only take, and mates; after 1.Ke7 it
// need not.
func TestSelfWin(t *testing.T) {
	const at = "5K1k/8/7q/7b/8/6Q1/8/8 w - -"
	self := []string{
		`{"format":"turncoat-proof","version":1,"rules":"chess","fen":"` + at +
			` 0 1","stipulation":"self-win","in":1,"keys":["g3g7"],"complete":true}`,
		`{"at":"` + at + `","win":1,"play":["g3g7"]}`,
		`{"at":"` + at + `","hold":1,"except":["g3g7"],"answers":{"f8e7":"h5g4"}}`,
	}
	if _, err := verify(self...); err != nil {
		t.Error(err)
	}
	refused(t, changed(t, self, 0, "self-win", "win"), "h6g7 is not answered")
	refused(t, changed(t, self, 0, "self-win", "claim"), "h6g7 is not answered")
	refused(t, changed(t, self, 1, "g3g7", "f8e7"), "after f8e7~-: wrong proof: ")
	refused(t, changed(t, self, 2, `"f8e7":"h5g4"`, ""),
		"after f8e7: wrong proof: there is no answer")
	refused(t, changed(t, self, 2, `["g3g7"],"answers":{"f8e7":"h5g4"`,
		`["f8e7"],"answers":{"g3g7":"h6g7"`), "after g3g7: wrong proof: h6g7~- reaches the goal")
}

// 1.Qd3 turns the queen on d7. Black plays 1...h3, and its king hangs: the full reclaim takes it,
// and then there is none left to claim; White reclaims nothing, and claims it with the next turn.
// The king's own moves are met by a check. (PAC-5, PAC-8, PAC-11; worked out by hand.)
func TestReclaimOfTheAttacker(t *testing.T) {
	const at = "8/3q4/Q7/8/7p/6k1/3K4/8 w - -"
	claim := []string{
		`{"format":"turncoat-proof","version":1,"rules":"pacifist-number","fen":"` + at +
			` 0 1","stipulation":"claim","in":2,"keys":["a6d3"]}`,
		`{"at":"` + at + `","win":2,"play":["a6d3"]}`,
		`{"at":"8/3Q4/8/8/8/3Q2kp/3K4/8 w - -","win":1,"play":["d2c1"]}`,
		`{"at":"8/3Q4/8/8/7p/3Q4/3K1k2/8 w - -","win":1,"play":["d2e2"]}`,
		`{"at":"8/3Q4/8/8/7p/3Q4/3K2k1/8 w - -","win":1,"play":["d3d5"]}`,
		`{"at":"8/3Q4/8/8/7p/3Q4/3K3k/8 w - -","win":1,"play":["d3d6"]}`,
		`{"at":"8/3Q4/8/8/5k1p/3Q4/3K4/8 w - -","win":1,"play":["d2e3"]}`,
	}
	if _, err := verify(claim...); err != nil {
		t.Error(err)
	}
	for i, reply := range []string{"h4h3", "g3f2", "g3g2", "g3h2", "g3f4"} {
		refused(t, slices.Delete(slices.Clone(claim), i+2, i+3), reply+" is not answered")
	}
	refused(t, changed(t, claim, 2, `"win":1`, `"win":2`), "h4h3 is not answered")
}
