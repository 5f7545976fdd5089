package web_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/web"
)

// A position, a game, vchess.club's form, a scenario and a puzzle are loaded as they come: dropped
// on the page as a file, each; a position also pasted into the field, pasted on the page, and
// dropped as text.
func TestLoad(t *testing.T) {
	t.Parallel()
	vchess := filetest.Read(t, "../../examples/vchess-pacifist1.pgn")
	texts := map[string]struct{ text, want string }{
		"a FEN":  {nf5Before + " w - - 0 1", `$('#status').textContent.includes('White to move.') && ` + boardScript + ` === '` + nf5Before + `'`},
		"a game": {"[Variant \"chess\"]\n\n1. e4 e5 2. Nf3 *", `$('#records').textContent.includes('3 plies')`},
		"vchess.club's": {string(vchess), `$('#records').textContent.includes('bruno') &&
			$('#records').textContent.includes('21 plies')`},
		"a scenario": {"rules: pacifist1\nscenarios:\n  - name: one attacker\n    cite: PAC-5\n    fen: k7/8/8/3n4/8/8/8/K6R w - - 0 1\n    play: [Rd1]\n    expect:\n      board: k7/8/8/3N4/8/8/8/K2R4\n",
			`$('#records').textContent.includes('one attacker')`},
		"a puzzle":   {rooks, `$('#status').textContent.includes('White to move wins in 2.')`},
		"a help-win": {`{"id":"h","rules":"chess","stipulation":"help-win","fen":"5k2/8/8/8/8/8/1R6/R6K b - - 0 1","in":2,"keys":["f8e8"],"solution":[]}`, `$('#status').textContent.includes('only wins can be played here')`},
	}
	ways := map[string]string{
		"field": `(() => { const f = $('[aria-label="Paste a FEN, a game or a scenario"]');
			f.closest('details').open = true; f.value = TEXT;
			$$('#position details button').find(b => b.textContent === 'Load').click();
			return true })()`,
		"pasted": `(() => { const d = new DataTransfer(); d.setData('text/plain', TEXT);
			document.body.dispatchEvent(new ClipboardEvent('paste', {bubbles: true, clipboardData: d})); return true })()`,
		"text": `(() => { const d = new DataTransfer(); d.setData('text/plain', TEXT);
			document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: d})); return true })()`,
		"file": `(() => { const d = new DataTransfer();
			d.items.add(new File([TEXT], 'given.txt'));
			document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: d})); return true })()`,
	}
	p := open(t, serve(t, web.Options{}), "", reduced)
	given := func(name, way string) {
		p.visit(link("chess", "4k3/8/8/8/8/8/8/4K3", ""))
		text, _ := json.Marshal(texts[name].text)
		see[bool](p, `(TEXT => `+ways[way]+`)(`+string(text)+`)`)
		p.until(name+" is loaded by "+way, texts[name].want)
	}
	for name := range texts {
		given(name, "file")
	}
	for way := range ways {
		if way != "file" {
			given("a FEN", way)
		}
	}

	see[bool](p, `(() => { const d = new DataTransfer(); d.items.add(new File(['\n'], 'nothing.pgn'));
		document.body.dispatchEvent(new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: d})); return true })()`)
	p.says("nothing.pgn")

	// A list of moves that does not say its rules is read by those that are set, or by the only
	// ones that allow it. Threefold repetition is noticed (PAC-16).
	p.with("pasted", "#rules=pacifist2", func(p *tab) {
		paste := func(text string) {
			see[bool](p, `(() => { const d = new DataTransfer();
				d.setData('text/plain', '`+text+`'); document.body.dispatchEvent(new ClipboardEvent('paste', {bubbles: true, clipboardData: d})); return true })()`)
		}
		paste("1. e4 e5 2. Nf3 *")
		p.reads("#records", "3 plies, pacifist2")
		p.press("Analyse")
		paste("1. e4 d6 2. d4 c6 3. Bg5 Qa5+ 4. Ba6/Qa5 *")
		p.reads("#records", "read as conversion, the only rules that allow it")
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
		text := "[Event \"<script>alert(1)</script>\u202e\x1b[31m\"]\n[White \"<img src=x onerror=alert(1)>\"]\n[Black \"b\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n\n" +
			"[White \"good\"]\n[Black \"game\"]\n[Variant \"Pacifist1\"]\n[Result \"*\"]\n\n1. e4 *\n"
		p.load(text)
		p.says("Ply 3, Ke3: Ke3 is not legal")
		p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
		p.until("the square is marked", `$('[data-square=e3]').dataset.mark === 'wrong'`)
		p.until("the text is marked", `$('pre.source mark').textContent === 'Ke3'`)
		list := see[string](p, `$('#records').textContent`)
		for _, want := range []string{"1 at fault", "✗ illegal-move", "✓ right", "<img src=x onerror=alert(1)>",
			"<script>alert(1)</script>\ufffd\ufffd[31m"} {
			if !strings.Contains(list, want) {
				p.Errorf("%q is missing in %q", want, list)
			}
		}

		// The list is searched by names, rules and faults.
		const rows = `$$('.listing tbody tr').filter(e => e.offsetParent).map(e => e.dataset.text.split(' ')[0]).join()`
		for words, want := range map[string]string{"GOOD pacifist1": "good", "illegal": "<img", "nobody": ""} {
			p.set("Search the list", words)
			p.until("it finds "+want, rows+` === '`+want+`'`)
		}
		p.set("Search the list", "")
		p.run(`$$('#records label').find(e => e.textContent === 'at fault').click()`)
		p.until("the right one is left out", rows+` === '<img'`)
		p.run(`$$('#records label').find(e => e.textContent === 'at fault').click()`)

		if n := see[int](p, `$$('#records img, #records script').length`); n != 0 {
			p.Errorf("text of a record has become %d elements", n)
		}
		p.press("good – game")
		p.says("White to move.")
		p.press("Forward")
		p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	})
}

// The records on the command line are there when the page opens.
func TestGivenRecords(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{Given: []web.Given{{Name: "a.pgn", Text: "1. d4 *"}}}), "", reduced)
	p.reads("#records", "a.pgn")
	p.press("Forward")
	p.shows("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR")
}

// The name of a rule set and the titles of puzzles and games are text, whatever they contain.
func TestTitlesAreText(t *testing.T) {
	t.Parallel()
	const script = "<img src=x onerror=hacked=1><script>hacked=1</script>"
	rules := url.PathEscape("name: " + script + "\nbase: pacifist1\n")
	p := open(t, serve(t, web.Options{}), link(rules, "", ""), reduced)
	p.says(script)
	p.load(`{"id":"x","title":"` + script + `","rules":"chess",` +
		`"fen":"k7/8/1K6/8/8/8/8/7R w - - 0 1","in":1}`)
	p.reads("#records", script)
	p.press("Analyse")
	p.load("[White \"" + script + "\"]\n\n1. e4 *\n")
	p.reads("#records", script)
	if see[bool](p, `'hacked' in window || $$('[src=x]').length > 0`) {
		p.Error("text has become a part of the page")
	}
}
