package web_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"turncoat/puzzle/collection"
	"turncoat/web"
)

// What comes late does not take the place of what has been asked for since.
func TestLateAnswers(t *testing.T) {
	t.Parallel()
	home, server := serveTroubled(t)
	p := open(t, home, "", reduced)
	// Who types faster than the rules answer loses nothing: the second move is judged after the first, and what is
	// wrong comes back into the field.
	p.with("typed ahead", link("pacifist1", nf5Before, ""), func(p *tab) {
		release := server.hold(`"Nf5"`)
		p.typed("Nf5")
		p.typed("Bf6")
		release()
		p.says("the bishop on g7 has been White's since 1.Nf5 (wave 1)")
		p.shows(nf5After)
		p.until("the wrong move can be mended", `document.getElementById('move').value === 'Bf6'`)
	})
	// A course that comes after another tab has been opened leaves that one alone.
	p.with("course", link("pacifist1", nf5Before, ""), func(p *tab) {
		release := server.hold("/courses/")
		p.press("Learn")
		p.press("Analyse")
		before := see[int](p, answered)
		release()
		p.until("the course has come", `document.querySelector('.lesson h2')`)
		p.until("its game has begun", answered+fmt.Sprintf(" > %d", before+1))
		p.typed("Nf5")
		p.shows(nf5After)
	})
	// A chapter that comes after another has been chosen does not take its place.
	p.with("chapter", link("pacifist1", "", ""), func(p *tab) {
		release := server.hold("/data/learn/05-moved-piece.yaml")
		const late, chosen = "05-moved-piece.yaml", "04-conversions.yaml"
		p.press("Learn")
		see[bool](p, `document.getElementById('examples').open = true`)
		p.until("the first is there", `document.querySelector('[data-chapter="01-moves.yaml"] article')`)
		p.set("Chapter", "5. Moved piece")
		p.set("Chapter", "4. Conversions")
		p.until("the one chosen is there", `document.querySelector('[data-chapter="`+chosen+`"] article')`)
		before := see[int](p, answered)
		release()
		p.until("the other has come", answered+fmt.Sprintf(" > %d", before))
		if got := see[string](p, `document.querySelector('[data-chapter]').dataset.chapter`); got != chosen {
			p.Errorf("%s stands there", got)
		}
	})
	// A record that comes after another has been chosen does not take its place.
	p.with("record", link("pacifist1", "", ""), func(p *tab) {
		release := server.hold(`"index":2`)
		const told = `document.querySelector('#records .listing + .card').textContent`
		p.set("Paste a FEN, a game or a scenario", `[White "a"] [Black "first"]

	1. a3 *

	[White "a"] [Black "late"]

	1. b3 *

	[White "a"] [Black "chosen"]

	1. c3 *
	`)
		see[bool](p, `document.querySelector('#position details').open = true`)
		p.press("Load")
		p.until("the first is there", told+`.includes('Black: first')`)
		p.press("a – late")
		p.press("a – chosen")
		p.until("the one chosen is there", `document.querySelector('[data-record="3"]').getAttribute('aria-current') === 'true'`)
		before := see[int](p, answered)
		release()
		p.until("the other has come", answered+fmt.Sprintf(" > %d", before))
		p.press("Forward")
		p.shows("rnbqkbnr/pppppppp/8/8/8/2P5/PP1PPPPP/RNBQKBNR")
		p.until("the chosen is told of", told+`.includes('Black: chosen')`)
	})
	// What the editor says is about the position as it is now, whatever comes late about an earlier one.
	p.with("editor", link("pacifist1", "", ""), func(p *tab) {
		release := server.hold("8/8/8/8/8/8/8/8")
		const note = `document.querySelector('.editor [role=status]').textContent`
		p.click("#edit")
		p.until("it is valid", note+` === 'A valid position.'`)
		see[bool](p, `(document.querySelector('.editor [role=status]').textContent = '', true)`) // so that the next answer shows
		p.press("Clear")
		p.press("Start")
		p.until("it is valid again", note+` === 'A valid position.'`)
		see[bool](p, `(window.notes = [], new MutationObserver(() => window.notes.push(`+note+`)).observe(document.querySelector('.editor [role=status]'), {childList: true}), true)`)
		before := see[int](p, answered)
		release()
		p.until("the other has come", answered+fmt.Sprintf(" > %d", before))
		p.click(on("e4"))
		p.until("the next has come", `window.notes.length > 0 && `+answered+fmt.Sprintf(" > %d", before+1))
		if got := see[string](p, `window.notes.join()`); got != "A valid position." {
			p.Error(got)
		}
	})
}

