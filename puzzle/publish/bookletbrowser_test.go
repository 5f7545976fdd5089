package publish

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"turncoat/diagram"
	"turncoat/internal/browsertest"
	"turncoat/puzzle"
	"turncoat/puzzle/internal/puzzletest"
	"turncoat/puzzle/solution"
	"turncoat/rules/board"
)

// A page is a booklet in a browser.
type page struct {
	*testing.T
	ctx context.Context
}

// openBooklet writes a booklet and opens it from its file, as a reader does.
func openBooklet(browser context.Context, t *testing.T, book Book, puzzles []puzzle.Puzzle) *page {
	t.Helper()
	file := filepath.Join(t.TempDir(), "booklet.html")
	out, err := os.Create(file)
	if err == nil {
		err = Export(out, "html", book, puzzles)
		out.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(browser)
	ctx, late := context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(func() { late(); cancel() })
	if err := chromedp.Do(ctx, chromedp.Navigate("file://"+file)); err != nil {
		t.Fatal(err)
	}
	return &page{t, ctx}
}

// ask returns what a script says of the page.
func ask[T any](p *page, script string) T {
	p.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		p.Fatalf("%s: %v", script, err)
	}
	return value
}

// shown reads the placement from the pieces that a board shows.
func (p *page) shown(board string) string {
	p.Helper()
	return ask[string](p, `(() => {
		const at = {};
		for (const u of document.querySelectorAll('`+board+` use[href^="#piece-"]')) at[u.getAttribute('x') + ' ' + u.getAttribute('y')] = u.getAttribute('href').slice(7);
		return [0,1,2,3,4,5,6,7].map(r => [0,1,2,3,4,5,6,7].map(f => at[(22 + 45 * f) + ' ' + (10 + 45 * r)] || '1').join('')).join('/').replace(/1+/g, m => m.length);
	})()`)
}

// startBrowser starts a browser that ends with the test, which is skipped in short runs and where there is none.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	browser, end, err := browsertest.Start()
	t.Cleanup(end)
	if err != nil {
		t.Skipf("no browser: %v", err)
	}
	return browser
}

// In a browser the line of a solution is clicked through: after every turn the board shows the position that the rules give, each wave
// marked, whether the solution stands in place or at the end; printing shows the page as it was.
func TestBookletPlays(t *testing.T) {
	browser := startBrowser(t)
	puzzles := inOrder(append(puzzletest.Sample(t), helpMate(t)))
	for _, book := range []Book{{}, {Style: diagram.Print, Paper: A5}, {InPlace: true}} {
		p := openBooklet(browser, t, book, puzzles)
		if !ask[bool](p, `!!document.querySelector('.tools') && getComputedStyle(document.querySelector('.grid')).display === 'grid'`) {
			t.Fatalf("%+v: the script or the style sheet is refused", book)
		}
		atEnd := ask[string](p, `document.querySelector('.solution').parentNode.className`)
		for i := range puzzles {
			here, stage := fmt.Sprintf("#s%d", i+1), fmt.Sprintf("#s%d > .board", i+1)
			rest := p.shown(stage)
			if !book.InPlace && i%2 == 0 {
				ask[bool](p, fmt.Sprintf("document.querySelector('#p%d .show').click(), true", i+1))
			}
			if book.InPlace || i%2 == 0 {
				stage = fmt.Sprintf("#p%d .diagram > .board", i+1)
			}
			tree, err := puzzles[i].Tree()
			if err != nil {
				t.Fatal(err)
			}
			lines := [][]string{puzzles[i].Line}
			if tree.Goal == solution.HelpWin {
				lines = puzzles[i].Lines
			}
			for k, line := range lines {
				p.plays(&puzzles[i], k, line, here, stage)
			}
			ask[bool](p, "dispatchEvent(new Event('beforeprint')), true")
			if got := p.shown(fmt.Sprintf("#s%d > .board", i+1)); got != rest {
				t.Errorf("%+v, %d: printed after %s, not %s", book, i+1, got, rest)
			}
			if got := ask[string](p, fmt.Sprintf("document.querySelector('%s').parentNode.className", here)); got != atEnd {
				t.Errorf("%+v, %d: the solution is printed in %q", book, i+1, got)
			}
			ask[bool](p, "dispatchEvent(new Event('afterprint')), true")
		}
		if !book.InPlace {
			ask[bool](p, "document.getElementById('place').click(), true")
			if n := ask[int](p, "document.querySelectorAll('.puzzle .solution').length"); n != len(puzzles) {
				t.Errorf("%d of %d solutions stand in place", n, len(puzzles))
			}
		}
		if got := ask[string](p, `(() => { const s = document.querySelector('.tools select'); s.value = 'letter'; s.onchange(); return document.styleSheets[0].cssRules[0].cssText; })()`); !strings.Contains(got, "letter") {
			t.Errorf("the page is set on %s", got)
		}
	}
}

