package web_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"turncoat/puzzle"
)

// What comes late does not take the place of what has been asked for since.
func TestLateAnswers(t *testing.T) {
	t.Parallel()
	home, server := serveTroubled(t)
	p := open(t, home, "", reduced)
	// Who types faster than the rules answer loses nothing: the second move is judged after the
	// first, and what is wrong comes back into the field.
	p.with("typed ahead", link("pacifist1", nf5Before, ""), func(p *tab) {
		release := server.hold(`"Nf5"`)
		p.typed("Nf5")
		p.typed("Bf6")
		release()
		p.says("the bishop on g7 has been White's since 1.Nf5 (wave 1)")
		p.shows(nf5After)
		p.until("the wrong move can be mended", `$('#move').value === 'Bf6'`)
	})
	// What is typed as soon as a new game has been asked for is played in it.
	p.with("new game", link("pacifist1", "", "e4"), func(p *tab) {
		p.press("Play")
		p.set("Opponent", "0")
		release := server.hold(`"ask":"rules"`)
		p.press("New game")
		<-server.came
		p.typed("d4")
		release()
		p.says("White plays d4.")
		p.shows("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR")
	})
	// A puzzle that comes after the next has been asked for does not take its place.
	p.with("puzzle", link("pacifist1", "", ""), func(p *tab) {
		p.press("Puzzles")
		p.says("to move wins in")
		release := server.hold(`"ask":"play"`)
		p.press("Next")
		<-server.came
		server.hold("no other")
		p.press("Next")
		p.until("it is there", `$('#puzzles [role=status]').textContent.includes('wins in')`)
		p.says("to move wins in")
		board, before := p.board(), see[int](p, answered)
		release()
		p.until("the other has come", answered+fmt.Sprintf(" > %d", before))
		time.Sleep(200 * time.Millisecond) // for what it would change
		p.shows(board)
		p.says("to move wins in")
	})
	// A record that comes after another has been chosen does not take its place.
	p.with("record", link("pacifist1", "", ""), func(p *tab) {
		release := server.hold(`"index":2`)
		const told = `$('#records .listing + .card').textContent`
		p.load(`[White "a"] [Black "first"]

	1. a3 *

	[White "a"] [Black "late"]

	1. b3 *

	[White "a"] [Black "chosen"]

	1. c3 *
	`)
		p.until("the first is there", told+`.includes('Black: first')`)
		p.press("a – late")
		p.press("a – chosen")
		p.until("the one chosen is there",
			`$('[data-record="3"]').getAttribute('aria-current') === 'true'`)
		before := see[int](p, answered)
		release()
		p.until("the other has come", answered+fmt.Sprintf(" > %d", before))
		p.press("Forward")
		p.shows("rnbqkbnr/pppppppp/8/8/8/2P5/PP1PPPPP/RNBQKBNR")
		p.until("the chosen is told of", told+`.includes('Black: chosen')`)
	})
	// What the editor says is about the position as it is now, whatever comes late about an earlier
	// one.
	p.with("editor", link("pacifist1", "", ""), func(p *tab) {
		release := server.hold("8/8/8/8/8/8/8/8")
		const note = `$('.editor [role=status]').textContent`
		p.click("#edit")
		p.until("it is valid", note+` === 'A valid position.'`)
		p.run(`$('.editor [role=status]').textContent = ''`) // so that the next answer shows
		p.press("Clear")
		p.press("Start")
		p.until("it is valid again", note+` === 'A valid position.'`)
		see[bool](p, `(window.notes = [], new MutationObserver(() => window.notes.push(`+note+`)).observe($('.editor [role=status]'), {childList: true}), true)`)
		before := see[int](p, answered)
		release()
		p.until("the other has come", answered+fmt.Sprintf(" > %d", before))
		p.click(on("e4"))
		p.until("the next has come",
			`window.notes.length > 0 && `+answered+fmt.Sprintf(" > %d", before+1))
		if got := see[string](p, `window.notes.join()`); got != "A valid position." {
			p.Error(got)
		}
	})
}

