package site

import (
	"html"
	"net/url"
	"path"
	"regexp"
	"strings"
	"testing"

	"turncoat/internal/site/wasm"
	"turncoat/internal/web"
)

const siteAddress = "https://example.org/games/"

var (
	idAttribute   = regexp.MustCompile(`\sid="([^"]+)"`)
	linkAttribute = regexp.MustCompile(`<([a-z]+)[^>]*\s(href|src)="([^"]*)"`)
	canonical     = regexp.MustCompile(`<link rel="canonical" href="([^"]*)">`)
)

// exportedPages returns what the export writes of this repository, with stand-ins for what the
// toolchain makes.
func exportedPages(t *testing.T) map[string][]byte {
	t.Helper()
	address, err := url.Parse(siteAddress)
	if err != nil {
		t.Fatal(err)
	}
	c, err := sources(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{wasm.Module, wasm.Program, wasm.Starter} {
		c.files[name] = nil
	}
	return c.files
}

// Every link of the site leads to a file of it and to an anchor there, and whatever a page loads is
// of the site. The pages for rules have an anchor for each rule, so that the scenarios can cite it.
func TestSiteLinks(t *testing.T) {
	files := exportedPages(t)
	anchors := map[string]bool{}
	for name, text := range files {
		for _, id := range idAttribute.FindAllSubmatch(text, -1) {
			anchors[name+"#"+string(id[1])] = true
		}
	}

	count := 0
	for name, text := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		for _, link := range linkAttribute.FindAllSubmatch(text, -1) {
			element, to := string(link[1]), html.UnescapeString(string(link[3]))
			base := &url.URL{Scheme: "https", Host: "example.org", Path: "/games/" + name}
			address, err := base.Parse(to)
			if err != nil {
				t.Errorf("%s: %s: %v", name, to, err)
				continue
			}
			inside := strings.HasPrefix(address.String(), siteAddress)
			if !inside && element == "a" {
				continue
			}

			count++
			file := strings.TrimPrefix(address.Path, "/games/")
			if file == "" || strings.HasSuffix(file, "/") {
				file += "index.html"
			}
			_, there := files[file]
			anchor := address.Fragment == "" || file == "index.html" ||
				anchors[file+"#"+address.Fragment]
			if !inside || !there || !anchor {
				t.Errorf("%s: %q leads to nothing of the site", name, to)
			}
		}
	}

	if count < 1000 {
		t.Errorf("only %d links were looked at", count)
	}
	for _, rule := range []string{"PAC-7", "CON-12", "BEN-1", "NOT-6"} {
		if !anchors["docs/RULES.html#"+rule] {
			t.Errorf("%s has no anchor", rule)
		}
	}
}

// Every page has what search engines and readers of screens look for, and it is in the map of the
// site; but for the small board, which is a part of other pages.
func TestSitePages(t *testing.T) {
	files := exportedPages(t)
	titles := map[string]string{}
	for name, text := range files {
		if path.Ext(name) != ".html" || name == web.EmbedPage {
			continue
		}
		for what, count := range map[string]int{
			"<h1": 1, `<meta name="description" content="`: 1, `rel="canonical"`: 1,
			`<meta property="og:image" content="` + siteAddress: 1, `rel="manifest"`: 1, "<main": 1,
			`http-equiv="Content-Security-Policy" content="default-src 'self'; `: 1,
			"<th></th>": 0, " style=": 0, "<style": 0, "<script>": 0, `content=""`: 0,
		} {
			if got := strings.Count(string(text), what); got != count {
				t.Errorf("%s has %d × %s, want %d", name, got, what, count)
			}
		}

		for _, image := range regexp.MustCompile(`<img [^>]*>`).FindAllString(string(text), -1) {
			if !strings.Contains(image, ` width="`) {
				t.Errorf("%s: nothing says how large %s will be", name, image)
			}
		}
		title := regexp.MustCompile(`<title>(.*)</title>`).FindString(string(text))
		if titles[title] != "" {
			t.Errorf("%s and %s: %s", name, titles[title], title)
		}
		titles[title] = name
		address := canonical.FindSubmatch(text)
		if address == nil || name == "404.html" {
			continue
		}
		if want := siteAddress + strings.TrimPrefix(name, "index.html"); string(address[1]) != want {
			t.Errorf("%s: canonical %s, want %s", name, address[1], want)
		}
		if !strings.Contains(string(files["sitemap.xml"]), "<loc>"+string(address[1])+"</loc>") {
			t.Errorf("the map of the site lacks %s", name)
		}
	}
}
