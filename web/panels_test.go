package web_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"turncoat/web"
)

// A chapter that comes after another has been chosen does not take its place.
func TestChapterComesLate(t *testing.T) {
	t.Parallel()
	const late, chosen = "05-moved-piece.yaml", "04-conversions.yaml"
	home, release := holding(t, "/data/learn/"+late)
	p := open(t, home, "", reduced)
	p.press("Learn")
	see[bool](p, `document.getElementById('examples').open = true`)
	p.until("the first is there", `document.querySelector('[data-chapter="01-moves.yaml"] article')`)
	p.set("Chapter", "5. Moved piece")
	p.set("Chapter", "4. Conversions")
	p.until("the one chosen is there", `document.querySelector('[data-chapter="`+chosen+`"] article')`)
	before := see[int](p, answered)
	release()
	p.until("the other has come", answered+fmt.Sprintf(" > %d", before))
	if got := see[string](p, `document.querySelector('[data-chapter]').dataset.chapter`); got != chosen {
		t.Errorf("%s stands there", got)
	}
}

// A chapter that does not come is said not to have, and does not stay the one before.
func TestChapterDoesNotCome(t *testing.T) {
	t.Parallel()
	inner := handler(t, web.Options{})
	home := serveHandler(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/data/learn/05-moved-piece.yaml" {
			panic(http.ErrAbortHandler)
		}
		inner.ServeHTTP(w, r)
	}))
	p := open(t, home, "", reduced)
	p.press("Learn")
	see[bool](p, `document.getElementById('examples').open = true`)
	p.until("the first is there", `document.querySelector('[data-chapter="01-moves.yaml"] article')`)
	p.set("Chapter", "5. Moved piece")
	p.until("it is said", `document.querySelector('#learn .bad')?.textContent.startsWith('The chapter cannot be read: ')`)
}

// A record with a fault is walked to it; what stands in it is text, whatever it contains.
func TestBadRecord(t *testing.T) {
	t.Parallel()
	text := "[Event \"<script>alert(1)</script>\u202e\x1b[31m\"]\n[White \"<img src=x onerror=alert(1)>\"]\n[Black \"b\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 *\n\n" +
		"[White \"good\"]\n[Black \"game\"]\n[Variant \"Pacifist1\"]\n[Result \"*\"]\n\n1. e4 *\n"
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, "", reduced)
		p.set("Paste a FEN, a game or a scenario", text)
		see[bool](p, `document.querySelector('#position details').open = true`)
		p.press("Load")
		p.says("Ply 3, Ke3: Ke3 is not legal")
		p.shows("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")
		p.until("the square is marked", `document.querySelector('[data-square=e3]').dataset.mark === 'wrong'`)
		p.until("the text is marked", `document.querySelector('pre.source mark').textContent === 'Ke3'`)
		list := see[string](p, `document.getElementById('records').textContent`)
		for _, want := range []string{"1 at fault", "✗ illegal-move", "✓ right", "<img src=x onerror=alert(1)>",
			"<script>alert(1)</script>\ufffd\ufffd[31m"} {
			if !strings.Contains(list, want) {
				p.Errorf("%q is missing in %q", want, list)
			}
		}
		if n := see[int](p, `document.querySelectorAll('#records img, #records script').length`); n != 0 {
			p.Errorf("text of a record has become %d elements", n)
		}
		p.press("good – game")
		p.says("White to move.")
		p.press("Forward")
		p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	})
}

// A record that comes after another has been chosen does not take its place.
func TestRecordComesLate(t *testing.T) {
	t.Parallel()
	home, release := holding(t, `"index":2`)
	const told = `document.querySelector('#records .listing + .card').textContent`
	p := open(t, home, "", reduced)
	p.set("Paste a FEN, a game or a scenario", `[White "a"] [Black "first"]

1. a3 *

[White "a"] [Black "late"]

1. b3 *

[White "a"] [Black "chosen"]

1. c3 *
`)
	see[bool](p, `document.querySelector('#position details').open = true`)
	p.press("Load")
	p.until("the first is there", told+`.includes('Black: first')`)
	p.press("a – late")
	p.press("a – chosen")
	p.until("the one chosen is there", `document.querySelector('[data-record="3"]').getAttribute('aria-current') === 'true'`)
	before := see[int](p, answered)
	release()
	p.until("the other has come", answered+fmt.Sprintf(" > %d", before))
	p.press("Forward")
	p.shows("rnbqkbnr/pppppppp/8/8/8/2P5/PP1PPPPP/RNBQKBNR")
	p.until("the chosen is told of", told+`.includes('Black: chosen')`)
}