// plays clicks through a line of a puzzle, the number-th that the page has of it.
func (p *page) plays(z *puzzle.Puzzle, number int, line []string, here, stage string) {
	p.Helper()
	variant := z.Variant()
	at := puzzletest.Position(p, variant, z.FEN)
	press := func(button string) {
		ask[bool](p, fmt.Sprintf("document.querySelector('%s button[title=\"%s\"]').click(), true", here, button))
	}
	pick := func(ply int) {
		ask[bool](p, fmt.Sprintf("document.querySelectorAll('%s .line')[%d].querySelector('b[data-ply=\"%d\"]').click(), true", here, number, ply))
	}
	pick(0)
	press("to the position")
	if got := p.shown(stage); got != at.Board() {
		p.Errorf("%s: the line begins at %s, not %s", z.ID, got, at.Board())
	}
	for i, text := range line {
		t, err := variant.Parse(&at, text)
		if err != nil {
			p.Fatal(err)
		}
		press("one step on")
		if i == 0 && len(t.Waves) > 0 { // the move alone: nothing has converted yet
			moved := t.After
			for _, s := range (t.Converted ^ t.Reclaimed).Squares() {
				piece := moved.PieceAt(s)
				piece.Colour ^= 1
				moved.Put(s, piece)
			}
			if got := p.shown(stage); got != moved.Board() {
				p.Errorf("%s: %s shows %s, not %s", z.ID, text, got, moved.Board())
			}
		}
		for j, wave := range t.Waves {
			press("one step on")
			script := fmt.Sprintf(`[...document.querySelectorAll('%s use[href="#mark-wave-%d"]')].map(u => 'abcdefgh'[(u.getAttribute('x') - 22) / 45] + (8 - (u.getAttribute('y') - 10) / 45)).sort().join(' ')`, stage, j+1)
			if got, want := ask[string](p, script), strings.Join(wave.Names(), " "); got != want {
				p.Errorf("%s: wave %d of %s is marked on %q, not %q", z.ID, j+1, text, got, want)
			}
		}
		if t.Reclaimed != 0 {
			press("one step on")
		}
		for range 2 { // as the steps lead to it, and as a click on the turn does
			if got := p.shown(stage); got != t.After.Board() {
				p.Errorf("%s: after %s stands %s, not %s", z.ID, text, got, t.After.Board())
			}
			pick(i)
		}
		if disc := ask[string](p, "document.querySelector('"+stage+"').lastElementChild.getAttribute('href')"); disc != "#turn-"+t.After.Turn.String() {
			p.Errorf("%s: after %s the disc is %s", z.ID, text, disc)
		}
		at = t.After
	}
	if !ask[bool](p, fmt.Sprintf("document.querySelector('%s button[title=\"one step on\"]').disabled", here)) {
		p.Errorf("%s: the line goes on after %d turns", z.ID, len(line))
	}
}

// helpMate is a help-mate in one and a half with two solutions: 1...Kf7 2.Kh7 Rh1# and 1...Kg6 2.Kg8 Ra8#.
func helpMate(t *testing.T) puzzle.Puzzle {
	t.Helper()
	return puzzle.Puzzle{
		ID: "chess-help-win-1.5", Rules: puzzletest.Named(t, "chess").Set(), FEN: "7k/8/5K2/8/8/8/8/R7 w - - 0 1", Stipulation: "help-win", In: 1, Half: true,
		Keys: []string{"f6f7", "f6g6"}, Line: []string{"Kf7", "Kh7", "Rh1#"}, Lines: [][]string{{"f6f7", "h8h7", "a1h1"}, {"f6g6", "h8g8", "a1a8"}},
	}
}

// A help-mate has every solution, numbered as problemists do, and asks in their way.
func TestBookletHelpMate(t *testing.T) {
	text := exported(t, "html", []puzzle.Puzzle{helpMate(t)})
	for _, want := range []string{
		`>h#1.5, 2 solutions</b>`, `<h3><a href="#p1">1</a></h3>`, "2 solutions;", `<b data-ply="0">1…Kf7</b> <b data-ply="1">2.Kh7</b> <b data-ply="2">Rh1#</b>`,
		`<b data-ply="0">1…Kg6</b> <b data-ply="1">2.Kg8</b> <b data-ply="2">Ra8#</b>`, `<a href="#chesshelp-win-1.5">Chess: help-win in 1.5</a>`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text[strings.Index(text, "<h1>"):])
		}
	}
}

// The steps of the turn that docs/play.md tells wave by wave, written out by hand.
func TestBookletSteps(t *testing.T) {
	variant := puzzletest.Named(t, "pacifist1")
	const fen = "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR"
	at := puzzletest.Position(t, variant, fen)
	turn, err := variant.Parse(&at, "Nf5")
	if err != nil {
		t.Fatal(err)
	}
	const want = fen + " w|0me3f5 e3.f5N|0w1 e7Pg7B|0w2 f8R|0w3 d8Ng8B|0w4 f7Ph7P"
	if got := bookletSteps(&at, []board.Played{turn}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	chess := puzzletest.Named(t, "chess")
	at = puzzletest.Position(t, chess, "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1")
	var line []board.Played
	for i, text := range []string{"exd6", "Kd7", "O-O"} {
		before := &at
		if i > 0 {
			before = &line[i-1].After
		}
		turn, err := chess.Parse(before, text)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, turn)
	}
	const castled = "4k3/8/8/3pP3/8/8/8/R3K2R w|0me5d6 d5.e5.d6P|1me8d7 d7ke8.|2me1g1 e1.f1Rg1Kh1."
	if got := bookletSteps(&at, line); got != castled {
		t.Errorf("got\n%s\nwant\n%s", got, castled)
	}
}
