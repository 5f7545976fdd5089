package problemfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"turncoat/internal/lines"
	"turncoat/puzzle"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// read reads a text, and returns a line for each problem or error.
func read(t testing.TB, text string) (list []string) {
	t.Helper()
	chess, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	for p, err := range Read(strings.NewReader(text), chess) {
		if err != nil {
			if tooLong := (*lines.TooLongError)(nil); !errors.Is(err, ErrProblem) &&
				!errors.As(err, &tooLong) {
				t.Errorf("%v is of no class", err)
			}
			list = append(list, "error: "+err.Error())
			continue
		}

		line := fmt.Sprintf("%d %s, %s in %d", p.Line, p.Variant.FEN(&p.Position), p.Goal, p.In)
		if p.Half {
			line += ".5"
		}
		for _, c := range p.Twins {
			line += "; " + c.String()
		}
		list = append(list, line)
	}

	return list
}

// The same problem in the three languages, cut short and in full: White mates by castling.
func TestPopeyeLanguages(t *testing.T) {
	const want = "1 8/Q7/8/8/8/8/8/2k1K2R w K - 0 1, win in 2; Qa7-b7"
	for _, text := range []string{
		"BeginProblem\nAuthor X\nPieces White Ke1 Qa7 Rh1 Black Kc1\nStipulation #2\nOption Variation Try Defence 2\nTwin Move a7 b7\nEndProblem\n",
		"anf\nford #2\nopti vari verf wider 2\nstei weis ke1 da7 th1\n schw kc1\nzwil versetze a7 b7\nende\n",
		"debut\nenonce #2 option vari essais defense 2\npieces blancs re1 da7 th1 noirs rc1\njumeau deplacement a7 b7\nfin\n",
		"begin\nForsyth 8/Q7/8/8/8/8/8/2k1K2R stip #2 opti try defe 2 vari twin move a7 b7\r\nend\r\n",
	} {
		if strings.Contains(text, "blancs") { // no word of Popeye's
			text = strings.NewReplacer("blancs", "blanc", "noirs", "noir").Replace(text)
		}
		got := read(t, text)
		for i := range got {
			// where it begins is another test's
			got[i] = "1" + strings.TrimLeft(got[i], "0123456789")
		}

		if !slices.Equal(got, []string{want}) {
			t.Errorf("%q, want %s", got, want)
		}
	}
}