// The records on the command line are there when the page opens.
func TestGivenRecords(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{Given: []web.Given{{Name: "a.pgn", Text: "1. d4 *"}}}), "", reduced)
	p.until("it is listed", `document.getElementById('records').textContent.includes('a.pgn')`)
	p.press("Forward")
	p.shows("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR")
}

// A win is searched for: the keys, the tree, no win, and a search that is stopped.
func TestSearch(t *testing.T) {
	t.Parallel()
	homes(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", "1rknn1br/p1pp1p1p/3bp1p1/1p1q2n1/5p2/2P4B/pP1PP1PP/B1RKR1QN", ""),
			reduced)
		p.press("Search")
		p.until("it is found", `document.getElementById('search').textContent.includes('Yes, in 1: Qb6#')`)
		p.press("Qb6#!")
		p.shows("1RKNN1br/P1PP1p1p/1Q1Bp1p1/1P1q2n1/5P2/2P4B/pP1PP1PP/B1RKR2N")
		p.says("White wins: Black owns no king and can claim none.")
		q := open(t, home, "", reduced)
		q.set("Turns", "1")
		q.press("Search")
		q.until("there is none", `document.getElementById('search').textContent.includes('No: nothing in 1.')`)
		q.set("Turns", "12")
		q.press("Search")
		q.until("it says how far it is", `document.getElementById('search').textContent.includes('turns looked at')`)
		q.press("Stop")
		q.until("it has stopped", `document.getElementById('search').textContent.includes('Stopped.')`)
	})
}

// With few pieces the tables say what the position is worth and each turn, and a turn is played from their list.
// The page without a server has no tables and shows nothing of them. The values are those of an independent
// program.
func TestTables(t *testing.T) {
	t.Parallel()
	homes(t, func(t *testing.T, home string) {
		p := open(t, home, link("pacifist1", "n7/8/8/4K3/8/8/8/7k w - - 0 1", ""), reduced)
		p.says("White to move.")
		if strings.HasSuffix(home, "/games/board/") {
			p.until("the moves are known", `document.querySelector('.square.own')`)
			if see[bool](p, `!document.getElementById('values').hidden`) {
				t.Error("there is something of tables")
			}
			return
		}
		p.until("the win is known", `document.getElementById('values').textContent.includes('White wins in 13 turns.')`)
		best := see[string](p, `document.querySelector('#values li').textContent`)
		if !strings.Contains(best, "wins in 13 turns") {
			p.Errorf("the best turn: %q", best)
		}
		see[bool](p, `(document.querySelector('#values button').dataset.test = 'press', true)`)
		p.click(`#values [data-test=press]`)
		p.until("it is played, and its answers stand there", `document.querySelectorAll('.movelist button').length === 1 && document.querySelector('#values li').textContent.includes('loses in 12 turns')`)
		p.press("Start position")
		p.until("with many pieces there is none", `document.getElementById('values').hidden`)
	})
}

