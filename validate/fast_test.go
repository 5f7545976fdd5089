package validate

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/randomgame"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// orthodox returns fifty real games.
func orthodox(t testing.TB) []byte {
	t.Helper()
	return filetest.Read(t, "testdata/orthodox.pgn")
}

// randomPGN returns random games of a rule set as canonical PGN.
func randomPGN(t testing.TB, name string, games int, conversions bool, o randomgame.Options) []byte {
	t.Helper()
	return randomText(t, name, games, o, func(text []byte, record *pgn.PlayedGame) ([]byte, error) {
		return pgn.AppendPGN(text, record, conversions)
	})
}

// randomExport returns random games in vchess.club's form.
func randomExport(t testing.TB, name string, games int, o randomgame.Options) []byte {
	t.Helper()
	return randomText(t, name, games, o, pgn.AppendVChess)
}

func randomText(t testing.TB, name string, games int, o randomgame.Options,
	write func([]byte, *pgn.PlayedGame) ([]byte, error)) (text []byte) {
	t.Helper()
	g, err := rules.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(games) {
		if text, err = write(text, randomgame.New(rand.New(rand.NewPCG(seed, 7)), g, o)); err != nil {
			t.Fatal(err)
		}
	}
	return text
}

// both judges a text of one record by pgn.Replay and the fast path. There is no record when the kind is empty.
func both(t testing.TB, text []byte, o Rules) (r Verdict, end int, isFast bool) {
	t.Helper()
	u := newJudge(o)
	u.lines.Reset(text, 0)
	g, end := pgn.Read(&u.tokenizer, text, 0, true)
	if g != nil {
		r = judgeGame(&u.lines, g, o)
		isFast = fastAgrees(t, u, g, o, text)
	}
	return r, end, isFast
}

// fastAgrees reports whether the fast path has a verdict on a record, which has to be that of pgn.Replay.
func fastAgrees(t testing.TB, u *judge, g *pgn.Game, o Rules, text []byte) bool {
	t.Helper()
	var quick Verdict
	if !u.fast.judge(g, &quick) {
		return false
	}
	r := judgeGame(&u.lines, g, o)
	if got, want := verdict(&quick), verdict(&r); got != want {
		t.Fatalf("the fast path says %s, Replay %s:\n%s", got, want, text)
	}
	return true
}

// agree counts the records of a text that the fast path judges, as Replay does.
func agree(t testing.TB, text []byte) (read, all int) {
	t.Helper()
	for at := 0; at < len(text); all++ {
		u := newJudge(Rules{})
		u.lines.Reset(text, 0)
		g, end := pgn.Read(&u.tokenizer, text, at, true)
		if g == nil {
			break
		}
		if fastAgrees(t, u, g, Rules{}, text[at:end]) {
			read++
		}
		at = end
	}
	return read, all
}

func verdict(r *Verdict) string {
	text := fmt.Sprint(r.OK, " ", r.Rules, " ", r.Plies, " ", r.Converted, " ", r.Result)
	for _, f := range r.Findings {
		text += fmt.Sprintf("; %s %s %d:%d %s", f.Code, f.Severity, f.Line, f.Column, f.Message)
	}
	return text
}

// What is all right is read the fast path, with the same verdict.
func TestFastPathReadsWhatIsRight(t *testing.T) {
	texts := map[string][]byte{"orthodox": orthodox(t)}
	for _, name := range ruleset.BuiltinNames() {
		texts[name] = randomPGN(t, name, 20, false, randomgame.Options{Plies: 60})
		texts[name+" with conversions"] = randomPGN(t, name, 20, true, randomgame.Options{Plies: 60, Shuffled: true})
	}
	for _, name := range []string{"pacifist-number", "pacifist-value", "pacifist-average"} {
		texts[name+" with choices"] = randomPGN(t, name, 20, true, randomgame.Options{Plies: 60, PartialReclaims: true})
	}
	for _, name := range []string{"pacifist1", "pacifist2"} {
		texts[name+" of vchess.club"] = randomExport(t, name, 20, randomgame.Options{Plies: 60})
		texts[name+" of vchess.club, shuffled"] = randomExport(t, name, 20, randomgame.Options{Plies: 60,
			Shuffled: true, Greedy: 80})
	}
	for _, l := range labels(t) {
		if l.OK {
			text := filetest.Read(t, "testdata/vchess/"+l.File)
			if read, _ := agree(t, text); read != 1 {
				t.Errorf("%s was not read the fast path", l.File)
			}
		}
	}
	for name, text := range texts {
		if read, all := agree(t, text); read < all*9/10 || all < 20 {
			t.Errorf("%s: %d of %d records were read the fast path", name, read, all)
		}
	}
	for _, name := range ruleset.BuiltinNames() { // no matter how many
		agree(t, randomPGN(t, name, 20, true, randomgame.Options{Plies: 30, Annotated: true, PartialReclaims: true}))
	}
}

