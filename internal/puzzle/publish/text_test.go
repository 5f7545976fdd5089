package publish

import (
	"errors"
	"io"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/rules/ruleset"
)

// mate returns a mate in two by king and rook, worked out by hand.
func mate(t *testing.T) puzzle.Puzzle {
	t.Helper()
	return puzzle.Puzzle{
		ID: "chess-2", Rules: puzzletest.Named(t, "chess").Set(),
		FEN: "7k/8/8/6K1/8/8/8/R7 w - - 0 1", In: 2,
		Keys: []string{"g5g6"}, Line: []string{"Kg6", "Kg8", "Ra8#"},
		Solution: `["g5g6",[["h8g8"],["a1a8"]]]`,
		Claims:   puzzle.Claims{FirstTurns: 20, Defences: 1},
	}
}

// Text for TeX: every sign that means something there is written so that it means itself.
func TestTeXText(t *testing.T) {
	for text, want := range map[string]string{
		"plain Text 1.": "plain Text 1.", "a\n\t b ": "a b", `#$%&_{}`: `\#\$\%\&\_\{\}`,
		`\`: `\textbackslash{}`, "~^`": `\textasciitilde{}\textasciicircum{}\textasciigrave{}`,
		`"q"`:                  `\textquotedbl{}q\textquotedbl{}`,
		"-- << >> ,, ''":       "-{}-{} <{}<{} >{}>{} ,{},{} '{}'{}",
		"a→b…":                 `a\ensuremath{\rightarrow}b\dots{}`,
		"a\x00\x1b\x7f\u202eb": "ab", "\xff": "?", "é ★ Łș–": "é ★ Łș–",
	} {
		var b texWriter
		if got := b.text(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}

	var a texWriter
	a.text("★éŁș–")
	a.text("Щ★а")
	const want = "\\DeclareUnicodeCharacter{0429}{Shch}\n\\DeclareUnicodeCharacter{0430}{a}\n\\DeclareUnicodeCharacter{2605}{[U+2605]}\n"
	if got := a.declarations(); got != want {
		t.Errorf("declared are\n%swant\n%s", got, want)
	}
}

// Three diagrams stand side by side on A4 and two on A5; the solution of each stands at the end or
// beneath it, and a part begins a new row.
func TestLaTeXDocument(t *testing.T) {
	const line, row = `\textbf{1.Kg6 Kg8 2.Ra8\#}.`, "\\par\\medskip\\noindent\n"
	first := mate(t)
	first.Words = puzzle.Words{Authors: []string{"A"}, Comments: []string{"fine"}}
	for _, test := range []struct {
		book      Book
		rows, end int // of the diagrams; of the solutions after the last diagram
	}{{Book{Title: "A & B"}, 2, 5}, {Book{Title: "A & B", Paper: A5, InPlace: true}, 2, 0}} {
		var out strings.Builder
		if _, err := Export(&out, "latex", test.book, []puzzle.Puzzle{first, mate(t), mate(t), mate(t), helpMate(t)}); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		wins, help, _ := strings.Cut(text,
			"\\section*{Chess: helpmate in 1½}\n\\noindent\n\\begin{minipage}")
		if n := strings.Count(wins, row) + 1; n != test.rows || help == "" {
			t.Errorf("%+v: four diagrams in %d rows", test.book, n)
		}
		if n := strings.Count(text, line); n != 4 || strings.Count(text, line+` \emph{fine}`) != 1 {
			t.Errorf("%+v: %d solutions", test.book, n)
		}
		last := text[strings.LastIndex(text, `\end{minipage}`):]
		if n := strings.Count(last, `\item[`); n != test.end {
			t.Errorf("%+v: %d solutions stand at the end", test.book, n)
		}
		if !strings.Contains(text, `\LARGE A \& B`) ||
			!strings.Contains(text, test.book.Paper.String()+"paper") {
			t.Errorf("%+v: title or paper is missing", test.book)
		}
	}
}

// Puzzles stand by rule set as the rules text lists them, then those of rule sets of one's own by
// name; by stipulation, length and rating within.
func TestInOrder(t *testing.T) {
	var list []puzzle.Puzzle
	add := func(id, rules, stipulation string, in int, half bool, rating int) {
		p := puzzle.Puzzle{ID: id, Rules: ruleset.Set{Name: rules}, Stipulation: stipulation,
			In: in, Half: half}
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

// Rights are named where they are not those of kings and rooks at home.
func TestRights(t *testing.T) {
	for fen, want := range map[string]string{
		"4k2r/8/5B1P/3R1KpP/8/8/8/8 w k - 0 1":    "",
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1":    "",
		"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1":     "castling Qkq",
		"4k2r/8/5B1P/3R1KpP/8/8/8/8 w - - 0 1":    "castling -",
		"4k3/8/5B1P/3R1KpP/8/8/8/8 w - g6 0 1":    "e.p. g6",
		"r3k3/8/5B1P/3R1KpP/8/8/8/8 w - g6 0 1":   "castling -, e.p. g6",
		"4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1":         "castling Q",
		"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1": "castling -",
	} {
		variant := puzzletest.Named(t, "chess")
		at := puzzletest.Position(t, variant, fen)
		if got := rights(&at, variant.Set()); got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
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
		{"chess", "", "4k2r/8/5B1P/3R1KpP/8/8/8/8 w k g6 0 1", 2, 0, false, "#2"},
		{"chess", "", "4k2r/8/5B1P/3R1KpP/8/8/8/8 b k - 0 1", 2, 0, false, "#2, Black to move"},
		{"conversion", "self-win", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 3, 0, false, "s#3"},
		{"chess", "help-win", "7k/8/8/6K1/8/8/8/R7 b - - 0 1", 2, 1, false, "h#2"},
		{"chess", "help-win", "7k/8/8/6K1/8/8/8/R7 b - - 0 1", 2, 2, false, "h#2, 2 solutions"},
		{"chess", "help-win", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 2, 1, false, "h#2, White to move"},
		{"chess", "help-win", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 2, 3, true, "h#2½, 3 solutions"},
		{"chess", "help-win", "7k/8/8/6K1/8/8/8/R7 b - - 0 1", 2, 1, true, "h#2½, Black to move"},
		{"pacifist1", "", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 2, 0, false, "Win in 2"},
		{"pacifist1", "self-win", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 2, 0, false, "Self-win in 2"},
		{"pacifist1", "help-win", "7k/8/8/6K1/8/8/8/R7 b - - 0 1", 2, 1, false, "Help-win in 2"},
		{"pacifist1", "claim", "7k/8/8/6K1/8/8/8/R7 w - - 0 1", 4, 2, false, "Claim in 4"},
	} {
		p := puzzle.Puzzle{Rules: puzzletest.Named(t, test.rules).Set(),
			Stipulation: test.stipulation, FEN: test.fen, In: test.in, Half: test.half,
			Lines: make([][]string, test.lines)}
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
	variant := puzzletest.Named(t, "chess")
	for fen, want := range map[string]string{
		"r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1": "a1h1a8h8", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1": "",
		"r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1": "a1h8", "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1": "h1a8",
		"r2k3r/8/8/8/8/8/8/R4K1R w - - 0 1": "", "r3k2r/8/8/8/8/8/8/R2K3R w - - 0 1": "a8h8",
		"n3k2q/8/8/8/8/8/8/1R2K1R1 w - - 0 1": "", "N3k2r/8/8/8/8/8/8/r3K2R w - - 0 1": "h1h8",
	} {
		at := puzzletest.Position(t, variant, fen)
		if got := popeyeNoCastling(&at); got != want {
			t.Errorf("%s: %q, want %q", fen, got, want)
		}
	}
}

// Words and facts that EPD has no command for, each with its name.
func TestEPDWhole(t *testing.T) {
	p := mate(t)
	p.Themes, p.Grade = []string{"zugzwang"}, &puzzle.Grade{Rating: 1500, Level: 3}
	p.Words = puzzle.Words{Title: `The "T"`, Authors: []string{"A", "B"}, Dedication: "C",
		Published: "Paper", Date: "1999", Prize: "1st", Comments: []string{"x", "y"}}
	p.Unsound = []string{"cooked"}
	const want = `7k/8/8/6K1/8/8/8/R7 w - - bm Kg6; dm 2; id "chess-2"; c0 "rules chess; level 3, rating 1500; zugzwang"; c1 "title The 'T'; by A, B; dedication C; source Paper; date 1999; prize 1st; comment x / y; unsound: cooked";
7k/8/8/6K1/8/8/8/R7 w - - bm Kg6; dm 2; id "chess-2"; c0 "rules chess; not graded";
7k/8/5K2/8/8/8/8/R7 w - - bm Kf7 Kg6; id "chess-help-win-1.5"; c0 "rules chess; help-win in 1.5; 2 solutions; not graded";
7k/8/5K2/8/8/8/8/1R6 w - - bm Kf7 Kg6; id "chess-help-win-1.5-b"; c0 "rules chess; help-win in 1.5; 2 solutions; twin b) Ra1-b1";
`
	if got := exported(t, "epd", []puzzle.Puzzle{p, mate(t), twinned(t)}); got != want {
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
		{p,
			"chess-2|6k1/8/8/6K1/8/8/8/R7 b - - 0 1|g8h8 g5g6 h8g8 a1a8|||0|0|chess winIn2 zugzwang|https://localhost/game|"},
		// 24 attempts of each of the 8 levels
		{graded,
			"chess-2|6k1/8/8/6K1/8/8/8/R7 b - - 0 1|g8h8 g5g6 h8g8 a1a8|1500|40|0|192|chess winIn2 zugzwang|https://localhost/game|"},
	} {
		if got, err := row(&test.p); err != nil || strings.Join(got, "|") != test.want {
			t.Errorf("%s, %v; want\n%s", strings.Join(got, "|"), err, test.want)
		}
	}
}

// A puzzle that cannot be played is named, in every form; and so is a disk that is full.
func TestExportFails(t *testing.T) {
	bad := mate(t)
	bad.ID, bad.Solution = "bad-1", `["a1a1"]`
	twin := mate(t)
	twin.ID, twin.Twins = "bad-2", []puzzle.Twin{{Change: "Ra1-b1", Keys: []string{"g5g6"},
		Line: []string{"Kg6"}, Solution: `["g5g5"]`}}
	for _, format := range Formats() {
		good := mate(t)
		if format == "vchess" {
			good = puzzletest.Sample(t)[0]
		}
		if _, err := Export(full{}, format, Book{}, []puzzle.Puzzle{good}); !errors.Is(err, errFull) {
			t.Errorf("%s on a full disk: %v", format, err)
		}
		for _, p := range []puzzle.Puzzle{bad, twin} {
			if format == "pgn" || format == "html" || format == "latex" {
				if _, err := Export(io.Discard, format, Book{}, []puzzle.Puzzle{p}); err == nil ||
					!strings.HasPrefix(err.Error(), p.ID+": ") {
					t.Errorf("%s of %s: %v", format, p.ID, err)
				}
			}
		}
	}

	if _, err := Export(io.Discard, "docx", Book{}, nil); !errors.Is(err, ErrFormat) ||
		!strings.Contains(err.Error(), `there is no format "docx"`) {
		t.Error(err)
	}
}

// full is a writer that takes nothing.
type full struct{}

var errFull = errors.New("no space left")
