package web_test

import (
	"testing"

	"turncoat/internal/web"
)

// What a person chooses to reclaim after the computer's move is not asked again while they think
// about it. From this position each of White's 11 moves leaves Black something to reclaim.
func TestChoiceStaysOpen(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), link("pacifist-number", "5kQ1/5np1/8/7r/8/7P/4K3/8 w - - 0 1", ""))
	p.press("Play")
	p.run(`[['Opponent', '1'], ['You play', 'black'], ['Begin with', 'analysed']].forEach(([name, value]) => {
		const menu = $('[aria-label="' + name + '"]');
		menu.value = value;
		menu.dispatchEvent(new Event('change'));
	})`)
	p.press("New game")
	p.until("the choice is offered", `!$('#choice').hidden && $('.square.can')`)
	p.run(`window.offered = $('.square.can'), offered.click()`)
	p.await(`new Promise(done => setTimeout(() => done('waited'), 1500))`)
	p.until("the piece is still chosen",
		`!$('#choice').hidden && offered.classList.contains('chosen')`)
	p.press("Reclaim chosen")
	p.says("Black reclaims")
}
