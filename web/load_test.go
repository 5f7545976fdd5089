package web_test

import (
	"encoding/json"
	"testing"

	"github.com/chromedp/chromedp"

	"turncoat/internal/filetest"
)

// A position, a game, vchess.club's form, a scenario and a puzzle are loaded as they come: dropped on the page
// as a file, each; a position also pasted into the field, pasted on the page, and dropped as text.
func TestLoad(t *testing.T) {
	t.Parallel()
	vchess := filetest.Read(t, "../examples/vchess-pacifist1.pgn")
	texts := map[string]struct{ text, want string }{
		"a FEN":         {nf5Before + " w - - 0 1", `document.getElementById('status').textContent.includes('White to move.') && ` + boardScript + ` === '` + nf5Before + `'`},
		"a game":        {"[Variant \"chess\"]\n\n1. e4 e5 2. Nf3 *", `document.getElementById('records').textContent.includes('3 plies')`},
		"vchess.club's": {string(vchess), `document.getElementById('records').textContent.includes('bruno') && document.getElementById('records').textContent.includes('21 plies')`},
		"a scenario": {"rules: pacifist1\nscenarios:\n  - name: one attacker\n    cite: PAC-5\n    fen: k7/8/8/3n4/8/8/8/K6R w - - 0 1\n    play: [Rd1]\n    expect:\n      board: k7/8/8/3N4/8/8/8/K2R4\n",
			`document.getElementById('records').textContent.includes('one attacker')`},
		"a puzzle":   {rooks, `document.getElementById('status').textContent.includes('White to move wins in 2.')`},
		"a help-win": {`{"id":"h","rules":"chess","stipulation":"help-win","fen":"5k2/8/8/8/8/8/1R6/R6K b - - 0 1","in":2,"keys":["f8e8"],"solution":[]}`, `document.getElementById('status').textContent.includes('only wins can be played here')`},
	}
	ways := map[string]string{
		"field":  `(() => { const f = document.querySelector('[aria-label="Paste a FEN, a game or a scenario"]'); f.closest('details').open = true; f.value = TEXT; [...document.querySelectorAll('#position details button')].find(b => b.textContent === 'Load').click(); return true })()`,
		"pasted": `(() => { const d = new DataTransfer(); d.setData('text/plain', TEXT); document.body.dispatchEvent(new ClipboardEvent('paste', {bubbles: true, clipboardData: d})); return true })()`,
		"text":   `(() => { const d = new DataTransfer(); d.setData('text/plain', TEXT); document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: d})); return true })()`,
		"file":   `(() => { const d = new DataTransfer(); d.items.add(new File([TEXT], 'given.txt')); document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: d})); return true })()`,
	}
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, "", reduced)
		given := func(name, way string) {
			p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+link("chess", "4k3/8/8/8/8/8/8/4K3", "")))
			p.until("the page is ready", `document.documentElement.dataset.ready === 'true'`)
			text, _ := json.Marshal(texts[name].text)
			see[bool](p, `(TEXT => `+ways[way]+`)(`+string(text)+`)`)
			p.until(name+" is loaded by "+way, texts[name].want)
		}
		for name := range texts {
			given(name, "file")
		}
		for way := range ways {
			given("a FEN", way)
		}
	})
}
