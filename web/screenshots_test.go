package web_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"turncoat/internal/filetest"
	"turncoat/web"
)

var screenshots = flag.String("screenshots", "", "write pictures of the page into `DIR`")

// TestScreenshots makes the pictures of the page that are looked at when it changes:
//
//	go test ./web -run Screenshots -screenshots DIR
func TestScreenshots(t *testing.T) {
	if *screenshots == "" {
		t.Skip("no -screenshots DIR")
	}
	if err := os.MkdirAll(*screenshots, 0o777); err != nil {
		t.Fatal(err)
	}
	text := filetest.Read(t, "../examples/vchess-pacifist1.pgn")
	home, given := serve(t, web.Options{}),
		serve(t, web.Options{Given: []web.Given{{Name: "vchess-pacifist1.pgn", Text: string(text)}}})
	dark := emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"}
	still := emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"}
	scenes := []struct {
		name          string
		home, hash    string
		width, height int64
		media         []*emulation.MediaFeature
		act           func(p *tab)
	}{
		{"01-start-desktop", home, "", 1440, 900, nil, nil},
		{"02-nf5-desktop", home, link("pacifist1", nf5Before, "e3f5"), 1440, 900, nil, nil},
		{"03-nf5-dark", home, link("pacifist1", nf5Before, "e3f5"), 1440, 900, []*emulation.MediaFeature{&dark}, nil},
		{"04-nf5-phone", home, link("pacifist1", nf5Before, "e3f5"), 390, 844, nil, nil},
		{"05-why-control", home, link("pacifist1", nf5Before, ""), 1280, 800, nil, func(p *tab) {
			p.click("#control")
			x, y := p.middle(on("e7"))
			p.mouse("mouseMoved", x, y)
			p.until("it is told", `document.getElementById('square').textContent.includes('e7, black pawn')`)
		}},
		{"06-win-tree", home, link("pacifist1", "3b4/8/3B4/4N1p1/2P5/4PK2/8/k1q5 w - - 0 1", ""), 1440, 1000, nil,
			func(p *tab) {
				p.click("#search-go")
				p.until("the win is found", `document.getElementById('search').textContent.includes('Yes, in 2')`)
			}},
		{"07-puzzle", home, "", 1440, 900, []*emulation.MediaFeature{&still}, func(p *tab) {
			p.press("Puzzles")
			p.until("there is one", `document.getElementById('puzzles').textContent.includes('wins in')`)
		}},
		{"08-records", given, "", 1440, 1000, []*emulation.MediaFeature{&still}, nil},
		{"09-puzzle-phone-dark", home, "", 360, 740, []*emulation.MediaFeature{&dark, &still}, func(p *tab) {
			p.press("Puzzles")
			p.until("there is one", `document.getElementById('puzzles').textContent.includes('wins in')`)
		}},
		{"10-tables", home, link("pacifist1", "n7/8/8/4K3/8/8/8/7k w - - 0 1", ""), 1440, 1000,
			[]*emulation.MediaFeature{&still}, func(p *tab) {
				p.until("the values are there", `document.getElementById('values').textContent.includes('wins in 13')`)
			}},
		{"12-refused-phone", home, link("pacifist1", nf5Before, "e3f5"), 390, 844, []*emulation.MediaFeature{&still},
			func(p *tab) {
				p.typed("Bf6")
				p.says("has been White's")
			}},
		{"11-learn-wide", home, "", 2560, 1440, nil, func(p *tab) {
			p.press("Learn")
			p.until("there is something", `document.querySelectorAll('#learn article, #learn h2').length > 3`)
		}},
	}
	for _, scene := range scenes {
		t.Run(scene.name, func(t *testing.T) {
			p := open(t, scene.home, scene.hash, chromedp.EmulateViewport(scene.width, scene.height), media(scene.media...))
			if scene.act != nil {
				scene.act(p)
			}
			p.until("nothing moves", `!document.querySelector('.piece img.after')`)
			picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(*screenshots, scene.name+".png"), picture, 0o666); err != nil {
				t.Fatal(err)
			}
		})
	}
}
