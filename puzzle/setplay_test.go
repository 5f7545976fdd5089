package puzzle

import (
	"slices"
	"strings"
	"testing"

	"turncoat/rules/board"
)

// Set play is written as a play that passes, and read back to the same.
func TestSetPlay(t *testing.T) {
	variant, p := position(t, "chess", "7k/7p/5K2/8/8/8/8/R7 w - - 3 20")
	if got := SetText(p, nil); got != "" {
		t.Errorf("no set play is %s", got)
	}
	const text = Solution(`["0000",[["h7h5","h7h6"],["f6f7"]],[["h8g8"]]]`)
	set, err := text.SetPlay(variant, p, Win)
	if err != nil {
		t.Fatal(err)
	}
	enemy := NullMove(p)
	var words []string
	for i := range set {
		words = append(words, variant.SAN(&enemy, set[i].Turn))
	}
	if want := []string{"h5", "h6", "Kg8"}; !slices.Equal(words, want) {
		t.Errorf("the set play is %q, want %q", words, want)
	}
	if set[0].In != 1 || set[2].In != 0 || len(set[0].Continuations) != 1 ||
		len(set[2].Continuations) != 0 {
		t.Errorf("set play of %d and %d turns", set[0].In, set[2].In)
	}

	if got := SetText(p, set); got != text {
		t.Errorf("written again it is %s, want %s", got, text)
	}
	// After passing an en passant square is none any more, and nothing else of the position
	// changes.
	variant, p = position(t, "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7")
	enemy = NullMove(p)
	if got, want := variant.FEN(&enemy), "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 7"; got != want {
		t.Errorf("having passed the position is %s, want %s", got, want)
	}
	if again, err := variant.ParseFEN(variant.FEN(&enemy)); err != nil || again.Key != enemy.Key {
		t.Errorf("having passed the position has another key (%v)", err)
	}
	for _, bad := range []struct{ text, want string }{
		{`["a1a2",[["h7h5"],["f6f7"]]]`, "not a solution: set play begins with 0000, not a1a2"},
		{`["0000",[["~- h7h5"],["f6f7"]]]`,
			`not a solution: nothing is reclaimed before set play: "~- h7h5"`},
		{`["0000",[["h7h4"],["f6f7"]]]`, "h7h4"},
		{`["0000",[["h7h5"],["f6f8"]]]`, "f6f8"},
		{`["0000"`, "not a solution: it is no array"},
	} {
		variant, p := position(t, "chess", "7k/7p/5K2/8/8/8/8/R7 w - - 3 20")
		if _, err := Solution(bad.text).SetPlay(variant, p, Win); err == nil ||
			!strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s: %v, want %s", bad.text, err, bad.want)
		}
	}
}

// Duals are read and written, in set play and after keys; each is a legal turn, and named once.
func TestDualsAsText(t *testing.T) {
	variant, p := position(t, "chess", "7k/8/6K1/8/8/8/8/RR6 w - - 0 1")
	const text = Solution(`["0000",[["h8g8"],["a1a8"],"b1b8"]]`)
	set, err := text.SetPlay(variant, p, Win)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(set[0].Continuations); n != 2 || set[0].Continuations[1].In != 1 {
		t.Errorf("%d ways to go on, want 2", n)
	}
	if got := SetText(p, set); got != text || !got.HasDuals() {
		t.Errorf("written again it is %s, want %s", got, text)
	}
	if Solution(`["a1a2",[["h8g8"],["a2a8"]]]`).HasDuals() {
		t.Error("a solution without duals has some")
	}

	for _, bad := range []string{`"b1c2"`, `"b1b8","b1b8"`, `""`, `7`, `["b1b8"]`} {
		text := Solution(`["a1a2",[["h8g8"],["a2a8"],` + bad + `]]`)
		if _, err := text.Tree(variant, p, Win); err == nil {
			t.Errorf("%s is a dual", bad)
		}
	}
}

// A dual may follow another choice of reclaim, and the same move after several is named once.
func TestDualsAfterReclaims(t *testing.T) {
	variant, p := position(t, "pacifist-number", reclaims)
	const text = Solution(`["d2c2",[["g8e8"],["a1b1"],"~- a1a2"]]`)
	tree, err := text.Tree(variant, p, Win)
	if err != nil {
		t.Fatal(err)
	}
	key := &tree.Keys[0]
	d := &key.Defences[0]
	key.Finish(p, nil)
	if got := key.Text(); got != text || d.Continuations[1].After.Reclaimed != 0 {
		t.Errorf("written again it is %s, want %s", got, text)
	}

	again := d.Continuations[1]
	again.After = d.Continuations[0].After
	d.Continuations = append(d.Continuations, again)
	key.Finish(p, nil)
	if got := key.Text(); got != text {
		t.Errorf("the same move twice is %s, want %s", got, text)
	}
}

// What refutes a try is written as turns of the enemy's, and read back.
func TestTry(t *testing.T) {
	variant, p := position(t, "pacifist-number", reclaims)
	words := []string{"b8a7", "~- g8e8", "~- b8a7"}
	try, err := Solution(`["d2c2",[["g8e8"],["a1b1"]]]`).Try(variant, p, Win, words)
	if err != nil {
		t.Fatal(err)
	}
	if got := try.RefutationWords(); !slices.Equal(got, words) {
		t.Errorf("%q, want %q", got, words)
	}
	if got := told(variant, p, try); got != "Rc2 in 2 ~d5 ~- (0:Re8 in 1 ~g4 Kb1 in 1 ~-)" {
		t.Errorf("%s", got)
	}
	try.Finish(p, nil)
	// As text, "~" comes after the letters.
	if got, want := try.RefutationWords(), []string{"b8a7", "~- b8a7",
		"~- g8e8"}; !slices.Equal(got, want) {
		t.Errorf("in order: %q, want %q", got, want)
	}

	for i := range try.Refutations {
		if got := try.Refutations[i].word; got != try.RefutationWords()[i] {
			t.Errorf("refutation %d is %s", i, got)
		}
	}

	for _, bad := range [][]string{{"b8b7"}, {"~b8 b8a7"}, {"~-"}} {
		if _, err := Solution(`["d2c2"]`).Try(variant, p, Win, bad); err == nil {
			t.Errorf("%q refutes", bad)
		}
	}

	if _, err := Solution(`["d2d2"]`).Try(variant, p, Win, nil); err == nil {
		t.Error("a rook stays where it is")
	}
}

// Threats are turns of the attacker's after a pass of the enemy's.
func TestThreats(t *testing.T) {
	variant, p := position(t, "chess", "7k/7p/5K2/8/8/8/8/R7 w - - 3 20")
	key := &built(t, variant, p, `["f6f7"]`).Keys[0]
	if got := key.ThreatWords(); got != nil {
		t.Errorf("no threat is %q", got)
	}
	if err := key.SetThreats(variant, []string{"a1a8", "a1h1"}); err != nil {
		t.Fatal(err)
	}
	if err := key.SetThreats(variant, []string{"a1a8", "f7f6"}); err != nil {
		t.Fatal(err)
	}
	if got := key.ThreatWords(); !slices.Equal(got, []string{"a1a8", "f7f6"}) {
		t.Errorf("%q", got)
	}
	threat := func(from, to board.Square) bool { return key.Threatens(board.NewMove(from, to)) }
	if !threat(board.At(0, 0), board.At(0, 7)) || threat(board.At(0, 0), board.At(7, 0)) {
		t.Error("a1a8 threatens, a1h1 does not")
	}
	if err := key.SetThreats(variant, []string{"h7h6"}); err == nil {
		t.Error("the enemy's turn is a threat")
	}
}
