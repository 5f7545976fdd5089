package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"mime"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"turncoat/internal/answer/probing"
	"turncoat/internal/answer/reading"
	"turncoat/internal/answer/searching"
	"turncoat/internal/tablebase/embedded"
	"turncoat/protocol"
)

// Options say what is served.
type Options struct {
	// Hosts are the names, beside those of the loopback interface, by which the server may be
	// called: "HOST" or "HOST:PORT".
	Hosts []string
	// Given are the records to begin with.
	Given []Given
	// Searches is how many searches run at a time, and as many brief ones or readings of records
	// beside them; 2 if it is not positive.
	Searches int
	// Tables has the values of positions with few pieces; nil means those that come with the
	// program.
	Tables *probing.TableSet
}

// Given is a text to begin with.
type Given struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Handler returns the handler that serves the page and answers its questions at "ask".
//
// It answers requests for a name of the loopback interface only, so that no other site can point
// its name here, and questions from its own page only. It reads no file.
func Handler(o Options) (http.Handler, error) {
	files, err := Files()
	if err != nil {
		return nil, err
	}
	if len(o.Given) > 0 {
		page(files).mark(IndexPage, ServerEngine+` data-given="true"`)
	}
	given, err := json.Marshal(append([]Given{}, o.Given...))
	if err != nil {
		return nil, err
	}
	h := newHandler(files, o)
	mux := http.NewServeMux()
	mux.HandleFunc("POST /ask", h.ask)
	mux.HandleFunc("GET /given", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(given)
	})
	mux.Handle("GET /", gzhttp.GzipHandler(http.HandlerFunc(h.file)))
	return h.guarded(mux), nil
}

type handler struct {
	files    page
	hosts    []string
	server   *protocol.Server
	searches places
	brief    places // searches that limit themselves, and readings of records
	long     places // questions longer than maxCommon
	quick    places // everything else
	patience time.Duration
	longTime time.Duration
	sendTime time.Duration
}

// newHandler returns what serves a page and answers its questions.
func newHandler(files page, o Options) *handler {
	if o.Searches <= 0 {
		o.Searches = 2
	}
	tables := cmp.Or(o.Tables, probing.NewTableSet(embedded.Opener("")))
	server := reading.Server(searching.Options{Jobs: 1, Proofs: true, Probe: tables.Prober})
	tables.Add(server)
	return &handler{
		files: files, hosts: o.Hosts, server: server,
		searches: make(places, o.Searches), brief: make(places, o.Searches),
		long: make(places, maxLong), quick: make(places, maxQuick),
		patience: defaultPatience, longTime: longTime, sendTime: sendTime,
	}
}

// forOtherSites are the paths of what the pages of others may use: the small board, in a frame, and
// the script that puts it there. The board keeps nothing and asks what any page of ours asks.
var forOtherSites = map[string]bool{"/" + EmbedPage: true, "/" + element: true}

// guarded refuses requests for another name (DNS rebinding) and from other sites, and makes the
// browser load nothing from elsewhere and show nothing in frames of others.
func (h *handler) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.limitSending(w)
		header := w.Header()
		policy, users := "default-src 'self'; base-uri 'none'; form-action 'none'", "cross-origin"
		if !forOtherSites[r.URL.Path] {
			policy, users = policy+"; frame-ancestors 'none'", "same-origin"
		}

		header.Set("Content-Security-Policy", policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("Cross-Origin-Resource-Policy", users)
		header.Set("Cache-Control", "no-cache")
		switch {
		case !h.known(r.Host):
			http.Error(w, "this server does not go by that name", http.StatusForbidden)
		case !sameOrigin(r):
			http.Error(w, "requests from other sites are not answered", http.StatusForbidden)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// known reports whether the server goes by a name: one of the loopback interface, or one that it
// was given.
func (h *handler) known(host string) bool {
	name := host
	if n, _, err := net.SplitHostPort(host); err == nil {
		name = n
	}
	name = strings.Trim(name, "[]")
	if ip := net.ParseIP(name); ip != nil && ip.IsLoopback() || strings.EqualFold(name, "localhost") {
		return true
	}
	return slices.Contains(h.hosts, host) || slices.Contains(h.hosts, name)
}

// sameOrigin reports whether a request comes from the page itself, or from no page.
func sameOrigin(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	own := site == "" || site == "same-origin" || site == "none"
	if r.Method != http.MethodGet && !own {
		return false
	}

	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	from, err := url.Parse(origin)
	return err == nil && from.Scheme == "http" && strings.EqualFold(from.Host, r.Host)
}

// file serves a file of the page.
func (h *handler) file(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" {
		name = IndexPage
	}
	text, ok := h.files[name]
	if !ok {
		http.NotFound(w, r)
		return
	}

	kind := mime.TypeByExtension(path.Ext(name))
	switch path.Ext(name) {
	case ".js":
		kind = "text/javascript; charset=utf-8"
	case ".jsonl", ".yaml", ".md":
		kind = "text/plain; charset=utf-8"
	}

	w.Header().Set("Content-Type", kind)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}
