package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"turncoat/internal/web"
)

// linkField is a script that finds the link to send.
const linkField = `$('[aria-label="Link of the game"]')`

// sends returns the link that a page has to send.
func (p *tab) sends() string {
	p.Helper()
	p.until("there is a link to send",
		linkField+`.offsetParent && `+linkField+`.value.includes('#game=')`)
	return strings.TrimPrefix(see[string](p, linkField+".value"), p.home)
}

// beginByLink begins a game by link as White, with other choices in menus by their names.
func (p *tab) beginByLink(choices map[string]string) {
	p.Helper()
	p.press("Play")
	p.set("Opponent", "link")
	for menu, choice := range choices {
		p.set(menu, choice)
	}
	p.newGame()
	p.reads("#play", "Your move")
}

// Two people in two browsers play the trap of docs/play.md by sending each other links.
func TestGameByLink(t *testing.T) {
	t.Parallel()
	home := serve(t, web.Options{})
	white, black := open(t, home, "", reduced), open(t, home, "", reduced)
	white.do(chromedp.EmulateViewport(1280, 800))
	white.beginByLink(nil)
	white.typed("c3")
	white.reads("#play", "Send the link: your opponent is to move.")
	first := white.sends()
	// The link is not under the tabs, which stay where one scrolls.
	white.until("the link is in sight",
		linkField+`.getBoundingClientRect().top >= $('.tabs').getBoundingClientRect().bottom`)
	// It can be pasted behind what an address has already.
	black.visit("#rules=chess" + strings.TrimPrefix(first, "#"))
	black.reads("#play", "Your move")
	black.typed("Nc6")
	second := black.sends()

	white.visit(second[:len(second)-9])
	white.says("damaged or incomplete")

	white.visit(second)
	white.reads("#play", "Your move")
	white.typed("Qc2")
	third := white.sends()
	black.visit(third)
	black.reads("#play", "Your move")
	black.again()
	black.reads("#play", "Your move")
	black.typed("Nd4")
	black.reads("#play", "You won")
	white.visit(black.sends())
	white.reads("#play", "You lost")
	white.visit(second) // an earlier link takes nothing back
	white.reads("#play", "You lost")
	reclaimByLink(white, black)
}

// reclaimByLink plays a game in which the enemy chooses after a move, in its own browser, what it
// reclaims (specs/06-reclaim.yaml), and a draw is offered and accepted by link.
func reclaimByLink(white, black *tab) {
	white.Helper()
	white.visit(link("pacifist-number", "k7/8/8/p6p/1N4N1/8/8/K7 w - - 0 1", ""))
	white.beginByLink(map[string]string{"Begin with": "analysed"})
	white.typed("Kb1")
	white.reads("#play", "your opponent chooses what to reclaim, and moves.")
	first := white.sends()
	white.again() // the turn that waits is shown again
	white.reads("#play", "your opponent chooses what to reclaim, and moves.")
	white.shows("k7/8/8/p6p/1N4N1/8/8/1K6")

	black.visit(first)
	black.reads("#choice", "Black may reclaim pieces.")
	black.click(on("b4"))
	black.press("Reclaim chosen")
	black.press("Leave the rest")
	black.shows("k7/8/8/p6p/1n4N1/8/8/1K6")
	black.reads("#play", "Your move")
	black.typed("Kb8")
	second := black.sends()

	white.visit(second)
	// The pawn on h5 persuades g4, which nobody supports (PAC-5).
	white.shows("1k6/8/8/p6p/1n4n1/8/8/1K6")
	white.reads("#play", "Your move")
	white.typed("Kc1")
	white.reads("#play", "Send the link")
	white.press("Offer a draw")
	white.press("Yes")
	white.reads("#play", "You offer a draw.")
	black.visit(white.sends())
	black.press("Accept the draw")
	black.reads("#play", "The players agree.")
	white.visit(black.sends())
	white.reads("#play", "The players agree.")
}