// Who begins, which rights there are, and what twins are made of.
func TestPopeyeProblems(t *testing.T) {
	for text, want := range map[string]string{
		"pieces white kf6 ra1 black kh8 stip h#2.5":                                                          "7k/8/5K2/8/8/8/8/R7 w - - 0 1, help-win in 2.5",
		"pieces white kf6 ra1 black kh8 stip h#2":                                                            "7k/8/5K2/8/8/8/8/R7 b - - 0 1, help-win in 2",
		"pieces white kf6 ra1 black kh8 stip h#02":                                                           "7k/8/5K2/8/8/8/8/R7 b - - 0 1, help-win in 2",
		"pieces white kf6 ra1 black kh8 stip h#3 option threat 2 maxsol 1 intelligent 5 nontrivial 0 1 beep": "7k/8/5K2/8/8/8/8/R7 b - - 0 1, help-win in 3",
		// With White to play Popeye prints the lines of h#1.5.
		"pieces white kf6 ra1 black kh8 stip h#2 option whitetoplay":                       "7k/8/5K2/8/8/8/8/R7 w - - 0 1, help-win in 1.5",
		"pieces white kb1 sc2 black kh8 stip h#2 twin rotate 90 twin mirror a1<-->h8 twin": "7k/8/8/8/8/8/2N5/1K6 b - - 0 1, help-win in 2; rotate 90; mirror a1<->h8; mirror a1<->h8",
		// With a help-mate in one, that is a single turn of White's.
		"pieces white kf6 ra1 black kh8 stip h#1 option whitetoplay":                                "7k/8/5K2/8/8/8/8/R7 w - - 0 1, help-win in 0.5",
		"pieces white kg6 ra1 black kh8 stip h=0.5":                                                 "7k/8/6K1/8/8/8/8/R7 w - - 0 1, help-stalemate in 0.5",
		"pieces white kf6 ra1 black kh8 stip h#2 twin polishtype":                                   "7k/8/5K2/8/8/8/8/R7 b - - 0 1, help-win in 2; polish type",
		"pieces white kf6 ra1b1 black kh8 rg8 stip h#2 twin substi r b":                             "6rk/8/5K2/8/8/8/8/RR6 b - - 0 1, help-win in 2; Ra1=B, Rb1=B, Rg8=B",
		"pieces white kf6 ra1 black kh8 stip h#2 twin add white sa7 black ba5":                      "7k/8/5K2/8/8/8/8/R7 b - - 0 1, help-win in 2; +wNa7, +bBa5",
		"latex x.tex\npieces white kf6 ra1 black kh8 stip h#2 option startmoven 1":                  "7k/8/5K2/8/8/8/8/R7 b - - 0 1, help-win in 2",
		"latexpieces s \"\\N\"\npieces white kf6 ra1 black kh8 stip h#2 option noshort":             "7k/8/5K2/8/8/8/8/R7 b - - 0 1, help-win in 2",
		"pieces white kf6 ra1 black kh8 stip h#2 option halfduplex":                                 "7k/8/5K2/8/8/8/8/R7 w - - 0 1, help-win in 2",
		"stip s#2 pieces white ke1 ra1h1 black kg8 option nocastling a1":                            "6k1/8/8/8/8/8/8/R3K2R w K - 0 1, self-win in 2",
		"stip #1 pieces white kc1 ba1 pe5 black kh8 bg8 ph7d5 option enpa d6":                       "6bk/7p/8/3pP3/8/8/8/B1K5 w - d6 0 1, win in 1",
		"pieces white kf6 ra1 black kh8 stip h#2 twin add black pa2 remove a1":                      "7k/8/5K2/8/8/8/8/R7 b - - 0 1, help-win in 2; +bPa2, -Ra1",
		"pieces white kf6 ra1 black kh8 stip h#2 twin exchange f6 a1 twin cont move h8 g8 stip h#3": "7k/8/5K2/8/8/8/8/R7 b - - 0 1, help-win in 2; Kf6<->Ra1; Kf6<->Ra1, Kh8-g8, h#3",
		"pieces white kf6 ra1 black kh8 stip h#2 twin stip #2 twin cont stip h=3":                   "7k/8/5K2/8/8/8/8/R7 b - - 0 1, help-win in 2; #2; #2, h=3",
		"pieces white kf6 ra1 black kh8 stip exact-h#1 twin stip exact-#2 twin":                     "7k/8/5K2/8/8/8/8/R7 b - - 0 1, exact-help-win in 1; exact-#2; exact-#2",
		"pieces white kf6 ra1 black kh8 stip exact-s#2 option quodlibet twin":                       "7k/8/5K2/8/8/8/8/R7 w - - 0 1, exact-quodlibet-self-win in 2; exact-quodlibet s#2",
		"pieces white kf6 ra1 black kh8 stip h#2 twin shift a1 b1":                                  "7k/8/5K2/8/8/8/8/R7 b - - 0 1, help-win in 2",
	} {
		got := read(t, "begin\n"+text+"\nend\n")
		if strings.Contains(text, "shift") { // the king on h8 would leave the board
			if len(got) != 1 || !strings.HasPrefix(got[0], "error: line 2: ") {
				t.Errorf("%s: %q", text, got)
			}
		} else if len(got) != 1 || strings.TrimLeft(got[0], "123456789") != " "+want {
			t.Errorf("%s:\n%q, want\n%s", text, got, want)
		}
	}
}

// Forsyth notation counts on from square to square: slashes separate nothing, and a number may have
// two digits.
func TestPopeyeForsyth(t *testing.T) {
	const want = "7k/8/5K2/8/8/8/8/R7 b - - 0 1"
	for _, text := range []string{"7k/8/5K2/8/8/8/8/R7", "7k/13K/34R", "7k13K2/32R7", "7k/8/5K2/32/R"} {
		got := read(t, "begin stip h#2\nforsyth "+text+"\nend\n")
		if len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%s: %q, want %s", text, got, want)
		}
	}
}

