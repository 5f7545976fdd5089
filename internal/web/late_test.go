package web_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"testing"

	"github.com/chromedp/chromedp"

	"turncoat/puzzle"
)

// comesLate lets the server give the answer that it has held, and waits until the page has made of
// it what it makes.
func (p *tab) comesLate(release func()) {
	p.Helper()
	before := see[int](p, "answered()")
	release()
	p.until("the late answer has come", fmt.Sprintf("answered() > %d", before))
	p.await(`new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100, '')))`)
}

// What comes late does not take the place of what has been asked for since, and what does not come
// is said not to have come, and asked for again.
func TestLateAnswers(t *testing.T) {
	t.Parallel()
	home, server := serveTroubled(t)
	p := open(t, home, "", reduced)
	// A collection of which a file does not come is read again as a whole, with no puzzle left out
	// and none twice.
	p.part("lost collection", func(p *tab) {
		server.refuse("/data/puzzles/chess.jsonl")
		p.press("Puzzles")
		p.reads("#puzzles", "The collection cannot be read.")
		server.refuse("")
		p.press("Learn")
		p.press("Puzzles")
		p.reads("#puzzles", "to move wins in")
		p.set("Puzzle rules", "")
		p.reads("#puzzles .choices + .line", fmt.Sprintf("%d puzzles, ", countPuzzles()))
	})
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
		p.newGame()
		<-server.came
		p.typed("d4")
		release()
		p.says("White plays d4.")
		p.shows("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR")
	})
	// A puzzle that comes after the next has been asked for does not take its place.
	p.with("puzzle", link("pacifist1", "", ""), func(p *tab) {
		p.press("Puzzles")
		p.reads("#puzzles", "to move wins in")
		before := p.board()
		release := server.hold(`"ask":"play"`)
		p.set("Length", "2")
		<-server.came
		server.hold("no other")
		p.set("Length", "3")
		p.until("it is there", `shownBoard() !== '`+before+`'`)
		board := p.board()
		p.comesLate(release)
		p.shows(board)
		p.reads("#puzzles", "to move wins in")
	})
	// A record that comes after another has been chosen does not take its place.
	p.with("record", link("pacifist1", "", ""), func(p *tab) {
		release := server.hold(`"index":2`)
		const told = `$('#records .record').textContent`
		p.load("[White \"a\"] [Black \"first\"]\n\n1. a3 *\n\n" +
			"[White \"a\"] [Black \"late\"]\n\n1. b3 *\n\n" +
			"[White \"a\"] [Black \"chosen\"]\n\n1. c3 *\n")
		p.press("a – late")
		p.press("a – chosen")
		p.until("the one chosen is there", told+`.includes('Black: chosen')`)
		p.comesLate(release)
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
		p.comesLate(release)
		if got := see[string](p, note); got != "A valid position." {
			p.Error(got)
		}
	})
	// The answer to an exercise that was shown says nothing in the next step.
	p.with("lesson", link("pacifist1", "", ""), func(p *tab) {
		p.press("Learn")
		p.step("17. Trap: the queen that nobody guards ☆")
		p.shows("r1bqkbnr/pppppppp/2n5/8/8/2P5/PPQPPPPP/RNB1KBNR")
		release := server.hold(`"moves":["Nd4"]`)
		p.press("Show me")
		<-server.came
		p.press("Skip")
		p.reads(".lesson h2", "Trap: the corner")
		p.comesLate(release)
		if said := see[string](p, `$('.lesson [role=status]').textContent`); said != "" {
			p.Errorf("the next step says %q", said)
		}
	})
	// Under other rules a position that they do not allow gives way to the start. A menu that
	// nobody answers stays as it was.
	const kingless, start = "8/8/8/3k4/8/k7/8/4R1R1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	p.with("lost rules", link("pacifist1", kingless+" w - - 0 1", ""), func(p *tab) {
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
	// What was asked while the server was away is asked again when it is back: the computer's turn,
	// and whether a turn solves a puzzle.
	p.part("lost turn", func(p *tab) {
		p.press("Play")
		p.set("Opponent", "3")
		p.newGame()
		p.reads("#play", "Your move")
		server.refuse(`"ask":"best"`)
		p.typed("e4")
		p.until("it says so", `!$('#offline').hidden`)
		server.refuse("")
		p.until("the computer has answered", `location.hash.includes('moves=e2e4_')`)
		p.reads("#play", "Your move")
	})
	p.part("lost judge", func(p *tab) {
		p.press("Puzzles")
		p.reads("#puzzles", "to move wins in")
		server.refuse(`"ask":"puzzle"`)
		fen := see[string](p, `$('[aria-label=FEN]').value`)
		rules := see[string](p, `$('#rules').value`)
		ask := script("askServer", map[string]string{"ask": "turns", "rules": rules, "fen": fen})
		p.typed(p.await(ask + `.then((reply) => reply.turns[0].uci)`))
		p.until("it says so", `!$('#offline').hidden`)
		server.refuse("")
		p.until("the turn is judged",
			`/Right|fails|does not win|Solved/.test($('#puzzles').textContent)`)
	})
	// A move made before the rules have answered for the first time is played when they do.
	p.part("early move", func(p *tab) {
		release := server.hold(`"ask":"rules"`)
		p.do(chromedp.Navigate(home + "?early" + link("chess", "", "")))
		p.until("there is a board", `$('[data-square=e2]')`)
		p.drag("e2", "e4")
		if see[bool](p, `document.documentElement.dataset.ready === 'true'`) {
			p.Fatal("the rules have answered")
		}
		release()
		p.says("White plays e4.")
	})
	// The small board shows the last of several addresses, whatever comes late about an earlier
	// one.
	p.part("small board", func(p *tab) {
		p.open(home, "embed.html"+link("pacifist1", "", ""))
		release := server.hold("no-such-game")
		p.follow(link("no-such-game", "", ""))
		<-server.came
		p.follow("#background=transparent")
		p.comesLate(release)
		p.reads("#status.bad", "transparent")
		p.follow(link("benedict", "", "e3"))
		p.shows("rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR")
	})
}

// countPuzzles returns how many forced wins the collection has.
func countPuzzles() int {
	count := 0
	names, _ := fs.Glob(puzzle.Collection(), "*.jsonl")
	for _, name := range names {
		text, _ := fs.ReadFile(puzzle.Collection(), name)
		count += bytes.Count(text, []byte("\n")) - bytes.Count(text, []byte(`"stipulation"`))
	}

	return count
}
