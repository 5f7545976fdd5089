package web_test

import (
	"fmt"
	"strings"
	"testing"

	"turncoat/internal/web"
)

// leap is a script that sets the time of the page on by so many milliseconds, and stops it there.
func leap(ms int) string {
	return fmt.Sprintf(`(now => { performance.now = () => now })(performance.now() + %d)`, ms)
}

// A game has a clock that is kept over a reload, and its record says so.
func TestClock(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	const white, black = `$('[data-time=white]').textContent`, `$('[data-time=black]').textContent`
	p.press("Play")
	p.set("Clock", "3+2")
	p.run(leap(0))
	p.press("New game")
	p.reads("#play", "yours")
	p.until("there is a clock", white+` === '3:00' && `+black+` === '3:00'`)
	p.run(leap(60_000))
	p.typed("e4")
	p.until("both have won time", white+` === '2:02' && `+black+` === '3:02'`)
	p.reads("#play", "yours")
	p.again()
	p.until("the time is kept", black+` === '3:02' && `+white+` <= '2:02' && `+white+` > '1:00'`)
	p.run(leap(150_000))
	p.reads("#play", "White has run out of time. The computer has won.")
	saves(p)
	if record := saved(p, "Save the game"); !strings.Contains(record, `[TimeControl "180+2"]`) {
		p.Errorf("the record does not say the clock: %s", record)
	}
	p.press("Rematch")
	p.until("the clock begins anew", black+` === '3:00' && $('#player-bottom [data-time=black]')`)
}

// While the computer is to move a person moves ahead: the move is played after the computer's if it
// is legal then, and forgotten otherwise. A black rook on h8 has one move, and White's pawn another
// that it does not bar, and one that it bars.
func TestPremove(t *testing.T) {
	t.Parallel()
	home, server := serveTroubled(t)
	p := open(t, home, link("chess", "k6r/P6p/K6p/8/8/8/1P6/8 w - - 0 1", ""), reduced)
	p.press("Play")
	p.set("Begin with", "analysed")
	begin := func(moves ...string) (release func()) {
		p.press("New game")
		p.reads("#play", "White to move: yours")
		release = server.hold(`"ask":"best"`)
		p.typed("b3")
		<-server.came
		for _, square := range moves {
			p.click(on(square))
		}
		return release
	}

	release := begin("b3", "b4")
	p.until("it is marked", `$$('.premove').map(e => e.dataset.square).sort().join() === 'b3,b4'`)
	release()
	p.until("it is played", `/moves=b2b3_\w+_b3b4/.test(location.hash)`)

	release = begin("b3", "b5")
	release()
	p.says("b3–b5 is not possible now.")

	release = begin("b3", "b4", "d5")
	p.until("it is taken back", `!$('.premove')`)
	release()
	p.reads("#play", "White to move: yours")
	p.until("it is not played", `/moves=b2b3_\w+$/.test(location.hash)`)
}

// The computer agrees to a draw late in a game that it does not win, here of two kings alone, and a
// person when asked.
func TestDrawOffer(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), link("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 29", ""), reduced)
	p.press("Play")
	p.set("Begin with", "analysed")
	p.press("New game")
	p.reads("#play", "yours")
	p.press("Offer a draw")
	p.reads("#play", "declined")
	p.typed("Kd1")
	p.until("the computer has answered",
		`/moves=\w+_/.test(location.hash) && $('#play').textContent.includes('yours')`)
	p.press("Offer a draw")
	p.reads("#play", "The players agree. A draw.")

	p.set("Opponent", "0")
	p.press("New game")
	p.reads("#play", "White to move.")
	p.press("Offer a draw")
	p.press("No")
	p.reads("#play", "declined")
	p.press("Offer a draw")
	p.press("Yes")
	p.reads("#play", "The players agree. A draw.")
}

// The guide says what the enemy threatens, and what can be won: the queen on c2 is unguarded, and
// once attacked by the knight she turns, and with her everything (docs/play.md).
func TestGuide(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), link("pacifist1", "r1bqkbnr/pppppppp/2n5/8/8/2P5/PPQPPPPP/RNB1KBNR w KQkq - 3 3", ""), reduced)
	p.press("Play")
	p.set("Opponent", "0")
	p.set("Begin with", "analysed")
	p.run(`$$('#play label').find(e => e.textContent === 'words beside each turn').click()`)
	p.press("New game")
	p.reads(".guide", "Black wins the game with N")
	p.reads(".guide", "Nothing can be won at once")
	p.typed("h3")
	p.reads(".guide", "The piece on c6 can win the game now.")
	p.typed("h6")
	p.reads(".guide", "Black wins the game with N")
}