// swaps are changes of single characters that leave records nearly right.
var swaps = []string{"+", "#", "x", "N", "B", "R", "Q", "K", "O-O", "=Q", "1", "2", "3", "8", "a", "h", ".", "...",
	" ", "(", ")", "{", "}", "[", "]", "\"", "*", "1-0", "0-1", "1/2-1/2", "$", ";", "\n", "\n%", "\r\n", "!", "?",
	"[%conv e4]", "[%reclaim -]", "/", "FEN", "Variant", "e4", "\n\n", "\n[Event \"x\"]\n"}

// corrupt changes a text in one to three random places: characters flipped, pieces cut or doubled, lines
// swapped, signs of the notation put in.
func corrupt(r *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	for range 1 + r.IntN(3) {
		if len(text) == 0 {
			return text
		}
		at := r.IntN(len(text))
		end := min(len(text), at+1+r.IntN(40))
		switch r.IntN(7) {
		case 0:
			text[at] ^= 1 << r.IntN(8)
		case 1:
			text[at] = byte(r.IntN(256))
		case 2:
			text = append(text[:at:at], text[end:]...)
		case 3:
			text = append(text[:end:end], text[at:]...)
		case 4:
			lines := bytes.SplitAfter(text, []byte("\n"))
			i, j := r.IntN(len(lines)), r.IntN(len(lines))
			lines[i], lines[j] = lines[j], lines[i]
			text = bytes.Join(lines, nil)
		case 5:
			text = text[:at]
		default:
			text = append(text[:at:at], append([]byte(swaps[r.IntN(len(swaps))]), text[at:]...)...)
		}
	}
	return text
}

// However a record is damaged, the fast path never has another verdict than the full parser.
func TestFastPathAgreesOnDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var games [][]byte
	for _, name := range ruleset.BuiltinNames() {
		games = append(games, randomPGN(t, name, 2, true, randomgame.Options{Plies: 12, Annotated: true,
			PartialReclaims: true}))
	}
	for _, name := range []string{"pacifist1", "pacifist2"} {
		for range 4 {
			games = append(games, randomExport(t, name, 2, randomgame.Options{Plies: 12, Greedy: 50}))
		}
	}
	texts := bytes.SplitAfter(orthodox(t), []byte("\n\n["))
	for range 20 {
		games = append(games, texts[r.IntN(len(texts))])
	}
	damaged, total := 0, 3000
	for range total {
		read, _ := agree(t, corrupt(r, games[r.IntN(len(games))]))
		damaged += read
	}
	if damaged < total/10 {
		t.Errorf("the fast path read only %d damaged records", damaged)
	}
}

// A plus where there is mate is found wherever a line ends.
func TestFastPathTellsPlusFromMate(t *testing.T) {
	head := sevenTags + "[Result \"0-1\"]\n\n"
	for _, moves := range []string{
		"1. f3 e5 2. g4 Qh4+ 0-1", "1. f3 e5 2. g4 Qh4+ (2... d5) 0-1", "1. f3 e5 2. g4 d5 (2... Qh4+) 3. e3 0-1",
		"1. f3 e5 2. g4 d5 (2... Qh4+ (2... Qg5)) 3. e3 0-1",
		"1. f3 e5 2. g4 (2. e4 d5) (2. g4 Qh4+) 2... d5 0-1",
	} {
		if read, all := agree(t, []byte(head+moves+"\n")); read != 0 || all != 1 {
			t.Errorf("%s: read %d of %d", moves, read, all)
		}
		right := []byte(head + strings.ReplaceAll(moves, "Qh4+", "Qh4#") + "\n")
		if read, all := agree(t, right); read != 1 || all != 1 {
			t.Errorf("%s: read %d of %d", right, read, all)
		}
	}
}

// The lists of vchess.club's export name each conversion of the turn once, with the colours and kinds of the
// board: the rook on d1 converts the one on d5, and that the knight on h5 (specs/04-conversions.yaml).
func TestFastPathHoldsListsToTheBoard(t *testing.T) {
	head := "[Variant \"Pacifist1\"]\n[Fen \"k7/8/8/3r3n/8/8/8/K3R3 w 0 iiii\"]\n[Result \"*\"]\n\n1.Rd1\n\n1.w e1.d1 "
	for lists, want := range map[string]int{
		"wrd1.wrd5.wnh5/wre1.brd5.bnh5": 1, "wrd1.wnh5.wrd5/wre1.brd5.bnh5": 0,
		"wrd1.wrd5.wrd5/wre1.brd5.bnh5": 0, "wrd1.wrd5.wnh5/wre1.brd5.brd5": 0,
		"wrd1.wrd5.bnh5/wre1.brd5.bnh5": 0, "wrd1.wrd5.wnh5/wre1.brd5.wnh5": 0,
		"wrd1.wrd5.wqh5/wre1.brd5.bnh5": 0, "wrd1.wrd5.wnh5/wre1.brd5.bqh5": 0,
		"wrd1.wrd5/wre1.brd5": 0, "wrd1.wrd5.wnh5/wre1.brd5": 0, "wrd1.wrd5.wnh5.bka8/wre1.brd5.bnh5.bka8": 0,
	} {
		if read, all := agree(t, []byte(head+lists+"\n")); read != want || all != 1 {
			t.Errorf("%s: read %d of %d", lists, read, all)
		}
	}
}

