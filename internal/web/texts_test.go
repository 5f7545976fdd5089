package web_test

import (
	"context"
	_ "embed"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"turncoat/internal/web"
)

//go:embed testdata/unmarked.js
var unmarkedFunctions string

// marked has the page mark its texts as long as the test lasts.
func marked(t *testing.T) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		script, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument,
			page.AddScriptToEvaluateOnNewDocumentParams{Source: "{" + unmarkedFunctions + "}"})
		if err == nil {
			t.Cleanup(func() {
				_, _ = cdp.Call(ctx, target, page.RemoveScriptToEvaluateOnNewDocument,
					page.RemoveScriptToEvaluateOnNewDocumentParams(script))
			})
		}
		return err
	})
}

// translated checks that all texts of a scene come from the language's file.
func (p *tab) translated(scene string) {
	p.Helper()
	for _, text := range see[[]string](p, "unmarked()") {
		p.Errorf("%s: not among the texts: %s", scene, text)
	}
}

// Every text that the page shows comes from the language's file: what a language leaves out is
// seen.
func TestTexts(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced, marked(t))
	p.translated("analyse")
	p.click("#help")
	p.translated("keys")
	p.click("#keys button")
	p.click("#settings")
	p.translated("settings")
	p.click("#options button")
	p.click("#rules")
	p.translated("the choice of the game")
	p.click("#own-rules")
	p.translated("rules of one's own")
	p.click("dialog[open] .row button:last-child")

	p.with("a cascade", link("pacifist1", nf5Before, ""), func(p *tab) {
		p.typed("Nf5")
		p.shows(nf5After)
		p.over("d8")
		p.reads("#square", "d8, ")
		p.translated("why a piece has turned")
		p.over("e2")
		p.reads("#square", "e2, ")
		p.translated("what holds a piece")
		p.click("#as-table")
		p.click("#evaluate")
		p.until("it is evaluated", `$('.lines-best li')`)
		p.translated("an evaluation, and the board as a table")
		p.click("#evaluate")
		p.click("#edit")
		p.translated("the editor")
		p.clickOn("$$('.editor .tools button')[1]")
		p.run(`$('#position details').open = true`)
		p.translated("loading")
		p.typed("Ke9")
		p.typed("Kh8")
		p.until("it is refused", `$('#status').classList.contains('bad')`)
		p.translated("a refusal")
	})
	p.with("a win", link("chess", "k7/8/1K6/8/8/8/8/7R w - - 0 1", ""), func(p *tab) {
		p.until("the tables tell", `$('#values').checkVisibility() && $('.values li')`)
		p.click("#search-go")
		p.until("it is found", `$('#search .tree')`)
		p.translated("a search")
		p.typed("Rh8")
		p.shows("k6R/8/1K6/8/8/8/8/8")
		p.run(`$('#report').open = true`)
		p.click("#report-go")
		p.until("it is judged", `$('#report .graph')`)
		p.translated("a report")
	})
	p.with("a game", "", func(p *tab) {
		p.click("#tab-play")
		p.translated("before a game")
		p.run(`$('.setup').open = true`)
		p.press("⟦New game⟧")
		p.reads("#play", "Your move")
		p.typed("e4")
		p.until("it has answered", `location.hash.includes('moves=e2e4_')`)
		p.translated("a game")
		p.press("⟦Resign⟧")
		p.press("⟦Yes⟧")
		p.reads("#play", "You lost")
		p.translated("a game that is over")
		p.run(`fill($('#play select'), 'link')`)
		p.run(`$('.setup').open = true`)
		p.press("⟦New game⟧")
		p.reads("#play", "Your move")
		p.typed("e4")
		p.until("there is a link", `$('.sending input').value`)
		p.translated("a game by link")
		p.click("#tab-analyse")
		p.run(`$('#shelf').open = true`)
		p.translated("earlier games")
	})
	p.with("a proof", "#proof=benedict-king", func(p *tab) {
		p.until("there are replies", `$('#proof li')`)
		p.translated("a proof")
	})
	p.with("puzzles", "", func(p *tab) {
		p.click("#tab-puzzles")
		p.reads("#puzzles", "to move wins in")
		p.run(`$('#puzzle-menu').open = true`)
		for range 3 {
			p.press("⟦Hint⟧")
			p.until("there is a hint", `$('.hint').textContent`)
			p.translated("a hint")
			p.run(`$('.hint').textContent = ''`)
		}
		p.press("⟦Solution⟧")
		p.reads("#puzzles", "The main line")
		p.translated("puzzles")
		p.press("⟦Rush⟧")
		p.reads("#puzzles", "Rush: 0 solved")
		p.translated("a run")
		p.press("⟦Stop⟧")
		p.translated("the end of a run")
	})
	p.with("lessons", link("pacifist1", "", ""), func(p *tab) {
		p.click("#tab-learn")
		p.until("there is a course", `$('.lesson h2')?.textContent`)
		p.translated("a lesson")
		p.step("3. Your move ☆")
		p.shows("k7/8/8/8/2b5/8/8/6KR")
		p.typed("Kg2")
		p.reads(".lesson", "stays black")
		p.translated("an exercise")
		p.set("⟦Course⟧", "06-reclaim.yaml")
		p.reads("#learn", "PAC-8")
		p.translated("a chapter")
	})
	p.with("records", "", func(p *tab) {
		p.click("#tab-records")
		p.translated("no records")
		p.click("#tab-analyse")
		p.run(`$('#position details').open = true`)
		const header = "[Variant \"pacifist1\"]\n\n"
		text := header + "1. e4 *\n\n" + header + "1. e4 e9 *\n"
		p.run(`$('#position textarea').value = ` + script("String", text))
		p.clickOn(`$$('#position details button')[0]`)
		p.until("there is a list", `$('#records tbody')`)
		p.translated("records")
		p.clickOn(`$$('[data-record]')[1]`)
		p.until("there is a fault", `$('.finding')`)
		p.translated("a fault")
	})
	p.with("a reclaim", link("pacifist-number", "1r5k/8/8/8/8/3q4/7K/R7 w - - 0 1", ""), func(p *tab) {
		p.typed("Rb1")
		p.until("there is a choice", `$('#choice button')`)
		p.translated("a reclaim")
	})
}
