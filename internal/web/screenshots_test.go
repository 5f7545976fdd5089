package web_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/web"
)

var (
	screenshots = flag.String("screenshots", "", "write pictures of the page into `DIR`")
	axe         = flag.String("axe", "", "check the scenes with axe-core, the `FILE` axe.min.js")
)

// TestScreenshots makes the pictures of the page that are looked at when it changes, and lets
// axe-core judge the scenes, both or either:
//
//	go test ./internal/web -run Screenshots -screenshots DIR -axe node_modules/axe-core/axe.min.js
func TestScreenshots(t *testing.T) {
	if *screenshots == "" && *axe == "" {
		t.Skip("no -screenshots DIR and no -axe FILE")
	}
	record := string(filetest.Read(t, "../../examples/vchess-pacifist1.pgn"))
	given := []web.Given{{Name: "vchess-pacifist1.pgn", Text: record}}
	for _, s := range append(pageScenes(), embeddedScenes(t)...) {
		for _, size := range s.sizes {
			for _, look := range looks {
				name := fmt.Sprintf("%s-%dx%d-%s", s.name, size.width, size.height, look.name)
				t.Run(name, func(t *testing.T) {
					home := s.home
					if home == "" {
						home = serve(t, web.Options{Given: given}) // where nothing is kept yet
					}
					p := open(t, home, s.hash, media(look.features...), size.emulate())
					s.act(p)
					p.judge()
					p.picture(name)
				})
			}
		}
	}
}

// A scene is the page after something has been done in it: with its own server, if it has no home.
type scene struct {
	name, home, hash string
	sizes            []size
	act              func(p *tab)
}

type size struct{ width, height int64 }

