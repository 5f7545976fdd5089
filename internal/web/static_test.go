package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"turncoat/internal/testing/longtest"
)

// installable reports what keeps the browser from offering to install the page as an app, but that
// the tabs of the tests are private.
var installable = chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
	found, err := cdp.Call(ctx, t, page.GetInstallabilityErrors, cdp.Empty{})
	for _, fault := range found.InstallabilityErrors {
		if fault.ErrorID != "in-incognito" {
			err = errors.Join(err, fmt.Errorf("not installable: %s", fault.ErrorID))
		}
	}
	return err
})

// The page without a server, as any file host serves it, and when the host is gone: what was loaded once goes on
// without a network.
func TestStatic(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the static page takes long to build")
	}
	buildSite(t)
	host := httptest.NewServer(http.FileServer(http.Dir(exported)))
	p := open(t, host.URL+"/games/board/", link("pacifist1", nf5Before, ""), reduced)
	p.typed("Nf5")
	p.shows(nf5After)
	p.says("Wave 1: e7 and g7; Wave 2: f8; Wave 3: d8 and g8; Wave 4: f7 and h7 come over to White. Black to move.")
	p.until("the page is kept", `navigator.serviceWorker.controller`)
	p.do(installable)
	host.Close()
	p.again()
	p.shows(nf5After)

	// On b1 the rook is outweighed by the rook b8 and the queen d3, two against none (PAC-5).
	p.with("reclaim", link("pacifist-number", "1r5k/8/8/8/8/3q4/7K/R7 w - - 0 1", ""), func(p *tab) {
		p.typed("Rb1")
		p.press("Reclaim all")
		p.shows("1r5k/8/8/8/8/3q4/7K/1r6")
	})
	// A rook mates on the edge in one turn (chess), and tables say so without a network, as they do when one evaluates.
	p.with("tables", link("chess", "k7/8/1K6/8/8/8/8/7R w - - 0 1", ""), func(p *tab) {
		p.until("the tables tell", `$('#values').textContent.includes('White wins in 1 turn.') && $('.values li').textContent.includes('Rh8# wins')`)
	})
	p.with("play", link("pacifist1", "", ""), func(p *tab) {
		p.press("Play")
		p.press("New game")
		p.typed("e4")
		p.until("it has answered", `location.hash.includes('moves=e2e4_')`)
	})
	// The name of a rule set and the titles of puzzles and games are text, whatever they contain.
	const script = "<img src=x onerror=hacked=1><script>hacked=1</script>"
	rules := url.PathEscape("name: " + script + "\nbase: pacifist1\n")
	p.with("script", link(rules, "", ""), func(p *tab) {
		p.says(script)
		p.load(`{"id":"x","title":"` + script + `","rules":"chess","fen":"k7/8/1K6/8/8/8/8/7R w - - 0 1","in":1}`)
		p.reads("#records", script)
		p.press("Analyse")
		p.load("[White \"" + script + "\"]\n\n1. e4 *\n")
		p.reads("#records", script)
		if see[bool](p, `'hacked' in window || $$('[src=x]').length > 0`) {
			p.Error("text has become a part of the page")
		}
	})
	if longtest.Short() {
		return // TestPuzzles and TestLearn do the rest with a server
	}
	p.with("puzzle", link("pacifist1", "", ""), func(p *tab) {
		openPuzzle(p)
		p.typed("Rb7")
		p.says("Right. Against the best defence: one turn more.")
		p.typed("Ra8")
		p.says("Solved at first try.")
		p.press("Next")
		p.says("to move wins in")
	})
	p.with("lesson", link("pacifist1", "", ""), func(p *tab) {
		p.press("Learn")
		p.press("Step 3: Your move, 0 stars")
		p.shows("k7/8/8/8/2b5/8/8/6KR")
		p.typed("Rh4")
		p.reads(".lesson", "Rh4: right. ★★★")
	})
}
