package publish

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// setLaTeX sets a document with pdflatex, where that and the packages are there, and returns its
// text in one line.
func setLaTeX(t *testing.T, document string) string {
	t.Helper()
	program, err := exec.LookPath("pdflatex")
	if err != nil || exec.Command("kpsewhich", "chessboard.sty").Run() != nil {
		t.Skip("pdflatex and chessboard.sty are not installed")
	}
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "p.tex"), []byte(document))
	run := exec.Command(program, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape",
		"p.tex")
	run.Dir = dir
	if text, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	text, err := exec.Command("pdftotext", "-raw", filepath.Join(dir, "p.pdf"), "-").Output()
	if err != nil {
		t.Skipf("the document was set; its text is not looked at without pdftotext: %v", err)
	}
	return strings.Join(strings.Fields(string(text)), " ")
}

// The document is set by pdflatex without a fault, on every paper, with positions of all rule sets,
// kings that changed sides and several of them, and a help-mate.
func TestLaTeXIsSet(t *testing.T) {
	if testing.Short() {
		t.Skip("runs pdflatex")
	}
	puzzles := append(puzzletest.Sample(t), helpMate(t))
	for _, book := range []Book{{Title: "A & B"}, {Title: "A & B", Paper: A5, InPlace: true},
		{Title: "A & B", Paper: Letter}} {
		var out strings.Builder
		if _, err := Export(&out, "latex", book, puzzles); err != nil {
			t.Fatal(err)
		}
		text := setLaTeX(t, out.String())
		for _, want := range []string{"A & B", "h#1.5", "1...Kf7 2.Kh7 Rh1#", "1...Kg6 2.Kg8 Ra8#",
			"Conversion Chess: win in two"} {
			if !strings.Contains(text, want) {
				t.Errorf("%+v: %q is not in\n%s", book, want, text)
			}
		}
	}
}

// hostile is text that means something to TeX, or nothing to its fonts.
const hostile = `\input{x} $x_1^2$ #1 %c ~ {a} }b{ & "q" <<g>> ,,low'' ?` +
	"`a -- --- \x00\x1b\u202e" + `Łukasz Żółć, Владимир Щёголев, 中文, ħ, ★, 🙂, é`

// Text from outside is shown as it is written; letters that the fonts lack are shown in Latin ones,
// or by their number.
func TestLaTeXText(t *testing.T) {
	if testing.Short() {
		t.Skip("runs pdflatex")
	}
	p := helpMate(t)
	p.Words = puzzle.Words{Title: hostile, Authors: []string{hostile}, Dedication: hostile,
		Published: hostile, Comments: []string{hostile}}
	var out strings.Builder
	if _, err := Export(&out, "latex", Book{Title: hostile}, []puzzle.Puzzle{p}); err != nil {
		t.Fatal(err)
	}
	text := setLaTeX(t, out.String())
	for _, want := range []string{`\input{x} $x_1^2$ #1 %c ~ {a} }b{ & "q" <<g>>`, ",,low",
		"-- ---", "Łukasz Żółć", "Vladimir Shchegolev", "[U+4E2D][U+6587]", "[U+1F642]"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// Whatever people write, TeX meets no command, group or formula in it.
func FuzzLaTeXText(f *testing.F) {
	f.Add(hostile)
	f.Add("\\end{document}")
	f.Add("^^5cinput")
	f.Fuzz(func(t *testing.T, text string) {
		var b texWriter
		got := b.text(text)
		for _, known := range []string{
			`\textbackslash{}`, `\textasciitilde{}`, `\textasciicircum{}`, `\textasciigrave{}`,
			`\textquotedbl{}`, `\dots{}`, `\ensuremath{\rightarrow}`,
			`\#`, `\$`, `\%`, `\&`, `\_`, `\{`, `\}`, "-{}", "<{}", ">{}", ",{}", "'{}",
		} {
			got = strings.ReplaceAll(got, known, "")
		}

		if strings.ContainsAny(got, "\\{}$#%&_^~\n\r\x00") {
			t.Errorf("%q is written as %q", text, got)
		}
		for r := range b.unknown {
			if r < 0x7f {
				t.Errorf("%q is declared anew", r)
			}
		}
	})
}