// emulate shows the page in a window of the size, a small one on a phone.
func (s size) emulate() chromedp.Action[chromedp.Void] {
	if s.width < 900 && s.height < 900 {
		return chromedp.EmulateViewport(s.width, s.height,
			chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	return chromedp.EmulateViewport(s.width, s.height)
}

var (
	desktop = size{1280, 800}
	phone   = size{390, 844}
	screens = []size{desktop, {1920, 1080}, {768, 1024}, phone, {844, 390}}
)

var noMotion = &emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"}

// looks are how a person wants to see pages.
var looks = []struct {
	name     string
	features []*emulation.MediaFeature
}{
	{"light", []*emulation.MediaFeature{noMotion}},
	{"dark", []*emulation.MediaFeature{
		noMotion, {Name: "prefers-color-scheme", Value: "dark"},
	}},
	{"forced", []*emulation.MediaFeature{noMotion, {Name: "forced-colors", Value: "active"}}},
}

// pageScenes are the screens of the page.
func pageScenes() []scene {
	const reclaim = "1r5k/8/8/8/8/3q4/7K/R7 w - - 0 1"
	const mated = "r1bqkbnr/pppppppp/8/8/3n4/2p5/ppqppppp/rnb1kbnr"
	learn := func(p *tab) {
		p.press("Learn")
		p.until("there is a lesson", `$('.lesson h2')`)
	}
	play := func(p *tab) {
		p.press("Play")
		p.newGame()
		p.reads("#play", "Your move")
		p.typed("e4")
		p.until("it has answered", `location.hash.includes('moves=e2e4_')`)
	}
	over := func(p *tab) {
		p.press("Play")
		p.set("Opponent", "0")
		p.newGame()
		for _, move := range []string{"c3", "Nc6", "Qc2", "Nd4"} {
			p.typed(move)
			p.says("plays " + move)
		}
	}
	byLink := func(p *tab) {
		p.beginByLink(map[string]string{"Clock": "day"})
		p.typed("e4")
		p.reads("#play", "Send the link")
	}
	why := func(p *tab) {
		p.over("d8")
		p.reads("#square", "until wave")
	}

	return []scene{
		{"learn", "", "", screens, learn},
		{"setup", "", "", screens, func(p *tab) { p.press("Play") }},
		{"play", "", "", screens, play},
		{"result", "", "", screens, over},
		{"puzzles", "", "", screens, func(p *tab) {
			p.press("Puzzles")
			p.reads("#puzzles", "to move wins in")
		}},
		{"analyse", "", link("pacifist1", nf5Before, "e3f5"), screens, why},
		{"records", "", "", screens, func(p *tab) {
			p.press("Records")
			p.press("Forward")
		}},
		{"reclaim", "", link("pacifist-number", reclaim, ""), []size{desktop, phone},
			func(p *tab) {
				p.typed("Rb1")
				p.until("the choice is offered", `!$('#choice').hidden`)
			}},
		{"by-link", "", "", []size{desktop, phone, {320, 640}}, byLink},
		{"proof", "", "#proof=benedict-king", []size{phone},
			func(p *tab) { p.reads("#proof", "Black’s replies") }},
		{"eleven-waves", "", link("pacifist1", "", "c3_Nc6_Qc2_Nd4"), []size{desktop, phone},
			func(p *tab) { p.shows(mated) }},
	}
}

// embeddedScenes are the small board, alone and in a page of others, and a page whose server is
// away.
func embeddedScenes(t *testing.T) []scene {
	t.Helper()
	home := serve(t, web.Options{})
	cell := func(width int, attributes string) string {
		const board = `<td width="%d" valign="top"><turncoat-board %s></turncoat-board>`
		return fmt.Sprintf(board, width, attributes)
	}
	boards := `<script src="` + home + `turncoat-board.js" defer></script><table><tr>` +
		cell(490, `fen="`+nf5Before+` w - - 0 1" moves="e3f5" play`) +
		cell(330, `rules="pacifist-number" fen="1r5k/8/8/8/8/3q4/7K/R7 w - - 0 1" `+
			`light="#dfe7ef" dark="#5b7c99" background="#101820" play`) +
		cell(240, `rules="benedict" moves="e3 e5 Qh5" at="1" `+
			`light="f4e1d2" dark="b5523b" background="fff8f2"`) +
		`</table>`
	embed := "embed.html" + link("pacifist1", nf5Before, "e3f5") + "&play"
	troubled, server := serveTroubled(t)

	return []scene{
		{"embedded", foreign(t, home, boards), "", []size{{1280, 860}}, func(p *tab) {
			const height = `e.shadowRoot.querySelector('iframe').clientHeight`
			p.until("the boards have told their height",
				`$$('turncoat-board').every((e) => `+height+` > 200 && `+height+` !== 300)`)
		}},
		{"embed", home, embed, []size{{240, 360}, {390, 585}, {800, 1200}},
			func(p *tab) { p.shows(nf5After) }},
		{"no-connection", troubled, "", []size{phone}, func(p *tab) {
			server.refuse("/ask")
			p.typed("e4")
			p.until("it says so", `!$('#offline').hidden`)
			server.refuse("")
		}},
	}
}

// judge lets axe-core judge the page, if it is there.
func (p *tab) judge() {
	p.Helper()
	if *axe == "" {
		return
	}
	p.checkFaults()
	// The page's policy forbids the styles that axe-core adds, which is no fault of the page.
	p.run(`window.faults = Object.assign([], { push() {} })`)
	see[bool](p, string(filetest.Read(p, *axe))+"; true")
	const fault = `(v) => v.nodes.map((n) => [v.id, n.html, n.failureSummary].join(': '))`
	var faults []string
	text := p.await(`axe.run().then((r) => JSON.stringify(r.violations.flatMap(` + fault + `)))`)
	if err := json.Unmarshal([]byte(text), &faults); err != nil || len(faults) > 0 {
		p.Errorf("axe: %.2000q, %v", faults, err)
	}
}

// picture writes a picture of the page.
func (p *tab) picture(name string) {
	p.Helper()
	if *screenshots == "" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.Fatal(err)
	}
	if err := os.MkdirAll(*screenshots, 0o777); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*screenshots, name+".png"), picture, 0o666); err != nil {
		p.Fatal(err)
	}
}
