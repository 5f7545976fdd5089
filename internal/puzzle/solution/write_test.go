package solution

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"testing"

	"turncoat/internal/testing/rulestest"
	"turncoat/pgn"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/board"
)

// position returns the variant of a name and the position of a FEN.
func position(t *testing.T, set, fen string) (*rules.Variant, *board.Position) {
	t.Helper()
	variant := rules.New(rulestest.Builtin(t, set))
	p, err := variant.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return variant, &p
}

// Knights that lose their guards may be reclaimed, by White after Rc2 and by Black after Re8;
// worked out by hand (PAC-8).
const reclaims = "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1"

// built returns the tree of a compact form.
func built(t *testing.T, variant *rules.Variant, p *board.Position,
	text puzzle.Solution) *puzzle.Tree {
	t.Helper()
	tree, err := text.Tree(variant, p, puzzle.Win)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// whole returns a tree that has everything: set play, threats, duals, two tries and two keys. Its
// turns are legal; what is said of them is made up.
func whole(t *testing.T) (*rules.Variant, *puzzle.Tree) {
	t.Helper()
	variant, p := position(t, "chess", "7k/7p/5K2/8/8/8/8/R7 w - - 3 20")
	tree := built(t, variant, p,
		`["f6f7",[["h7h6"],["a1a8",[["h8h7"],["a8a7"]]]],[["h7h5"],["a1h1"]]]`)
	key := &tree.Keys[0]
	if err := key.SetThreats(variant, []string{"a1a8", "a1h1"}); err != nil {
		t.Fatal(err)
	}
	main, other := &key.Defences[0], &key.Defences[1]
	dual := built(t, variant, &main.Turn.After, `["a1b1"]`).Keys[0]
	dual.After = &main.Turn
	main.Continuations = append(main.Continuations, dual)
	if err := main.Continuations[0].SetThreats(variant, []string{"a8a7"}); err != nil {
		t.Fatal(err)
	}
	other.Delay = true
	second := built(t, variant, p, `["a1a2",[["h7h6","h7h5"],["a2a3"]],[["h8g8"]]]`).Keys[0]
	second.Zugzwang = true
	tree.Keys = append(tree.Keys, second)
	for _, text := range []puzzle.Solution{`["f6g5",[["h7h5"],["a1a8"]]]`, `["f6e7"]`} {
		try, err := text.Try(variant, p, puzzle.Win, []string{"h8g7"})
		if err != nil {
			t.Fatal(err)
		}
		tree.Tries = append(tree.Tries, *try)
	}

	set, err := puzzle.Solution(`["0000",[["h7h6","h7h5"],["f6f7"]],[["h8g8"]]]`).SetPlay(variant,
		p,
		puzzle.Win)
	if err != nil {
		t.Fatal(err)
	}
	tree.Set = set
	tree.Duals = 1
	return variant, tree
}

// choosing returns a tree in which both sides choose reclaims.
func choosing(t *testing.T) (*rules.Variant, *puzzle.Tree) {
	t.Helper()
	variant, p := position(t, "pacifist-number", reclaims)
	tree := built(t, variant, p,
		`["d2c2",[["g8e8"],["a1b1",[["b8a8"],["b1c1"]]]],[["~- g8e8"],["~- a1a2"]],[["b8a7","~- b8a7"],["a1b1"]]]`)
	try, err := puzzle.Solution(`["d2b2"]`).Try(variant, p, puzzle.Win, []string{"b8a7"})
	if err != nil {
		t.Fatal(err)
	}
	tree.Tries = append(tree.Tries, *try)
	try, err = puzzle.Solution(`["d2e2"]`).Try(variant, p, puzzle.Win, []string{"b8a7", "~- b8a7"})
	if err != nil {
		t.Fatal(err)
	}

	tree.Tries = append(tree.Tries, *try)
	return variant, tree
}

// Each form in full, of solutions that were worked out by hand.
func TestForms(t *testing.T) {
	for _, test := range []struct {
		name, want string
		tree       func(*testing.T) (*rules.Variant, *puzzle.Tree)
		write      func(io.Writer, *rules.Variant, *puzzle.Tree) error
	}{
		{"text", `chess, white to move: win in 3
set play
  1...h6 2.Kf7
  1...h5 2.Kf7
  1...Kg8
try 1.Kg5?
  1...h5 2.Ra8+
  but 1...Kg7!
try 1.Ke7?
  but 1...Kg7!
1.Kf7! (threat 2.Ra8#, 2.Rh1)
  1...h5 2.Rh1  {short, mere delay}
  1...h6 2.Ra8+ (threat 3.Ra7) or 2.Rb1  {longest, dual}
    2...Kh7 3.Ra7
1.Ra2! (zugzwang)
  1...h5 2.Ra3
  1...h6 2.Ra3
  1...Kg8  {short}
2 keys, 1 dual
`, whole, WriteText},
		{"popeye", `      1...h7-h6
          2.Kf6-f7
      1...h7-h5
          2.Kf6-f7
      1...Kh8-g8

   1.Kf6-g5 ?
      1...h7-h5
          2.Ra1-a8 +
    but
      1...Kh8-g7 !

   1.Kf6-e7 ?
    but
      1...Kh8-g7 !

   1.Kf6-f7 ! threat:
          2.Ra1-a8 #
          2.Ra1-h1
      1...h7-h6
          2.Ra1-a8 + threat:
                  3.Ra8-a7
              2...Kh8-h7
                  3.Ra8-a7
          2.Ra1-b1

   1.Ra1-a2 ! zugzwang.
      1...h7-h5
          2.Ra2-a3
      1...h7-h6
          2.Ra2-a3
      1...Kh8-g8

`, whole, writePopeye},
		{"text with reclaims", `pacifist-number, white to move: win in 3
try 1.Rb2? [back d5]
  but 1...Ka7!
try 1.Re2?
  ~d5
  ~- (no reclaim)
  but 1...Ka7! after ~d5
  but 1...Ka7! after ~- (no reclaim)
1.Rc2!
  ~d5
    1...Ka7 2.Kb1  {short}
    1...Re8 [back g4] 2.Kb1  {longest}
      2...Ka8 3.Kc1
  ~- (no reclaim)
    1...Ka7 [d5] 2.Kb1  {short}
    1...Re8 [d5] ~- 2.Ka2 [g4]  {short}
1 key, 0 duals
`, choosing, WriteText},
		{"popeye with reclaims", `   1.Rd2-b2[d5=b] ?
    but
      1...Kb8-a7 !

   1.Rd2-e2[d5=b] ?
      (~d5)
      (~- (no reclaim))
    but
      1...Kb8-a7 ! after ~d5
      1...Kb8-a7[d5=b] ! after ~- (no reclaim)

   1.Rd2-c2[d5=b] !
      (~d5)
      1...Kb8-a7
          2.Ka1-b1
      1...Rg8-e8[g4=w]
          2.Ka1-b1
              2...Kb8-a8
                  3.Kb1-c1
      (~- (no reclaim))
      1...Kb8-a7[d5=b]
          2.Ka1-b1
      1...Rg8-e8[d5=b][g4=w]
        (~-)
          2.Ka1-a2[g4=w]

`, choosing, writePopeye},
	} {
		variant, tree := test.tree(t)
		var b bytes.Buffer
		if err := test.write(&b, variant, tree); err != nil {
			t.Fatal(err)
		}
		if b.String() != test.want {
			t.Errorf("%s:\n%swant\n%s", test.name, b.String(), test.want)
		}
		if err := test.write(full{}, variant, tree); !errors.Is(err, errFull) {
			t.Errorf("%s on a full disk: %v", test.name, err)
		}
	}

	variant, tree := whole(t)
	tree.Tries, tree.Set, tree.NoTries, tree.NoSet, tree.Keys = nil, nil, true, true, tree.Keys[:1]
	tree.Keys[0].Threats, tree.Keys[0].Defences = nil, nil
	var b bytes.Buffer
	if err := WriteText(&b, variant, tree); err != nil {
		t.Fatal(err)
	}
	if want := "chess, white to move: win in 3\nno set play\nno tries\n1.Kf7!\n1 key, 1 dual\n"; b.String() != want {
		t.Errorf("without tries and set play:\n%swant\n%s", b.String(), want)
	}
}

// full is a writer that takes nothing.
type full struct{}

var errFull = errors.New("no space left")

func (full) Write([]byte) (int, error) { return 0, errFull }

// Popeye's notation of each kind of turn.
func TestPopeyeTurns(t *testing.T) {
	for _, test := range []struct{ set, fen, move, want string }{
		{"chess", "4k3/P6r/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "e1g1", "0-0"},
		{"chess", "4k3/P6r/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "e1c1", "0-0-0"},
		{"chess", "4k3/P6r/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "e1d2", "Ke1-d2"},
		{"chess", "4k3/P6r/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "e5d6", "e5*d6 ep."},
		{"chess", "4k3/P6r/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "e5e6", "e5-e6"},
		{"chess", "4k3/P6r/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "a7a8q", "a7-a8=Q +"},
		{"chess", "4k3/P6r/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "a7a8n", "a7-a8=S"},
		{"chess", "4k3/P6r/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "h1h7", "Rh1*h7"},
		{"chess", "4k3/8/8/3p3R/8/8/8/4K3 w - d6 0 1", "h5h6", "Rh5-h6"},
		// The square behind the pawn that has passed is nothing to a piece.
		{"chess", "4k3/8/R7/3pP3/8/8/8/4K3 w - d6 0 1", "a6d6", "Ra6-d6"},
		// Without captures there is none in passing, and a pawn that is persuaded changes colour.
		{"pacifist1", "4k3/8/8/8/8/8/3p4/R3K3 b - - 0 1", "e8e7", "Ke8-e7"},
		{"pacifist1", "4k3/8/8/8/8/8/8/KR5n w - - 0 1", "a1a2", "Ka1-a2[h1=w]"},
		{"pacifist1", "kn6/8/8/8/8/8/6P1/7K b - - 0 1", "b8c6", "Sb8-c6"},
	} {
		variant, p := position(t, test.set, test.fen)
		m, err := board.ParseUCI(p, test.move)
		if err != nil {
			t.Fatal(err)
		}
		turn, err := variant.TryPlay(p, m, nil)
		if err != nil {
			t.Fatalf("%s %s: %v", test.fen, test.move, err)
		}
		w := &popeyeWriter{printer: printer{variant: variant}}
		if got := w.long(p, &turn); got != test.want {
			t.Errorf("%s %s is %q, want %q", test.fen, test.move, got, test.want)
		}
	}
}

// A record: keys and tries beside each other, every defence and every dual a variation.
func TestRecord(t *testing.T) {
	variant, tree := whole(t)
	const want = `[Event "win in 3"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]
[FEN "7k/7p/5K2/8/8/8/8/R7 w - - 3 20"]
[SetUp "1"]

{set play: 1...h6 or h5 2.Kf7; 1...Kg8} 20. Kf7 {threat 2.Ra8#, 2.Rh1} (20. Ra2
h6 (20... h5 21. Ra3) (20... Kg8 $1) 21. Ra3) (20. Kg5 $2 {threat 2.Ra8#} 20...
Kg7 $1 (20... h5 21. Ra8+)) (20. Ke7 $2 Kg7 $1) 20... h6 (20... h5 21. Rh1) 21.
Ra8+ (21. Rb1) 21... Kh7 22. Ra7 1-0

`
	tree.Tries[0].Threats = tree.Keys[0].Threats[:1]
	var b bytes.Buffer
	if err := WritePGN(&b, variant, tree, nil); err != nil {
		t.Fatal(err)
	}
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	if err := WritePGN(full{}, variant, tree, nil); !errors.Is(err, errFull) {
		t.Errorf("on a full disk: %v", err)
	}
	variant, tree = choosing(t)
	b.Reset()
	if err := WritePGN(&b, variant, tree, []pgn.Tag{{Name: "Event",
		Value: "reclaims"}}); err != nil {
		t.Fatal(err)
	}
	const chosen = `[Event "reclaims"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]
[FEN "1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1"]
[SetUp "1"]
[Variant "pacifist-number"]

1. Rc2 $1 (1. Rb2 $2 Ka7 $1) (1. Re2 $2 (1. Re2 {[%reclaim -]} 1... Ka7 $1
{[%conv d5]}) 1... Ka7 $1) (1. Rc2 {[%reclaim -]} 1... Re8
{[%conv d5] [%reclaim -]} (1... Ka7 {[%conv d5]} 2. Kb1) 2. Ka2 {[%conv g4]})
1... Re8 (1... Ka7 2. Kb1) 2. Kb1 Ka8 3. Kc1 1-0

`
	if b.String() != chosen {
		t.Errorf("got\n%swant\n%s", b.String(), chosen)
	}
}

func writePopeye(out io.Writer, variant *rules.Variant, tree *puzzle.Tree) error {
	return WritePopeye(out, variant, tree, PopeyeForm{})
}

// Who wins by the stipulation, and the stipulation as the event, where no tags are given.
func TestRecordResult(t *testing.T) {
	variant, p := position(t, "chess", "7k/7p/5K2/8/8/8/8/R7 w - - 3 20")
	enemy := puzzle.NullMove(p)
	for _, test := range []struct {
		tree   puzzle.Tree
		result board.Result
		event  string
	}{
		{puzzle.Tree{Position: *p, Goal: puzzle.Win, In: 2}, board.WhiteWins, "win in 2"},
		{puzzle.Tree{Position: enemy, Goal: puzzle.Win, In: 3}, board.BlackWins, "win in 3"},
		{puzzle.Tree{Position: *p, Goal: puzzle.SelfWin, In: 2}, board.BlackWins, "self-win in 2"},
		{puzzle.Tree{Position: enemy, Goal: puzzle.SelfWin, In: 2}, board.WhiteWins,
			"self-win in 2"},
		{puzzle.Tree{Position: *p, Goal: puzzle.HelpWin, In: 2}, board.BlackWins, "help-win in 2"},
		{puzzle.Tree{Position: enemy, Goal: puzzle.HelpWin, In: 1, Half: true}, board.BlackWins,
			"help-win in 1.5"},
		{puzzle.Tree{Position: *p, Goal: puzzle.HelpWin, In: 1, Half: true}, board.WhiteWins,
			"help-win in 1.5"},
		{puzzle.Tree{Position: *p, Goal: puzzle.Claim, In: 1}, board.Ongoing, "claim in 1"},
	} {
		if r := Record(variant, &test.tree, nil); r.Result != board.Ongoing ||
			r.Tags[0].Value != "no "+test.event ||
			len(r.Main.Turns) > 0 {
			t.Errorf("without a key: %s, %v, %d turns", r.Result, r.Tags, len(r.Main.Turns))
		}

		key := variant.Play(&test.tree.Position, variant.Moves(&test.tree.Position)[0])
		test.tree.Keys = []puzzle.Play{{Turn: key}}
		r := Record(variant, &test.tree, nil)
		if r.Result != test.result || len(r.Tags) != 1 || r.Tags[0].Name != "Event" ||
			r.Tags[0].Value != test.event {
			t.Errorf("%s of %s: %s, %v", test.tree.Goal, test.tree.Position.Turn, r.Result, r.Tags)
		}

		if len(r.Main.Turns) != 1 || r.Start != test.tree.Position || r.Variant != variant {
			t.Errorf("%s of %s: the record has other turns or begins elsewhere", test.tree.Goal,
				test.tree.Position.Turn)
		}
	}

	// What has no key to mark: two, and the only one.
	for keys, mark := range map[int]int{1: 1, 2: 0} {
		tree := built(t, variant, p, `["f6f7"]`)
		for len(tree.Keys) < keys {
			tree.Keys = append(tree.Keys, built(t, variant, p, `["f6e7"]`).Keys...)
		}
		if r := Record(variant, tree, nil); len(r.Main.Turns[0].NAGs) != mark ||
			len(r.Main.Turns[0].Variations) != keys-1 {
			t.Errorf("%d keys: marked %v, %d variations", keys, r.Main.Turns[0].NAGs,
				len(r.Main.Turns[0].Variations))
		}
	}
}

// The JSON of a solution, whole.
func TestJSON(t *testing.T) {
	variant, tree := choosing(t)
	tree.Tries = nil
	out, err := json.Marshal(JSON(variant, tree))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"rules":"pacifist-number","fen":"1k4r1/1b6/8/3N4/6nR/8/3R4/K7 w - - 0 1","goal":"win","in":3,"keys":[` +
		`{"uci":"d2c2","san":"Rc2","reclaimed":["d5"],"in":3,"branches":[` +
		`{"reclaimed":["d5"],"defences":[` +
		`{"uci":"b8a7","san":"Ka7","in":1,"short":true,"continuations":[{"uci":"a1b1","san":"Kb1","in":1,"branches":[{}]}]},` +
		`{"uci":"g8e8","san":"Re8","reclaimed":["g4"],"in":2,"main":true,"continuations":[` +
		`{"uci":"a1b1","san":"Kb1","in":2,"branches":[{"defences":[{"uci":"b8a8","san":"Ka8","in":1,"main":true,"continuations":[{"uci":"b1c1","san":"Kc1","in":1,"branches":[{}]}]}]}]}]}]},` +
		`{"defences":[` +
		`{"uci":"b8a7","san":"Ka7","waves":[["d5"]],"in":1,"short":true,"continuations":[{"uci":"a1b1","san":"Kb1","in":1,"branches":[{}]}]},` +
		`{"uci":"g8e8","san":"Re8","waves":[["d5"]],"reclaimed":["g4"],"in":1,"short":true,"continuations":[` +
		`{"uci":"a1a2","san":"Ka2","waves":[["g4"]],"in":1,"branches":[{}],"afterReclaim":[]}]}]}]}],"duals":0}`
	if string(out) != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
	variant, tree = whole(t)
	tree.Tries[0].Threats = tree.Keys[0].Threats[:1]
	tree.Keys = tree.Keys[:1]
	out, err = json.Marshal(JSON(variant, tree))
	if err != nil {
		t.Fatal(err)
	}
	const all = `{"rules":"chess","fen":"7k/7p/5K2/8/8/8/8/R7 w - - 3 20","goal":"win","in":3,"keys":[` +
		`{"uci":"f6f7","san":"Kf7","in":3,"threats":[{"uci":"a1a8","san":"Ra8#"},{"uci":"a1h1","san":"Rh1"}],"branches":[{"defences":[` +
		`{"uci":"h7h5","san":"h5","in":1,"short":true,"delay":true,"continuations":[{"uci":"a1h1","san":"Rh1","in":1,"branches":[{}]}]},` +
		`{"uci":"h7h6","san":"h6","in":2,"main":true,"continuations":[` +
		`{"uci":"a1a8","san":"Ra8+","in":2,"threats":[{"uci":"a8a7","san":"Ra7"}],"branches":[{"defences":[` +
		`{"uci":"h8h7","san":"Kh7","in":1,"main":true,"continuations":[{"uci":"a8a7","san":"Ra7","in":1,"branches":[{}]}]}]}]},` +
		`{"uci":"a1b1","san":"Rb1","in":1,"branches":[{}]}]}]}]}],` +
		`"tries":[{"uci":"f6g5","san":"Kg5","in":2,"threats":[{"uci":"a1a8","san":"Ra8#"}],"branches":[{"defences":[` +
		`{"uci":"h7h5","san":"h5","in":1,"continuations":[{"uci":"a1a8","san":"Ra8+","in":1,"branches":[{}]}]}],` +
		`"refutations":[{"uci":"h8g7","san":"Kg7","in":0}]}]},` +
		`{"uci":"f6e7","san":"Ke7","in":1,"branches":[{"refutations":[{"uci":"h8g7","san":"Kg7","in":0}]}]}],` +
		`"set":[{"uci":"h7h6","san":"h6","in":1,"continuations":[{"uci":"f6f7","san":"Kf7","in":1,"branches":[{}]}]},` +
		`{"uci":"h7h5","san":"h5","in":1,"continuations":[{"uci":"f6f7","san":"Kf7","in":1,"branches":[{}]}]},` +
		`{"uci":"h8g8","san":"Kg8","in":0}],"duals":1}`
	if string(out) != all {
		t.Errorf("got\n%s\nwant\n%s", out, all)
	}
}