// A condition names the rules, in each language, in full or cut short.
func TestPopeyeConditions(t *testing.T) {
	magic, err := ruleset.Parse([]byte("base: magic-squares\nsquares: [a1, f7, h8]\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"begin cond %s stip h#2 pieces white kf6 ra1 black kh8 end": "AndernachChess andernach, " +
			"ande andernach, AntiAndernach anti-andernach, Tibet tibet, DoubleTibet double-tibet, " +
			"Traitor traitor, Masand masand, MasandGeneralised masand-generalised, " +
			"magicsquares f7a1h8 custom, magic d4e4d5e5 magic-squares",
		"anfang bedi %s ford h#2 steine weiss kf6 ta1 schwarz kh8 ende": "AndernachSchach andernach, " +
			"AntiAndern anti-andernach, TibetSchach tibet, DoppelTibet double-tibet, " +
			"TraitorChess traitor, Masand masand, MasandVerallgemeinert masand-generalised, " +
			"MagischeFelder a1f7h8 custom",
		"debut condition %s enonce h#2 pieces blanc rf6 ta1 noir rh8 fin": "EchecsAndernach andernach, " +
			"EchecsAntiAndernach anti-andernach, Tibet tibet, DoubleTibet double-tibet, " +
			"EchecsTraitor traitor, Masand masand, MasandGeneralise masand-generalised, " +
			"CaseMagique h8f7a1 custom",
	} {
		for pair := range strings.SplitSeq(want, ", ") {
			i := strings.LastIndexByte(pair, ' ')
			condition, name := pair[:i], pair[i+1:]
			chess, _ := rules.Named("chess")
			input := strings.Replace(text, "%s", condition, 1)
			for p, err := range Read(strings.NewReader(input), chess) {
				if err != nil {
					t.Errorf("%s: %v", condition, err)
					continue
				}
				set := p.Variant.Set()
				if set.Name != name || name == "custom" && set != magic {
					t.Errorf("%s: %s, want %s", condition, set, name)
				}
			}
		}
	}
}

// Where a rook can gain the right to castle, its king can be forbidden to.
func TestPopeyeForbidsKingToCastle(t *testing.T) {
	for condition, want := range map[string]string{
		"andernach": "4k3/8/8/8/8/8/8/N3K3 b E - 0 1",
		"masand":    "4k3/8/8/8/8/8/8/N3K3 b E - 0 1",
	} {
		got := read(t, "begin cond "+condition+
			" option nocastling e1 stip h#2 pieces white ke1 sa1 black ke8 end")
		if len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%s: %q, want %s", condition, got, want)
		}
	}
}

// The position of a help-win and its twins may have one king.
func TestPopeyeTwinsWithOneKing(t *testing.T) {
	got := read(t, "begin stip ser-h#2 pieces white kf6 ra1 black pa2 twin move a2 b2 end")
	want := "0 8/8/5K2/8/8/8/p7/R7 b - - 0 1, series-help-win in 2; Pa2-b2"
	if len(got) != 1 || got[0][1:] != want[1:] {
		t.Errorf("%q, want %s", got, want)
	}
}

// Options have their names in three languages, and words may be cut short.
func TestPopeyeOptions(t *testing.T) {
	chess, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"begin option threat 2 duplex stoponshort stip h#2 pieces white kf6 ra1 black kh8 end",
		"anfang option drohung 2 dupl stopnach ford h#2 steine weiss kf6 ta1 schwarz kh8 ende",
		"debut option menace 2 duplex finapres enonce h#2 pieces blanc rf6 ta1 noir rh8 finprobleme",
	} {
		for p, err := range Read(strings.NewReader(text), chess) {
			if err != nil || !p.Duplex || !p.StopOnShort {
				t.Errorf("%s: %+v, %v", text, p, err)
			}
		}
	}
}

