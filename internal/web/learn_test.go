package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turncoat/internal/web"
)

// Every control has a name, and a key shows the list of keys. A lesson says why a move is wrong and
// keeps stars for a right one.
func TestLearn(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	const named = `(e) => e.ariaLabel?.trim() || e.textContent.trim() || e.labels?.length || e.title`
	const controls = `$$('button, input, select, textarea, a[href]')`
	const nameless = controls + `.filter((e) => !(` + named + `)(e)).map((e) => e.outerHTML)`
	if found := see[[]string](p, nameless); len(found) > 0 {
		p.Errorf("without a name: %q", found)
	}
	p.key("?")
	p.until("the list of keys is open", `$('#keys').open`)
	p.key(kb.Escape)
	p.until("it is closed", `!$('#keys').open`)
	p.press("Learn")
	p.step("3. Your move ☆")
	p.shows("k7/8/8/8/2b5/8/8/6KR")
	p.typed("Rh3")
	p.reads(".lesson", "White weighs 0 on it, Black 0")
	p.shows("k7/8/8/8/2b5/8/8/6KR") // by itself
	p.press("Try again")
	p.typed("Rh4")
	p.reads(".lesson", "Rh4: right. ★★") // a second try has fewer stars
	p.until("it has two stars", `!$('.lesson').textContent.includes('★★★')`)
	p.press("Next step")
	p.shows("6k1/8/2p5/3n4/8/8/8/3R2K1")
	p.step("3. Your move ★★")
	p.set("Course", "conversion")
	p.step("4. A queen goes over")
	p.shows("rnb1kbnr/pp2pppp/B1pp4/Q5B1/3PP3/8/PPP2PPP/RN1QK1NR")
	// An exercise on an unguarded piece names the turn that would win it; a guided game follows the
	// course. The king's move leaves the knight to the bishop, whichever turn opens with it.
	p.set("Course", "pacifist1")
	p.step("15. Leave nothing unguarded ☆")
	p.shows("7k/1b4pp/8/8/4N3/2P5/3P1PPP/5RK1")
	p.typed("Kh1")
	p.reads(".lesson", "Black plays Ba6# then, and wins")
	p.press("Try again")
	p.typed("Re1")
	p.reads(".lesson", "Re1: right. ★★")
	p.step("20. That is the whole game")
	p.press("Play a guided game")
	p.reads("#player-top", "Computer, level 1")
	p.reads(".guide", "Nothing of yours is in danger.")
	p.press("Learn")
	// The scenarios of a chapter are steps, too: their moves are played.
	p.set("Course", "04-conversions.yaml")
	p.step("7. the mover's over-persuaded pieces convert in the enemy's next turn")
	p.shows("1k6/8/8/3p4/4n3/8/8/K7")
	p.reads("#learn", "PAC-6")
	p.press("Next step")
	p.shows("7k/8/8/6n1/8/8/8/K1B5")
	p.until("the bar has moved on", `$('.lesson progress').value === 8`)
}

// A newcomer sees a cascade that plays by itself, and two buttons. It ends when one takes a piece:
// then the board has the position that one plays from.
func TestFirstPage(t *testing.T) {
	t.Parallel()
	home := serve(t, web.Options{})
	p := &tab{T: t, ctx: freeTab(t), home: home}
	p.do(chromedp.Navigate(home + "sw.js")) // whose tab has not shown the page before
	p.run(`delete localStorage['turncoat-seen']`)
	p.do(chromedp.Navigate(home))
	p.ready()
	p.says("Black plays Nd4#.")
	p.until("pieces have changed sides", `$$('.square[data-wave]').length > 4`)
	const wanted = "Learn in ten minutes,Play,Puzzle of the day"
	if got := see[string](p, `buttonsIn('.side > :not(.tabs)')`); got != wanted {
		p.Errorf("there are %s", got)
	}
	p.reads("#rules", "Pacifist Chess, by number, as on vchess.club")
	p.click("#rules")
	p.until("each game has a picture",
		`$$('[data-rules] .emblem').length === $$('[data-rules]').length &&
		$$('.emblem').every(e => e.children.length === 9 &&
		[...e.querySelectorAll('img')].every(i => i.naturalWidth))`)
	p.press("Cancel")
	p.click(on("e2"))
	p.click(on("e4"))
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	p.until("the rest of the page has come", `$('#welcome').hidden && $('#search').offsetParent`)

	p.run(`delete localStorage['turncoat-seen']`)
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home))
	p.ready()
	p.until("it is the first page again", `!$('#welcome').hidden`)
	p.visit(link("chess", "", "e2e4")) // as an address is pasted
	p.until("the rest of the page has come", `$('#welcome').hidden && $('#search').offsetParent`)

	p.run(`delete localStorage['turncoat-seen']`)
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home))
	p.ready()
	p.until("there are no steps through moves", `!$('.under').offsetParent`)
	p.press("Puzzle of the day")
	p.reads("#puzzles .card .small", "Puzzle of the day.")
}
