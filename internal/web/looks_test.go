package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/web"
)

// wholeScreen is a script that looks whether the board is whole and on one edge with its buttons,
// the panel beside it is narrow, the tabs are at the edge of the screen, and the button that one
// presses next is in sight. No screen has two such buttons.
const wholeScreen = `() => {
	scrollTo(0, 0);
	const place = e => e.getBoundingClientRect();
	const board = place($('.board')), tabs = place($('.tabs'));
	const atBottom = tabs.top > innerHeight / 2;
	const low = atBottom ? tabs.top : innerHeight;
	const insideWidth = e => place(e).left >= 0 && place(e).right <= innerWidth;
	const wholeBoard = board.width % 8 === 0 && board.top >= 0 && insideWidth($('.board'));
	const uncovered = board.bottom <= low || board.right <= tabs.left;
	const noWider = document.documentElement.scrollWidth <= innerWidth;
	const seen = selector => $$(selector).filter(e => e.offsetParent);
	const nextCard = Math.min(...seen('.side .card').map(e => place(e).top));
	const primary = seen('.doing .primary');
	const one = seen('.primary').length <= 1;
	const short = innerHeight <= 500; // where they would cover the task
	const inSight = short || primary.every(e => place(e).top >= 0 && place(e).bottom <= low);
	const oneEdge = atBottom || [$('.steps'), $('.status')].every(e => place(e).left === board.left);
	const narrow = atBottom || place($('.side')).width <= 420;
	return one && oneEdge && narrow && wholeBoard && uncovered && noWider && nextCard + 48 < low && inSight &&
		$$('.tabs button').every(insideWidth) && (!atBottom || Math.round(tabs.bottom) === innerHeight);
}`

// onSmallPhone looks for what does not fit on narrow screens: buttons do not cover the task, the
// status tells the result, and the names of rules in the list of records are not broken.
func (p *tab) onSmallPhone() {
	p.Helper()
	p.do(chromedp.EmulateViewport(320, 640))
	p.press("Puzzles")
	p.reads("#puzzles", "to move wins in")
	p.until("the task is uncovered", `$('#puzzles .big').getBoundingClientRect().bottom <=
		$('#puzzles .doing').getBoundingClientRect().top`)

	p.visit(link("pacifist1", "", "c3_Nc6_Qc2_Nd4"))
	p.reads("#again", "Wave 11 of 11")
	p.until("nothing is wider", `document.documentElement.scrollWidth <= innerWidth`)

	p.do(chromedp.EmulateViewport(390, 844))
	p.visit(link("pacifist1", "", "c3_Nc6_Qc2_Nd4"))
	p.says("Black wins")
	p.until("the result is in sight", `$('#status').scrollHeight <= $('#status').clientHeight`)

	p.load("[White \"a\"]\n[Variant \"conversion\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. e4 *\n")
	p.until("there is a list", `$('.listing small')`)
	lines := see[int](p, `(() => {
		const range = document.createRange();
		range.selectNodeContents($('.listing small'));
		return range.getClientRects().length;
	})()`)
	if lines != 1 {
		p.Errorf("the name of the rules is broken into %d lines", lines)
	}
}

// How the page looks, and what one draws on it, in one page.
func TestLooks(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), link("pacifist1", "", "e4_e5"), reduced)
	// On every screen the board is whole, of whole pixels, nothing is wider than the screen, and
	// what one does next is in view.
	sizes := [][2]int64{{1280, 800}, {390, 844}, {683, 384}, {1024, 768}, {768, 1024}, {844, 390},
		{700, 500}, {1920, 1080}, {820, 1180}}
	if longtest.Short() {
		sizes = sizes[:3]
	}
	for _, size := range sizes {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		for _, tab := range []string{"Learn", "Play", "Puzzles", "Analyse", "Records"} {
			p.press(tab)
			p.until(fmt.Sprintf("%s is whole at %d", tab, size), "("+wholeScreen+")()")
		}
	}

	p.onSmallPhone()
	p.do(chromedp.EmulateViewport(1280, 800))
	p.visit(link("pacifist1", "", "e4_e5"))
	p.says("White to move.")
	// Nothing jumps while the pointer crosses the board; only the card that says why grows.
	const places = `$$('button, select, input, .card, .status')
		.filter((e) => e.offsetParent && !e.closest('#square'))
		.map((e) => [...corner(e), e.clientWidth].map(Math.round).join())
		.join(' ')`
	before := see[string](p, places)
	for i, square := range []string{"a1", "b2", "d4", "e4", "e5", "f8", "h8"} {
		x, y := p.middle(on(square))
		p.mouse("mouseMoved", x, y+float64(i))
		p.reads("#square .big", square)
		if got := see[string](p, places); got != before {
			p.Errorf("on %s something has moved", square)
		}
	}

	p.mouse("mouseMoved", 1, 1)
	p.until("who has pointed at a square needs no help", `$('.reason').textContent === ''`)

	// Arrows and circles are drawn with the right button, and taken away so.
	right := func(from, to string) {
		button := func(e *input.DispatchMouseEventParams) {
			e.Button, e.ClickCount = input.MouseButtonRight, 1
		}
		x, y := p.middle(on(from))
		p.do(chromedp.MouseEvent("mousePressed", x, y, button))
		x, y = p.middle(on(to))
		p.do(chromedp.MouseEvent("mouseReleased", x, y, button))
	}
	drawn := func(want string) {
		p.Helper()
		const shapes = `['path', 'circle'].map((name) => $$('.lines ' + name + '.drawn').length)`
		p.until(want+" are drawn", shapes+`.join() === '`+want+`'`)
	}
	right("g1", "f3")
	right("d5", "d5")
	drawn("1,1")
	right("g1", "f3")
	drawn("0,1")
	p.key("b") // by keys, too
	p.until("the focus is on a square", `document.activeElement?.dataset.square`)
	p.key("xa" + kb.ArrowLeft + kb.ArrowLeft + "a")
	drawn("1,2")
	p.again()
	drawn("1,2")
	// The wheel goes through the moves.
	x, y := p.middle(on("e4"))
	up := func(e *input.DispatchMouseEventParams) { e.DeltaX, e.DeltaY = 1, -100 }
	p.do(chromedp.MouseEvent("mouseWheel", x, y, up))
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	drawn("0,0")
	// Sounds are off until one wants them.
	p.run(`(() => {
		const anything = () => new Proxy(() => anything(), {
			get: (_, key) => key === Symbol.toPrimitive ? () => 0 : anything(),
		});
		window.sounded = 0;
		window.AudioContext = class { constructor() { sounded++; return anything(); } };
	})()`)
	p.typed("e5")
	p.says("White to move.")
	if see[int](p, `window.sounded`) != 0 {
		p.Error("it sounds")
	}
	p.choose("sound", "on")
	p.typed("d4")
	p.until("it sounds", `window.sounded > 0`)
	p.choose("sound", "off")
	// Three boards and three sets of pieces can be told apart.
	looks := map[string]bool{}
	for _, name := range []string{"wood", "slate", "meadow"} {
		p.choose("board-style", name)
		looks[p.backgrounds(on("a3"))] = true
	}

	for _, name := range []string{"plain", "discs", "classic"} {
		p.choose("pieces", name)
		p.until("the pieces are drawn", `$$('.piece img').every(e => e.complete && e.naturalWidth)`)
		looks[see[string](p, `$('[data-square=e1] img').src`)] = true
	}

	if len(looks) != 6 {
		p.Errorf("%d looks: %v", len(looks), looks)
	}
}
