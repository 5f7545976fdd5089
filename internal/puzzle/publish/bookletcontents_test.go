package publish

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
)

// The booklet is well-formed, holds every board with all of its pieces, refers to nothing outside,
// and every link has its target.
func TestBooklet(t *testing.T) {
	puzzles := puzzletest.Sample(t)
	text := exported(t, "html", puzzles)
	script := regexp.MustCompile(`(?s)<script>.*</script>`)
	d := xml.NewDecoder(strings.NewReader(script.ReplaceAllString(text, "")))
	d.Strict, d.AutoClose, d.Entity = false, []string{"meta"}, xml.HTMLEntity
	ids, links := map[string]bool{}, []string{}
	boards, pieces := 0, 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range element.Attr {
			switch {
			case a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on"):
				t.Errorf("<%s %s=%q> is not for a page with a content security policy",
					element.Name.Local,
					a.Name.Local, a.Value)
			case a.Name.Local == "id":
				if ids[a.Value] && !strings.HasPrefix(a.Value, "path") {
					t.Errorf("two elements are called %q", a.Value)
				}
				ids[a.Value] = true
			case a.Name.Local == "href" || a.Name.Local == "src":
				links = append(links, a.Value)
				if strings.HasPrefix(a.Value, "#piece-") {
					pieces++
				}
			case a.Name.Local == "class" && a.Value == "board":
				boards++
			}
		}
	}

	for _, link := range links {
		if !strings.HasPrefix(link, "#") || !ids[link[1:]] {
			t.Errorf("the link %q leads nowhere", link)
		}
	}

	want := 0
	for i := range puzzles {
		at, err := puzzles[i].Position()
		if err != nil {
			t.Fatal(err)
		}
		turn, err := puzzles[i].Variant().Parse(&at, puzzles[i].Keys[0])
		if err != nil {
			t.Fatal(err)
		}
		want += at.Occupied().Count() + turn.After.Occupied().Count()
	}

	if boards != 2*len(puzzles) || pieces != want {
		t.Errorf("%d boards with %d pieces, want %d and %d", boards, pieces, 2*len(puzzles), want)
	}
	for element, directive := range map[string]string{"style": "style-src",
		"script": "script-src"} {
		_, inside, _ := strings.Cut(text, "<"+element+">")
		inside, _, _ = strings.Cut(inside, "</"+element+">")
		sum := sha256.Sum256([]byte(inside))
		if want := fmt.Sprintf("%s 'sha256-%s'", directive,
			base64.StdEncoding.EncodeToString(sum[:])); !strings.Contains(html.UnescapeString(text),
			want) {
			t.Errorf("the policy does not allow the page's own %s", element)
		}
	}

	if strings.Contains(text, "A <booklet>") ||
		!strings.Contains(text, "A &lt;booklet&gt; &amp; more") {
		t.Error("the title is not escaped")
	}
}

// Over the puzzles of another stipulation than a win a booklet says what is asked for.
func TestBookletSaysWhatIsAskedFor(t *testing.T) {
	half, whole := helpMate(t), helpMate(t)
	whole.FEN, whole.Half, whole.In = "7k/8/6K1/8/8/8/8/R7 b - - 0 1", false, 1
	whole.Keys, whole.Line, whole.Lines = []string{"h8g8"}, []string{"Kg8", "Ra8#"},
		[][]string{{"h8g8", "a1a8"}}
	claim := puzzle.Puzzle{ // the pawn on c4 persuades the king, and nothing supports it
		Rules: puzzletest.Named(t, "pacifist1").Set(), FEN: "8/8/8/3k4/8/8/PPP5/K7 w - - 0 1",
		Stipulation: "claim",
		In:          1,
		Keys:        []string{"c2c4"}, Line: []string{"c4#"}, Solution: `["c2c4"]`,
	}
	selfWins := puzzletest.File(t, "../../../puzzle/collection/more/self-wins.jsonl")
	selfMate := slices.IndexFunc(selfWins,
		func(p puzzle.Puzzle) bool { return p.Rules.Name == "chess" })
	for _, c := range []struct {
		p    puzzle.Puzzle
		want string
	}{
		{claim, "Here it is enough to claim a king, even if it can be claimed back."},
		{half, "both sides help, and the side to move mates"},
		{whole, "both sides help, and its enemy mates"},
		{selfWins[selfMate], "Here the side to move forces its enemy to mate"},
	} {
		if text := exported(t, "html", []puzzle.Puzzle{c.p}); !strings.Contains(text, c.want) {
			t.Errorf("%s: it does not say that %s", c.p.FEN, c.want)
		}
	}

	// one explanation for each of the Pacifist and Benedict sets
	if n := strings.Count(exported(t, "html", puzzletest.Sample(t)), "No captures:"); n != 7 {
		t.Errorf("seven sets of rules are explained %d times", n)
	}
}

// Titles, authors and what they say are text, whatever they contain.
func TestBookletTitlesAreText(t *testing.T) {
	puzzles := puzzletest.Sample(t)[:1]
	plain := exported(t, "html", puzzles)
	const hostile = `</title><script>hacked=1</script><img src=x onerror="hacked=1">`
	puzzles[0].Title, puzzles[0].Authors = hostile, []string{hostile}
	text := exported(t, "html", puzzles)
	for _, tag := range []string{"<script", "<img", "onerror=\""} {
		if got, want := strings.Count(text, tag), strings.Count(plain, tag); got != want {
			t.Errorf("%q is there %d times, want %d", tag, got, want)
		}
	}

	if !strings.Contains(text, html.EscapeString("<script>hacked=1</script>")) {
		t.Error("the title is missing")
	}
}

// A booklet states the rules of each of its games.
func TestBookletStatesTheRules(t *testing.T) {
	p := helpMate(t)
	for name, want := range map[string]string{
		"chess":              "Orthodox chess: give checkmate.",
		"andernach":          "Orthodox chess in which a piece that captures changes sides. Kings never do.",
		"tibet":              "a black piece that captures one of another kind changes sides",
		"traitor":            "a black piece that moves to a1 to h4 changes sides",
		"masand":             "a piece that moves and gives check changes the side of every piece that it attacks",
		"masand-generalised": "a piece that gives check, moved or not, changes the side of every piece",
	} {
		p.Rules = puzzletest.Named(t, name).Set()
		if text := exported(t, "html", []puzzle.Puzzle{p}); !strings.Contains(text, want) {
			t.Errorf("%s: %q is not in the booklet", name, want)
		}
	}
}
