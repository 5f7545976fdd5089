package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"turncoat/internal/web"
)

// A puzzle of the collection's kind, given as a file: two rooks mate on the edge in two, as every
// beginner learns.
const rooks = `{"id":"chess-2-rooks","rules":"chess","fen":"5k2/8/8/8/8/8/1R6/R6K w - - 0 1",` +
	`"in":2,"keys":["b2b7"],"line":["Rb7","Ke8","Ra8#"],"solution":["b2b7"],` +
	`"themes":["quiet-key"],"grade":{"rating":1000,"deviation":50,"level":1}}`

// offers waits until a puzzle has these buttons, and no others, for what one does next.
func (p *tab) offers(buttons string) {
	p.Helper()
	const offered = `buttonsIn('#puzzles .doing')`
	p.until("there are "+buttons, offered+" === "+script("String", buttons))
}

func openPuzzle(p *tab) {
	p.Helper()
	p.load(rooks)
	p.reads("#puzzles", "White to move wins in 2.")
	p.shows("5k2/8/8/8/8/8/1R6/R6K")
}

// menusWithoutPuzzles lists what can be chosen in a menu though there are no puzzles of it.
const menusWithoutPuzzles = `['Length', 'Theme', 'Grade'].flatMap((name) => {
	const menu = labelled(name);
	const values = [...menu.options].map((o) => o.value).reverse();
	return values
		.filter((value) => {
			fill(menu, value);
			return $('#puzzles .choices + .line').textContent.startsWith('0 ');
		})
		.map((value) => name + ' ' + value);
})`

// wrongTurn finds a turn that does not solve the puzzle on the board.
const wrongTurn = `(async () => {
	const said = (name) => new RegExp(name + '=([^&]*)').exec(location.hash)?.[1] || '';
	const fen = decodeURIComponent(said('fen')).replace(/_/g, ' ');
	const position = { rules: said('rules'), fen };
	const length = Number(/wins in (\d)/.exec($('#puzzles').textContent)[1]);

	const question = { ask: 'puzzle', in: length, moves: [], keys: true, ...position };
	const { keys } = (await askServer(question)).puzzle;
	const { turns } = await askServer({ ask: 'turns', ...position });
	return turns.find((t) => !keys.includes(t.san)).uci;
})()`

// Puzzles solved and not solved, in one page.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	// The collection comes with the page.
	p.with("collection", link("pacifist1", "", ""), func(p *tab) {
		p.press("Puzzles")
		p.reads("#puzzles", "to move wins in")
		p.set("Puzzle rules", "conversion")
		p.reads("#puzzles", "Conversion Chess")
		first := p.board()
		p.run(`$('#puzzle-menu').open = true`)
		p.press("Random")
		p.until("another is there",
			`shownBoard() !== '`+first+`' || (buttonNamed('Random').click(), false)`)
		// Whatever can be chosen has puzzles.
		if empty := see[[]string](p, menusWithoutPuzzles); len(empty) > 0 {
			p.Errorf("no puzzles: %q", empty)
		}
		// Once it is solved, be it with hints, the next is offered.
		p.reads("#puzzles", "to move wins in")
		const text, hint = `$('#puzzles').textContent`, `$('#puzzles .hint')`
		const counted = `!` + text + `.includes('Nothing tried yet.')`
		const named = `/^\S+\.$/.test(` + hint + `.textContent)`
		for {
			p.run(hint + `.textContent = ''`)
			p.until("the turn is named, or all are played",
				named+` || `+counted+` || (buttonNamed('Hint')?.click(), false)`)
			if see[bool](p, counted) {
				break
			}
			p.typed(see[string](p, hint+`.textContent.slice(0, -1)`))
			p.until("it is judged", counted+` || `+text+`.includes('Right.')`)
		}

		p.press("Next")
		p.until("the next is there", `!`+text+`.includes('Solved')`)
	})
	p.with("solved", link("pacifist1", "", ""), func(p *tab) {
		openPuzzle(p)
		p.typed("Rb7")
		p.reads("#puzzles", "Right. Against the best defence: one turn more.")
		p.until("Black has answered",
			`['4k3', '6k1'].some((rank) => shownBoard().startsWith(rank + '/1R'))`)
		p.typed("Ra8")
		p.reads("#puzzles", "Solved at first try.")
		p.offers("Next")
		p.reads("#puzzles", "1 of 2 solved at first try")
	})
	p.with("failed", link("pacifist1", "", ""), func(p *tab) {
		openPuzzle(p)
		p.press("Hint")
		p.reads("#puzzles", "A quiet turn")
		p.press("Hint")
		p.until("the second hint",
			`$('[data-mark=hint]') && $('#puzzles').textContent.includes('It is the piece on')`)
		p.typed("Kg1")
		p.reads("#puzzles", "Kg1 fails to")
		p.offers("Try again")
		p.press("Try again")
		p.until("it begins anew",
			`!$('#puzzles').textContent.includes('It is the piece on') &&
			$('#puzzles').textContent.includes('wins in 2')`)
		p.shows("5k2/8/8/8/8/8/1R6/R6K")
		p.offers("Hint,Solution")
		p.press("Solution")
		p.reads("#puzzles", "The main line: Rb7 Ke8 Ra8#")
		p.offers("Next")
	})
	// A streak has no hints and ends with the first mistake; then one goes back to the puzzles.
	p.part("runs", func(p *tab) {
		p.run(`$('#puzzle-menu').open = true`)
		p.press("Puzzle of the day")
		p.reads("#puzzles .card .small", "Puzzle of the day.")
		p.press("Streak")
		p.reads("#puzzles", "Streak: 0 solved")
		p.until("there are no hints", `!buttonNamed('Hint')`)

		p.again()
		p.reads("#puzzles", "Streak: 0 solved") // it goes on when the page is opened again
		const tried = `Object.keys(JSON.parse(localStorage['turncoat-solved']).done).length`
		before := see[int](p, tried)
		p.typed(p.await(wrongTurn))
		p.reads("#puzzles", "Your best streak: 0.")
		if got := see[int](p, tried); got != before+1 {
			p.Errorf("of the streak %d puzzles are noted as tried, not 1", got-before)
		}
		p.press("Back to the puzzles")
		p.reads("#puzzles", "to move wins in")
	})
	// What is read late, and a hint, do not move the buttons from under the pointer.
	p.part("buttons stay", func(p *tab) {
		home, server := serveTroubled(t)
		release := server.hold("data/puzzles")
		p.open(home, "")
		p.do(chromedp.EmulateViewport(1280, 800))
		openPuzzle(p)
		<-server.came
		const place = `String(corner(buttonNamed('Hint')))`
		before := see[string](p, place)
		release()
		p.until("the collection is there", `labelled('Puzzle rules').length > 1`)
		if got := see[string](p, place); got != before {
			p.Errorf("Hint was at %s and is at %s with the collection", before, got)
		}
		p.press("Hint")
		p.reads("#puzzles", "A quiet turn")
		if got := see[string](p, place); got != before {
			p.Errorf("Hint was at %s and is at %s after the first hint", before, got)
		}
	})
}
