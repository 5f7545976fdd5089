package web_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"turncoat/puzzle/proof"
	"turncoat/web"
)

// saves lets the page keep what it gives to be saved, instead of the browser.
func saves(p *tab) {
	p.Helper()
	see[bool](p, `(URL.createObjectURL = blob => { blob.text().then(text => { window.saved = text; }); return '#'; }, HTMLAnchorElement.prototype.click = () => {}, true)`)
}

// saved returns what a button saves.
func saved(p *tab, name string) string {
	p.Helper()
	see[bool](p, `(delete window.saved, true)`)
	p.press(name)
	p.until("something is saved", `window.saved !== undefined`)
	return see[string](p, `window.saved`)
}

// A game is saved in every form; the FEN and the waves are those of the worked example of the rules text.
func TestForms(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", nf5Before, "e3f5"), reduced)
		p.shows(nf5After)
		saves(p)
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
}

// A game that has been read is saved with all its comments; a game begun after it has nothing of it.
func TestCommentsAreKept(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, "", reduced)
		p.set("Paste a FEN, a game or a scenario",
			"[White \"Ann\"]\n[Black \"Bob\"]\n[Variant \"chess\"]\n[Result \"1-0\"]\n\n{at first} 1. e4 {best} ({or} 1. d4 {slower}) ({again} 1. e4) 1... e5 1-0\n")
		see[bool](p, `document.querySelector('#position details').open = true`)
		p.press("Load")
		p.until("it is there", `document.querySelector('.movelist').textContent.includes('slower')`)
		p.press("Analyse this")
		p.until("it is analysed", `document.getElementById('tab-analyse').getAttribute('aria-selected') === 'true' && document.querySelector('.movelist').textContent.includes('slower')`)
		saves(p)
		text := strings.Join(strings.Fields(saved(p, "Save")), " ")
		for _, part := range []string{`[White "Ann"]`, "{at first} 1. e4 {best} ({or} 1. d4 {slower})", "1... e5", "1-0"} {
			if !strings.Contains(text, part) {
				p.Errorf("it lacks %q: %s", part, text)
			}
		}
		p.press("Start position")
		p.until("it is gone", `location.hash === '#rules=chess' && !document.querySelector('.movelist').textContent.includes('slower')`)
		if text := saved(p, "Save"); strings.Contains(text, "Ann") || strings.Contains(text, "1-0") {
			p.Errorf("the game before is still in %s", text)
		}
	})
}

// The proof of a win is a file that the verifier, which knows nothing of the search, accepts.
func TestProofFile(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN", ""),
			reduced)
		saves(p)
		p.press("Search")
		p.until("it is found", `document.getElementById('search').textContent.includes('Yes, in 1')`)
		text := saved(p, "Save the proof")
		if _, err := proof.Verify(t.Context(), strings.NewReader(text), "proof.jsonl", 1); err != nil {
			p.Errorf("%v: %s", err, text)
		}
	})
}

// One plays by rules of one's own: with lines that friends block, the knight on a8 is guarded by nobody and attacked by
// one rook only as far as the other does not stand before it (PAC-4).
func TestOwnRules(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", "n6k/8/8/8/8/8/R7/R6K w - - 0 1", ""), reduced)
		p.click("#own-rules")
		p.set("Rule set as YAML", "name: mine\nbase: pacifist1\nlines: sideways\n")
		p.press("Play by them")
		p.until("what is wrong is said", `document.querySelector('dialog [role=status]').textContent.includes('lines')`)
		p.set("Rule set as YAML", "name: mine\nbase: pacifist1\nlines: blocked\n")
		p.press("Play by them")
		p.until("they are the rules", `document.getElementById('rules').selectedOptions[0].textContent.includes('mine') && !document.querySelector('dialog[open]')`)
		x, y := p.middle(on("a8"))
		p.mouse("mouseMoved", x, y)
		p.until("one rook bears on a8", `document.getElementById('square').textContent.includes('White 1') && document.getElementById('square').textContent.includes('rook a2')`)
	})
}

// Under other rules, one's own or those of the menu, a position that they do not allow gives way to the start. A
// menu that nobody answers stays as it was.
func TestOtherRulesFromTheStart(t *testing.T) {
	t.Parallel()
	const kingless, start = "8/8/8/3k4/8/k7/8/4R1R1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	inner, gone := handler(t, web.Options{}), atomic.Bool{}
	home := serveHandler(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() && r.URL.Path == "/ask" {
			panic(http.ErrAbortHandler)
		}
		inner.ServeHTTP(w, r)
	}))
	p := open(t, home, link("pacifist1", kingless+" w - - 0 1", ""), reduced)
	p.shows(kingless)
	p.click("#own-rules")
	p.set("Rule set as YAML", "base: chess\n")
	p.press("Play by them")
	p.shows(start)
	p.until("the dialog is gone", `!document.querySelector('dialog[open]')`)

	choose := func(rules string) {
		see[bool](p, `(() => { const menu = document.getElementById('rules'); menu.value = '`+rules+`'; menu.dispatchEvent(new Event('change')); return menu.value === '`+rules+`' })()`)
	}
	p = open(t, home, link("pacifist1", kingless+" w - - 0 1", ""), reduced)
	p.shows(kingless)
	choose("chess")
	p.shows(start)
	p.until("it says why", `document.getElementById('status').textContent.includes('not possible under chess')`)
	gone.Store(true)
	choose("conversion")
	p.until("the menu is as it was", `document.getElementById('rules').value === 'chess'`)
}
