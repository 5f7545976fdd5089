package web_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turncoat/internal/web"
)

// The worked examples of the rules text: Nf5 and its four waves; and Black, who owns no king and
// must claim one of White's two.
const (
	nf5Before = "rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR"
	nf5After  = "rkqN1RB1/ppppPPBP/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR"
	qb6       = "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN"
	kingless  = "nbr1b1qr/ppppKppp/7n/4pN2/K3P3/P7/QPPP1PPP/B1R1RBN1 b - - 0 1"
)

// named checks the name that a square has for those who do not see it.
func (p *tab) named(square, want string) {
	p.Helper()
	if got := see[string](p, script("$", on(square))+`.ariaLabel`); got != want {
		p.Errorf("%s is named %q", square, got)
	}
}

// What one does with pieces on the board, in one page.
func TestBoard(t *testing.T) {
	t.Parallel()
	// The first way is shown with all that moves.
	p := open(t, serve(t, web.Options{}), link("pacifist1", nf5Before, ""))
	// Whichever way Nf5 is played, its four waves are shown, numbered, and told.
	ways := map[string]func(p *tab){
		"drag":   func(p *tab) { p.drag("e3", "f5") },
		"clicks": func(p *tab) { p.click(on("e3")); p.click(on("f5")) },
		"typing": func(p *tab) { p.typed("Nf5") },
		"UCI":    func(p *tab) { p.typed("e3f5") },
		"keys": func(p *tab) {
			step := func(key, to string) {
				p.key(key)
				p.until("the focus is on "+to,
					`document.activeElement?.dataset.square === '`+to+`'`)
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
	for _, name := range []string{"keys", "drag", "clicks", "typing", "UCI"} {
		p.movable("e3")
		ways[name](p)
		p.shows(nf5After)
		p.says("Wave 1: e7 and g7; Wave 2: f8; Wave 3: d8 and g8; Wave 4: f7 and h7 come over to White.")
		for wave, squares := range map[int]string{1: "e7 g7", 2: "f8", 3: "d8 g8", 4: "f7 h7"} {
			of := fmt.Sprintf(`squaresOf('[data-wave="%d"]')`, wave)
			p.until("the waves are numbered", of+` === '`+squares+`'`)
		}
		p.named("f8", "f8, white rook, changed sides in wave 2")
		p.press("Back")
		p.shows(nf5Before)
		p.do(reduced)
	}

	// While a piece is held over a square, what would change sides is shown, and nothing has
	// changed yet.
	p.with("held", link("pacifist1", nf5Before, ""), func(p *tab) {
		p.hold("e3", "f5")
		p.until("the waves are shown",
			`$('[data-square=h7]').dataset.wave === '4' &&
			$('[data-square=f8] .number').dataset.text === '2'`)
		if got := p.board(); got != nf5Before {
			p.Errorf("the board has become %s", got)
		}
		p.over("e3")
		x, y := p.middle(on("e3"))
		p.mouse("mouseReleased", x, y)
		p.until("the waves are gone", `!$('[data-wave]')`)
	})
	// After a drag the card is about the square on which the piece was put down.
	p.with("dropped", link("pacifist1", nf5Before, ""), func(p *tab) {
		p.drag("e3", "f5")
		p.shows(nf5After)
		p.reads("#square .big", "f5, white knight")
	})
	// The click that a key makes of itself may come late; it takes nothing back. One that no key
	// has made, a screen reader's, counts.
	p.with("late click", link("pacifist1", nf5Before, ""), func(p *tab) {
		p.movable("e3")
		picked := `$('[data-square=e3]').classList.contains('picked')`
		key := func(what string) {
			event := `new KeyboardEvent('` + what + `', {key: 'Enter', bubbles: true})`
			p.run(`$('[data-square=e3]').dispatchEvent(` + event + `)`)
		}
		click := func() { p.run(`$('[data-square=e3]').click()`) }
		key("keydown")
		click()
		key("keyup")
		if !see[bool](p, picked) {
			p.Error("the click of a key let go of what the key picked up")
		}
		click()
		p.until("the piece is let go", "!"+picked)
	})
	p.with("kingless", link("pacifist1", kingless, ""), func(p *tab) {
		p.says("Black to move. It owns no king and must claim one.")
		p.typed("a6") // claims nothing
		p.says("a6 is not legal")
		p.says("PAC-10")
		p.until("the next move takes its place",
			`(e => e.value === 'a6' && e.selectionStart === 0 && e.selectionEnd === 2)($('#move'))`)
		p.click(on("a8")) // the knight: its one legal square is shown
		p.until("b6 is a target",
			`squaresOf('.square.target') === 'b6'`)
		p.click(on("b6"))
		p.shows("1br1b1qr/ppppKppp/1n5n/4pN2/k3P3/P7/QPPP1PPP/B1R1RBN1")
		p.says("a4 comes over to Black.")
	})
	// An illegal move says why, with the rule and its sentence.
	p.with("refusal", link("pacifist1", nf5Before, ""), func(p *tab) {
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
	// Castling is shown as what it is: both pieces where they end (PAC-13), written as O-O.
	p.with("castling", link("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ""), func(p *tab) {
		p.drag("e1", "g1")
		p.shows("4k3/8/8/8/8/8/8/R4RK1")
		p.reads(".movelist", "O-O")
		p.key(kb.ArrowLeft) // back
		p.shows("4k3/8/8/8/8/8/8/R3K2R")
		p.drag("e1", "a1") // onto the rook
		p.shows("4k3/8/8/8/8/8/8/2KR3R")
		// Both squares of the move are marked.
		const marked = `$$('.square .mark').filter((e) =>
			getComputedStyle(e).backgroundColor !== 'rgba(0, 0, 0, 0)')`
		const squares = marked + `.map((e) => e.parentElement.dataset.square).sort().join(' ')`
		if got := see[string](p, squares); got != "c1 d1 e1" {
			p.Errorf("marked are %s", got)
		}
	})
	// A pawn becomes what one chooses on the board, by keys.
	p.with("promotion", link("chess", "8/4P2k/8/8/8/8/8/K7 w - - 0 1", ""), func(p *tab) {
		p.click(on("e7"))
		p.click(on("e8"))
		p.until("the choice is there",
			`document.activeElement.getAttribute('aria-label') === 'queen'`)
		p.key(kb.ArrowDown + kb.ArrowDown + kb.ArrowDown + kb.Enter)
		p.shows("4N3/7k/8/8/8/8/8/K7")
	})
	// A reclaim is chosen piece by piece (PAC-8): which can be reclaimed is shown; what is left of
	// it is the turn.
	p.with("reclaim", link("pacifist-number", "1r5k/8/8/8/8/3q4/7K/R7 w - - 0 1", ""), func(p *tab) {
		// On b1 the rook is outweighed by the rook b8 and the queen d3, two against none (PAC-5).
		p.typed("Rb1")
		p.until("the choice is offered",
			`!$('#choice').hidden && $('[data-square=b1]').classList.contains('can')`)
		p.named("b1", "b1, white rook, can be reclaimed")
		p.press("Reclaim nothing")
		p.shows("1r5k/8/8/8/8/3q4/7K/1R6")
		p.press("Back")
		p.shows("1r5k/8/8/8/8/3q4/7K/R7")
		p.typed("Rb1")
		p.until("the choice is offered again", `$('[data-square=b1]').classList.contains('can')`)
		p.click(on("b1"))
		p.press("Reclaim chosen")
		p.shows("1r5k/8/8/8/8/3q4/7K/1r6")
		p.says("Black reclaims b1")
	})
	// Nothing moves for those who want no motion; the waves can be gone through one by one all the
	// same.
	p.with("no motion", link("pacifist1", nf5Before, ""), func(p *tab) {
		p.run(`window.turning = 0`)
		p.run(`new MutationObserver(() => { turning += $$('.piece img.after').length })
			.observe($('.board'), {subtree: true, childList: true})`)
		p.typed("Nf5")
		p.shows(nf5After)
		if n := see[int](p, "window.turning"); n != 0 {
			p.Errorf("%d pieces were turned with motion", n)
		}
		p.press("Wave back")
		p.shows("rkqN1RB1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR")
		p.reads("#again", "Wave 3 of 4")
		p.until("it is marked in the text",
			`$$('.wave.shown').map((e) => e.textContent).join() === 'Wave 3: d8 and g8'`)
		p.press("Wave back")
		p.shows("rkqn1Rb1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR")
		p.press("Next wave")
		p.shows("rkqN1RB1/ppppPpBp/P7/1n3Np1/8/8/1PPPPPPP/RNK1BBQR")
	})
	// Where a person's own colours take the place of the page's, the squares still differ.
	p.with("forced colours", link("pacifist1", nf5Before, ""), func(p *tab) {
		p.do(media(&emulation.MediaFeature{Name: "forced-colors", Value: "active"}))
		colour := func(square string) string {
			return see[string](p, `getComputedStyle($('`+on(square)+`')).backgroundColor`)
		}
		if colour("e4") == colour("e5") {
			p.Errorf("all squares are %s", colour("e4"))
		}
		p.do(reduced)
	})
	// On a phone's width one plays with the finger, and nothing is wider than the screen.
	p.with("phone", link("pacifist1", nf5Before, ""), func(p *tab) {
		p.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch))
		for _, square := range []string{"e3", "f5"} {
			p.movable("e3")
			p.do(chromedp.TapXY(p.middle(on(square))))
		}

		p.shows(nf5After)
		if wide := see[int](p, `document.documentElement.scrollWidth`); wide > 360 {
			p.Errorf("the page is %d wide", wide)
		}
		if size := see[float64](p, `$('.board').getBoundingClientRect().width`); size < 330 {
			p.Errorf("the board is %v wide", size)
		}

		// Why comes from below, once a square is tapped that has nothing to move, and goes again.
		const sheet = `$('#square').checkVisibility()`
		p.until("nothing lies over the page", "!"+sheet)
		p.do(chromedp.TapXY(p.middle(on("d8"))))
		p.reads("#square", "was black until wave 3")
		p.until("the board is uncovered", sheet+` &&
			$('#square').getBoundingClientRect().top >= $('.board').getBoundingClientRect().bottom`)
		p.press("Close")
		p.until("it is closed", "!"+sheet)
	})
}

// A link opens its position, and the address follows the board. A square shows what bears on it,
// and why it changed sides or not.
func TestLink(t *testing.T) {
	t.Parallel()
	home := serve(t, web.Options{})
	p := open(t, home, link("pacifist1", nf5Before, "e3f5")+"&at=1", reduced)
	p.shows(nf5After)
	p.press("Back")
	p.shows(nf5Before)
	p.until("the address says so", `location.hash.endsWith('moves=e3f5&at=0')`)
	address := see[string](p, `location.hash`)
	ownRules := url.PathEscape("name: mine\nbase: pacifist1\nlines: blocked\n")
	p.visit(link(ownRules, "kn6/8/8/8/8/8/1R6/1R5K w - - 0 1", ""))
	p.drag("h1", "h2")
	p.says("Black to move.")
	if got := p.board(); !strings.HasPrefix(got, "kn6/") {
		p.Errorf("by blocked lines the knight stays black: %s", got)
	}
	// Variations are in the link, as they are in PGN, and so is the place in them; a game is begun
	// from there.
	const variations = "#rules=chess&moves=e2e4_e7e5_(_c7c5_g1f3_(_d2d4_)_)_g1f3"
	p.with("variations", variations+"&at=5", func(p *tab) {
		p.shows("rnbqkbnr/pp1ppppp/8/2p5/3PP3/8/PPP2PPP/RNBQKBNR")
		p.until("all moves are there", `moveText() === '1.e4 e5 1…c5 2.Nf3 2.d4 2.Nf3 '`)
		p.press("To the start")
		p.until("the link has them",
			`location.hash === '`+variations+`&at=0'`)
		p.press("Forward")
		p.press("Play from here")
		p.reads("#play", "Your move")
		p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	})
	// A square says what each side weighs on it, who bears on it and through whom, with lines; the
	// same by the keyboard.
	p.with("weights", link("pacifist1", "n6k/8/8/8/8/8/R7/R6K w - - 0 1", ""), func(p *tab) {
		p.over("a8")
		p.reads("#square", "rook a1 through a2")
		text := see[string](p, `$('#square').textContent`)
		wanted := []string{"a8, black knight", "White 2", "Black 0", "Over-persuaded", "PAC-5"}
		for _, want := range wanted {
			if !strings.Contains(text, want) {
				p.Errorf("%q is missing in %q", want, text)
			}
		}

		p.until("lines are drawn",
			`$$('.lines line.white').length === 2 && $$('.lines circle.white').length === 1`)
		p.key("c")
		p.until("control is shown",
			`$('[data-square=a8]').dataset.control === 'white' &&
			$('[data-square=a8] .weights').dataset.text === '2:0'`)
		p.run(`$('#move').value = 'Rb2', $('#move-form').requestSubmit()`) // the pointer stays
		p.reads("#square", "a8, white knight: was black until wave 1")
	})
	// A square that one expected to turn over says why it did not: what holds it, and what would
	// tip it. On a8 a knight that one rook bears on from either side stays when White's other rook
	// moves elsewhere, and turns over when that one bears on a8 too (PAC-5).
	p.with("holds", link("pacifist1", "nr5k/8/8/8/8/8/R7/1R5K w - - 0 1", ""), func(p *tab) {
		p.drag("b1", "c1")
		p.says("Black to move")
		p.over("a8")
		p.reads("#square", "It holds, 1 against 1: one more piece of White would tip it. (PAC-5")

		p.visit(link("pacifist1", "nr5k/8/8/8/8/8/1R6/R6K w - - 0 1", ""))
		p.drag("b2", "a2")
		p.says("Black to move")
		p.until("one more did", `$('[data-square=a8]').dataset.piece === 'N'`)
	})
	// Why a piece changed sides: by whom persuaded and by whom supported in its wave (the first
	// worked example of the rules), in Conversion Chess the co-pair and its co-squares (CON-3;
	// Castelli – De Giglio, 1993).
	p.with("turned", link("pacifist1", nf5Before, "e3f5"), func(p *tab) {
		told := `$('#square').textContent`
		p.shows(nf5After)
		p.over("d8")
		p.until("the square is shown",
			told+`.includes('d8, white knight: was black until wave 3') &&
			`+told+`.includes('pawn e7') && `+told+`.includes('rook f8') &&
			`+told+`.includes('queen c8')`)
		p.until("lines are drawn",
			`$$('.lines line.white').length === 2 && $$('.lines line.black').length === 1`)
		p.visit(link("conversion", "", "e4_d6_d4_c6_Bg5_Qa5_Ba6"))
		p.until("it is there", `$('[data-square=a5]').dataset.wave === '1'`)
		p.over("a5")
		p.until("the co-pair is told",
			told+`.includes('bishop a6, which moved, and bishop g5') &&
			`+told+`.includes('co-squares are a5 and g6')`)
	})
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+address))
	p.shows(nf5Before)
}

// The keyboard alone finishes a lesson, plays a game and solves a puzzle.
func TestKeyboardAlone(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	reach := func(what string) { // by Tab
		p.Helper()
		for range 150 {
			p.key(kb.Tab)
			if see[bool](p, `(e => `+what+`)(document.activeElement)`) {
				return
			}
		}

		p.Fatalf("Tab does not reach %s", what)
	}
	enter := func(button string) { reach(`e.textContent === '` + button + `'`); p.key(kb.Enter) }
	tabs := func(name string) { // by arrows
		p.Helper()
		reach(`e.role === 'tab'`)
		for range 5 {
			if see[string](p, `document.activeElement.textContent`) == name {
				return
			}
			p.key(kb.ArrowRight)
		}

		p.Fatalf("there is no tab %s", name)
	}
	reach(`e.id === 'rules'`)
	p.key(kb.Enter)
	reach(`e.dataset.rules === 'chess'`)
	p.key(kb.Enter)
	p.until("it is chess",
		`document.activeElement.value === 'chess' && location.hash.includes('rules=chess')`)
	tabs("Learn")
	enter("Next step")
	p.shows("6k1/5ppp/8/8/8/8/8/R5K1")
	p.until("the focus stays", `document.activeElement.closest('.lesson')`)
	p.key("m" + kb.Backspace) // the character comes apart from its key here, into the field
	p.key("Ra8" + kb.Enter)
	p.reads(".lesson", "right. ★★★")
	enter("Next step")
	p.reads("#learn", "3 of 3 stars")
	enter("Play this game")
	reach(`e.ariaLabel === 'Opponent'`)
	p.key(kb.Home)
	enter("New game")
	p.reads("#play", "White to move.")
	p.movable("f2")
	p.key("b" + kb.ArrowRight + kb.Enter + kb.ArrowUp + kb.Enter)
	p.shows("rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR")
	p.key("m" + kb.Backspace) // the character comes apart from its key here, into the field
	p.key("e5" + kb.Enter + "g4" + kb.Enter + "Qh4" + kb.Enter)
	p.reads("#play", "Black won")
	tabs("Analyse")
	reach(`e.tagName === 'SUMMARY' && e.textContent === 'Load'`)
	p.key(kb.Enter)
	reach(`e.ariaLabel === 'Paste a FEN, a game or a scenario'`)
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error { // as a paste does
		_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: rooks})
		return err
	}))
	enter("Load")
	p.reads("#puzzles", "White to move wins in 2.")
	p.key("m" + kb.Backspace) // the character comes apart from its key here, into the field
	p.key("Rb7" + kb.Enter)
	p.reads("#puzzles", "Right. Against the best defence: one turn more.")
	p.key("Ra8" + kb.Enter)
	p.reads("#puzzles", "Solved at first try.")
}
