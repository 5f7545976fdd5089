package rules

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"turncoat/rules/board"
)

// plain returns what a move without anything special reads as.
func plain(text string, kind board.Kind, to string) ParsedMove {
	s, _ := board.ParseSquare(to)
	return ParsedMove{Text: text, Kind: kind, FromFile: -1, FromRank: -1, To: s, Promotion: board.NoKind}
}

func with(w ParsedMove, change func(*ParsedMove)) ParsedMove {
	change(&w)
	return w
}

func converted(list string) []ParsedPiece {
	var out []ParsedPiece
	for _, part := range strings.Fields(list) {
		s, _ := board.ParseSquare(part[1:])
		out = append(out, ParsedPiece{board.KindOf(part[0]), s})
	}
	return out
}

// NOT-5: input is read as people write it. The first part are the moves of the three tournament
// games of the sources, as they stand there.
func TestNotationIsReadAsPeopleWriteIt(t *testing.T) {
	castles := func(text string, wing board.CastlingSide, sign string) ParsedMove {
		return ParsedMove{Text: text, Castling: true, CastlingSide: wing, Kind: board.King, FromFile: -1, FromRank: -1,
			To: board.NoSquare, Promotion: board.NoKind, Sign: sign}
	}
	f3, f2, f1, a5, e5 := "Nf3", "Pf2", "Bf1", "Qa5", "Pe5"
	tests := []struct {
		in   string
		want ParsedMove
	}{
		{"Nf3?!", plain("Nf3", board.Knight, "f3")},
		{"d4??", plain("d4", board.Pawn, "d4")},
		{"Bh3/Nf3+", with(plain("Bh3/Nf3+", board.Bishop, "h3"), func(w *ParsedMove) {
			w.Converted,
				w.Sign = converted(f3), "+"
		})},
		{"g:f3", with(plain("g:f3", board.Pawn, "f3"), func(w *ParsedMove) { w.FromFile, w.Takes = 6, true })},
		{"Bg2/f2+", with(plain("Bg2/f2+", board.Bishop, "g2"), func(w *ParsedMove) {
			w.Converted, w.Sign = converted(f2),
				"+"
		})},
		{"B:h1/Bf1", with(plain("B:h1/Bf1", board.Bishop, "h1"), func(w *ParsedMove) {
			w.Converted,
				w.Takes = converted(f1), true
		})},
		{"Q:f1/Pf2", with(plain("Q:f1/Pf2", board.Queen, "f1"), func(w *ParsedMove) {
			w.Converted,
				w.Takes = converted(f2), true
		})},
		{"Qf4+", with(plain("Qf4+", board.Queen, "f4"), func(w *ParsedMove) { w.Sign = "+" })},
		{"000+", castles("000+", board.QueenSide, "+")},
		{"Ag5", with(plain("Ag5", board.Bishop, "g5"), func(w *ParsedMove) { w.Foreign = 'A' })},
		{"Qa5+??", with(plain("Qa5+", board.Queen, "a5"), func(w *ParsedMove) { w.Sign = "+" })},
		{"Ba6/Qa5", with(plain("Ba6/Qa5", board.Bishop, "a6"), func(w *ParsedMove) { w.Converted = converted(a5) })},
		{"Qg5+/Pe5", with(plain("Qg5+/Pe5", board.Queen, "g5"), func(w *ParsedMove) {
			w.Converted,
				w.Sign = converted(e5), "+"
		})},

		{"1.e4", plain("e4", board.Pawn, "e4")},
		{"12... Nf3!?", plain("Nf3", board.Knight, "f3")},
		{"e4$1", plain("e4", board.Pawn, "e4")},
		{"Nf3+ $2 $14", with(plain("Nf3+", board.Knight, "f3"), func(w *ParsedMove) { w.Sign = "+" })},
		{"0-0", castles("0-0", board.KingSide, "")},
		{"00", castles("00", board.KingSide, "")},
		{"O-O-O#", castles("O-O-O#", board.QueenSide, "#")},
		{"o-o", castles("o-o", board.KingSide, "")},
		{"O-O/Nf3", with(castles("O-O/Nf3", board.KingSide, ""), func(w *ParsedMove) { w.Converted = converted(f3) })},
		{"Bh3+/Nf3/f2", with(plain("Bh3+/Nf3/f2", board.Bishop, "h3"), func(w *ParsedMove) {
			w.Converted,
				w.Sign = converted("Nf3 Pf2"), "+"
		})},
		{"e2e4", with(plain("e2e4", board.NoKind, "e4"), func(w *ParsedMove) {
			w.UCI, w.FromFile, w.FromRank = true, 4,
				1
		})},
		{"e7e8q", with(plain("e7e8q", board.NoKind, "e8"), func(w *ParsedMove) {
			w.UCI, w.FromFile, w.FromRank,
				w.Promotion = true, 4, 6, board.Queen
		})},
		{"b7b8b", with(plain("b7b8b", board.NoKind, "b8"), func(w *ParsedMove) {
			w.UCI, w.FromFile, w.FromRank,
				w.Promotion = true, 1, 6, board.Bishop
		})},
		{"e2-e4", with(plain("e2-e4", board.Pawn, "e4"), func(w *ParsedMove) { w.FromFile, w.FromRank = 4, 1 })},
		{"Ng1xf3", with(plain("Ng1xf3", board.Knight, "f3"), func(w *ParsedMove) {
			w.FromFile, w.FromRank, w.Takes = 6,
				0, true
		})},
		{"R1a3", with(plain("R1a3", board.Rook, "a3"), func(w *ParsedMove) { w.FromRank = 0 })},
		{"Rab1", with(plain("Rab1", board.Rook, "b1"), func(w *ParsedMove) { w.FromFile = 0 })},
		{"exd6 e.p.", with(plain("exd6 e.p.", board.Pawn, "d6"), func(w *ParsedMove) { w.FromFile, w.Takes = 4, true })},
		{"exd6e.p.+", with(plain("exd6e.p.+", board.Pawn, "d6"), func(w *ParsedMove) {
			w.FromFile, w.Takes, w.Sign = 4,
				true, "+"
		})},
		{"e8=Q+", with(plain("e8=Q+", board.Pawn, "e8"), func(w *ParsedMove) { w.Promotion, w.Sign = board.Queen, "+" })},
		{"e8Q", with(plain("e8Q", board.Pawn, "e8"), func(w *ParsedMove) { w.Promotion = board.Queen })},
		{"e8(N)", with(plain("e8(N)", board.Pawn, "e8"), func(w *ParsedMove) { w.Promotion = board.Knight })},
		{"dxe8=R/Rh8", with(plain("dxe8=R/Rh8", board.Pawn, "e8"), func(w *ParsedMove) {
			w.FromFile, w.Takes, w.Promotion, w.Converted = 3, true, board.Rook, converted("Rh8")
		})},
		{"Qh7++", with(plain("Qh7++", board.Queen, "h7"), func(w *ParsedMove) { w.Sign = "+" })},
		{"Qh7mate", with(plain("Qh7mate", board.Queen, "h7"), func(w *ParsedMove) { w.Sign = "#" })},
		// an alfil, in small letters as in UCI
		{"e8=a", with(plain("e8=a", board.Pawn, "e8"), func(w *ParsedMove) {
			w.Promotion, w.Foreign = board.Bishop,
				'A'
		})},
		{"♘f3", plain("♘f3", board.Knight, "f3")},
		{"♟e5", plain("♟e5", board.Pawn, "e5")},
		{"Pe4", plain("Pe4", board.Pawn, "e4")},
		{"Nf5~d4,e5", with(plain("Nf5", board.Knight, "f5"), func(w *ParsedMove) {
			d4, _ := board.ParseSquare("d4")
			e5, _ := board.ParseSquare("e5")
			w.HasReclaim, w.Reclaim = true, d4.Bit()|e5.Bit()
		})},
		{"Nf5~-", with(plain("Nf5", board.Knight, "f5"), func(w *ParsedMove) { w.HasReclaim = true })},
	}
	for _, test := range tests {
		got, err := ParseMove(test.in, English)
		got.Text = test.want.Text // the text is a quotation, not an answer
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s\n got %+v, %v\nwant %+v", test.in, got, err, test.want)
		}
	}
}

