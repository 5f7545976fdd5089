package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	"turncoat/internal/limits"
	"turncoat/internal/tablebase/embedded"
	"turncoat/protocol"
)

// The bounds of a request.
const (
	maxBody = 16 << 20 // bytes, with the text of records

	// quickTime and searchTime are how long an answer may take.
	quickTime  = 20 * time.Second
	searchTime = 10 * time.Minute
)

// Options say what is served.
type Options struct {
	// Hosts are the names, beside those of the loopback interface, by which the server may be
	// called: "HOST" or "HOST:PORT".
	Hosts []string
	// Given are the records to begin with.
	Given []Given
	// Searches is how many searches run at a time, and as many brief ones or readings of records
	// beside them; 2 if it is not positive. Others wait.
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
	files, err := newPage()
	if err != nil {
		return nil, err
	}
	attributes := serverEngine
	if len(o.Given) > 0 {
		attributes += ` data-given="true"`
	}
	files.mark(indexPage, attributes)
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
	searches *turns
	brief    *turns // of searches that limit themselves, and of records
	long     places // of questions longer than maxCommon
	quick    places // of answers that are no searches
	// promptness is how long each piece of a long question may take.
	promptness time.Duration
	patience   time.Duration
}

// newHandler returns what serves a page and answers its questions.
func newHandler(files page, o Options) *handler {
	if o.Searches <= 0 {
		o.Searches = 2
	}
	tables := cmp.Or(o.Tables, probing.NewTableSet(embedded.Opener("")))
	server := reading.Server(searching.Options{Jobs: 1, Proofs: true, Probe: tables.Prober})
	tables.Add(server)
	h := &handler{files: files, hosts: o.Hosts, server: server,
		searches: newTurns(o.Searches, turnTime), brief: newTurns(o.Searches, turnTime),
		long: make(places, maxLong), quick: make(places, maxQuick), patience: patience,
		promptness: promptness}
	return h
}

// forOtherSites are the paths of what the pages of others may use: the small board, in a frame, and
// the script that puts it there. The board keeps nothing and asks what any page of ours asks.
var forOtherSites = map[string]bool{"/" + embedPage: true, "/" + element: true}

// guarded refuses requests for another name (DNS rebinding) and from other sites, and makes the
// browser load nothing from elsewhere and show nothing in frames of others.
func (h *handler) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) {
		w := &patientWriter{to, h.patience}
		w.extend() // of the request before there may be little time left
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
	if site := r.Header.Get("Sec-Fetch-Site"); r.Method != http.MethodGet && site != "" && site != "same-origin" &&
		site != "none" {
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
		name = indexPage
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

// ask answers one question: a JSON object, answered by JSON Lines.
func (h *handler) ask(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength < 0 || r.ContentLength > maxCommon { // several at once would take much memory
		body := &promptBody{ReadCloser: r.Body, control: http.NewResponseController(w), each: h.promptness,
			enter: func() func() { return h.long.enter(r.Context()) }}
		defer body.release()
		body.begin()
		r.Body = body
	}

	line, ok := question(w, r, maxBody)
	if !ok {
		return
	}
	request, e := protocol.ParseRequest(line)
	request.Line = line // also of what cannot be parsed
	search := e == nil && longAsks[request.Ask]
	ctx, cancel := answerTime(r, search)
	defer cancel()
	send := func(reply protocol.Reply) {
		text, err := reply.Append(nil)
		if err != nil {
			text = []byte(`{"id":null,"error":{"code":"unsupported","message":"the answer cannot be written"}}` + "\n")
		}
		if _, err := w.Write(text); err != nil {
			cancel() // nobody is there
		}
		_ = http.NewResponseController(w).Flush()
	}
	var reply protocol.Reply
	switch {
	case tooLong(&request):
		reply = protocol.Reply{ID: json.RawMessage("null"), Error: &protocol.Error{Code: protocol.TooLong,
			Message: fmt.Sprintf("request longer than %s", limits.Size(protocol.MaxLine))}}
	case search:
		reply = h.search(ctx, clientOf(r), &request, send)
	default:
		reply = h.converse(ctx, &request, send)
	}

	if search && r.Context().Err() != nil {
		reply = protocol.Reply{ID: request.ID, Error: &protocol.Error{Code: protocol.Cancelled,
			Message: "the connection was closed, or the side of it on which requests come"}}
	}

	send(reply) // a client that has disconnected gets no answer
}

// tooLong reports whether a request is longer than a line of the protocol may be. The text of
// records does not count.
func tooLong(request *protocol.Request) bool {
	length := len(request.Line)
	if length > protocol.MaxLine && ofRecords(request) {
		var records struct {
			Text json.RawMessage `json:"text"`
		}
		_ = json.Unmarshal(request.Line, &records) // it has been parsed before
		length -= len(records.Text)
	}

	return length > protocol.MaxLine
}

// ofRecords reports whether a request is about the text of records.
func ofRecords(request *protocol.Request) bool {
	return request.Ask == reading.AskRead || request.Ask == reading.AskConvert
}

// answerTime returns the context of an answer. That of a search ends when the client has closed the
// connection, or its sending side, which looks the same from here; a quick answer does not, so that
// a client that has said all it has to say hears it.
func answerTime(r *http.Request, search bool) (context.Context, context.CancelFunc) {
	if search {
		return context.WithTimeout(r.Context(), searchTime)
	}
	return context.WithTimeout(context.WithoutCancel(r.Context()), quickTime)
}

// clientOf names who has sent a request, by the address without the port.
func clientOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// question reads a question of at most limit bytes, and answers itself if there is none. What
// follows is JSON Lines.
func question(w http.ResponseWriter, r *http.Request, limit int64) (text []byte, ok bool) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		http.Error(w, "a question is application/json", http.StatusUnsupportedMediaType)
		return nil, false
	}

	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		http.Error(w, fmt.Sprintf("a question is at most %s long", limits.Size(uint64(limit))),
			http.StatusRequestEntityTooLarge)
		return nil, false
	}

	if err != nil {
		http.Error(w, "the question is incomplete", http.StatusBadRequest)
		return nil, false
	}

	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	return text, true
}

// longAsks names the asks that can take long, of which a number run at a time.
var longAsks = map[string]bool{
	searching.AskSolve: true, searching.AskTries: true, searching.AskPuzzle: true, searching.AskBest: true,
	reading.AskRead:    true,
	reading.AskConvert: true,
	protocol.AskWin:    true, protocol.AskPerft: true,
}