// A move made before the rules have answered for the first time is played when they do.
func TestEarlyMove(t *testing.T) {
	t.Parallel()
	home, server := serveTroubled(t)
	p := open(t, home, "", reduced)
	release := server.hold(`"ask":"rules"`)
	p.do(chromedp.Navigate(home + "?early"))
	p.until("there is a board", `$('[data-square=e2]')`)
	p.drag("e2", "e4")
	if see[bool](p, `document.documentElement.dataset.ready === 'true'`) {
		t.Fatal("the rules have answered")
	}
	release()
	p.says("White plays e4.")
}

// What does not come is said not to have come.
func TestLostAnswers(t *testing.T) {
	t.Parallel()
	home, server := serveTroubled(t)
	p := open(t, home, "", reduced)
	// A collection of which a file does not come is read again as a whole, with no puzzle left out
	// and none twice.
	p.with("collection", link("pacifist1", "", ""), func(p *tab) {
		server.refuse("/data/puzzles/chess.jsonl")
		p.press("Puzzles")
		p.reads("#puzzles", "The collection cannot be read.")
		server.refuse("")
		p.press("Learn")
		p.press("Puzzles")
		p.says("to move wins in")
		puzzles := 0
		names, _ := fs.Glob(puzzle.Collection(), "*.jsonl")
		for _, name := range names {
			text, _ := fs.ReadFile(puzzle.Collection(), name)
			puzzles += bytes.Count(text, []byte("\n")) - bytes.Count(text, []byte(`"stipulation"`))
		}

		p.set("Puzzle rules", "")
		if got, want := see[string](p, `$('#puzzles .choices + .line').textContent`), fmt.Sprintf("%d puzzles, 0 solved.", puzzles); got != want {
			p.Errorf("%q, want %q", got, want)
		}
	})
	// Under other rules a position that they do not allow gives way to the start. A menu that
	// nobody answers stays as it was.
	const kingless, start = "8/8/8/3k4/8/k7/8/4R1R1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	p.with("rules", link("pacifist1", kingless+" w - - 0 1", ""), func(p *tab) {
		p.shows(kingless)
		p.chooseGame("chess")
		p.shows(start)
		p.reads("#status", "not possible under chess")
		server.refuse("/ask")
		p.chooseGame("conversion")
		p.until("the menu is as it was", `$('#rules').value === 'chess'`)
		server.refuse("")
		p.until("it is back", `$('#offline').hidden`)
	})
}

// What was asked while the server was away is asked again when it is back.
func TestPendingQuestions(t *testing.T) {
	t.Parallel()
	home, server := serveTroubled(t)
	p := open(t, home, "", reduced)
	p.press("Play")
	p.press("New game")
	p.reads("#play", "yours")
	server.refuse(`"ask":"best"`)
	p.typed("e4")
	p.until("it says so", `!$('#offline').hidden`)
	server.refuse("")
	p.until("the computer has answered", `location.hash.includes('moves=e2e4_')`)
	p.reads("#play", "yours")
	// The judge of a puzzle is asked again, too.
	p.press("Puzzles")
	p.says("to move wins in")
	server.refuse(`"ask":"puzzle"`)
	p.run(`window.move = null, fetch('ask', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({ask: 'turns', rules: 'pacifist1', fen: $('[aria-label=FEN]').value})}).then(r => r.json()).then(r => { window.move = r.turns[0].uci })`)
	p.until("there is a move", `window.move`)
	p.typed(see[string](p, `window.move`))
	p.until("it says so", `!$('#offline').hidden`)
	server.refuse("")
	p.until("the turn is judged",
		`/Right|fails|does not win|Solved/.test($('#puzzles').textContent)`)
}

// The small board shows the last of several addresses, whatever comes late about an earlier one.
func TestLateFragment(t *testing.T) {
	t.Parallel()
	home, server := serveTroubled(t)
	p := open(t, home, "embed.html"+link("pacifist1", "", ""))
	release := server.hold("no-such-game")
	p.follow(link("no-such-game", "", ""))
	<-server.came
	p.follow("#background=transparent")
	before := see[int](p, answered)
	release()
	p.until("the late answer has come", answered+fmt.Sprintf(" > %d", before))
	p.await(`new Promise(done => requestAnimationFrame(() => setTimeout(done, 100, '')))`)
	p.reads("#status.bad", "transparent")
	p.follow(link("benedict", "", "e3"))
	p.shows("rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR")
}
