package rules

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"turncoat/rules/board"
)

// shown writes all that was read, in one form: piece, origin, "x", target, promotion, conversions,
// sign, and the rest in words.
func shown(w ParsedMove) string {
	var b strings.Builder
	switch {
	case w.Castling:
		fmt.Fprintf(&b, "castling %d", w.CastlingSide)
	case !w.UCI:
		b.WriteByte(w.Kind.Letter())
	}

	if w.FromFile >= 0 {
		b.WriteByte('a' + byte(w.FromFile))
	}
	if w.FromRank >= 0 {
		b.WriteByte('1' + byte(w.FromRank))
	}
	if w.Takes {
		b.WriteByte('x')
	}
	if !w.Castling {
		b.WriteString(w.To.String())
	}
	if w.Promotion != board.NoKind {
		fmt.Fprintf(&b, "=%c", w.Promotion.Letter())
	}
	for _, c := range w.Converted {
		fmt.Fprintf(&b, "/%c%v", c.Kind.Letter(), c.Square)
	}
	b.WriteString(w.Sign)
	if w.UCI {
		b.WriteString(" UCI")
	}
	if w.Foreign != 0 {
		fmt.Fprintf(&b, " foreign %c", w.Foreign)
	}
	if w.HasReclaim {
		fmt.Fprintf(&b, " ~%v", w.Reclaim)
	}
	return b.String()
}

// NOT-5: input is read as people write it. The first lines are the moves of the three tournament
// games of the sources, as they stand there.
func TestNotationIsReadAsPeopleWriteIt(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"Nf3?!", "Nf3"}, {"d4??", "Pd4"}, {"Bh3/Nf3+", "Bh3/Nf3+"}, {"g:f3", "Pgxf3"}, {"Bg2/f2+",
			"Bg2/Pf2+"},
		{"B:h1/Bf1", "Bxh1/Bf1"}, {"Q:f1/Pf2", "Qxf1/Pf2"}, {"Qf4+", "Qf4+"},
		{"000+", "castling 0+"},
		{"Ag5", "Bg5 foreign A"}, {"Qa5+??", "Qa5+"}, {"Ba6/Qa5", "Ba6/Qa5"}, {"Qg5+/Pe5",
			"Qg5/Pe5+"},

		{"1.e4", "Pe4"}, {"12... Nf3!?", "Nf3"}, {"e4$1", "Pe4"}, {"Nf3+ $2 $14", "Nf3+"},
		{"0-0", "castling 1"},
		{"00", "castling 1"}, {"O-O-O#", "castling 0#"}, {"o-o", "castling 1"}, {"O-O/Nf3",
			"castling 1/Nf3"},
		{"Bh3+/Nf3/f2", "Bh3/Nf3/Pf2+"}, {"e2e4", "e2e4 UCI"}, {"e7e8q", "e7e8=Q UCI"}, {"b7b8b",
			"b7b8=B UCI"},
		{"e2-e4", "Pe2e4"}, {"Ng1xf3", "Ng1xf3"}, {"R1a3", "R1a3"}, {"Rab1", "Rab1"}, {"exd6 e.p.",
			"Pexd6"},
		{"exd6e.p.+", "Pexd6+"}, {"e8=Q+", "Pe8=Q+"}, {"e8Q", "Pe8=Q"}, {"e8(N)", "Pe8=N"},
		{"dxe8=R/Rh8", "Pdxe8=R/Rh8"}, {"Qh7++", "Qh7+"}, {"Qh7mate", "Qh7#"},
		{"e8=a", "Pe8=B foreign A"}, // an alfil, in small letters as in UCI
		{"♘f3", "Nf3"}, {"♟e5", "Pe5"}, {"Pe4", "Pe4"}, {"Nf5~d4,e5", "Nf5 ~d4,e5"},
		{"Nf5~-", "Nf5 ~-"},
	} {
		got, err := ParseMove(test.in, English)
		if err != nil || shown(got) != test.want {
			t.Errorf("%s reads as %s, want %s (%v)", test.in, shown(got), test.want, err)
		}
	}
}

func TestPieceLettersOfOtherLanguages(t *testing.T) {
	for _, test := range []struct {
		letters Letters
		text    string
		kind    board.Kind
	}{
		{English, "Sf3", board.Knight}, {English, "Lg5", board.Bishop}, {English, "Dd4",
			board.Queen},
		{English, "Tf1", board.Rook}, {English, "Cf3", board.Knight}, {English, "Fg5",
			board.Bishop},
		{Italian, "Re2", board.King}, {Italian, "Cf3", board.Knight}, {Italian, "Ag5",
			board.Bishop},
		{German, "Sf3", board.Knight}, {German, "Tf1", board.Rook}, {German, "Lg5", board.Bishop},
		{German, "Dd4", board.Queen}, {German, "Ke2", board.King}, {German, "Be4", board.Pawn},
		{French, "Re2", board.King}, {French, "Fg5", board.Bishop}, {French, "Cf3", board.Knight},
		{Spanish, "Ag5", board.Bishop}, {Spanish, "Dd4", board.Queen},
		{Dutch, "Pf3", board.Knight}, {Dutch, "Lg5", board.Bishop},
	} {
		w, err := ParseMove(test.text, test.letters)
		if err != nil || w.Kind != test.kind || w.Foreign != test.text[0] &&
			!(test.letters.Name == "de" && test.text[0] == 'K') {
			t.Errorf("%s in %s is %v (foreign %c), %v", test.text, test.letters.Name, w.Kind,
				w.Foreign, err)
		}
	}
}

func TestUnreadableNotationIsAnError(t *testing.T) {
	for _, text := range []string{"", "!", "N", "Nf9", "Xf3", "Nf3/", "Nf3/Zd4", "Nf3/d9", "e2e4e5",
		"Nf3~", "Nf3~d4,d4", "Nf3~x", "Naf1f3", "1", "--", "e8=Z", "\xff\xfe"} {
		if w, err := ParseMove(text, English); !errors.Is(err, board.ErrSyntax) {
			t.Errorf("%q reads as %+v, %v", text, w, err)
		}
	}
}

func FuzzNotation(f *testing.F) {
	for _, text := range []string{"Nf3?!", "Bh3/Nf3+", "B:h1/Bf1", "000+", "Ag5", "Qa5+??", "e7e8q",
		"exd6 e.p.", "e8(N)", "♘f3", "Nf5~d4,e5", "Nf5~-", "O-O-O/Qd4#"} {
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
