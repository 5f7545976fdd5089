package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The second worked example of the rules text: Black owns no king, and must claim one of White's two.
const kingless = "nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b - - 0 1"

func TestKingless(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", kingless, ""), reduced)
		p.says("Black to move. It owns no king and must claim one.")
		p.typed("a6") // claims nothing
		p.says("a6 is not legal")
		p.says("PAC-10")
		p.click(on("a8")) // the knight: its one legal square is shown
		p.until("b6 is a target", `JSON.stringify([...document.querySelectorAll('.square.target')].map(e => e.dataset.square)) === '["b6"]'`)
		p.click(on("b6"))
		p.shows("1br1b1qr/ppppKppp/1n5n/4pN2/k3P3/P7/QPPP1PPP/B1R1RBN1")
		p.says("a4 comes over to Black.")
	})
}

// While a piece is held over a square, what would change sides is shown, and nothing has changed yet.
func TestHeld(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", nf5Before, ""))
		p.hold("e3", "f5")
		p.until("the waves are shown", `document.querySelector('[data-square=h7]').dataset.wave === '4' && document.querySelector('[data-square=f8] .number').dataset.text === '2'`)
		if got := p.board(); got != nf5Before {
			p.Errorf("the board has become %s", got)
		}
		x, y := p.middle(on("e3"))
		p.mouse("mouseMoved", x, y)
		p.mouse("mouseReleased", x, y)
		p.until("the waves are gone", `!document.querySelector('[data-wave]')`)
	})
}

// An illegal move says why, with the rule and its sentence.
func TestRefusal(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", nf5Before, ""), reduced)
		p.drag("e3", "e5")
		p.says("is not legal")
		p.says("PAC-1: There are no captures")
		if got := p.board(); got != nf5Before {
			p.Errorf("the board has become %s", got)
		}
		p.typed("Nf5")
		p.typed("Bf6") // with the bishop that was Black's
		p.says("the bishop on g7 has been White's since 1.Nf5 (wave 1)")
	})
}

// Who types faster than the rules answer loses nothing: the second move is judged after the first, and what is
// wrong comes back into the field.
func TestTypedAhead(t *testing.T) {
	t.Parallel()
	home, release := holding(t, `"Nf5"`)
	p := open(t, home, link("pacifist1", nf5Before, ""), reduced)
	p.typed("Nf5")
	p.typed("Bf6")
	release()
	p.says("the bishop on g7 has been White's since 1.Nf5 (wave 1)")
	p.shows(nf5After)
	p.until("the wrong move can be mended", `document.getElementById('move').value === 'Bf6'`)
}

// Castling is shown as what it is: both pieces where they end (PAC-13), written as O-O.
func TestCastling(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ""))
		p.drag("e1", "g1")
		p.shows("4k3/8/8/8/8/8/8/R4RK1")
		p.until("it is written", `document.querySelector('.movelist').textContent.includes('O-O')`)
		p.key(kb.ArrowLeft) // back
		p.shows("4k3/8/8/8/8/8/8/R3K2R")
	})
}

// A pawn becomes what one chooses on the board, by keys.
func TestPromotion(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("chess", "8/4P2k/8/8/8/8/8/K7 w - - 0 1", ""), reduced)
		p.click(on("e7"))
		p.click(on("e8"))
		p.until("the choice is there", `document.activeElement.getAttribute('aria-label') === 'queen'`)
		p.key(kb.ArrowDown + kb.ArrowDown + kb.ArrowDown + kb.Enter)
		p.shows("4N3/7k/8/8/8/8/8/K7")
	})
}

