package web_test

import (
	"strings"
	"testing"

	"turncoat/internal/web"
)

// twoColumns is a script that looks whether the list has White's first moves in one column and
// Black's replies beside them.
const twoColumns = `(() => {
	const [white, black, next] = $$('.movelist button').map(e => e.getBoundingClientRect());
	return white.right < black.left && white.top === black.top &&
		white.left === next.left && white.bottom <= next.top;
})()`

// What one does in a game, in one page.
func TestGame(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	// Against the computer: it answers; a turn is taken back; one resigns.
	p.with("play", link("pacifist1", "", ""), func(p *tab) {
		p.press("Play")
		p.newGame()
		p.reads("#play", "Your move")
		if see[bool](p, `$('#why').checked`) {
			p.Error("lines lie over the board in a game")
		}
		p.typed("e4")
		p.until("it has answered",
			`$$('.movelist [aria-current]').length === 1 && location.hash.includes('moves=e2e4_')`)
		p.press("Take back")
		p.shows("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
		p.typed("d4")
		p.until("it has answered",
			`location.hash.includes('moves=d2d4_') && $('#play').textContent.includes('Your move')`)
		p.press("Back")
		p.reads("#play", "An earlier position of the game.")
		p.press("Back to the game")
		p.reads("#play", "Your move")
		p.press("Resign")
		p.press("Yes")
		p.reads("#play", "You lost")
		p.reads("#play", "White resigns.")
		buttons := see[string](p, `buttonsIn('#play')`)
		if strings.Contains(buttons, "Hint") || strings.Contains(buttons, "Resign") {
			p.Errorf("after the end there are %s", buttons)
		}
		// The third time of a position is noticed, and can be claimed by who brings it about
		// (PAC-16).
		p.set("Opponent", "0")
		p.newGame()
		for _, move := range []string{"Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"} {
			p.typed(move)
			p.says("plays " + move)
		}

		p.press("Claim a draw")
		p.reads("#play", "Black claims a draw: with Ng8 the position comes up for the third time.")
		if said := see[string](p, `$('#play').textContent`); strings.Contains(said, "can be claimed") {
			p.Error(said)
		}
	})
	// The strips beside the board follow what each side owns, and the card of a game that has ended
	// names the rule, offers the next game with the colours changed, and lets one learn from the
	// mistakes. After 2...Nd4 all 32 pieces are Black's.
	p.with("screen", link("pacifist1", "", ""), func(p *tab) {
		p.press("Play")
		p.set("Opponent", "0")
		p.newGame()
		strip := func(place, want string) {
			p.Helper()
			p.until(place+" reads "+want, `$('#player-`+place+`').textContent === '`+want+`'`)
		}
		strip("top", "Black16 pieces")
		for _, move := range []string{"c3", "Nc6", "Qc2", "Nd4"} {
			p.typed(move)
			p.says("plays " + move)
		}

		strip("top", "Black32 pieces+162 kings")
		strip("bottom", "White0 pieces−160 kings")
		// The result is said once, with the reason, whose rule can be read.
		p.reads("#play", "Black won")
		p.reads("#play", "White owns no king and can claim none.")
		if strings.Contains(p.status(), "wins") || see[bool](p, `!!buttonNamed('Analyse this')`) {
			p.Errorf("the result is there twice: %s", p.status())
		}
		p.press("PAC-12")
		p.says("PAC-12:")
		p.until("the moves are in two columns", twoColumns)
		const waves = `$$('.square[data-wave]').length`
		p.press("Wave back")
		p.until("the last wave is undone", waves+` < 16`)
		p.click("#again")
		p.until("all waves have come again", waves+` === 16`)

		p.set("Opponent", "1")
		p.newGame()
		p.reads("#play", "Your move")
		p.typed("e4")
		p.until("it has answered",
			`location.hash.includes('moves=e2e4_') && $('#play').textContent.includes('Your move')`)
		p.press("Resign")
		p.press("Yes")
		p.press("Rematch")
		p.reads("#player-bottom", "You")
		p.reads("#player-top", "Computer, level 1")
		p.until("White's computer has moved",
			`location.hash.includes('moves=') && $('[data-square=h1]').offsetLeft === 0`)
		p.reads("#play", "Your move")
		p.again()
		p.reads("#play", "Your move")
		if !see[bool](p, `$('[data-square=h1]').offsetLeft === 0`) {
			p.Error("Black is no longer below after a reload")
		}
		p.press("Resign")
		p.press("Yes")
		p.press("Learn from your mistakes")
		p.reads("#report", "That was all of them.")
		if !see[bool](p, `$('#tab-analyse').ariaSelected === 'true'`) {
			p.Error("it is not in Analyse")
		}
	})
	// The computer agrees to a draw late in a game that it does not win, here of two kings alone,
	// and a person when asked.
	p.with("draw offer", link("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 29", ""), func(p *tab) {
		p.press("Play")
		p.set("Begin with", "analysed")
		p.newGame()
		p.reads("#play", "Your move")
		p.press("Offer a draw")
		p.press("Yes")
		p.reads("#play", "declined")
		p.typed("Kd1")
		p.until("the computer has answered",
			`/moves=\w+_/.test(location.hash) && $('#play').textContent.includes('Your move')`)
		p.press("Offer a draw")
		p.press("Yes")
		p.reads("#play", "Draw")
		p.reads("#play", "The players agree.")

		p.set("Opponent", "0")
		p.newGame()
		p.reads("#play", "White to move.")
		p.press("Offer a draw")
		p.press("No")
		p.reads("#play", "declined")
		p.press("Offer a draw")
		p.press("Yes")
		p.reads("#play", "The players agree.")
	})
	// The guide says what the enemy threatens, and what can be won: the queen on c2 is unguarded, and
	// once attacked by the knight she turns, and with her everything (docs/play.md).
	const queenUnguarded = "r1bqkbnr/pppppppp/2n5/8/8/2P5/PPQPPPPP/RNB1KBNR w KQkq - 3 3"
	p.with("guide", link("pacifist1", queenUnguarded, ""), func(p *tab) {
		p.press("Play")
		p.set("Opponent", "0")
		p.set("Begin with", "analysed")
		p.run(`$('.setup').open = true`)
		p.click(`#play input[type=checkbox]`)
		p.newGame()
		p.reads(".guide", "Black wins the game with N")
		p.reads(".guide", "Nothing can be won at once")
		p.typed("h3")
		p.reads(".guide", "The piece on c6 can win the game now.")
		p.typed("h6")
		p.reads(".guide", "Black wins the game with N")
	})
	// A game has a clock that is kept over a reload, and its record says so.
	p.with("clock", link("pacifist1", "", ""), func(p *tab) {
		const white, black = `$('[data-time=white]').textContent`, `$('[data-time=black]').textContent`
		p.press("Play")
		p.set("Opponent", "3")
		p.set("Begin with", "start")
		p.set("Clock", "3+2")
		p.run(`leap(0)`)
		p.newGame()
		p.reads("#play", "Your move")
		p.until("there is a clock", white+` === '3:00' && `+black+` === '3:00'`)
		p.run(`leap(60_000)`)
		p.typed("e4")
		p.until("both have won time", white+` === '2:02' && `+black+` === '3:02'`)
		p.reads("#play", "Your move")
		p.again()
		p.until("the time is kept",
			black+` === '3:02' && `+white+` <= '2:02' && `+white+` > '1:00'`)
		p.run(`leap(150_000)`)
		p.reads("#play", "You lost")
		p.reads("#play", "White has run out of time.")
		if record := saved(p, "Save the game"); !strings.Contains(record, `[TimeControl "180+2"]`) {
			p.Errorf("the record does not say the clock: %s", record)
		}
		p.press("Rematch")
		p.until("the clock begins anew",
			black+` === '3:00' && $('#player-bottom [data-time=black]')`)
	})
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
		p.newGame()
		p.reads("#play", "Your move")
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
	p.until("the piece is where it goes", `$('[data-square=b4] .ghost').checkVisibility() &&
		getComputedStyle($('[data-square=b3] .piece')).visibility === 'hidden'`)
	release()
	p.until("it is played", `/moves=b2b3_\w+_b3b4/.test(location.hash)`)

	release = begin("b3", "b5")
	release()
	p.says("b3–b5 is not possible now.")

	release = begin("b3", "b4", "d5")
	p.until("it is taken back", `!$('.premove')`)
	release()
	p.reads("#play", "Your move")
	p.until("it is not played", `/moves=b2b3_\w+$/.test(location.hash)`)
}