func TestPieceLettersOfOtherLanguages(t *testing.T) {
	for _, test := range []struct {
		letters Letters
		text    string
		kind    board.Kind
	}{
		{English, "Sf3", board.Knight}, {English, "Lg5", board.Bishop}, {English, "Dd4", board.Queen},
		{English, "Tf1", board.Rook}, {English, "Cf3", board.Knight}, {English, "Fg5", board.Bishop},
		{Italian, "Re2", board.King}, {Italian, "Cf3", board.Knight}, {Italian, "Ag5", board.Bishop},
		{German, "Sf3", board.Knight}, {German, "Tf1", board.Rook}, {German, "Lg5", board.Bishop},
		{German, "Dd4", board.Queen}, {German, "Ke2", board.King}, {German, "Be4", board.Pawn},
		{French, "Re2", board.King}, {French, "Fg5", board.Bishop}, {French, "Cf3", board.Knight},
		{Spanish, "Ag5", board.Bishop}, {Spanish, "Dd4", board.Queen},
		{Dutch, "Pf3", board.Knight}, {Dutch, "Lg5", board.Bishop},
	} {
		w, err := ParseMove(test.text, test.letters)
		if err != nil || w.Kind != test.kind || w.Foreign != test.text[0] && !(test.letters.Name == "de" &&
			test.text[0] == 'K') {
			t.Errorf("%s in %s is %v (foreign %c), %v", test.text, test.letters.Name, w.Kind, w.Foreign, err)
		}
	}
}

