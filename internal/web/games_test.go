package web_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"turncoat/internal/testing/longtest"
	"turncoat/internal/web"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

// playedGame is a script that plays a game against the computer by the turns that convert most, and leave it most to
// take back, until it is over or so many turns long, and returns the place, what the page says at its end, and
// whether it asked what the computer takes back.
const playedGame = `(async (rules, colour, most) => {
	const wait = async f => {
		for (const end = Date.now() + 120000; ;) {
			const got = f();
			if (got) return got;
			if (Date.now() > end) throw new Error([f, play(), window.place, document.getElementById("move").value, $('#status')?.textContent, choice.textContent].join(' | '));
			await new Promise(r => setTimeout(r, 5));
		}
	};
	const choice = $('#choice');
	const set = (name, value) => { const e = $('[aria-label="' + name + '"]'); e.value = value; e.dispatchEvent(new Event('change', {bubbles: true})) };
	const button = name => $$('button').find(b => b.textContent === name && b.offsetParent);
	const play = () => $('#play').textContent;
	const menu = $('#rules');
	if (menu.value !== rules) { menu.value = rules; menu.dispatchEvent(new Event('change')) }
	await wait(() => window.place.includes('rules=' + rules));
	set('Opponent', '1'); set('You play', colour); button('New game').click();
	const computer = colour === 'white' ? 'Black' : 'White';
	let asked = 0;
	for (let turns = 0; ;) {
		await wait(() => /to move: yours|You have won|The computer has won|A draw/.test(play()) || !choice.hidden);
		if (!choice.hidden) {
			if (choice.textContent.startsWith(computer)) { asked++; break }
			button('Take back all').click();
			await wait(() => choice.hidden);
			continue;
		}
		if (!play().includes('yours')) break;
		if (turns++ === most) { button('Resign').click(); await wait(() => play().includes('resigns')); break }
		const before = window.place, fen = $('[aria-label=FEN]').value;
		const reply = await fetch('ask', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({ask: 'turns', rules, fen, reclaim: 'full'})});
		const worth = turn => 64 * turn.reclaimed.length + turn.waves.flat().length;
		$('#move').value = JSON.parse(await reply.text()).turns.sort((a, b) => worth(b) - worth(a))[0].uci.replace(/~.*/, '');
		$('#move-form').requestSubmit();
		await wait(() => window.place !== before || !choice.hidden);
	}
	return JSON.stringify([window.place, play(), String(asked)]);
})`

// Against the computer games are played under every rule set with both colours. The computer itself chooses what it
// takes back (PAC-8), every turn is legal, and the page says the result that the rules find.
func TestGamesAgainstTheComputer(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "", reduced)
	p.press("Play")
	// Chromium drops changes of the address that come as fast as these games do.
	p.run(`window.place = location.hash, history.pushState = history.replaceState = (_, __, address) => { window.place = address }`)
	reclaims, most := 0, 12 // that the computer has chosen; turns
	for i, name := range ruleset.BuiltinNames() {
		colours := []string{"white", "black"}
		if longtest.Short() {
			colours, most = colours[i%2:][:1], 4
		}
		for _, colour := range colours {
			text := p.await(fmt.Sprintf("%s(%q, %q, %d)", playedGame, name, colour, most))
			var seen [3]string
			if err := json.Unmarshal([]byte(text), &seen); err != nil {
				t.Fatal(err)
			}
			if seen[2] != "0" {
				t.Fatalf("%s, %s: a person is asked what the computer takes back: %s", name, colour, seen[0])
			}
			g, err := rules.Named(name)
			if err != nil {
				t.Fatal(err)
			}
			_, moves, _ := strings.Cut(seen[0], "moves=")
			moves, _, _ = strings.Cut(moves, "&")
			at := g.Start()
			for move := range strings.SplitSeq(moves, "_") {
				move, err := url.QueryUnescape(move)
				if err != nil {
					t.Fatal(err)
				}
				turn, err := g.Parse(&at, move)
				if err != nil {
					t.Fatalf("%s, %s: %s after %s: %v", name, colour, move, g.FEN(&at), err)
				}
				if strings.Contains(move, "~") {
					reclaims++
				}
				at = turn.After
			}
			won := map[string]string{"white": "1-0", "black": "0-1"}[colour]
			lost := map[string]string{"white": "0-1", "black": "1-0"}[colour]
			want := map[string]string{"*": "resigns", "1/2-1/2": "A draw.", won: "You have won.",
				lost: "The computer has won."}[g.Outcome(&at).Result.String()]
			if !strings.Contains(seen[1], want) {
				t.Errorf("%s, %s: %q, want %q", name, colour, seen[1], want)
			}
			p.Logf("%s, %s: %d plies, %s", name, colour, 1+strings.Count(moves, "_"), want)
		}
	}
	if reclaims == 0 {
		t.Error("there was nothing to take back")
	}
}
