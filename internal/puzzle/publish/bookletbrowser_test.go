package publish

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"turncoat/diagram"
	"turncoat/internal/testing/browsertest"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
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
		_, err = Export(out, "html", book, puzzles)
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

// placement is a function of the page that reads the placement from the pieces that a board shows.
const placement = `(board => {
	const at = {};
	for (const u of document.querySelectorAll(board + ' use[href^="#piece-"]')) at[u.getAttribute('x') + ' ' + u.getAttribute('y')] = u.getAttribute('href').slice(7);
	return [0,1,2,3,4,5,6,7].map(r => [0,1,2,3,4,5,6,7].map(f => at[(22 + 45 * f) + ' ' + (10 + 45 * r)] || '1').join('')).join('/').replace(/1+/g, m => m.length);
})`

// shown returns the placement that a board shows.
func (p *page) shown(board string) string {
	p.Helper()
	return ask[string](p, fmt.Sprintf("%s(%q)", placement, board))
}

// startBrowser starts a browser that ends with the test, which is skipped in short runs and where
// there is none.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	browser, end, err := browsertest.Start()
	t.Cleanup(end)
	if err != nil {
		browsertest.Missing(t, err)
	}
	return browser
}

// In a browser the line of a solution is clicked through: after every turn the board shows the
// position that the rules give, each wave marked, whether the solution stands in place or at the
// end; printing shows the page as it was.
func TestBookletPlays(t *testing.T) {
	browser := startBrowser(t)
	puzzles := inOrder(append(puzzletest.Sample(t), helpMate(t)))
	if !longtest.Enabled() {
		puzzles = slices.DeleteFunc(puzzles,
			func(z puzzle.Puzzle) bool { return z.Goal() == puzzle.Win && z.In > 2 })
	}

	for n, book := range []Book{{}, {Style: diagram.Print, Paper: A5}, {InPlace: true}} {
		p := openBooklet(browser, t, book, puzzles)
		if !ask[bool](p, `!!document.querySelector('.tools') && getComputedStyle(document.querySelector('.grid')).display === 'grid'`) {
			t.Fatalf("%+v: the script or the style sheet is refused", book)
		}
		atEnd := ask[string](p, `document.querySelector('.solution').parentNode.className`)
		for i := range puzzles {
			// each book goes through a third
			if i%3 != n && (n > 0 || !longtest.Enabled()) || !longtest.Enabled() && i%2 != 0 {
				continue
			}
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
			if tree.Goal == puzzle.HelpWin {
				lines = puzzles[i].Lines
			}
			for k, line := range lines {
				p.plays(&puzzles[i], k, line, here, stage)
			}
			ask[bool](p, "dispatchEvent(new Event('beforeprint')), true")
			if got := p.shown(fmt.Sprintf("#s%d > .board", i+1)); got != rest {
				t.Errorf("%+v, %d: printed after %s, not %s", book, i+1, got, rest)
			}
			if got := ask[string](p,
				fmt.Sprintf("document.querySelector('%s').parentNode.className",
					here)); got != atEnd {
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

		if got := ask[string](p,
			`(() => { const s = document.querySelector('.tools select'); s.value = 'letter'; s.onchange(); return document.styleSheets[0].cssRules[0].cssText; })()`); !strings.Contains(got, "letter") {
			t.Errorf("the page is set on %s", got)
		}
	}
}

// A click is one in the line of a solution, and what the board has to show after it.
type click struct {
	// the title of a button or, where it begins with a digit, the number of the turn clicked on
	on      string
	placed  string // the placement; nothing where it is not looked at
	marked  []string
	wave    int // which wave is marked on the squares marked; 0 where that is not looked at
	toMove  string
	because string
}

// plays clicks through a line of a puzzle, the number-th that the page has of it.
func (p *page) plays(z *puzzle.Puzzle, number int, line []string, here, stage string) {
	p.Helper()
	clicks := p.clicks(z, line)
	var on []string
	for _, c := range clicks {
		on = append(on, c.on)
	}
	buttons, err := json.Marshal(on)
	if err != nil {
		p.Fatal(err)
	}
	// All clicks of a line are made by one script: to ask for each is to wait for the browser each
	// time.
	type seen struct {
		Placed, Disc string
		Marked       []string // wave and square, as in 2:e4
	}
	got := ask[[]seen](p, fmt.Sprintf(`%s.map(on => {
		const button = document.querySelector('%s button[title="' + on + '"]');
		(button || document.querySelectorAll('%[2]s .line')[%d].querySelector('b[data-ply="' + on + '"]')).click();
		const marked = [...document.querySelectorAll('%[4]s use[href^="#mark-wave-"]')].map(u =>
			u.getAttribute('href').slice(11) + ':' + 'abcdefgh'[(u.getAttribute('x') - 22) / 45] + (8 - (u.getAttribute('y') - 10) / 45)).sort();
		return {Placed: %[5]s('%[4]s'), Disc: document.querySelector('%[4]s').lastElementChild.getAttribute('href'), Marked: marked};
	})`, buttons, here, number, stage, placement))
	for i, c := range clicks {
		if c.placed != "" && got[i].Placed != c.placed {
			p.Errorf("%s: %s shows %s, not %s", z.ID, c.because, got[i].Placed, c.placed)
		}
		if c.wave != 0 {
			var squares []string
			for _, m := range got[i].Marked {
				if square, ok := strings.CutPrefix(m, fmt.Sprintf("%d:", c.wave)); ok {
					squares = append(squares, square)
				}
			}

			if !slices.Equal(squares, c.marked) {
				p.Errorf("%s: wave %d of %s is marked on %q, not %q", z.ID, c.wave, c.because,
					squares, c.marked)
			}
		}

		if c.toMove != "" && got[i].Disc != "#turn-"+c.toMove {
			p.Errorf("%s: %s leaves the disc as %s", z.ID, c.because, got[i].Disc)
		}
	}

	if !ask[bool](p, fmt.Sprintf("document.querySelector('%s button[title=\"one step on\"]').disabled", here)) {
		p.Errorf("%s: the line goes on after %d turns", z.ID, len(line))
	}
}

// clicks returns the clicks that lead through a line step by step, each turn clicked on as well.
func (p *page) clicks(z *puzzle.Puzzle, line []string) []click {
	p.Helper()
	const on = "one step on"
	variant := z.Variant()
	at := puzzletest.Position(p, variant, z.FEN)
	list := []click{{on: "0"}, {on: "to the position", placed: at.Board(),
		because: "the beginning"}}
	for i, text := range line {
		t, err := variant.Parse(&at, text)
		if err != nil {
			p.Fatal(err)
		}
		move := click{on: on, because: text}
		if i == 0 && len(t.Waves) > 0 { // the move alone: nothing has converted yet
			moved := t.After
			for _, s := range (t.Converted ^ t.Reclaimed).Squares() {
				piece := moved.PieceAt(s)
				piece.Colour ^= 1
				moved.Put(s, piece)
			}

			move.placed = moved.Board()
		}

		list = append(list, move)
		for j, wave := range t.Waves {
			list = append(list, click{on: on, wave: j + 1, marked: wave.Names(), because: text})
		}
		if t.Reclaimed != 0 {
			list = append(list, click{on: on, because: text})
		}
		list[len(list)-1].placed = t.After.Board()
		list = append(list, click{on: fmt.Sprint(i), placed: t.After.Board(),
			toMove:  t.After.Turn.String(),
			because: "a click on " + text})
		at = t.After
	}

	return list
}

// twinned is helpMate with a twin, whose rook mates from its new file.
func twinned(t *testing.T) puzzle.Puzzle {
	p := helpMate(t)
	p.Twins = []puzzle.Twin{{Change: "Ra1-b1", Keys: p.Keys, Line: p.Line,
		Lines: [][]string{{"f6f7", "h8h7", "b1h1"}, {"f6g6", "h8g8", "b1b8"}}}}
	return p
}

// helpMate is a help-mate in one and a half with two solutions: 1...Kf7 2.Kh7 Rh1# and 1...Kg6
// 2.Kg8 Ra8#.
func helpMate(t *testing.T) puzzle.Puzzle {
	t.Helper()
	return puzzle.Puzzle{
		ID: "chess-help-win-1.5", Rules: puzzletest.Named(t, "chess").Set(),
		FEN:         "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
		Stipulation: "help-win", In: 1, Half: true,
		Keys: []string{"f6f7", "f6g6"}, Line: []string{"Kf7", "Kh7", "Rh1#"},
		Lines: [][]string{{"f6f7", "h8h7", "a1h1"}, {"f6g6", "h8g8", "a1a8"}},
	}
}

// The boards and captions of a row are each at one height, however much stands above and below
// them.
func TestRowsAreInLine(t *testing.T) {
	browser := startBrowser(t)
	var same []puzzle.Puzzle
	for i, z := range inOrder(puzzletest.Sample(t))[:1] {
		for _, author := range []string{"", "A. Composer", strings.Repeat("A. Composer ", 20)} {
			z.Authors, z.ID = written(author), fmt.Sprint(z.ID, i, author)
			same = append(same, z)
		}
	}

	p := openBooklet(browser, t, Book{}, same)
	const tops = `(() => {
		document.querySelector('#p2 .captions').append('b) twin', document.createElement('br'), 'c) twin');
		return ['.board', '.captions'].map(part => new Set([...document.querySelectorAll('.diagram > ' + part)]
			.map(place => Math.round(place.getBoundingClientRect().top))).size).join(' ');
	})()`
	if got := ask[string](p, tops); got != "1 1" {
		t.Errorf("heights of boards and captions in a row of three: %s, want one each", got)
	}
}
