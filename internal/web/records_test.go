package web_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/web"
)

// What is loaded, and what is seen when it is.
var loadable = map[string]struct{ text, seen string }{
	"a FEN":  {nf5Before + " w - - 0 1", script("shows", nf5Before)},
	"a game": {"[Variant \"chess\"]\n\n1. e4 e5 2. Nf3 *", `holds('#records', '3 plies')`},
	"a scenario": {
		"rules: pacifist1\nscenarios:\n  - name: one attacker\n    cite: PAC-5\n" +
			"    fen: k7/8/8/3n4/8/8/8/K6R w - - 0 1\n    play: [Rd1]\n" +
			"    expect:\n      board: k7/8/8/3N4/8/8/8/K2R4\n",
		`holds('#records', 'one attacker')`,
	},
	"a puzzle": {rooks,
		`holds('#puzzles', 'White to move wins in 2.') && shows('5k2/8/8/8/8/8/1R6/R6K')`},
	"a help-win": {
		`{"id":"h","rules":"chess","stipulation":"help-win",` +
			`"fen":"5k2/8/8/8/8/8/1R6/R6K b - - 0 1","in":2,"keys":["f8e8"],"solution":[]}`,
		`holds('#status', 'only wins can be played here')`,
	},
}

// hostile is a text that would do something if it were taken for HTML.
const hostile = "<img src=x onerror=hacked=1><script>hacked=1</script>"

// staysText fails the test if a hostile text has become a part of the page.
func (p *tab) staysText() {
	p.Helper()
	if see[bool](p, `'hacked' in window || $$('[src=x]').length > 0`) {
		p.Error("text has become a part of the page")
	}
}