// Names of authors in the examples of Popeye, and other letters of TeX.
func TestPopeyeAuthors(t *testing.T) {
	chess, err := rules.Named("chess")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`Boris Bursa\'c`: "Boris Bursać", `Sl. \v{S}aleti\'c`: "Sl. Šaletić",
		`Torsten Lin\ss`:     "Torsten Linß",
		`Vaclav Kote\vsovec`: "Vaclav Kotešovec", `Igor Vere\vs\vcagin`: "Igor Vereščagin",
		`Gy\"orgy P\'al`: "György Pál", `Manuel Mu\~noz`: "Manuel Muñoz",
		`Bj\/orn Enemark`:        "Bjørn Enemark",
		`S{\o}ren \AA str\"{o}m`: "Søren Åström", `D\'{\i}az`: "Díaz", `A \& B`: `A \& B`,
		`\c{c} \H{o}`: "ç ő",
	} {
		input := "begin\nauthor " + text + "\nstip h#2 pieces white kf6 ra1 black kh8\nend\n"
		for p, err := range Read(strings.NewReader(input), chess) {
			if err != nil || len(p.Authors) != 1 || p.Authors[0] != want {
				t.Errorf("%s: %q, %v, want %q", text, p.Authors, err, want)
			}
		}
	}
}

// What cannot be read is named with its line, and the next problem is read.
func TestFaultyProblems(t *testing.T) {
	const pieces = "pieces white kf6 ra1 black kh8\n"
	const good = "pieces white kf6 ra1 black kh8 stip h#2\n"
	for bad, want := range map[string]string{
		"pieces white ke1 gh1 black kh8 stip #2\n":  `unsupported piece "gh1"`,
		"condition circe\n" + good:                  `unsupported condition "circe"`,
		"condition andernach circe\n" + good:        `unsupported second condition "circe"`,
		"cond tibet\ncond masand\n" + good:          `unsupported second condition "masand"`,
		"condition an\n" + good:                     `unsupported condition "an"`,
		"condition magicsquare\n" + good:            "squares expected",
		"condition magicsq c5 type2\n" + good:       `unsupported second condition "type2"`,
		good + "option quodlibet\n":                 "unsupported option Quodlibet",
		"stip dia3\n" + good:                        `unsupported stipulation "dia3"`,
		"stip #3\noption threat 2\n" + pieces:       `unsupported option "threat"`,
		"option maxflight 2\nstip #3\n" + pieces:    `unsupported option "maxflight"`,
		"option nontrivial 0 1 stip s#3\n" + pieces: `unsupported option "nontrivial"`,
		good + "option intelligent 0\n":             "Intelligent 0",
		"stip exact-dia3\n" + good:                  `unsupported stipulation "exact-dia3"`,
		good + "twin substitute q\n":                "the letter of a piece expected",
		good + "twin add white\n":                   "a twin adds no piece",
		"pieces white ke1 ra1 black kh8\n":          "no stipulation",
		"pieces white ke1 ra1 stip #2\n":            "not a valid position",
		good + "twin rotate 91\n":                   `unsupported twin "rotate 91"`,
		"stip pser-h#3\n" + good:                    `unsupported stipulation "pser-h#3"`,
		// castling in 2
		"stip h002\n" + good:       `unsupported stipulation "h002"`,
		"option matesin1\n" + good: `unsupported option "matesin1"`,
		good + "twin move b2 b3\n": "without a piece on b2",
		good + "twin move\n":       "squares expected, not \"next\"",
		"forsyth 64k stip #2\n":    "unsupported Forsyth",
		"forsyth 8/kx stip #2\n":   "unsupported Forsyth",
		"pieces neutral ke1\n":     "neutral pieces are unsupported",
	} {
		got := read(t, "begin\n"+bad+"next\n"+good+"end\n")
		if len(got) != 2 || !strings.Contains(got[0], want) ||
			!strings.HasPrefix(got[0], "error: line ") ||
			!strings.HasSuffix(got[1], "help-win in 2") {
			t.Errorf("%q:\n%q, want %s", bad, got, want)
		}
	}

	for _, cut := range []string{good, "pieces white kf6 ra1 black", pieces + "stip"} {
		got := read(t, "begin\n"+cut)
		if len(got) != 1 || !strings.Contains(got[0], "ends within a problem") {
			t.Errorf("%q: %q", cut, got)
		}
	}
}

