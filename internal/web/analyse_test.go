package web_test

import (
	"strings"
	"testing"

	"turncoat/internal/web"
	"turncoat/puzzle/proof"
)

// saved returns what a button saves.
func saved(p *tab, name string) string {
	p.Helper()
	p.run(`(keepSaved(), delete window.saved)`)
	p.press(name)
	p.until("something is saved", `window.saved !== undefined`)
	return see[string](p, `window.saved`)
}

// What the analysis does, in one page.
func TestAnalyse(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	// Variations: made, promoted, deleted, marked, commented.
	p.with("tree", link("chess", "", ""), func(p *tab) {
		p.typed("e4")
		p.says("White plays e4.")
		p.typed("e5")
		p.says("Black plays e5.")
		p.press("Back")
		p.typed("c5")
		p.says("Black plays c5.")
		const moves = `moveText()`
		p.until("both are there", moves+`.includes('1.e4 e5 1…c5')`)
		p.press("Promote")
		p.until("the order is turned", moves+`.includes('1.e4 c5 1…e5')`)
		p.set("Mark the move", "1")
		p.set("Comment", "the <b>Sicilian</b>")
		p.until("it is marked", moves+`.includes('c5! the <b>Sicilian</b>')`)
		p.press("Delete")
		p.until("it is gone", `!`+moves+`.includes('c5')`)
		p.until("e4 is shown", `location.hash.includes('moves=e2e4')`)
	})
	// A win is searched for: the keys, the tree, no win, and a search that is stopped.
	p.with("search", link("pacifist1", qb6, ""), func(p *tab) {
		p.press("Search")
		p.reads("#search", "Yes, in 1: Qb6#")
		text := saved(p, "Save the proof") // the verifier, which knows nothing of the search, accepts it
		if _, err := proof.Verify(p.Context(), strings.NewReader(text), "proof.jsonl", 1); err != nil {
			p.Errorf("%v: %s", err, text)
		}
		p.press("Qb6#!")
		p.shows("1RKNN1br/P1PP1p1p/1Q1Bp1p1/1P1q2n1/5P2/2P4B/pP1PP1PP/B1RKR2N")
		p.says("White wins. Black owns no king and can claim none.")
		// The result stays, whatever one looks at.
		p.press("Back")
		p.press("Learn")
		p.press("Analyse")
		p.reads("#search", "Yes, in 1: Qb6#")
		p.visit(link("pacifist1", "", ""))
		p.set("Turns", "1")
		p.press("Search")
		p.reads("#search", "No: nothing in 1.")
		p.set("Turns", "12")
		p.press("Search")
		p.reads("#search", "turns looked at")
		p.press("Stop")
		p.reads("#search", "Stopped.")
	})
	// With few pieces the tables say what the position is worth and each turn, and a turn is played
	// from their list. The page without a server has no tables and shows nothing of them. The
	// values are those of an independent program.
	p.with("tables", link("pacifist1", "n7/8/8/4K3/8/8/8/7k w - - 0 1", ""), func(p *tab) {
		p.says("White to move.")
		p.reads("#values", "White wins in 13 turns.")
		best := see[string](p, `$('#values li').textContent`)
		if !strings.Contains(best, "wins in 13 turns") {
			p.Errorf("the best turn: %q", best)
		}
		p.click(`#values button`)
		p.until("it is played, and its answers stand there",
			`$$('.movelist button').length === 1 &&
			$('#values li').textContent.includes('loses in 12 turns')`)
		p.press("Start position")
		p.until("with many pieces there is none", `$('#values').hidden`)
	})
	// A game is saved in every form; the FEN and the waves are those of the worked example of the
	// rules text.
	p.with("forms", link("pacifist1", nf5Before, "e3f5"), func(p *tab) {
		p.shows(nf5After)
		for form, want := range map[string][]string{
			"fen":      {nf5After + " b - -"},
			"pgn":      {`[Variant "pacifist1"]`, `[FEN "` + nf5Before, "1. Nf5"},
			"vchess":   {"Nf5"},
			"json":     {`"Nf5"`},
			"scenario": {"Nf5", "[e7, g7]", "[f7, h7]"},
		} {
			p.set("Form", form)
			text := saved(p, "Save")
			for _, part := range want {
				if !strings.Contains(text, part) {
					p.Errorf("as %s it lacks %q: %s", form, part, text)
				}
			}
		}
	})
	// The position editor says at once whether a position is valid.
	p.with("editor", link("pacifist1", "", ""), func(p *tab) {
		p.press("Edit")
		p.reads("#position", "A valid position.")
		p.press("black king")
		p.click(on("e4"))
		p.reads("#position", "3 kings in all")
		p.click(on("e4"))
		p.press("white queen")
		p.click(on("e4"))
		p.reads("#position", "A valid position.")
		p.press("Done")
		p.shows("rnbqkbnr/pppppppp/8/8/4Q3/8/PPPPPPPP/RNBQKBNR")
	})
	// A helpmate is composed: its pieces are set up, it is solved, and saved as a problem. Popeye
	// gives the same solution: the knight lets itself be captured, so that the rook is White's.
	p.with("problem", link("andernach", "", ""), func(p *tab) {
		p.press("Edit")
		p.press("Clear")
		for square, piece := range map[string]string{"c8": "white king", "e8": "white knight",
			"a7": "black king", "d1": "black rook"} {
			p.press(piece)
			p.click(on(square))
		}
		p.set("To move", "b")
		p.reads("#position", "A valid position.")
		p.press("Done")
		p.until("it is the position of a game", `location.hash.includes('2K1N3')`)
		p.set("Goal", "h#")
		p.set("Turns", "2")
		p.press("Search")
		p.reads("#search", "Yes, in 2: Ka8")
		p.reads("#search", "Ka8 Nd6 Rxd6 Ra6#")
		text := saved(p, "Save the problem")
		for _, part := range []string{`[Event "h#2"]`, `[Variant "andernach"]`,
			`[FEN "2K1N3/k7/8/8/8/8/8/3r4 b - - 0 1"]`} {
			if !strings.Contains(text, part) {
				p.Errorf("the problem lacks %q: %s", part, text)
			}
		}
	})
	// Any stipulation can be written. This one is solved by castling; Popeye gives the same solution.
	p.with("stipulation", link("chess", "q3k2r/8/5p2/5N2/5K2/8/8/8 w k - 0 1", ""), func(p *tab) {
		p.set("Goal", "")
		p.set("Stipulation", "h#3.x")
		p.press("Search")
		p.reads("#search", "h#3.x")
		p.set("Stipulation", "h#3.5")
		p.press("Search")
		p.reads("#search", "Yes, in 3½: Kg4")
		p.reads("#search", "Kg4 O-O Kh5 Qh1+ Kg6 Qh8 Ne7#")
		text := saved(p, "Save the problem")
		if !strings.Contains(text, `[Event "h#3.5"]`) {
			p.Errorf("the problem is another: %s", text)
		}
	})
	// One plays by rules of one's own: with lines that friends block, the knight on a8 is guarded
	// by nobody and attacked by one rook only as far as the other does not stand before it (PAC-4).
	p.with("own rules", link("pacifist1", "n6k/8/8/8/8/8/R7/R6K w - - 0 1", ""), func(p *tab) {
		p.click("#rules")
		p.click("#own-rules")
		p.set("Rule set as YAML", "name: mine\nbase: pacifist1\nlines: sideways\n")
		p.press("Play by them")
		p.reads("dialog [role=status]", "lines")
		p.set("Rule set as YAML", "name: mine\nbase: pacifist1\nlines: blocked\n")
		p.press("Play by them")
		p.until("they are the rules",
			`$('#rules').textContent.includes('mine') && !$('dialog[open]')`)
		p.over("a8")
		p.until("one rook bears on a8",
			`$('#square').textContent.includes('White 1') &&
			$('#square').textContent.includes('rook a2')`)
	})
	// A game that has been read is saved with all its comments; a game begun after it has nothing
	// of it.
	p.with("comments", link("pacifist1", "", ""), func(p *tab) {
		p.load("[White \"Ann\"]\n[Black \"Bob\"]\n[Variant \"chess\"]\n[Result \"1-0\"]\n\n" +
			"{at first [%csl Gd5]} 1. e4 {best [%cal Rg1f3]} ({or} 1. d4 {slower}) " +
			"({again} 1. e4) 1... e5 1-0\n")
		p.reads(".movelist", "slower")
		p.press("Analyse this")
		p.until("it is analysed",
			`$('#tab-analyse').getAttribute('aria-selected') === 'true' &&
			$('.movelist').textContent.includes('slower')`)
		p.set("Form", "pgn")
		text := strings.Join(strings.Fields(saved(p, "Save")), " ")
		moves := "{at first} {[%csl Gd5]} 1. e4 {best} {[%cal Gg1f3]} ({or} 1. d4 {slower})"
		for _, part := range []string{`[White "Ann"]`, moves, "1... e5", "1-0"} {
			if !strings.Contains(text, part) {
				p.Errorf("it lacks %q: %s", part, text)
			}
		}

		p.press("Start position")
		p.until("it is gone",
			`location.hash === '#rules=chess' && !$('.movelist').textContent.includes('slower')`)
		if text := saved(p, "Save"); strings.Contains(text, "Ann") || strings.Contains(text, "1-0") {
			p.Errorf("the game before is still in %s", text)
		}
	})
	// An estimate and lines are shown beside the board, until a known win replaces them; a report
	// lists the mistakes of a game.
	p.with("evaluation", link("pacifist1", "7k/8/6K1/8/8/8/8/R7", ""), func(p *tab) {
		p.click("#evaluate")
		p.until("the win is known",
			`$('.score').textContent === '#1' && $('.lines-best button').textContent.includes('#')`)
		if got := see[string](p, `$('#bar').style.getPropertyValue('--white')`); got != "100.0%" {
			p.Errorf("the bar is at %s", got)
		}
		p.visit(link("chess", "", "f3_e5_g4_a6"))
		p.until("lines and arrows are there",
			`$$('.lines-best li').length === 3 && $$('.lines path.arrow').length === 3`)
		p.run(`$('#report').open = true`)
		p.press("Find the mistakes")
		p.reads(".mistakes", "2…a6??")
		p.reads(".mistakes", "better is Qh4#")
		p.visit(link("pacifist1", "", "c3_Nc6_Qc2_a6"))
		p.run(`$('#report').open = true`)
		p.press("Find the mistakes")
		p.reads(".mistakes", "2.Qc2??")
		p.reads(".mistakes", "# ends the game.")
		p.visit(link("chess", "", "f3_e5_g4_a6"))
		p.press("Find the mistakes")
		p.reads(".mistakes", "2…a6??")
		p.do(phone.emulate())
		const width = `$('#board').clientWidth`
		with := see[int](p, width)
		p.click("#evaluate")
		if without := see[int](p, width); with != without {
			p.Errorf("the board is %d pixels wide beside the bar, %d without", with, without)
		}
		p.press("Learn from Black’s mistakes")
		p.shows("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR")
		p.until("the board and the task alone are in sight", `!$('.graph').checkVisibility() &&
			corner($('#board'))[1] >= 0 && corner($('#tab-learn'))[1] >
			buttonNamed('Done').getBoundingClientRect().bottom`)
		p.typed("Qh4")
		p.reads("#report", "Qh4# is right")
	})
}
