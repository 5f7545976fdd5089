package web_test

import (
	"context"
	"encoding/json"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/web"
	"turncoat/rules/ruleset"
	"turncoat/specs"
)

// speaks has the browser ask for languages, the preferred one first.
func speaks(languages string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetUserAgentOverride,
			emulation.SetUserAgentOverrideParams{AcceptLanguage: languages})
		return err
	})
}

// languageIs waits until the page is ready in a language, with the name of the tab to play in it.
func (p *tab) languageIs(tag, play string) {
	p.Helper()
	// It may be loaded anew: the page before was ready, too.
	p.until("the page is in "+tag, `document.documentElement.dataset.ready === 'true' && `+
		`document.documentElement.lang === '`+tag+`' && $('#tab-play').textContent === '`+play+`'`)
}

// The page is in the first language of the browser that it has, or in the one that is chosen by
// hand, and a game goes on in the other language.
func TestLanguage(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced, speaks("de-CH,fr-CH,en"))
	p.languageIs("fr", "Jouer")
	p.click("#tab-play")
	p.press("Nouvelle partie")
	p.reads("#play", "À vous de jouer")
	p.typed("e4")
	p.until("it has answered", `location.hash.includes('moves=e2e4_')`)
	p.reads("#play", "À vous de jouer")

	p.choose("language", "en")
	p.languageIs("en", "Play")
	p.reads("#play", "Your move")
	p.until("the game is kept",
		`location.hash.includes('moves=e2e4_') && $$('.movelist button').length === 2`)

	p.choose("language", "")
	p.languageIs("fr", "Jouer")

	p.with("refusal", link("pacifist1", "7k/8/8/8/8/8/r7/7K w - - 0 1", ""), func(p *tab) {
		p.typed("Zz9")
		p.says("Zz9")
		if text := p.status(); strings.Contains(text, "moves[") {
			p.Errorf("the status names a field of the protocol: %s", text)
		}
		p.typed("Rh2") // the rook bears on h2, which nobody guards (PAC-10)
		p.says("Rh2 n’est pas un coup légal (PAC-10). PAC-10\u202f: Après le coup")
		p.typed("Rg1") // the king; the letter of an English rook
		p.shows("7k/8/8/8/8/8/r7/6K1")
		p.says("Les Blancs jouent Rg1.")
		p.reads(".movelist", "Rg1")
	})
	p.with("course", "", func(p *tab) {
		p.click("#tab-learn")
		p.reads(".lesson", "Rien n’est pris")
		p.set("Cours", "04-conversions.yaml")
		p.reads(".lesson", "Toute pièce surpersuadée se convertit")
	})
	// A browser that asks for no language of the page is shown English.
	p.part("other language", func(p *tab) {
		p.do(speaks("de-CH,eo"))
		p.again()
		p.languageIs("en", "Play")
	})
}

var squares = regexp.MustCompile(`[a-h][1-8]`)

// Each step of a course has a title and a text in every language, which name the same squares.
func TestCourseWords(t *testing.T) {
	files, err := filepath.Glob("site/js/texts/*.js")
	if err != nil || len(files) < 2 {
		t.Fatalf("%v, %d languages", err, len(files))
	}

	for _, file := range files {
		language := strings.TrimSuffix(filepath.Base(file), ".js")
		if language == "en" {
			continue // its words are in the courses themselves
		}

		var words map[string][]courseWords
		if err := json.Unmarshal(filetest.Read(t, "site/courses/"+language+".json"), &words); err != nil {
			t.Fatal(err)
		}
		for _, name := range ruleset.BuiltinNames() {
			checkWords(t, name, words[name])
		}
	}
}

// courseWords are the words of a step in another language.
type courseWords struct{ Title, Text string }

func checkWords(t *testing.T, name string, words []courseWords) {
	t.Helper()
	var c course
	if err := json.Unmarshal(filetest.Read(t, "site/courses/"+name+".json"), &c); err != nil {
		t.Fatal(err)
	}
	if len(words) != len(c.Steps) {
		t.Fatalf("%s: words for %d steps of %d", name, len(words), len(c.Steps))
	}

	for i, step := range c.Steps {
		said := words[i]
		if said.Title == "" || said.Text == "" || !slices.Equal(named(said.Text), named(step.Text)) {
			t.Errorf("%s, step %d: %q, want the squares of %q", name, i+1, said, step.Text)
		}
	}
}

// Each chapter and each scenario of the specification has a title in every language, which names the
// same squares.
func TestScenarioTitles(t *testing.T) {
	chapters, err := fs.Glob(specs.Files, "*.yaml")
	if err != nil || len(chapters) == 0 {
		t.Fatalf("%v, %d chapters", err, len(chapters))
	}
	for _, language := range []string{"en", "fr"} {
		texts := string(filetest.Read(t, "site/js/texts/"+language+".js"))
		for _, chapter := range chapters {
			if !strings.Contains(texts, "'"+chapter+"': '") {
				t.Errorf("%s.js has no title for %s", language, chapter)
			}
		}
	}

	var french map[string]string
	if err := json.Unmarshal(filetest.Read(t, "site/courses/scenarios-fr.json"), &french); err != nil {
		t.Fatal(err)
	}
	for _, chapter := range chapters {
		text, err := specs.Files.ReadFile(chapter)
		if err != nil {
			t.Fatal(err)
		}
		suite, _ := specs.Read(t.Context(), text, chapter)
		for _, scenario := range suite.Scenarios {
			title := french[scenario.Name]
			if title == "" || !slices.Equal(named(title), named(scenario.Name)) {
				t.Errorf("%s: %q in French, want the squares of %q", chapter, title, scenario.Name)
			}
		}
	}
}

// named returns the squares that a text names, sorted.
func named(text string) []string {
	all := squares.FindAllString(text, -1)
	slices.Sort(all)
	return slices.Compact(all)
}