func TestReadEPDAndPGN(t *testing.T) {
	const mate = "7k/8/5K2/8/8/8/8/R7 w - -"
	got := read(t, "# comment\n\n"+mate+" bm Kg6; dm 2; id \"a; b\";\n"+mate+" 3 9\n"+mate+
		" bm #3;\nnothing\n")
	want := []string{"3 " + mate + " 0 1, win in 2", "4 " + mate + " 3 9, win in 0",
		"5 " + mate + " 0 1, win in 3"}
	if len(got) != 4 || !slices.Equal(got[:3], want) ||
		!strings.HasPrefix(got[3], "error: line 6: ") {
		t.Errorf("%q, want %q", got, want)
	}

	got = read(t, `[Event "h#1.5"]
[FEN "7k/8/5K2/8/8/8/8/R7 w - - 0 1"]

*

[Event "of other rules"]
[Variant "atomic"]
[FEN "7k/8/5K2/8/8/8/8/R7 w - - 0 1"]

*

[Event "of two kings"]
[Variant "pacifist1"]
[FEN "3b4/8/3B4/4N1p1/2P5/4PK2/8/k1q5 w - - 0 1"]

*

[Event "none"]

1. e4 *
`)
	want = []string{"2 7k/8/5K2/8/8/8/8/R7 w - - 0 1, help-win in 1.5",
		"14 3b4/8/3B4/4N1p1/2P5/4PK2/8/k1q5 w - - 0 1, win in 0"}
	unknown := func(line string) bool { return strings.HasPrefix(line, "error: line 8: ") }
	if !slices.ContainsFunc(got, unknown) ||
		!slices.Equal(slices.DeleteFunc(slices.Clone(got), unknown), want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A file in UTF-16, as some editors of Windows save it, is read like any other.
func TestUTF16(t *testing.T) {
	const text = "BeginProblem\nAuthor Müller\nPieces White Kf6 Ra1 Black Kh8\nStipulation #2\nEndProblem\n"
	want := read(t, text)
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		var encoded []byte
		for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
			encoded = order.AppendUint16(encoded, unit)
		}
		if got := read(t, string(encoded)); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", order, got, want)
		}
	}
}

// A problem has no more twins than there are letters for them.
func TestManyTwins(t *testing.T) {
	const begin, twin = "begin\npieces white kg6 ra1 black kh8\nstip #1\n", "twin move a1 b1\n"
	for twins, right := range map[int]bool{puzzle.MaxTwins: true, puzzle.MaxTwins + 1: false} {
		got := read(t, begin+strings.Repeat(twin, twins)+"end\n")
		if len(got) != 1 || strings.HasPrefix(got[0], "error: ") == right {
			t.Errorf("%d twins: %q", twins, got)
		}
	}
}

// Whatever the text, what is read of it can be solved: its positions are valid, its twins can be
// made.
func FuzzRead(f *testing.F) {
	f.Add("begin\npieces white kf6 ra1 black kh8 stip h#2 twin add black pa2 remove a1 twin cont exchange f6 a1\nend")
	f.Add(
		"anf\nford s#2\nopti vari duplex enpa d6 keinero a1h8\nstei weis ke1 da7 th1\n schw kc1 be2\nnull versetze a7 b7\nweiter\nende\n",
	)
	f.Add("begin\nForsyth 8/Q7/8/8/8/8/8/2k1K2R stip #2 next cond x next end")
	f.Add("7k/8/5K2/8/8/8/8/R7 w - - bm #2; id \"x\";\n")
	f.Add("[FEN \"7k/8/5K2/8/8/8/8/R7 w - - 0 1\"]\n\n*\n")
	chess, _ := rules.Named("chess")
	f.Fuzz(func(t *testing.T, text string) {
		for p, err := range Read(strings.NewReader(text), chess) {
			if err != nil {
				continue
			}
			if _, err := p.Variant.ParseFEN(p.Variant.FEN(&p.Position)); err != nil {
				t.Errorf("%v", err)
			}
			for _, c := range p.Twins {
				if _, _, err := c.Apply(p.Variant, &p.Position, p.Goal.Begins(p.Half)); err != nil {
					t.Errorf("twin %s: %v", c, err)
				}
			}

			if p.Half && p.Goal != puzzle.HelpWin {
				t.Errorf("half of a %s", p.Goal)
			}
		}
	})
}