func TestUnreadableNotationIsAnError(t *testing.T) {
	for _, text := range []string{"", "!", "N", "Nf9", "Xf3", "Nf3/", "Nf3/Zd4", "Nf3/d9", "e2e4e5", "Nf3~",
		"Nf3~d4,d4", "Nf3~x", "Naf1f3", "1", "--", "e8=Z", "\xff\xfe"} {
		if w, err := ParseMove(text, English); !errors.Is(err, board.ErrSyntax) {
			t.Errorf("%q reads as %+v, %v", text, w, err)
		}
	}
}

// A letter that names no piece is told in capitals, however it was written.
func TestPromotionToNothing(t *testing.T) {
	for _, text := range []string{"e8=z", "e8=Z"} {
		if _, err := ParseMove(text, English); err == nil || !strings.HasSuffix(err.Error(),
			"is not a move: no piece is called Z") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func FuzzNotation(f *testing.F) {
	for _, text := range []string{"Nf3?!", "Bh3/Nf3+", "B:h1/Bf1", "000+", "Ag5", "Qa5+??", "e7e8q", "exd6 e.p.",
		"e8(N)", "♘f3", "Nf5~d4,e5", "Nf5~-", "O-O-O/Qd4#"} {
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, language uint8) {
		letters := Languages()[int(language)%len(Languages())]
		w, err := ParseMove(text, letters)
		if err != nil {
			if !errors.Is(err, board.ErrSyntax) {
				t.Errorf("%q: the error has no class: %v", text, err)
			}
			return
		}
		if w.Castling != (w.To == board.NoSquare) || w.FromFile > 7 || w.FromRank > 7 || w.UCI &&
			(w.FromFile < 0 || w.FromRank < 0) {
			t.Errorf("%q reads as %+v", text, w)
		}
	})
}
