package web_test

import (
	"testing"

	"turncoat/internal/web"
)

// A puzzle of the collection's kind, given as a file: two rooks mate on the edge in two, as every
// beginner learns.
const rooks = `{"id":"chess-2-rooks","rules":"chess","fen":"5k2/8/8/8/8/8/1R6/R6K w - - 0 1","in":2,"keys":["b2b7"],"line":["Rb7","Ke8","Ra8#"],"solution":["b2b7"],"themes":["quiet-key"],"grade":{"rating":1000,"deviation":50,"level":1}}`

func openPuzzle(p *tab) {
	p.Helper()
	p.load(rooks)
	p.says("White to move wins in 2.")
	p.shows("5k2/8/8/8/8/8/1R6/R6K")
}

// Puzzles solved and not solved, in one page.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	// The collection comes with the page.
	p.with("collection", link("pacifist1", "", ""), func(p *tab) {
		p.press("Puzzles")
		p.says("to move wins in")
		p.set("Puzzle rules", "conversion")
		p.reads("#puzzles", "conversion-")
		first := see[string](p, boardScript)
		p.press("Next")
		p.until("another stands there", boardScript+` !== '`+first+`'`)
		// Whatever can be chosen has puzzles.
		if empty := see[[]string](p, `['Length', 'Theme', 'Grade'].flatMap(name => { const menu = $('[aria-label=' + name + ']'), all = [...menu.options].map(o => o.value).reverse(); return all.filter(value => { menu.value = value; menu.dispatchEvent(new Event('change')); return $('#puzzles .choices + .line').textContent.startsWith('0 ') }).map(value => name + ' ' + value) })`); len(empty) > 0 {
			p.Errorf("no puzzles: %q", empty)
		}
		// Solved, be it with hints, a puzzle makes room for the next by itself.
		p.says("to move wins in")
		const text, hint = `$('#puzzles').textContent`, `$('#puzzles .hint')`
		const counted = `!` + text + `.includes('Nothing tried yet.')`
		for !see[bool](p, counted) {
			p.run(hint + `.textContent = ''`)
			p.until("the hint is shown",
				`/^\S+\.$/.test(`+hint+`.textContent) || ($$('#puzzles button').find(b => b.textContent === 'Hint').click(), false)`)
			p.typed(see[string](p, hint+`.textContent.slice(0, -1)`))
			p.until("it is judged", counted+` || `+text+`.includes('Right.')`)
		}

		p.until("the next is there", `!`+text+`.includes('Solved')`)
	})
	p.with("solved", link("pacifist1", "", ""), func(p *tab) {
		openPuzzle(p)
		p.typed("Rb7")
		p.says("Right. Against the best defence: one turn more.")
		p.until("Black has answered",
			boardScript+`.startsWith('4k3/1R') || `+boardScript+`.startsWith('6k1/1R')`)
		p.typed("Ra8")
		p.says("Solved at first try.")
		p.reads("#puzzles", "1 of 2 solved at first try")
	})
	p.with("failed", link("pacifist1", "", ""), func(p *tab) {
		openPuzzle(p)
		p.press("Hint")
		p.reads("#puzzles", "A quiet turn")
		p.press("Hint")
		p.until("the second hint",
			`$('[data-mark=hint]') && $('#puzzles').textContent.includes('It is the piece on')`)
		p.press("Try again")
		p.until("it begins anew",
			`!$('#puzzles').textContent.includes('It is the piece on') &&
			$('#puzzles').textContent.includes('wins in 2')`)
		p.typed("Kg1")
		p.says("Kg1 fails to")
		p.press("Hint") // which begins it again
		p.reads("#puzzles", "A quiet turn")
		p.press("Try again")
		p.shows("5k2/8/8/8/8/8/1R6/R6K")
		p.press("Solution")
		p.says("The main line: Rb7 Ke8 Ra8#")
	})
}

// What is read late, and a hint, do not move the buttons from under the pointer.
func TestPuzzleButtonsStay(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	see[bool](p, `(() => { const real = window.fetch;
		window.fetch = async (...a) => { if (String(a[0]).includes('data/puzzles')) await new Promise(r => { window.goOn = r }); return real(...a) }; return true })()`)
	openPuzzle(p)
	p.until("the collection is asked for", `window.goOn`)
	place := `(() => { const r = $$('#puzzles button').find(b => b.textContent === 'Hint').getBoundingClientRect(); return [r.left + scrollX, r.top + scrollY].map(Math.round).join() })()`
	before := see[string](p, place)
	p.until("the collection is there",
		`(window.goOn(), $('[aria-label="Puzzle rules"]').length > 1)`)
	if got := see[string](p, place); got != before {
		p.Errorf("Hint was at %s and is at %s with the collection", before, got)
	}
	p.press("Hint")
	p.reads("#puzzles", "A quiet turn")
	if got := see[string](p, place); got != before {
		p.Errorf("Hint was at %s and is at %s after the first hint", before, got)
	}
}

// A streak has no hints and ends with the first mistake; then one goes back to the puzzles.
func TestPuzzleRuns(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	p.press("Puzzles")
	p.says("to move wins in")
	p.press("Puzzle of the day")
	p.reads("#puzzles .card .small", "Puzzle of the day.")
	p.press("Streak")
	p.reads("#puzzles", "Streak: 0 solved")
	p.until("there are no hints", `!$$('#puzzles button').some((b) => b.textContent === 'Hint')`)

	p.again()
	p.reads("#puzzles", "Streak: 0 solved") // it goes on when the page is opened again

	const wrong = `(async () => {
		const said = (name) => (new RegExp(name + '=([^&]*)').exec(location.hash)?.[1] || '');
		const fen = decodeURIComponent(said('fen')).replace(/_/g, ' ');
		const ask = async (question) => (await fetch('ask', {
			method: 'POST', headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ rules: said('rules'), fen, ...question }),
		})).json();
		const length = Number(/wins in (\d)/.exec($('#puzzles').textContent)[1]);
		const { keys } = (await ask({ ask: 'puzzle', in: length, moves: [], keys: true })).puzzle;
		return (await ask({ ask: 'turns' })).turns.find((t) => !keys.includes(t.san)).uci;
	})()`
	p.typed(p.await(wrong))
	p.reads("#puzzles", "Your best streak: 0.")
	p.press("Back to the puzzles")
	p.says("to move wins in")
}
