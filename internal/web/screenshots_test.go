package web_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/web"
)

var (
	screenshots = flag.String("screenshots", "", "write pictures of the page into `DIR`")
	axe         = flag.String("axe", "", "check the pictured scenes with axe-core, the `FILE` axe.min.js")
)

// TestScreenshots makes the pictures of the page that are looked at when it changes, and lets
// axe-core judge the scenes, both or either:
//
//	go test ./web -run Screenshots -screenshots DIR -axe node_modules/axe-core/axe.min.js
func TestScreenshots(t *testing.T) {
	if *screenshots == "" && *axe == "" {
		t.Skip("no -screenshots DIR and no -axe FILE")
	}
	var judge []byte
	if *axe != "" {
		judge = filetest.Read(t, *axe)
	}
	record := filetest.Read(t, "../../examples/vchess-pacifist1.pgn")
	scene := func(name, home, hash string, width, height int64, dark bool, act func(p *tab)) {
		t.Run(name, func(t *testing.T) {
			look := []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}
			if dark {
				look = append(look, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
			}
			first := []chromedp.Action[chromedp.Void]{media(look...)}
			if width < 900 && height < 900 {
				first = append(first, chromedp.EmulateViewport(width, height, chromedp.EmulateMobile, chromedp.EmulateTouch))
			} else {
				first = append(first, chromedp.EmulateViewport(width, height))
			}

			if home == "" {
				home = serve(t, web.Options{Given: []web.Given{{Name: "vchess-pacifist1.pgn", Text: string(record)}}})
			}
			p := open(t, home, hash, first...)
			act(p)
			if judge != nil {
				see[bool](p, string(judge)+"; true")
				var faults []string
				text := p.await(`axe.run().then(r => JSON.stringify(r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 150) + ' ' + n.failureSummary.slice(0, 200)))))`)
				if err := json.Unmarshal([]byte(text), &faults); err != nil || len(faults) > 0 {
					t.Errorf("axe: %q, %v", faults, err)
				}
			}

			if *screenshots == "" {
				return
			}
			picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
			if err == nil {
				err = os.MkdirAll(*screenshots, 0o777)
			}
			if err == nil {
				err = os.WriteFile(filepath.Join(*screenshots, name+".png"), picture, 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		})
	}
	tabs := []struct {
		name string
		act  func(p *tab)
	}{
		{"Learn", func(p *tab) {
			p.until("there is a lesson", `$('.lesson')`)
		}},
		{"Play", func(p *tab) {
			p.press("New game")
			p.reads("#play", "yours")
			p.typed("e4")
			p.until("it has answered", `location.hash.includes('moves=e2e4_')`)
		}},
		{"Puzzles", func(p *tab) { p.says("to move wins in") }},
		{"Analyse", func(p *tab) { p.visit(link("pacifist1", nf5Before, "e3f5")); p.key("w"); p.shows(nf5After) }},
		{"Records", func(p *tab) { p.press("Forward") }},
	}
	sizes := []struct {
		name          string
		width, height int64
	}{{"desktop", 1280, 800}, {"tablet", 768, 1024},
		{"wide-tablet", 1024, 768}, {"phone", 390, 844}, {"landscape", 844, 390}}
	for _, part := range tabs {
		for _, size := range sizes {
			for _, dark := range []bool{false, true} {
				scene(fmt.Sprintf("%s-%s-%s", part.name, size.name, map[bool]string{false: "light", true: "dark"}[dark]), "", "",
					size.width, size.height, dark, func(p *tab) {
						p.press(part.name)
						part.act(p)
					})
			}
		}
	}

	scene("reclaim", "", link("pacifist-number", "1r5k/8/8/8/8/3q4/7K/R7 w - - 0 1", ""), 1280, 800, false, func(p *tab) {
		p.typed("Rb1")
		p.until("the choice is offered", `!$('#choice').hidden`)
	})
	for _, width := range []int64{390, 1280} {
		scene(fmt.Sprintf("by-link-%d", width), "", "", width, 844, width == 390, func(p *tab) {
			p.beginByLink(map[string]string{"Clock": "day"})
			p.typed("e4")
			p.reads("#play", "Send the link")
		})
	}
	scene("proof", "", "#proof=benedict-king", 390, 844, false, func(p *tab) {
		p.reads("#proof", "Black’s replies")
	})
	scene("eleven-waves", "", link("pacifist1", "", "c3_Nc6_Qc2_Nd4"), 1280, 800, false, func(p *tab) { p.shows("r1bqkbnr/pppppppp/8/8/3n4/2p5/ppqppppp/rnb1kbnr") })
	home := serve(t, web.Options{})
	boards := `<script src="` + home + `turncoat-board.js" defer></script><table><tr><td width="490" valign="top">` +
		`<turncoat-board fen="` + nf5Before + ` w - - 0 1" moves="e3f5" play></turncoat-board><td width="330" valign="top">` +
		`<turncoat-board rules="pacifist-number" fen="1r5k/8/8/8/8/3q4/7K/R7 w - - 0 1" light="#dfe7ef" dark="#5b7c99" background="#101820" play></turncoat-board>` +
		`<td width="240" valign="top"><turncoat-board rules="benedict" moves="e3 e5 Qh5" at="1" light="f4e1d2" dark="b5523b" background="fff8f2"></turncoat-board></table>`
	embedded := foreign(t, home, boards)
	for _, dark := range []bool{false, true} {
		name := map[bool]string{false: "light", true: "dark"}[dark]
		scene("embedded-"+name, embedded, "", 1280, 860, dark, func(p *tab) {
			p.do(chromedp.Sleep(3 * time.Second))
		})
		for _, width := range []int64{240, 390, 800} {
			scene(fmt.Sprintf("embed-%d-%s", width, name), home, "embed.html"+link("pacifist1", nf5Before, "e3f5")+"&play", width, width*3/2, dark,
				func(p *tab) { p.shows(nf5After) })
		}
	}

	troubled, server := serveTroubled(t)
	scene("no-connection", troubled, "", 390, 844, true, func(p *tab) {
		server.refuse("/ask")
		p.typed("e4")
		p.until("it says so", `!$('#offline').hidden`)
	})
}