// A reclaim is chosen piece by piece (PAC-8): which can be taken back is shown; what is left of it is the turn.
func TestReclaim(t *testing.T) {
	t.Parallel()
	homes(t, func(t *testing.T, home string) {
		// On b1 the rook is outweighed by the rook b8 and the queen d3, two against none (PAC-5).
		p := open(t, home, link("pacifist-number", "1r5k/8/8/8/8/3q4/7K/R7 w - - 0 1", ""), reduced)
		p.typed("Rb1")
		p.until("the choice is offered", `!document.getElementById('choice').hidden && document.querySelector('[data-square=b1]').classList.contains('can')`)
		if name := see[string](p, `document.querySelector('[data-square=b1]').getAttribute('aria-label')`); !strings.Contains(name, "can be taken back") {
			p.Errorf("b1 is named %q", name)
		}
		p.press("Take back nothing")
		p.shows("1r5k/8/8/8/8/3q4/7K/1R6")
		p.press("Back")
		p.shows("1r5k/8/8/8/8/3q4/7K/R7")
		p.typed("Rb1")
		p.until("the choice is offered again", `document.querySelector('[data-square=b1]').classList.contains('can')`)
		p.click(on("b1"))
		p.press("Take back chosen")
		p.shows("1r5k/8/8/8/8/3q4/7K/1r6")
		p.says("Black takes back b1")
	})
}

// A square says what each side weighs on it, who bears on it and through whom, with lines; the same by the keyboard.
func TestWhy(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", "n6k/8/8/8/8/8/R7/R6K w - - 0 1", ""), reduced)
		x, y := p.middle(on("a8"))
		p.mouse("mouseMoved", x, y)
		p.until("it is told", `document.getElementById('square').textContent.includes('rook a1 through a2')`)
		text := see[string](p, `document.getElementById('square').textContent`)
		for _, want := range []string{"a8, black knight", "White 2", "Black 0", "Over-persuaded", "PAC-5"} {
			if !strings.Contains(text, want) {
				p.Errorf("%q is missing in %q", want, text)
			}
		}
		p.until("lines are drawn", `document.querySelectorAll('.lines line.white').length === 2 && document.querySelectorAll('.lines circle.white').length === 1`)
		p.key("c")
		p.until("control is shown", `document.querySelector('[data-square=a8]').dataset.control === 'white' && document.querySelector('[data-square=a8] .weights').dataset.text === '2:0'`)
	})
}

// A square that one expected to turn over says why it did not: what holds it, and what would tip it. On a8 a
// knight that one rook bears on from either side stays when White's other rook moves elsewhere, and turns over
// when that one bears on a8 too (PAC-5).
func TestWhyNot(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", "nr5k/8/8/8/8/8/R7/1R5K w - - 0 1", ""), reduced)
		p.drag("b1", "c1")
		p.says("Black to move")
		x, y := p.middle(on("a8"))
		p.mouse("mouseMoved", x, y)
		p.until("it is told", `document.getElementById('square').textContent.includes('It holds, 1 against 1: one more piece of White would tip it. (PAC-5')`)

		p = open(t, home, link("pacifist1", "nr5k/8/8/8/8/8/1R6/R6K w - - 0 1", ""), reduced)
		p.drag("b2", "a2")
		p.says("Black to move")
		p.until("one more did", `document.querySelector('[data-square=a8]').dataset.piece === 'N'`)
	})
}

// A link shows what it says, and the address follows the board.
func TestLink(t *testing.T) {
	t.Parallel()
	homes(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", nf5Before, "e3f5")+"&at=1", reduced)
		p.shows(nf5After)
		p.press("Back")
		p.shows(nf5Before)
		p.until("the address says so", `location.hash.endsWith('moves=e3f5&at=0')`)
		address := see[string](p, `location.href`)
		again := open(t, home, address[strings.Index(address, "#"):], reduced)
		again.shows(nf5Before)
		bad := open(t, home, "#rules=chess&fen=8/8&moves=e4", reduced)
		bad.says("The link cannot be shown as it stands")
		own := open(t, home, "#rules=name%3A%20mine%0Abase%3A%20pacifist1%0Alines%3A%20blocked%0A&fen=kn6/8/8/8/8/8/1R6/1R5K_w_-_-_0_1", reduced)
		own.typed("Kh2")
		own.says("Black to move.")
		if got := own.board(); !strings.HasPrefix(got, "kn6/") {
			own.Errorf("by blocked lines the knight stays black: %s", got)
		}
	})
}

