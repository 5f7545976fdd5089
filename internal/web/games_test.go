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
// reclaim, until it is over or so many turns long, and returns the place, what the page says at its end, and
// whether it asked what the computer reclaims.
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
	if (menu.value !== rules) { menu.click(); $('[data-rules=' + rules + ']').click() }
	await wait(() => window.place.includes('rules=' + rules));
	set('Opponent', '1'); set('You play', colour); button('New game').click();
	const computer = colour === 'white' ? 'Black' : 'White';
	let asked = 0;
	for (let turns = 0; ;) {
		await wait(() => /to move: yours|You have won|The computer has won|A draw/.test(play()) || !choice.hidden);
		if (!choice.hidden) {
			if (choice.textContent.startsWith(computer)) { asked++; break }
			button('Reclaim all').click();
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
// reclaims (PAC-8), every turn is legal, and the page says the result that the rules find.
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
				t.Fatalf("%s, %s: a person is asked what the computer reclaims: %s", name, colour, seen[0])
			}
			variant, err := rules.Named(name)
			if err != nil {
				t.Fatal(err)
			}
			_, moves, _ := strings.Cut(seen[0], "moves=")
			moves, _, _ = strings.Cut(moves, "&")
			at := variant.Start()
			for move := range strings.SplitSeq(moves, "_") {
				move, err := url.QueryUnescape(move)
				if err != nil {
					t.Fatal(err)
				}
				turn, err := variant.Parse(&at, move)
				if err != nil {
					t.Fatalf("%s, %s: %s after %s: %v", name, colour, move, variant.FEN(&at), err)
				}
				if strings.Contains(move, "~") {
					reclaims++
				}
				at = turn.After
			}

			won := map[string]string{"white": "1-0", "black": "0-1"}[colour]
			lost := map[string]string{"white": "0-1", "black": "1-0"}[colour]
			want := map[string]string{"*": "resigns", "1/2-1/2": "A draw.", won: "You have won.",
				lost: "The computer has won."}[variant.Outcome(&at).Result.String()]
			if !strings.Contains(seen[1], want) {
				t.Errorf("%s, %s: %q, want %q", name, colour, seen[1], want)
			}
			p.Logf("%s, %s: %d plies, %s", name, colour, 1+strings.Count(moves, "_"), want)
		}
	}

	if reclaims == 0 {
		t.Error("there was nothing to reclaim")
	}
}

// hastyGame is a script that plays a game against the computer without waiting for the board: it moves, reclaims and
// steps through the moves at any moment, while pieces still slide and turn over. It returns how many plies were
// played, or throws when the game does not go on.
const hastyGame = `(async (rules, colour, plies, seed) => {
	const random = n => (seed = (seed * 48271) % 2147483647) % n;
	const sleep = ms => new Promise(r => setTimeout(r, ms));
	const set = (name, value) => { const e = $('[aria-label="' + name + '"]'); e.value = value; e.dispatchEvent(new Event('change', {bubbles: true})) };
	const buttons = where => [...$(where).querySelectorAll('button')].filter(b => b.offsetParent && !b.disabled);
	const press = (where, name) => buttons(where).find(b => (b.ariaLabel || b.textContent) === name)?.click();
	const menu = $('#rules');
	if (menu.value !== rules) { menu.click(); $('[data-rules=' + rules + ']').click() }
	while (menu.value !== rules) await sleep(50);
	await sleep(500);
	set('Opponent', '1'); set('You play', colour); press('#play', 'New game');
	const mine = colour === 'white' ? 'w' : 'b';
	let most = 0, last = Date.now(), known = '', turns = [];
	while (most < plies && !/won|A draw/.test($('#play').textContent)) {
		if (Date.now() - last > 60000) throw new Error('it is locked: ' + [most, $('#play').textContent, $('#status').textContent, $('#choice').textContent].join(' | '));
		await sleep(random(120));
		const fen = $('[aria-label=FEN]').value, ply = 2 * fen.split(' ')[5] - (fen.split(' ')[1] === 'w' ? 2 : 1);
		if (ply > most) { most = ply; last = Date.now() }
		if (!$('#choice').hidden) {
			const can = $$('.square.can'), all = buttons('#choice').filter(b => !/Undo/.test(b.textContent));
			if (can.length && random(3) === 0) can[random(can.length)].click();
			else if (all.length) all[random(all.length)].click();
			continue;
		}
		if (random(25) === 0) { press('.steps', 'Back'); await sleep(random(300)); press('.steps', 'To the end'); continue }
		if (fen.split(' ')[1] !== mine) continue;
		if (known !== fen) {
			const asked = JSON.stringify({ask: 'turns', rules, fen, reclaim: 'full'});
			turns = (await (await fetch('ask', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: asked})).json()).turns;
			turns.sort((a, b) => b.reclaimed.length - a.reclaimed.length);
			known = fen;
		}
		if (!turns.length) continue;
		const {uci} = turns[random(Math.min(3, turns.length))];
		if (random(2)) { $('#move').value = uci; $('#move-form').requestSubmit() }
		else for (const square of [uci.slice(0, 2), uci.slice(2, 4)]) $('[data-square=' + square + ']').click();
	}
	press('#play', 'Resign');
	return String(most);
})`

// Who answers before the board has come to rest locks nothing, whatever there is to reclaim.
func TestHastyGames(t *testing.T) {
	t.Parallel()
	p := open(t, serve(t, web.Options{}), "")
	p.press("Play")
	names, plies := []string{"pacifist-number", "pacifist-value", "pacifist-average"}, 30
	if longtest.Short() {
		names, plies = names[2:], 14
	}
	for i, name := range names {
		for j, colour := range []string{"black", "white"} {
			played := p.await(fmt.Sprintf("%s(%q, %q, %d, %d)", hastyGame, name, colour, plies, 1+2*i+j))
			p.Logf("%s, %s: %s plies", name, colour, played)
		}
	}
}

// What a person chooses to reclaim after the computer's move is not asked again while they think about it. From this
// position each of White's 11 moves leaves Black something to reclaim.
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
	p.until("the piece is still chosen", `!$('#choice').hidden && offered.classList.contains('chosen')`)
	p.press("Reclaim chosen")
	p.says("Black reclaims")
}
