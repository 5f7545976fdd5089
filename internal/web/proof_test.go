package web_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A certificate is a proof as its file has it, with the rules that it is about.
type certificate struct {
	*testing.T
	*rules.Variant
	steps  map[string]step
	winner board.Colour
}

type step struct {
	At   string
	Win  int
	Play []string
}

func readCertificate(t *testing.T, name string) *certificate {
	t.Helper()
	first, game, _ := strings.Cut(name, "-")
	set, err := ruleset.Builtin(game)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := puzzle.Proofs.ReadFile("proofs/" + name + ".jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	text, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	c := &certificate{t, rules.New(set), map[string]step{}, board.White}
	if first != "1e3" {
		c.winner = board.Black
	}
	lines := json.NewDecoder(text)
	for {
		var s step
		err := lines.Decode(&s)
		if err == io.EOF {
			return c
		}
		if err != nil {
			t.Fatal(err)
		}
		c.steps[s.At] = s
	}
}

// after returns the position after a turn.
func (c *certificate) after(p board.Position, uci string) board.Position {
	c.Helper()
	turn, err := c.Parse(&p, uci)
	if err != nil {
		c.Fatal(err)
	}
	return turn.After
}

// left returns how many turns the winner needs in a position of the proof.
func (c *certificate) left(p board.Position) int {
	if p.Turn == c.winner {
		return max(1, c.steps[proof.At(&p)].Win)
	}
	most := 0
	for _, m := range c.Moves(&p) {
		turn := c.Play(&p, m)
		most = max(most, c.left(turn.After))
	}

	return most
}

// answer returns the winner's turn: where the file has none, one that wins at once.
func (c *certificate) answer(p board.Position) string {
	c.Helper()
	if s, ok := c.steps[proof.At(&p)]; ok {
		return s.Play[0]
	}
	for _, m := range c.Moves(&p) {
		turn := c.Play(&p, m)
		if c.Outcome(&turn.After).Result == board.Win(c.winner) {
			return turn.Move.UCI(&p)
		}
	}

	c.Fatalf("no turn wins in %s", c.FEN(&p))
	return ""
}

// play returns the moves of both sides when Black plays these, and the position after them.
func (c *certificate) play(black ...string) (moves []string, p board.Position) {
	p = c.Start()
	for _, reply := range append([]string{""}, black...) {
		if reply != "" {
			moves = append(moves, reply)
			p = c.after(p, reply)
		}
		moves = append(moves, c.answer(p))
		p = c.after(p, moves[len(moves)-1])
	}

	return moves, p
}

// transposition returns two orders of two replies of Black's that lead to the same position.
func (c *certificate) transposition() (one, other []string, same board.Position) {
	_, p := c.play()
	var replies []string
	for _, m := range c.Moves(&p) {
		turn := c.Play(&p, m)
		replies = append(replies, turn.Move.UCI(&p))
	}

	for _, a := range replies {
		for _, b := range replies {
			_, afterA := c.play(a)
			_, afterB := c.play(b)
			if a == b || !c.legal(afterA, b) || !c.legal(afterB, a) {
				continue
			}
			one, p := c.play(a, b)
			other, q := c.play(b, a)
			if proof.At(&p) == proof.At(&q) {
				return one, other, p
			}
		}
	}

	c.Fatal("no two orders lead to the same position")
	return nil, nil, p
}

func (c *certificate) legal(p board.Position, uci string) bool {
	_, err := c.Parse(&p, uci)
	return err == nil
}

// proofShows waits until the page shows a position of a proof, with the turns that the winner needs
// and the replies to it.
func (p *tab) proofShows(c *certificate, at board.Position) {
	p.Helper()
	p.shows(string(at.AppendBoard(nil)))
	left := c.left(at)
	winner := map[board.Colour]string{board.White: "White", board.Black: "Black"}[c.winner]
	words := fmt.Sprintf("%s wins in at most %d turns.", winner, left)
	if left == 1 {
		words = winner + " wins in at most 1 turn."
	}
	p.reads("#proof", words)

	var want []string
	for _, m := range c.Moves(&at) {
		turn := c.Play(&at, m)
		reply := turn.After
		want = append(want, fmt.Sprintf("%s %d", c.SAN(&at, turn), c.left(reply)))
	}
	slices.Sort(want)
	list := strings.Join(want, ",")
	shown := `$$('#proof li').map(e => e.textContent).sort().join()`
	p.until("the replies are "+list, shown+` === '`+list+`'`)
}

// hashMoves returns the moves of the page's address.
func (p *tab) hashMoves() []string {
	p.Helper()
	_, moves, _ := strings.Cut(see[string](p, "location.hash"), "moves=")
	moves, _, _ = strings.Cut(moves, "&")
	return strings.Split(moves, "_")
}

// Whoever plays Black is answered as the file of the proof says, with the turns that White still
// needs; the longest line plays by itself to White's win, and the number of turns falls in it. A
// proof that cannot be read is said to be so, and can be asked for again.
func TestProof(t *testing.T) {
	t.Parallel()
	c := readCertificate(t, "1e3-benedict-king")
	home, server := serveTroubled(t)
	server.refuse("/data/proofs/")
	p := open(t, home, "#proof=1e3-benedict-king", reduced)
	p.reads("#proof", "The proof cannot be read.")
	server.refuse("")
	p.press("Ask again")
	_, at := c.play()
	p.proofShows(c, at)

	for _, reply := range []string{"g8f6", "c7c5", "e7e6"} {
		_, at := c.play(reply)
		p.typed(reply)
		p.proofShows(c, at)
		p.press("Take back")
	}

	p.press("Longest line")
	p.reads("#proof", "Black’s king has changed sides.")
	p.walksLongest(c)
	p.walksProof()
}

// Against a first turn of White's that loses the proof plays Black; that turn is all that it has an
// answer to.
func TestProofForBlack(t *testing.T) {
	t.Parallel()
	c := readCertificate(t, "1f4-benedict")
	home, _ := serveTroubled(t)
	p := open(t, home, "#proof=1f4-benedict", reduced)
	p.reads("#proof", "Black wins in at most 3 turns.")
	p.click("#proof li button")
	at := c.after(c.Start(), "f2f4")
	p.proofShows(c, c.after(at, "e7e6"))

	p.press("Longest line")
	p.reads("#proof", "White’s king has changed sides.")
	p.visit("#proof=1f4-benedict&moves=f2f3")
	p.reads("#proof", "not in the proof")
}

// walksLongest follows the line of the page from its start: Black's replies are the most stubborn,
// and White's answers are those of the proof.
func (p *tab) walksLongest(c *certificate) {
	p.Helper()
	moves := p.hashMoves()
	at := c.Start()
	last := c.left(at) + 1
	for i, move := range moves {
		if at.Turn == board.White {
			if want := c.answer(at); move != want {
				p.Fatalf("move %d is %s, not %s", i+1, move, want)
			}
		} else {
			left := c.left(at)
			if left >= last || c.left(c.after(at, move)) != left {
				p.Fatalf("move %d, %s: %d turns left after %d", i+1, move, left, last)
			}
			last = left
		}

		at = c.after(at, move)
	}

	if result := c.Outcome(&at).Result.String(); result != "1-0" || last != 1 {
		p.Errorf("the line ends with %s, %d turns before the win", result, last)
	}
}

// walksProof walks another proof: the same position by another order is named, White's answers can
// be played from the list, and an address, a reload and the lesson lead into it.
func (p *tab) walksProof() {
	p.Helper()
	c := readCertificate(p.T, "1e3-benedict")
	one, other, same := c.transposition()
	both := fmt.Sprintf("#proof=benedict&moves=%s_%s_(_%s_)_%s", one[0], one[1],
		strings.Join(other[1:], "_"), strings.Join(one[2:], "_"))
	p.visit(both)
	p.proofShows(c, same)
	p.reads("#proof", "Also reached by 1.")
	p.run(`$('#proof .link').click()`)
	p.until("the other line is shown",
		fmt.Sprintf(`location.hash.endsWith('&at=%d')`, len(other)+1))
	p.proofShows(c, same)

	p.press("Back")
	p.reads("#proof", "White’s answer")
	p.click("#proof li button")
	p.proofShows(c, same)
	p.again()
	p.proofShows(c, same)

	// A position that the proof does not have is said to be none of it.
	p.visit("#proof=benedict&moves=a2a3_a7a6")
	p.reads("#proof", "not in the proof")
	p.press("Learn")
	p.set("Course", "benedict")
	p.step("7. Now you know")
	p.press("Play against the proof")
	_, first := c.play()
	p.proofShows(c, first)
}
