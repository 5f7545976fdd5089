package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turncoat/internal/web"
)

// Every control has a name, and a key shows the list of keys. A lesson says why a move is wrong and
// keeps stars for a right one; the rules come by examples.
func TestLearn(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	if nameless := see[[]string](p, `$$('button, input, select, textarea, a[href]').filter(e => !((e.getAttribute('aria-label') || e.textContent || '').trim() || e.labels?.length || e.title)).map(e => e.outerHTML)`); len(nameless) > 0 {
		p.Errorf("without a name: %q", nameless)
	}
	p.key("?")
	p.until("the list of keys is open", `$('#keys').open`)
	p.key(kb.Escape)
	p.until("it is closed", `!$('#keys').open`)
	p.press("Learn")
	p.press("Step 3: Your move, 0 stars")
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
	p.press("Step 3: Your move, 2 stars")
	p.set("Course", "conversion")
	p.press("Step 4: A queen goes over")
	p.shows("rnb1kbnr/pp2pppp/B1pp4/Q5B1/3PP3/8/PPP2PPP/RN1QK1NR")
	// An exercise on an unguarded piece names the turn that would win it; a guided game follows the
	// course. The king's move leaves the knight to the bishop, whichever turn opens with it.
	p.set("Course", "pacifist1")
	p.press("Step 15: Leave nothing unguarded, 0 stars")
	p.shows("7k/1b4pp/8/8/4N3/2P5/3P1PPP/5RK1")
	p.typed("Kh1")
	p.reads(".lesson", "Black plays Ba6# then, and wins")
	p.press("Try again")
	p.typed("Re1")
	p.reads(".lesson", "Re1: right. ★★")
	p.press("Step 20: That is the whole game")
	p.press("Play a guided game")
	p.reads("#player-top", "Computer, level 1")
	p.reads(".guide", "Nothing of yours is in danger.")
	p.press("Learn")
	p.run(`$('#examples').open = true`)
	p.until("chapters come", `$('[aria-label=Chapter]').options.length > 1`)
	p.set("Chapter", "4. Conversions")
	p.until("it is there", `$('[data-chapter="04-conversions.yaml"] article')`)
	p.press("On the board")
	p.until("it is on the board",
		boardScript+` !== 'rnb1kbnr/pp2pppp/B1pp4/Q5B1/3PP3/8/PPP2PPP/RN1QK1NR'`)
	// Against the computer: it answers; a turn is taken back; one resigns.
	p.with("play", link("pacifist1", "", ""), func(p *tab) {
		p.press("Play")
		p.press("New game")
		p.reads("#play", "yours")
		p.typed("e4")
		p.until("it has answered",
			`$$('.movelist [aria-current]').length === 1 && location.hash.includes('moves=e2e4_')`)
		p.press("Take back")
		p.shows("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
		p.typed("d4")
		p.until("it has answered",
			`location.hash.includes('moves=d2d4_') && $('#play').textContent.includes('yours')`)
		const shown = `$$('#play button').filter(b => b.offsetParent).map(b => b.textContent).join()`
		p.press("Back")
		p.reads("#play", "An earlier position of the game.")
		p.press("Back to the game")
		p.reads("#play", "yours")
		p.press("Resign")
		p.press("Yes")
		p.reads("#play", "White resigns. The computer has won.")
		if buttons := see[string](p, shown); strings.Contains(buttons, "Hint") || strings.Contains(buttons, "Resign") {
			p.Errorf("after the end there are %s", buttons)
		}
		// The third time of a position is noticed, and can be claimed by who brings it about
		// (PAC-16).
		p.set("Opponent", "0")
		p.press("New game")
		for _, move := range []string{"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"} {
			p.typed(move)
			p.says("plays " + move)
		}

		p.press("Claim a draw")
		p.reads("#play", "Black claims a draw: with Ng8 the position comes up for the third time. A draw.")
		p.says("The game is over: 1/2-1/2.")
		if strings.Contains(p.status(), "can be claimed") {
			p.Error(p.status())
		}
	})
}

// The strips beside the board follow what each side owns, and the card of a game that has ended
// names the rule, offers the next game with the colours changed, and lets one learn from the
// mistakes. After 2...Nd4 all 32 pieces are Black's.
func TestGameScreen(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), link("pacifist1", "", ""), reduced)
	p.press("Play")
	p.set("Opponent", "0")
	p.press("New game")
	strip := func(place, want string) {
		p.Helper()
		p.until(place+" reads "+want, `$('#player-`+place+`').textContent === '`+want+`'`)
	}
	strip("top", "Black16 pieces1 king")
	for _, move := range []string{"c3", "Nc6", "Qc2", "Nd4"} {
		p.typed(move)
		p.says("plays " + move)
	}

	strip("top", "BlackNd4# ↻32 pieces+162 kings")
	strip("bottom", "White0 pieces−160 kings")
	p.reads("#play", "Rule PAC-12.")
	const waves = `$$('.square[data-wave]').length`
	p.press("Wave back")
	p.until("the last wave is undone", waves+` < 16`)
	p.press("Show Nd4# again")
	p.until("all waves have come again", waves+` === 16`)

	p.set("Opponent", "1")
	p.press("New game")
	p.reads("#play", "yours")
	p.typed("e4")
	p.until("it has answered",
		`location.hash.includes('moves=e2e4_') && $('#play').textContent.includes('yours')`)
	p.press("Resign")
	p.press("Yes")
	p.press("Rematch")
	p.reads("#player-bottom", "You")
	p.reads("#player-top", "Computer, level 1")
	p.until("White's computer has moved",
		`location.hash.includes('moves=') && $('[data-square=h1]').offsetLeft === 0`)
	p.reads("#play", "Black to move: yours")
	p.again()
	p.reads("#play", "Black to move: yours")
	if !see[bool](p, `$('[data-square=h1]').offsetLeft === 0`) {
		p.Error("Black is no longer below after a reload")
	}
	p.press("Resign")
	p.press("Yes")
	p.press("Learn from your mistakes")
	p.reads("#report", "That was all of them.")
	if !see[bool](p, `$('#tab-analyse').ariaSelected === 'true'`) {
		p.Error("it is not in Analyse")
	}
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
	if shown := see[string](p, `$$('.side button:not([role=tab])').filter(b => b.offsetParent).map(b => b.textContent).join()`); shown != "Learn in ten minutes,Play" {
		p.Errorf("there are %s", shown)
	}
	if name := see[string](p, `$('#rules').textContent`); name != "Pacifist Chess ▾" {
		p.Errorf("the game is called %s", name)
	}
	p.click("#rules")
	p.until("each game has a picture",
		`$$('[data-rules] .emblem').length === 9 &&
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
}
