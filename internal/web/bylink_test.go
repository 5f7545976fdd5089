package web_test

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"

	"turncoat/internal/web"
)

// linkField is a script that finds the link to send.
const linkField = `$('[aria-label="Link of the game"]')`

// sends returns the link that a page has to send, once it is not the one before.
func (p *tab) sends(before string) string {
	p.Helper()
	quoted, _ := json.Marshal(p.home + before)
	p.until("there is a link to send", linkField+`.offsetParent && `+linkField+`.value.includes('#game=') && `+
		linkField+`.value !== `+string(quoted))
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
	p.press("New game")
	p.reads("#play", "White to move: yours")
}

// packedLink writes what a link says as the page does.
func packedLink(t *testing.T, said string) string {
	t.Helper()
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, err := io.WriteString(w, said)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return "#game=" + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// saidBy returns what a link says.
func saidBy(t *testing.T, link string) string {
	t.Helper()
	packed, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(link, "#game="))
	if err != nil {
		t.Fatal(err)
	}
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	said, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(said)
}

// Two people in two browsers play the trap of docs/play.md by sending each other links; a link that
// does not go on with the game is refused, with the turn and the rule.
func TestGameByLink(t *testing.T) {
	t.Parallel()
	home := serve(t, web.Options{})
	white := open(t, home, "", reduced)
	white.beginByLink(nil)
	white.typed("c3")
	white.reads("#play", "Send the link: Black is to move.")
	first := white.sends("")
	black := open(t, home, first, reduced)
	black.reads("#play", "Black to move: yours.")
	black.typed("Nc6")
	second := black.sends(first)

	tampered := strings.Replace(saidBy(t, second), "moves=c2c3", "moves=e2e3", 1)
	white.visit(packedLink(t, tampered))
	white.says("turn 1 was c2c3, and the link has e2e3")
	white.visit(second[:len(second)-9])
	white.says("damaged or incomplete")
	white.visit(packedLink(t, saidBy(t, second)+"_e2e5"))
	white.says("turn 3, e2e5")
	white.says("PAC-")

	white.visit(second)
	white.reads("#play", "White to move: yours.")
	white.typed("Qc2")
	third := white.sends(first)
	black.visit(third)
	black.reads("#play", "Black to move: yours.")
	black.again()
	black.reads("#play", "Black to move: yours.")
	black.typed("Nd4")
	black.reads("#play", "You have won.")
	white.visit(black.sends(second))
	white.reads("#play", "Black has won.")
	white.visit(second) // an earlier link takes nothing back
	white.reads("#play", "Black has won.")
}

// After a move the enemy chooses, in its own browser, what it reclaims (specs/06-reclaim.yaml), and
// a draw is offered and accepted by link; nobody accepts what was not offered.
func TestReclaimByLink(t *testing.T) {
	t.Parallel()
	home := serve(t, web.Options{})
	white := open(t, home, link("pacifist-number", "k7/8/8/p6p/1N4N1/8/8/K7 w - - 0 1", ""), reduced)
	white.beginByLink(map[string]string{"Begin with": "analysed"})
	white.typed("Kb1")
	white.reads("#play", "Black chooses what it reclaims, and moves.")
	first := white.sends("")
	white.again() // the turn that waits is shown again
	white.reads("#play", "Black chooses what it reclaims, and moves.")
	white.shows("k7/8/8/p6p/1N4N1/8/8/1K6")

	black := open(t, home, first, reduced)
	black.reads("#choice", "Black may reclaim pieces.")
	black.click(on("b4"))
	black.press("Reclaim chosen")
	black.press("Leave the rest")
	black.shows("k7/8/8/p6p/1n4N1/8/8/1K6")
	black.reads("#play", "Black to move: yours.")
	black.typed("Kb8")
	second := black.sends(first)

	white.visit(packedLink(t, strings.Replace(saidBy(t, second), "&moves", "&end=agreed&moves", 1)))
	white.says("no draw was offered")
	white.visit(second)
	white.shows("1k6/8/8/p6p/1n4n1/8/8/1K6") // the pawn on h5 persuades g4, which nobody supports (PAC-5)
	white.reads("#play", "White to move: yours.")
	white.typed("Kc1")
	third := white.sends(first)
	white.press("Offer a draw")
	black.visit(white.sends(third))
	black.press("Accept the draw")
	black.reads("#play", "The players agree. A draw.")
	white.visit(black.sends(second))
	white.reads("#play", "The players agree. A draw.")
}

// In a game with a turn a day who waits longer claims the win, and nobody does before, or with
// another time for the last turn.
func TestTurnADay(t *testing.T) {
	t.Parallel()
	home := serve(t, web.Options{})
	white := open(t, home, "", reduced)
	white.beginByLink(map[string]string{"Clock": "day"})
	white.reads("#play", "White to move: yours, until")
	white.typed("e4")
	white.reads("#play", "Send the link: Black is to move, until")
	first := white.sends("")
	black := open(t, home, first, reduced)
	black.reads("#play", "Black to move: yours, until")

	const claims = `$$('#play button').find((b) => b.textContent === 'Claim the win on time' && b.offsetParent)`
	const later = `(() => { const now = Date.now; Date.now = () => now() + 25 * 3600 * 1000; })()`
	if see[bool](white, "!!"+claims) {
		t.Error("the win can be claimed at once")
	}
	white.run(later)
	white.press("Back")
	white.press("Forward")
	white.press("Claim the win on time")
	white.reads("#play", "Black has taken more than a day. You have won.")
	claim := white.sends(first)

	black.visit(claim)
	black.says("the day for the turn is not over")
	black.run(later)
	early := regexp.MustCompile("when=[0-9]+").ReplaceAllString(saidBy(t, claim), "when=1000")
	black.visit(packedLink(t, early))
	black.says("another time for the last turn")
	black.visit(claim)
	black.reads("#play", "Black has taken more than a day. White has won.")
}

// Whatever a link holds, the page says why it cannot be shown or shows a game, and goes on.
func TestHostileLinks(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	said := "rules=pacifist1&by=white&id=1&moves=e2e4"
	refused := []string{
		"#game=", "#game=%", "#game=AAAA",
		packedLink(t, ""), packedLink(t, "by=white&id=1&rules=none"),
		packedLink(t, strings.Repeat("by=white&", 1_000_000)), // 9 MB, which are 9 kB as packed
		packedLink(t, strings.Replace(said, "by=white", "by=nobody", 1)),
		packedLink(t, strings.Replace(said, "by=white", "by=black", 1)), // who has made no turn
		packedLink(t, strings.Replace(said, "e2e4", "e2e5", 1)),
		packedLink(t, said+"_%E0"), packedLink(t, said+"&turn=e7e5"), packedLink(t, said+"&end=claimed"),
		packedLink(t, said+"&end=constructor"), packedLink(t, said+"&end=late"), packedLink(t, said+"&when=x"),
		packedLink(t, said+"&fen=8/8"),
	}
	for _, link := range refused {
		p.run(`$('#status').textContent = ''`)
		p.visit(link)
		p.says("The link cannot be shown as it stands")
	}

	p.visit(packedLink(t, said))
	p.reads("#play", "Black to move: yours.")
	p.typed("e5")
	p.reads("#play", "Send the link: White is to move.")
}
