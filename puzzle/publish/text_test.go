package publish

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"turncoat/diagram"
	"turncoat/puzzle"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/rules/ruleset"
)

// mate returns a mate in two by king and rook, worked out by hand.
func mate(t *testing.T) puzzle.Puzzle {
	t.Helper()
	return puzzle.Puzzle{
		ID: "chess-2", Rules: puzzletest.Named(t, "chess").Set(), FEN: "7k/8/8/6K1/8/8/8/R7 w - - 0 1", In: 2,
		Keys: []string{"g5g6"}, Line: []string{"Kg6", "Kg8", "Ra8#"},
		Solution: `["g5g6",[["h8g8"],["a1a8"]]]`, Claims: puzzle.Claims{FirstTurns: 20, Defences: 1},
	}
}

// Text for TeX: every sign that means something there is written so that it means itself.
func TestTeXText(t *testing.T) {
	for text, want := range map[string]string{
		"plain Text 1.": "plain Text 1.", "a\n\t b ": "a b", `#$%&_{}`: `\#\$\%\&\_\{\}`, `\`: `\textbackslash{}`, "~^`": `\textasciitilde{}\textasciicircum{}\textasciigrave{}`,
		`"q"`: `\textquotedbl{}q\textquotedbl{}`, "-- << >> ,, ''": "-{}-{} <{}<{} >{}>{} ,{},{} '{}'{}", "a→b…": `a\ensuremath{\rightarrow}b\dots{}`,
		"a\x00\x1b\x7f\u202eb": "ab", "\xff": "?", "é ★": "é ★",
	} {
		var b texWriter
		if got := b.text(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
	var a, b texWriter
	a.text("★é")
	b.text("Щ★а")
	const want = "\\DeclareUnicodeCharacter{0429}{Shch}\n\\DeclareUnicodeCharacter{0430}{a}\n\\DeclareUnicodeCharacter{2605}{[U+2605]}\n"
	if got := declarations(&a, &b); got != want {
		t.Errorf("declared are\n%swant\n%s", got, want)
	}
}

// A document on each paper: as many diagrams beside each other as there is room for, with a gap between, by
// rules and lengths.
func TestLaTeXDocument(t *testing.T) {
	one := func(width string, number int, words string) string {
		return fmt.Sprintf("\\begin{minipage}[b]{%s\\linewidth}\\centering\n\\textbf{%d}%s\\\\[3pt]\n\\chessboard[setfen={7k/8/8/6K1/8/8/8/R7 w - - 0 1}]\\\\[2pt]\n\\textbf{\\#2}\\quad 2+1\n", width, number, words)
	}
	const line = `\textbf{1.Kg6 Kg8 2.Ra8\#}.`
	first := mate(t)
	first.Words = puzzle.Words{Authors: []string{"A", "B"}, Published: "Paper", Date: "1999", Prize: "1st",
		Title: "T", Dedication: "to C", Comments: []string{"fine"}}
	words := "\\\\ {\\small A,{} B}\\\\ {\\small Paper 1999,{} 1st}\\\\ {\\small “T”}\\\\ {\\small to C}"
	book := []puzzle.Puzzle{first, mate(t), mate(t), mate(t)}
	for _, test := range []struct {
		book           Book
		preamble, body string
	}{
		{Book{Title: "A & B"}, "a4paper,10pt;top=15mm,bottom=20mm,left=18mm,right=18mm;16pt",
			"\\section*{Chess: win in two}\n\\noindent\n" + one("0.31", 1, words) +
				"\\end{minipage}%\n\\hspace{0.035\\linewidth}%\n" + one("0.31", 2, "") +
				"\\end{minipage}%\n\\hspace{0.035\\linewidth}%\n" +
				one("0.31", 3, "") + "\\end{minipage}%\n\\par\\medskip\\noindent\n" + one("0.31", 4, "") +
				"\\end{minipage}%\n\n" +
				"\\section*{Solutions}\n\\begin{multicols}{2}\\footnotesize\\raggedright\n\\begin{description}\n\\item[1.] " + line + " \\emph{fine}\n\\item[2.] " + line + "\n\\item[3.] " + line + "\n\\item[4.] " + line + "\n" +
				"\\end{description}\n\\end{multicols}\n"},
		{Book{Title: "A & B", Paper: A5, InPlace: true}, "a5paper,10pt;top=11mm,bottom=16mm,left=13mm,right=13mm;17pt",
			"\\section*{Chess: win in two}\n\\noindent\n" + one("0.47", 1, words) +
				"\\par\\smallskip\\raggedright\\footnotesize " + line +
				" \\emph{fine}\n\\end{minipage}%\n\\hspace{0.06\\linewidth}%\n" +
				one("0.47", 2, "") + "\\par\\smallskip\\raggedright\\footnotesize " + line +
				"\n\\end{minipage}%\n\\par\\medskip\\noindent\n" +
				one("0.47", 3, "") + "\\par\\smallskip\\raggedright\\footnotesize " + line +
				"\n\\end{minipage}%\n\\hspace{0.06\\linewidth}%\n" +
				one("0.47", 4, "") + "\\par\\smallskip\\raggedright\\footnotesize " + line + "\n\\end{minipage}%\n\n"},
	} {
		var out strings.Builder
		if err := Export(&out, "latex", test.book, book); err != nil {
			t.Fatal(err)
		}
		head, body, _ := strings.Cut(out.String(), "\\begin{document}\n")
		if want := "\\begin{center}\\LARGE A \\& B\\end{center}\n" + test.body + "\\end{document}\n"; body != want {
			t.Errorf("got\n%s\nwant\n%s", body, want)
		}
		for i, part := range strings.Split(test.preamble, ";") {
			if want := fmt.Sprintf([]string{"\\documentclass[%s]{article}", "\\usepackage[%s,footskip=9mm]{geometry}",
				"boardfontsize=%s,"}[i], part); !strings.Contains(head, want) {
				t.Errorf("%s is not in\n%s", want, head)
			}
		}
	}
	// A part begins a row of its own.
	long := helpMate(t)
	text := exported(t, "latex", []puzzle.Puzzle{mate(t), long})
	if want := "\\end{minipage}%\n\\section*{Chess: help-{}win in 1.5}\n\\noindent\n\\begin{minipage}"; !strings.Contains(text, want) {
		t.Errorf("%q is not in\n%s", want, text)
	}
	if want := "\\item[2.] \\textbf{1...Kf7 2.Kh7 Rh1\\#}; \\textbf{1...Kg6 2.Kg8 Ra8\\#}.\n"; !strings.Contains(text,
		want) {
		t.Errorf("%q is not in\n%s", want, text)
	}
}

func TestWrapped(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want []string
	}{
		{"", 5, nil}, {" \n\t ", 5, nil}, {"abc", 5, []string{"abc"}}, {"abcde", 5, []string{"abcde"}},
		{"abcdef", 5, []string{"abcde", "f"}},
		{"ab cd", 5, []string{"ab cd"}}, {"ab cde", 5, []string{"ab", "cde"}},
		{"ab\ncd\x00ef", 5, []string{"ab cd", "ef"}}, {"a bcdefghijkl mn", 5, []string{"a", "bcdef", "ghijk", "l mn"}},
		{"ééé", 5, []string{"éé", "é"}}, {"aéé", 4, []string{"aé", "é"}}, {"\xff", 5, []string{"�"}},
	} {
		if got := wrapped(test.text, test.most); !slices.Equal(got, test.want) {
			t.Errorf("%q in %d: %q, want %q", test.text, test.most, got, test.want)
		}
	}
	for text, want := range map[string]string{"": "", "a\nb": "a b", strings.Repeat("x", 200): strings.Repeat("x",
		200), strings.Repeat("x", 201): strings.Repeat("x", 200) + " …"} {
		if got := popeyeText(text); got != want {
			t.Errorf("%q is one line as %q", text, got)
		}
	}
}

func TestRanges(t *testing.T) {
	for _, test := range []struct {
		numbers []int
		want    string
	}{
		{nil, "[]"}, {[]int{3}, "[3]"}, {[]int{3, 4}, "[3 4]"}, {[]int{3, 4, 5}, "[3–5]"},
		{[]int{1, 3, 4, 5, 6, 8, 9}, "[1 3–6 8 9]"}, {[]int{1, 2, 4, 5, 6}, "[1 2 4–6]"},
	} {
		if got := fmt.Sprint(ranges(test.numbers)); got != test.want {
			t.Errorf("%v: %s, want %s", test.numbers, got, test.want)
		}
	}
}

// Puzzles stand by rule set as the rules text lists them, then those of rule sets of one's own by name; by
// stipulation, length and rating within.
func TestInOrder(t *testing.T) {
	var list []puzzle.Puzzle
	add := func(id, rules, stipulation string, in int, half bool, rating int) {
		p := puzzle.Puzzle{ID: id, Rules: ruleset.Set{Name: rules}, Stipulation: stipulation, In: in, Half: half}
		if rating > 0 {
			p.Grade = &puzzle.Grade{Rating: rating}
		}
		list = append(list, p)
	}
	add("j", "zebra", "", 1, false, 0)
	add("i", "antelope", "", 1, false, 0)
	add("h", "chess", "", 2, false, 0)
	add("g", "pacifist1", "self-win", 2, false, 900)
	add("f", "pacifist1", "help-win", 2, true, 900)
	add("e", "pacifist1", "help-win", 2, false, 900)
	add("d", "pacifist1", "", 3, false, 900)
	add("c", "pacifist1", "", 2, false, 1500)
	add("b", "pacifist1", "", 2, false, 1400)
	add("a", "pacifist1", "", 2, false, 0)
	first := list[0].ID
	var got string
	for _, p := range inOrder(list) {
		got += p.ID
	}
	if got != "abcdefghij" {
		t.Errorf("the order is %s", got)
	}
	if list[0].ID != first {
		t.Error("the list itself has been sorted")
	}
}

// Stipulations as problemists write them, where the game ends with a mate, and in words elsewhere.
func TestStipulations(t *testing.T) {
	for _, test := range []struct {
		rules, stipulation, fen string
		in, lines               int
		half                    bool
		want                    string
	}{
		{"chess", "", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 2, 0, false, "#2"},
		{"chess", "", "7K/8/8/6k1/8/8/8/r7 b - - 0 1", 2, 0, false, "#2, Black to move"},
		{"conversion", "self-win", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 3, 0, false, "s#3"},
		{"chess", "help-win", "7k/8/8/6K1/8/8/8/R7 b - - 0 1", 2, 1, false, "h#2"},
		{"chess", "help-win", "7k/8/8/6K1/8/8/8/R7 b - - 0 1", 2, 2, false, "h#2, 2 solutions"},
		{"chess", "help-win", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 2, 1, false, "h#2, White to move"},
		{"chess", "help-win", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 2, 3, true, "h#2.5, 3 solutions"},
		{"chess", "help-win", "7k/8/8/6K1/8/8/8/R7 b - - 0 1", 2, 1, true, "h#2.5, Black to move"},
		{"pacifist1", "", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 2, 0, false, "Win in 2"},
		{"pacifist1", "self-win", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 2, 0, false, "Self-win in 2"},
		{"pacifist1", "help-win", "7k/8/8/6K1/8/8/8/R7 b - - 0 1", 2, 1, false, "Help-win in 2"},
		{"pacifist1", "claim", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 4, 2, false, "Claim in 4"},
	} {
		p := puzzle.Puzzle{Rules: puzzletest.Named(t, test.rules).Set(), Stipulation: test.stipulation, FEN: test.fen,
			In: test.in, Half: test.half, Lines: make([][]string, test.lines)}
		if got := stipulation(&p); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
		p.Twins = []puzzle.Twin{{Change: puzzle.DuplexChange}}
		if got := stipulation(&p); got != test.want+", duplex" {
			t.Errorf("%+v, duplex: %q", test, got)
		}
		p.Twins = append(p.Twins, puzzle.Twin{Change: "-Ra1"})
		if got := stipulation(&p); got != test.want {
			t.Errorf("%+v, with two twins: %q", test, got)
		}
	}
}

// The rooks that stand as if they could castle, beside a king that does, and have no right to.
func TestPopeyeNoCastling(t *testing.T) {
	g := puzzletest.Named(t, "chess")
	for fen, want := range map[string]string{
		"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1": "a1h1a8h8", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1": "",
		"r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1": "a1h8", "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1": "h1a8",
		"r2k3r/8/8/8/8/8/8/R4K1R w - - 0 1": "", "r3k2r/8/8/8/8/8/8/R2K3R w - - 0 1": "a8h8",
		"n3k2q/8/8/8/8/8/8/1R2K1R1 w - - 0 1": "", "N3k2r/8/8/8/8/8/8/r3K2R w - - 0 1": "h1h8",
	} {
		at := puzzletest.Position(t, g, fen)
		if got := popeyeNoCastling(&at); got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
}

// Words and facts that EPD has no command for, each with its name.
func TestEPDWhole(t *testing.T) {
	p := mate(t)
	p.Themes, p.Grade = []string{"zugzwang"}, &puzzle.Grade{Rating: 1500, Level: 3}
	p.Words = puzzle.Words{Title: `The "T"`, Authors: []string{"A", "B"}, Dedication: "C", Published: "Paper", Date: "1999", Prize: "1st", Comments: []string{"x", "y"}}
	p.Unsound = []string{"cooked"}
	plain, help := mate(t), helpMate(t)
	help.Twins = []puzzle.Twin{{
		Change: "Ra1-b1", Keys: []string{"f6f7", "f6g6"}, Line: []string{"Kf7", "Kh7", "Rh1#"},
		Lines: [][]string{{"f6f7", "h8h7", "b1h1"}, {"f6g6", "h8g8", "b1b8"}},
	}}
	const want = `7k/8/8/6K1/8/8/8/R7 w - - bm Kg6; dm 2; id "chess-2"; c0 "rules chess; level 3, rating 1500; zugzwang"; c1 "title The 'T'; by A, B; dedication C; source Paper; date 1999; prize 1st; comment x / y; unsound: cooked";
7k/8/8/6K1/8/8/8/R7 w - - bm Kg6; dm 2; id "chess-2"; c0 "rules chess; not graded";
7k/8/5K2/8/8/8/8/R7 w - - bm Kf7 Kg6; id "chess-help-win-1.5"; c0 "rules chess; help-win in 1.5; 2 solutions; not graded";
7k/8/5K2/8/8/8/8/1R6 w - - bm Kf7 Kg6; id "chess-help-win-1.5-b"; c0 "rules chess; help-win in 1.5; 2 solutions; twin b) Ra1-b1";
`
	if got := exported(t, "epd", []puzzle.Puzzle{p, plain, help}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A row of the table of a puzzle whose last turn is known.
func TestCSVRow(t *testing.T) {
	p := mate(t)
	p.Source.Before, p.Source.Last, p.Source.Game = "6k1/8/8/6K1/8/8/8/R7 b - - 0 1", "g8h8", "https://localhost/game"
	p.Themes = []string{"zugzwang"}
	graded := p
	graded.Grade = &puzzle.Grade{Rating: 1500, Deviation: 40}
	for _, test := range []struct {
		p    puzzle.Puzzle
		want string
	}{
		{p, "chess-2|6k1/8/8/6K1/8/8/8/R7 b - - 0 1|g8h8 g5g6 h8g8 a1a8|||0|0|chess winIn2 zugzwang|https://localhost/game|"},
		// 24 times 12 players
		{graded, "chess-2|6k1/8/8/6K1/8/8/8/R7 b - - 0 1|g8h8 g5g6 h8g8 a1a8|1500|40|0|288|chess winIn2 zugzwang|https://localhost/game|"},
	} {
		if got, err := row(&test.p); err != nil || strings.Join(got, "|") != test.want {
			t.Errorf("%s, %v; want\n%s", strings.Join(got, "|"), err, test.want)
		}
	}
}

// Sizes of paper and the classes of a booklet.
func TestBooks(t *testing.T) {
	for i, name := range Papers() {
		if got, ok := ParsePaper(strings.ToUpper(name)); !ok || got != Paper(i) || got.String() != name {
			t.Errorf("%s is read as %s, %t", name, got, ok)
		}
	}
	if got, ok := ParsePaper("a3"); ok || got != A4 {
		t.Errorf("a3 is read as %s, %t", got, ok)
	}
	for _, test := range []struct {
		book        Book
		class, rule string
	}{
		{Book{}, "a4", "@page { size: A4; margin: 12mm 13mm 14mm }\n"},
		{Book{Paper: A5, Style: diagram.Print}, "a5 plain", "@page { size: A5; margin: 9mm 14mm 12mm }\n"},
		{Book{Paper: Letter, InPlace: true, Style: diagram.Print}, "letter plain in-place",
			"@page { size: letter; margin: 10mm 14mm 12mm }\n"},
	} {
		if class, rule := test.book.class(), test.book.pageRule(); class != test.class || rule != test.rule {
			t.Errorf("%+v: %q, %q", test.book, class, rule)
		}
	}
	// The colours of the waves are those of the diagrams.
	const waves = ".wave-1 { --wave: #e86a33; }\n.wave-2 { --wave: #f2a93b; }\n.wave-3 { --wave: #d94f8a; }\n.wave-4 { --wave: #8e5bd0; }\n.wave-5 { --wave: #3f8fd1; }\n.wave-6 { --wave: #2aa198; }\n.back { --wave: #4a90c8; }\n"
	if got := waveRules(diagram.Screen); got != waves {
		t.Errorf("%s, want %s", got, waves)
	}
	if got := waveRules(diagram.Print); got != "" {
		t.Errorf("in print: %s", got)
	}
	for want, p := range map[string]puzzle.Words{"": {}, "Paper 1999": {Published: "Paper", Date: "1999"},
		"1999, 1st": {Date: "1999", Prize: "1st"}, "1st": {Prize: "1st"}} {
		if got := published(&puzzle.Puzzle{Words: p}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A puzzle that cannot be played is named, in every form; and so is a disk that is full.
func TestExportFails(t *testing.T) {
	bad := mate(t)
	bad.ID, bad.Solution = "bad-1", `["a1a1"]`
	twin := mate(t)
	twin.ID, twin.Twins = "bad-2", []puzzle.Twin{{Change: "Ra1-b1", Keys: []string{"g5g6"}, Line: []string{"Kg6"}, Solution: `["g5g5"]`}}
	for _, format := range Formats() {
		good := mate(t)
		if format == "vchess" {
			good = puzzletest.Sample(t)[0]
		}
		if err := Export(full{}, format, Book{}, []puzzle.Puzzle{good}); !errors.Is(err, errFull) {
			t.Errorf("%s on a full disk: %v", format, err)
		}
		for _, p := range []puzzle.Puzzle{bad, twin} {
			if format == "pgn" || format == "html" || format == "latex" {
				if err := Export(io.Discard, format, Book{}, []puzzle.Puzzle{p}); err == nil ||
					!strings.HasPrefix(err.Error(), p.ID+": ") {
					t.Errorf("%s of %s: %v", format, p.ID, err)
				}
			}
		}
	}
	if err := Export(io.Discard, "docx", Book{}, nil); !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), `there is no format "docx"`) {
		t.Error(err)
	}
}

// full is a writer that takes nothing.
type full struct{}

var errFull = errors.New("no space left")