// Against the computer: it answers, within a second; a turn is taken back; one resigns.
func TestPlay(t *testing.T) {
	t.Parallel()
	homes(t, func(t *testing.T, home string) {
		p := open(t, home, "", reduced)
		p.press("Play")
		p.press("New game")
		p.until("it is our turn", `document.getElementById('play').textContent.includes('yours')`)
		begun := time.Now()
		p.typed("e4")
		p.until("it has answered", `document.querySelectorAll('.movelist [aria-current]').length === 1 && location.hash.includes('moves=e2e4_')`)
		if took := time.Since(begun); took > 50*time.Second {
			p.Errorf("after %v", took)
		}
		p.press("Take back")
		p.shows("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
		p.press("Resign")
		p.until("it is over", `document.getElementById('play').textContent.includes('White resigns. The computer has won.')`)
	})
}

// The position editor says at once whether a position is valid.
func TestEditor(t *testing.T) {
	t.Parallel()
	onServer(t, func(t *testing.T, home string) {
		p := open(t, home, "", reduced)
		p.press("Edit")
		p.until("it is valid", `document.getElementById('position').textContent.includes('A valid position.')`)
		p.press("black king")
		p.click(on("e4"))
		p.until("three kings are too many", `document.getElementById('position').textContent.includes('3 kings in all')`)
		p.click(on("e4"))
		p.press("white queen")
		p.click(on("e4"))
		p.until("it is valid again", `document.getElementById('position').textContent.includes('A valid position.')`)
		p.press("Done")
		p.shows("rnbqkbnr/pppppppp/8/8/4Q3/8/PPPPPPPP/RNBQKBNR")
	})
}

// What the editor says is about the position as it is now, whatever comes late about an earlier one.
func TestEditorHearsLate(t *testing.T) {
	t.Parallel()
	home, release := holding(t, "8/8/8/8/8/8/8/8")
	p := open(t, home, "", reduced)
	const note = `document.querySelector('.editor [role=status]').textContent`
	p.click("#edit")
	p.until("it is valid", note+` === 'A valid position.'`)
	see[bool](p, `(document.querySelector('.editor [role=status]').textContent = '', true)`) // so that the next answer shows
	p.press("Clear")
	p.press("Start")
	p.until("it is valid again", note+` === 'A valid position.'`)
	see[bool](p, `(window.notes = [], new MutationObserver(() => window.notes.push(`+note+`)).observe(document.querySelector('.editor [role=status]'), {childList: true}), true)`)
	before := see[int](p, answered)
	release()
	p.until("the other has come", answered+fmt.Sprintf(" > %d", before))
	p.click(on("e4"))
	p.until("the next has come", `window.notes.length > 0 && `+answered+fmt.Sprintf(" > %d", before+1))
	if got := see[string](p, `window.notes.join()`); got != "A valid position." {
		t.Error(got)
	}
}

// A lesson: what is wrong is told with the reason, what is right earns stars, which are kept; and the rules by examples.
func TestLearn(t *testing.T) {
	t.Parallel()
	homes(t, func(t *testing.T, home string) {
		p := open(t, home, "", reduced)
		p.press("Learn Pacifist Chess in ten minutes")
		p.press("Step 3: Your move, 0 stars")
		p.shows("k7/8/8/8/2b5/8/8/6KR")
		p.typed("Rh3")
		p.until("it says why not", `document.querySelector('.lesson').textContent.includes('White weighs 0 on it, Black 0')`)
		p.press("Try again")
		p.typed("Rh4")
		p.until("it is right", `document.querySelector('.lesson').textContent.includes('Rh4: right. ★★★')`)
		p.press("Next step")
		p.shows("6k1/8/2p5/3n4/8/8/8/3R2K1")
		p.press("Step 3: Your move, 3 stars")
		p.set("Course", "conversion")
		p.press("Step 4: A queen goes over")
		p.shows("rnb1kbnr/pp2pppp/B1pp4/Q5B1/3PP3/8/PPP2PPP/RN1QK1NR")
		see[bool](p, `document.getElementById('examples').open = true`)
		p.until("the chapters are there", `document.querySelector('[aria-label=Chapter]').options.length > 1`)
		p.set("Chapter", "4. Conversions")
		p.until("the other is there", `document.querySelector('[data-chapter="04-conversions.yaml"] article')`)
		p.press("On the board")
		p.until("it is on the board", boardScript+` !== 'rnb1kbnr/pp2pppp/B1pp4/Q5B1/3PP3/8/PPP2PPP/RN1QK1NR'`)
	})
}

// The server is ended in the midst of a search: the page says so, and goes on when it is back.
func TestServerGone(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	server := &http.Server{Handler: handler(t, web.Options{})}
	go server.Serve(listener)
	p := open(t, "http://"+address+"/", "", reduced)
	p.set("Turns", "12")
	p.press("Search")
	p.until("it searches", `document.getElementById('search').textContent.includes('turns looked at')`)
	server.Close()
	p.until("it says so", `!document.getElementById('offline').hidden && document.getElementById('offline').textContent.includes('goes on when it is back')`)
	if listener, err = net.Listen("tcp", address); err != nil {
		t.Fatal(err)
	}
	server = &http.Server{Handler: handler(t, web.Options{})}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	p.until("it is back", `document.getElementById('offline').hidden`)
	p.typed("e4")
	p.shows("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
}

// A search ends when the page goes away.
func TestSearchEndsWithThePage(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{}, 8)
	inner := handler(t, web.Options{})
	home := serveHandler(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inner.ServeHTTP(w, r)
		if r.URL.Path == "/ask" && r.Context().Err() != nil {
			ended <- struct{}{}
		}
	}))
	p := open(t, home, "", reduced)
	p.set("Turns", "12")
	p.press("Search")
	p.until("it searches", `document.getElementById('search').textContent.includes('turns looked at')`)
	p.do(chromedp.Navigate("about:blank"))
	select {
	case <-ended:
	case <-time.After(time.Minute):
		t.Error("it goes on")
	}
}