// Variations: made, promoted, deleted, marked, commented.
func TestTree(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("chess", "", ""), reduced)
		p.typed("e4")
		p.says("White plays e4.")
		p.typed("e5")
		p.says("Black plays e5.")
		p.press("Back")
		p.typed("c5")
		p.says("Black plays c5.")
		moves := `document.querySelector('.movelist').textContent.replace(/\s+/g, ' ')`
		p.until("both stand there", moves+`.includes('1.e4 e5 1…c5')`)
		p.press("Promote")
		p.until("the order is turned", moves+`.includes('1.e4 c5 1…e5')`)
		p.set("Mark the move", "1")
		p.set("Comment", "the <b>Sicilian</b>")
		p.until("it is marked", moves+`.includes('c5! the <b>Sicilian</b>')`)
		p.press("Delete")
		p.until("it is gone", `!`+moves+`.includes('c5')`)
		p.until("e4 is shown", `location.hash.includes('moves=e2e4')`)
	})
}

// Nothing moves for those who want no motion; the waves can be gone through one by one all the same.
func TestReducedMotion(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", nf5Before, ""), reduced)
		see[bool](p, `(window.turning = 0, new MutationObserver(list => { for (const m of list) for (const n of m.addedNodes) if (n.className === 'after') window.turning++ }).observe(document.querySelector('.board'), {subtree: true, childList: true}), true)`)
		p.typed("Nf5")
		p.shows(nf5After)
		if n := see[int](p, "window.turning"); n != 0 {
			p.Errorf("%d pieces were turned with motion", n)
		}
		p.press("Wave back")
		p.shows("rkqN1RB1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR")
		p.press("Wave back")
		p.shows("rkqn1Rb1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR")
		p.press("Next wave")
		p.shows("rkqN1RB1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR")
	})
}

// Nothing but the keyboard: every control is reached, and named.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, "", reduced)
		seen := map[string]bool{}
		var order []string
		for range 60 {
			p.key(kb.Tab)
			name := see[string](p, `(() => { const e = document.activeElement; if (!e || e === document.body) return ''; const label = e.getAttribute('aria-label') || (e.labels && e.labels[0] ? e.labels[0].textContent : '') || e.textContent; return (label || '').trim() || '(no name) ' + e.outerHTML })()`)
			if name == "" {
				break
			}
			if strings.HasPrefix(name, "(no name)") {
				p.Errorf("%s", name)
			}
			if !seen[name] {
				order = append(order, name)
			}
			seen[name] = true
		}
		for _, want := range []string{"e2, white pawn", "Move", "Flip the board", "Analyse", "Search", "FEN"} {
			if !seen[want] {
				p.Errorf("%s is not reached: %q", want, order)
			}
		}
		// What is disabled or hidden apart, nothing has no name.
		if nameless := see[[]string](p, `[...document.querySelectorAll('button, input, select, textarea, a[href]')].filter(e => !((e.getAttribute('aria-label') || e.textContent || '').trim() || e.labels?.length || e.title)).map(e => e.outerHTML)`); len(nameless) > 0 {
			p.Errorf("without a name: %q", nameless)
		}
		p.key("?")
		p.until("the list of keys is open", `document.getElementById('keys').open`)
		p.key(kb.Escape)
		p.until("it is closed", `!document.getElementById('keys').open`)
	})
}

// On a phone's width one plays with the finger, and nothing is wider than the screen.
func TestPhone(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", nf5Before, ""), chromedp.EmulateViewport(360, 740,
			chromedp.EmulateMobile, chromedp.EmulateTouch), reduced)
		for _, square := range []string{"e3", "f5"} {
			x, y := p.middle(on(square))
			p.until("the moves are known", `document.querySelector('[data-square=e3]').classList.contains('own')`)
			p.do(chromedp.TapXY(x, y))
		}
		p.shows(nf5After)
		if wide := see[int](p, `document.documentElement.scrollWidth`); wide > 360 {
			p.Errorf("the page is %d wide", wide)
		}
		if size := see[float64](p, `document.querySelector('.board').getBoundingClientRect().width`); size < 330 {
			p.Errorf("the board is %v wide", size)
		}
	})
}