// What does not come is said not to have come.
func TestLostAnswers(t *testing.T) {
	t.Parallel()
	home, server := serveTroubled(t)
	p := open(t, home, "", reduced)
	// A collection of which a file does not come is read again as a whole, with no puzzle left out and none twice.
	p.with("collection", link("pacifist1", "", ""), func(p *tab) {
		server.refuse("/data/puzzles/chess.jsonl")
		p.press("Puzzles")
		p.until("it says so", `document.querySelector('#puzzles').textContent.includes('The collection cannot be read.')`)
		server.refuse("")
		p.press("Learn")
		p.press("Puzzles")
		p.says("to move wins in")
		names, err := fs.Glob(collection.Files, "*.jsonl")
		if err != nil {
			p.Fatal(err)
		}
		puzzles := 0
		for _, name := range names {
			text, err := collection.Files.ReadFile(name)
			if err != nil {
				p.Fatal(err)
			}
			puzzles += bytes.Count(text, []byte("\n")) - bytes.Count(text, []byte(`"stipulation"`)) // only wins are played
		}
		if got, want := see[string](p, `document.querySelector('#puzzles .choices + .line').textContent`), fmt.Sprintf("%d puzzles, 0 solved.", puzzles); got != want {
			p.Errorf("%q, want %q", got, want)
		}
	})
	p.with("chapter", link("pacifist1", "", ""), func(p *tab) {
		server.refuse("/data/learn/05-moved-piece.yaml")
		p.press("Learn")
		see[bool](p, `document.getElementById('examples').open = true`)
		p.until("the first is there", `document.querySelector('[data-chapter="01-moves.yaml"] article')`)
		p.set("Chapter", "5. Moved piece")
		p.until("it is said", `document.querySelector('#learn .bad')?.textContent.startsWith('The chapter cannot be read: ')`)
	})
	p.with("hint", link("pacifist1", "", ""), func(p *tab) {
		server.refuse(`"keys":true`)
		openPuzzle(p)
		p.press("Hint")
		p.until("it is said", `[...document.querySelectorAll('#puzzles .line')].some(e => e.textContent === 'the program that knows the rules does not answer')`)
	})
	// Under other rules, one's own or those of the menu, a position that they do not allow gives way to the start. A
	// menu that nobody answers stays as it was.
	const kingless, start = "8/8/8/3k4/8/k7/8/4R1R1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	p.with("own rules", link("pacifist1", kingless+" w - - 0 1", ""), func(p *tab) {
		p.shows(kingless)
		p.click("#own-rules")
		p.set("Rule set as YAML", "base: chess\n")
		p.press("Play by them")
		p.shows(start)
		p.until("the dialog is gone", `!document.querySelector('dialog[open]')`)
	})
	p.with("rules", link("pacifist1", kingless+" w - - 0 1", ""), func(p *tab) {
		choose := func(rules string) {
			see[bool](p, `(() => { const menu = document.getElementById('rules'); menu.value = '`+rules+`'; menu.dispatchEvent(new Event('change')); return menu.value === '`+rules+`' })()`)
		}
		p.shows(kingless)
		choose("chess")
		p.shows(start)
		p.until("it says why", `document.getElementById('status').textContent.includes('not possible under chess')`)
		server.refuse("/ask")
		choose("conversion")
		p.until("the menu is as it was", `document.getElementById('rules').value === 'chess'`)
		server.refuse("")
		p.until("it is back", `document.getElementById('offline').hidden`)
	})
}

// The server is ended in the midst of a search: the page says so, and goes on when it is back.
func TestServerGone(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	server := &http.Server{Handler: handler(t, web.Options{})}
	go server.Serve(listener)
	p := open(t, "http://"+address+"/", "", reduced)
	p.set("Turns", "12")
	p.press("Search")
	p.until("it searches", `document.getElementById('search').textContent.includes('turns looked at')`)
	server.Close()
	p.until("it says so", `!document.getElementById('offline').hidden && document.getElementById('offline').textContent.includes('goes on when it is back')`)
	if listener, err = net.Listen("tcp", address); err != nil {
		t.Fatal(err)
	}
	server = &http.Server{Handler: handler(t, web.Options{})}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	p.until("it is back", `document.getElementById('offline').hidden`)
	p.typed("e4")
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
}

// A search ends when the page goes away.
func TestSearchEndsWithThePage(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{}, 8)
	inner := handler(t, web.Options{})
	home := serveHandler(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner.ServeHTTP(w, r)
		if r.URL.Path == "/ask" && r.Context().Err() != nil {
			ended <- struct{}{}
		}
	}))
	p := open(t, home, "", reduced)
	p.set("Turns", "12")
	p.press("Search")
	p.until("it searches", `document.getElementById('search').textContent.includes('turns looked at')`)
	p.do(chromedp.Navigate("about:blank"))
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Error("it goes on")
	}
}
