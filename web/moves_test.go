package web_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The first worked example of the rules text: Nf5 and its four waves.
const (
	nf5Before = "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR"
	nf5After  = "rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR"
)

// The click that a key makes of itself may come late; it takes nothing back. One that no key has made, a screen
// reader's, counts.
func TestLateClick(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", nf5Before, ""), reduced)
		p.until("the moves are known", `document.querySelector('[data-square=e3]').classList.contains('own')`)
		picked := `document.querySelector('[data-square=e3]').classList.contains('picked')`
		key := func(what string) {
			see[bool](p, `document.querySelector('[data-square=e3]').dispatchEvent(new KeyboardEvent('`+what+`', {key: 'Enter', bubbles: true})), true`)
		}
		click := func() { see[bool](p, `(document.querySelector('[data-square=e3]').click(), true)`) }
		key("keydown")
		click()
		key("keyup")
		if !see[bool](p, picked) {
			t.Error("the click of a key let go of what the key picked up")
		}
		click()
		p.until("the piece is let go", "!"+picked)
	})
}

// Whichever way Nf5 is played, its four waves are shown, numbered, and told.
func TestNf5(t *testing.T) {
	t.Parallel()
	ways := map[string]func(p *tab){
		"drag":   func(p *tab) { p.drag("e3", "f5") },
		"clicks": func(p *tab) { p.click(on("e3")); p.click(on("f5")) },
		"typing": func(p *tab) { p.typed("Nf5") },
		"UCI":    func(p *tab) { p.typed("e3f5") },
		"keys": func(p *tab) {
			step := func(key, to string) {
				p.key(key)
				p.until("the focus is on "+to, `document.activeElement?.dataset.square === '`+to+`'`)
			}
			step("b", "e2") // to the board
			step(kb.ArrowUp, "e3")
			step(kb.Enter, "e3")
			step(kb.ArrowUp, "e4")
			step(kb.ArrowUp, "e5")
			step(kb.ArrowRight, "f5")
			p.key(kb.Enter)
		},
	}
	homes(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", nf5Before, "")) // with all that moves, once
		for _, name := range []string{"keys", "drag", "clicks", "typing", "UCI"} {
			p.until("the moves are known", `document.querySelector('[data-square=e3]').classList.contains('own')`)
			ways[name](p)
			p.shows(nf5After)
			p.says("Wave 1: e7 and g7; Wave 2: f8; Wave 3: d8 and g8; Wave 4: f7 and h7 come over to White. Black to move.")
			p.until("the waves are numbered", `JSON.stringify([...document.querySelectorAll('[data-wave]')].map(e => e.dataset.square + e.dataset.wave).sort()) === JSON.stringify(['d83','e71','f74','f82','g71','g83','h74'])`)
			if name := see[string](p, `document.querySelector('[data-square=f8]').getAttribute('aria-label')`); name != "f8, white rook, changed sides in wave 2" {
				p.Errorf("f8 is named %q", name)
			}
			p.press("Back")
			p.shows(nf5Before)
			p.do(reduced)
		}
	})
}
