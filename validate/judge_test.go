package validate

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"turncoat/internal/lines"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/randomgame"
	"turncoat/internal/testing/rulestest"

	"turncoat/pgn"
	"turncoat/rules"
)

// orthodox returns fifty real games.
func orthodox(t testing.TB) []byte {
	t.Helper()
	return filetest.Read(t, "testdata/orthodox.pgn")
}

// randomPGN returns random games of a rule set as canonical PGN.
func randomPGN(t testing.TB, name string, games int, conversions bool,
	o randomgame.Options) []byte {
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
	variant, err := rules.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(games) {
		game := randomgame.New(rand.New(rand.NewPCG(seed, 7)), variant, o)
		text, err = write(text, game)
		if err != nil {
			t.Fatal(err)
		}
	}

	return text
}

// judgeAll judges the records of a text.
func judgeAll(text []byte, o Rules) []Verdict {
	return judgeForm(context.Background(), pgn.FormPGN, text, o)
}

// judgeForm judges the records of a text in a form.
func judgeForm(ctx context.Context, form pgn.Form, text []byte, o Rules) []Verdict {
	u := judge{rules: o}
	return u.block(ctx, nil, &pgn.Block{Form: form, Text: text, Last: true}, new(lines.Places))
}

// judgeOne judges a text that holds one record.
func judgeOne(t testing.TB, text []byte, o Rules) Verdict {
	t.Helper()
	verdicts := judgeAll(text, o)
	if len(verdicts) != 1 {
		t.Fatalf("%d records in\n%s", len(verdicts), text)
	}
	return verdicts[0]
}

// clean reports whether a text holds one record, of which there is nothing to say.
func clean(t testing.TB, text []byte) bool {
	t.Helper()
	return len(judgeOne(t, text, Rules{}).Findings) == 0
}

// Of records that are written as the rules have them there is nothing to say.
func TestWrittenRecordsAreRight(t *testing.T) {
	texts := map[string][]byte{"orthodox": orthodox(t)}
	for _, name := range rulestest.Representative() {
		texts[name] = randomPGN(t, name, 20, false, randomgame.Options{Plies: 60})
		texts[name+" with conversions"] = randomPGN(t, name, 20, true, randomgame.Options{Plies: 60,
			Shuffled: true})
		texts[name+" annotated"] = randomPGN(t, name, 20, true, randomgame.Options{Plies: 30,
			Annotated:       true,
			PartialReclaims: true})
	}

	for _, name := range []string{"pacifist1", "pacifist2"} {
		texts[name+" of vchess.club"] = randomExport(t, name, 20, randomgame.Options{Plies: 60,
			Shuffled: true, Greedy: 80})
	}
	for name, text := range texts {
		verdicts := judgeAll(text, Rules{})
		if len(verdicts) < 20 {
			t.Errorf("%s: %d records", name, len(verdicts))
		}
		for _, v := range verdicts {
			if !v.OK || len(v.Findings) > 0 {
				t.Errorf("%s: %+v", name, v.Findings)
			}
		}
	}
}

// swaps are changes of single characters that leave records nearly right.
var swaps = []string{"+", "#", "x", "N", "B", "R", "Q", "K", "O-O", "=Q", "1", "2", "3", "8", "a",
	"h", ".", "...",
	" ", "(", ")", "{", "}", "[", "]", "\"", "*", "1-0", "0-1", "1/2-1/2", "$", ";", "\n", "\n%",
	"\r\n", "!", "?",
	"[%conv e4]", "[%reclaim -]", "/", "FEN", "Variant", "e4", "\n\n", "\n[Event \"x\"]\n"}

// corrupt changes a text in one to three random places: characters flipped, pieces cut or doubled,
// lines swapped, signs of the notation put in.
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

// A plus where there is mate is found wherever a line ends.
func TestPlusIsToldFromMate(t *testing.T) {
	head := sevenTags + "[Result \"0-1\"]\n\n"
	for _, moves := range []string{
		"1. f3 e5 2. g4 Qh4+ 0-1", "1. f3 e5 2. g4 Qh4+ (2... d5) 0-1",
		"1. f3 e5 2. g4 d5 (2... Qh4+) 3. e3 0-1",
		"1. f3 e5 2. g4 d5 (2... Qh4+ (2... Qg5)) 3. e3 0-1",
		"1. f3 e5 2. g4 (2. e4 d5) (2. g4 Qh4+) 2... d5 0-1",
	} {
		if clean(t, []byte(head+moves+"\n")) {
			t.Errorf("%s is clean", moves)
		}
		right := []byte(head + strings.ReplaceAll(moves, "Qh4+", "Qh4#") + "\n")
		if !clean(t, right) {
			t.Errorf("%s is not clean", right)
		}
	}
}

// The lists of vchess.club's export name each conversion of the turn once, with the colours and
// kinds of the board: the rook on d1 converts the one on d5, and that the knight on h5
// (specs/04-conversions.yaml).
func TestListsAreCheckedAgainstTheBoard(t *testing.T) {
	head := "[Variant \"Pacifist1\"]\n[Fen \"k7/8/8/3r3n/8/8/8/K3R3 w 0 iiii\"]\n[Result " +
		"\"*\"]\n\n1.Rd1\n\n1.w e1.d1 "
	for lists, want := range map[string]bool{
		"wrd1.wrd5.wnh5/wre1.brd5.bnh5": true, "wrd1.wnh5.wrd5/wre1.brd5.bnh5": true,
		"wrd1.wrd5.wrd5/wre1.brd5.bnh5": false, "wrd1.wrd5.wnh5/wre1.brd5.brd5": false,
		"wrd1.wrd5.bnh5/wre1.brd5.bnh5": false, "wrd1.wrd5.wnh5/wre1.brd5.wnh5": false,
		"wrd1.wrd5.wqh5/wre1.brd5.bnh5": false, "wrd1.wrd5.wnh5/wre1.brd5.bqh5": false,
		"wrd1.wrd5/wre1.brd5": false, "wrd1.wrd5.wnh5/wre1.brd5": false,
		"wrd1.wrd5.wnh5.bka8/wre1.brd5.bnh5.bka8": false,
	} {
		if got := clean(t, []byte(head+lists+"\n")); got != want {
			t.Errorf("%s: clean is %t", lists, got)
		}
	}
}

// The lists of an export name pieces that come over to the mover, and none that the enemy takes
// back (NOT-5, PAC-8): of both rooks of the eighth rank each takes a knight that nobody supports.
func TestListsNameNoReclaims(t *testing.T) {
	head := "[Variant \"pacifist-number\"]\n[Fen \"2r2rk1/8/8/8/2N2N2/8/8/K6R w 0 " +
		"iiii\"]\n[Result \"*\"]\n\n1.Rh2\n\n1.w h1.h2 "
	for _, lists := range []string{"wrh2.bnc4.bnf4/wrh1.wnc4.wnf4",
		"wrh2.wnc4.wnf4/wrh1.wnc4.wnf4"} {
		if clean(t, []byte(head+lists+"\n")) {
			t.Errorf("%s is clean", lists)
		}
	}

	// where nothing is taken back
	without := strings.Replace(head, "2r2rk1", "1r2r1k1", 1) + "wrh2/wrh1\n"
	if !clean(t, []byte(without)) {
		t.Error("not clean")
	}
}