// The lists of an export name pieces that come over to the mover, and none that the enemy takes back (NOT-5,
// PAC-8): of both rooks of the eighth rank each takes a knight that nobody supports.
func TestFastPathLeavesReclaimsInLists(t *testing.T) {
	head := "[Variant \"pacifist-number\"]\n[Fen \"2r2rk1/8/8/8/2N2N2/8/8/K6R w 0 iiii\"]\n[Result \"*\"]\n\n1.Rh2\n\n1.w h1.h2 "
	for _, lists := range []string{"wrh2.bnc4.bnf4/wrh1.wnc4.wnf4", "wrh2.wnc4.wnf4/wrh1.bnc4.bnf4",
		"wrh2.wnc4.wnf4/wrh1.wnc4.wnf4"} {
		if read, all := agree(t, []byte(head+lists+"\n")); read != 0 || all != 1 {
			t.Errorf("%s: read %d of %d", lists, read, all)
		}
	}
	without := strings.Replace(head, "2r2rk1", "1r2r1k1", 1) + "wrh2/wrh1\n" // where nothing is taken back
	if read, all := agree(t, []byte(without)); read != 1 || all != 1 {
		t.Errorf("read %d of %d", read, all)
	}
}

// Rules that the caller lays down are those of every record: built-in ones the fast path reads where the record
// names no others, and what somebody has changed in them, and letters of another language, it leaves.
func TestFastPathUnderOtherRules(t *testing.T) {
	chess, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	changed := chess.Set()
	changed.Name, changed.Stalemate = "mine", changed.Stalemate+1
	for _, test := range []struct {
		what, tags string
		o          Rules
		want       bool
	}{
		{"chess", "", Rules{Override: chess}, true}, {"chess, as the record says", "[Variant \"chess\"]\n",
			Rules{Override: chess}, true}, {"chess, of another record", "[Variant \"pacifist1\"]\n",
			Rules{Override: chess}, false},
		{"chess, of a record of nothing", "[Variant \"none\"]\n", Rules{Override: chess}, false},
		{"changed rules", "", Rules{Override: rules.New(changed)}, false}, {"changed rules, of a record of chess",
			"[Variant \"chess\"]\n", Rules{Override: rules.New(changed)}, false},
		{"English letters", "", Rules{Letters: &rules.English}, true}, {"German letters", "",
			Rules{Letters: &rules.German}, false},
	} {
		r, _, isFast := both(t, pgnOf("*", test.tags, "1. e4 e5"), test.o)
		if isFast != test.want || r.Plies != 2 {
			t.Errorf("%s: %t, %s", test.what, isFast, verdict(&r))
		}
	}
}

// Behind a record that breaks off in the middle of a line, the line that goes on with tags is no line of tags.
func TestFastPathLeavesGluedTags(t *testing.T) {
	first := sevenTags + "[Result \"*\"]\n\n1. a4 d5 2. g4 1-"
	second := strings.Replace(sevenTags, "[Event \"?\"]\n[Site \"?\"]\n", "[Site \"?\"]\n[Event \"?\"]\n", 1) +
		"[Result \"*\"]\n\n1. a4 d5 *\n"
	agree(t, []byte(first+second))
}

// What the fast path remembers of a file is bounded: it leaves longer values to the full parser.
func TestFastPathLeavesLongValues(t *testing.T) {
	for length, want := range map[int]int{1: 1, 10_000: 0} {
		fen := "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/8/k1p5/2K5" + strings.Repeat(" ", length) + "b - - 0 1\"]\n"
		if read, all := agree(t, []byte(sevenTags+"[Result \"*\"]\n"+fen+"\n1... Kb3 *\n")); read != want || all != 1 {
			t.Errorf("%d spaces: read %d of %d", length, read, all)
		}
	}
}

// Starting positions are remembered until there are a thousand; then the memory begins anew. The names of
// variants are remembered up to as many.
func TestFastPathRemembersAThousand(t *testing.T) {
	u := newJudge(Rules{})
	read := func(tags string) bool {
		var v Verdict
		_, ok := readQuickly(u, pgnOf("*", tags, ""), &v)
		return ok
	}
	for i := range 1002 {
		if !read(from(fmt.Sprintf("4k3/8/8/8/8/8/8/4K3 w - - 0 %d", i+1))) {
			t.Fatalf("start %d is not read", i+1)
		}
		if n, want := len(u.fast.variant.starts), i%1000+1; n != want {
			t.Fatalf("after %d starts %d are remembered, want %d", i+1, n, want)
		}
	}
	before := len(u.fast.variants)
	for i := range 1100 {
		if read(fmt.Sprintf("[Variant \"none %d\"]\n", i)) {
			t.Fatalf("variant %d is read", i)
		}
		if n, want := len(u.fast.variants), min(before+i+1, 1000); n != want {
			t.Fatalf("after %d variants %d are remembered, want %d", i+1, n, want)
		}
	}
	if !read("[Variant \"pacifist1\"]\n") {
		t.Error("what is not remembered is not read")
	}
}