// A position, a game, vchess.club's form, a scenario and a puzzle are loaded as they come: dropped
// on the page as a file, each; a position also pasted into the field, pasted on the page, and
// dropped as text. The records on the command line are there when the page opens.
func TestLoad(t *testing.T) {
	t.Parallel()
	given := []web.Given{{Name: "a.pgn", Text: "1. d4 *"}}
	p := open(t, serve(t, web.Options{Given: given}), "", reduced)
	p.reads("#records", "a.pgn")
	p.press("Forward")
	p.shows("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR")

	loads := func(name, way, text, seen string) {
		p.Helper()
		p.visit(link("chess", "4k3/8/8/8/8/8/8/4K3", ""))
		p.run(script(way, text))
		p.until(name+" is loaded by "+way, seen)
	}
	for name, one := range loadable {
		loads(name, "dropFile", one.text, one.seen)
	}
	vchess := filetest.Read(t, "../../examples/vchess-pacifist1.pgn")
	loads("vchess.club's", "dropFile", string(vchess),
		`holds('#records', 'bruno') && holds('#records', '21 plies')`)
	for _, way := range []string{"loadText", "paste", "dropText"} {
		loads("a FEN", way, loadable["a FEN"].text, loadable["a FEN"].seen)
	}

	p.run(script("dropFile", "\n", "nothing.pgn"))
	p.says("nothing.pgn")

	// A list of moves that does not say its rules is read by those that are set, or by the only
	// ones that allow it. Threefold repetition is noticed (PAC-16).
	p.with("pasted", "#rules=pacifist2", func(p *tab) {
		paste := func(text string) { p.run(script("paste", text)) }
		paste("1. e4 e5 2. Nf3 *")
		p.reads("#records", "3 plies, Pacifist Chess, by value, as on vchess.club")
		p.press("Analyse")
		paste("1. e4 d6 2. d4 c6 3. Bg5 Qa5+ 4. Ba6/Qa5 *")
		p.reads("#records", "read as Conversion Chess, the only rules that allow it")
		p.press("Analyse")
		paste("1. Nc3 Nc6 2. Nb1 Nb8 3. Nc3 Nc6 4. Nb1 Nb8 *")
		p.reads("#records", "8 plies")
		p.press("To the end")
		p.says("A draw can be claimed: the position has come up for the third time")
		paste("8/8/8/8 w")
		p.until("the bad position is refused",
			`$('#position .bad')?.textContent.length > 0 && $('#status').classList.contains('bad')`)
	})
	// A record with a fault is walked to it; what stands in it is text, whatever it contains.
	p.with("at fault", link("pacifist1", "", ""), func(p *tab) {
		text := "[Event \"<script>alert(1)</script>\u202e\x1b[31m\"]\n" +
			"[White \"<img src=x onerror=alert(1)>\"]\n[Black \"b\"]\n[Result \"*\"]\n\n" +
			"1. e4 e5 2. Ke3 *\n\n[White \"good\"]\n[Black \"game\"]\n" +
			"[Variant \"Pacifist1\"]\n[Result \"*\"]\n\n1. e4 *\n"
		p.load(text)
		p.reads(".listing", "2 games, 1 with errors")
		p.press("<img src=x onerror=alert(1)> – b")
		p.says("Ply 3, Ke3: Ke3 is not legal")
		p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
		p.until("the square is marked", `$('[data-square=e3]').dataset.mark === 'wrong'`)
		p.until("the text is marked", `$('pre.source mark').textContent === 'Ke3'`)
		list := see[string](p, `$('#records').textContent`)
		for _, want := range []string{
			"✗ illegal-move", "✓ right", "<img src=x onerror=alert(1)>",
			"<script>alert(1)</script>\ufffd\ufffd[31m",
		} {
			if !strings.Contains(list, want) {
				p.Errorf("%q is missing in %q", want, list)
			}
		}

		// The list is searched by names, rules and faults.
		p.press("‹ All 2")
		const rows = `$$('.listing tbody button').map((b) => b.textContent.split(' ')[0]).join()`
		const onlyFaults = `$$('#records label').find((e) => e.textContent === 'with errors').click()`
		finds := map[string]string{"GOOD pacifist1": "good", "illegal": "<img", "nobody": ""}
		for words, want := range finds {
			p.set("Search the list", words)
			p.until("it finds "+want, rows+` === '`+want+`'`)
		}
		p.set("Search the list", "")
		p.run(onlyFaults)
		p.until("the right one is left out", rows+` === '<img'`)
		p.run(onlyFaults)

		if n := see[int](p, `$$('#records img, #records script').length`); n != 0 {
			p.Errorf("text of a record has become %d elements", n)
		}
		p.press("good – game")
		p.says("White to move.")
		p.press("Forward")
		p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	})
	// Of a long list the first are shown, but the search is over all. A game comes in the place of
	// the list, which is had back.
	p.with("many", link("pacifist1", "", ""), func(p *tab) {
		var text strings.Builder
		for i := range 150 {
			fmt.Fprintf(&text, "[White \"player %d\"]\n[Black \"x\"]\n\n1. e4 *\n\n", i)
		}
		p.load(text.String())
		p.reads(".listing", "150 games, all right")
		p.until("a part is shown", `$$('.listing tr').length === 100`)
		p.press("Show more")
		p.until("all are shown", `$$('.listing tr').length === 150`)
		p.set("Search the list", "player 149")
		p.until("the last is found", `$$('.listing tr').length === 1`)
		p.press("player 149 – x")
		p.reads(".record h2", "player 149 – x")
		p.until("the list has gone", `$('.listing').hidden`)
		p.press("‹ All 150")
		p.until("it is there again", `!$('.listing').hidden && $('.record').hidden`)
	})
	// The name of a rule set and the titles of puzzles and games are text, whatever they contain.
	rules := url.PathEscape("name: " + hostile + "\nbase: pacifist1\n")
	p.with("titles", link(rules, "", ""), func(p *tab) {
		p.says(hostile)
		p.load(`{"id":"x","title":"` + hostile + `","rules":"chess",` +
			`"fen":"k7/8/1K6/8/8/8/8/7R w - - 0 1","in":1}`)
		p.reads("#records", hostile)
		p.press("Analyse")
		p.load("[White \"" + hostile + "\"]\n\n1. e4 *\n")
		p.reads("#records", hostile)
		p.staysText()
	})
}
