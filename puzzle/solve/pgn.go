package solve

import (
	"fmt"
	"io"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// WritePGN writes a solution as a game record: the longest line as the main line, other keys,
// defences and continuations as variations, tries as variations of the key. Reclaims that are not the
// full ones stand in comments (NOT-4).
func (s *Solution) WritePGN(out io.Writer, game *rules.Game) error {
	w := &pgnAuthor{game: game}
	result := "*"
	if s.Goal == Win {
		result = board.Win(s.Position.Turn).String()
	} else if s.Goal == SelfWin {
		result = board.Win(s.Position.Turn.Other()).String()
	}
	var tags strings.Builder
	for _, tag := range [][2]string{
		{"Event", fmt.Sprintf("%s in %d", s.Goal, s.In)}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"},
		{"Result", result}, {"Variant", game.Set().Name}, {"SetUp", "1"}, {"FEN", game.FEN(&s.Position)},
	} {
		fmt.Fprintf(&tags, "[%s %q]\n", tag[0], tag[1])
	}
	w.number = int(s.Position.Number)
	if len(s.Keys) > 0 {
		var variations []variation
		for _, k := range s.Keys[1:] {
			variations = append(variations, variation{play: k})
		}
		for _, t := range s.Tries {
			variations = append(variations, variation{play: t, sign: "?"})
		}
		sign := ""
		if len(s.Keys) == 1 {
			sign = "!"
		}
		w.play(&s.Position, &s.Keys[0], sign, variations)
	}
	w.word(result)
	_, err := io.WriteString(out, tags.String()+"\n"+w.lines()+"\n")
	return err
}

type variation struct {
	play Play
	sign string
}

// A pgnAuthor gathers the words of a movetext.
type pgnAuthor struct {
	game   *rules.Game
	number int // of the full move in the record's first position
	words  []string
	fresh  bool // a move number must stand before Black's next turn

	open bool // the next word stands behind a parenthesis
}

func (w *pgnAuthor) word(text string) {
	if w.open {
		text, w.open = "("+text, false
	}
	w.words = append(w.words, text)
}

// lines breaks the words into lines of at most 79 characters.
func (w *pgnAuthor) lines() string {
	var text strings.Builder
	width := 0
	for i, word := range w.words {
		switch {
		case i == 0:
		case width+1+len(word) > 79:
			text.WriteByte('\n')
			width = 0
		default:
			text.WriteByte(' ')
			width++
		}
		text.WriteString(word)
		width += len(word)
	}
	return text.String() + "\n"
}

// turn writes one turn.
func (w *pgnAuthor) turn(p *board.Position, t board.Played, sign string) {
	switch {
	case p.Turn == board.White:
		w.word(fmt.Sprintf("%d.", p.Number))
	case w.fresh || len(w.words) == 0:
		w.word(fmt.Sprintf("%d...", p.Number))
	}
	w.fresh = false
	w.word(w.game.SAN(p, t) + sign)
	if t.Reclaimed != w.game.Full(p, t.Move).Reclaimed {
		squares := "-"
		if t.Reclaimed != 0 {
			squares = strings.Join(t.Reclaimed.Names(), ",")
		}
		w.word("{[%reclaim " + squares + "]}")
		w.fresh = true
	}
}

// aside writes something in parentheses.
func (w *pgnAuthor) aside(write func()) {
	w.open, w.fresh = true, true
	write()
	w.words[len(w.words)-1] += ")"
	w.fresh = true
}

// A reply is a turn of the enemy's with one choice of reclaim before it.
type reply struct {
	turn    board.Played // the attacker's, with the reclaim that the enemy chose
	defence Defence
}

// play writes a turn of the attacker's, the variations beside it, and what follows.
func (w *pgnAuthor) play(p *board.Position, t *Play, sign string, beside []variation) {
	replies := w.replies(t)
	first := t.Turn
	if len(replies) > 0 {
		first = replies[0].turn
	}
	w.turn(p, first, sign)
	for _, v := range beside {
		w.aside(func() { w.play(p, &v.play, v.sign, nil) })
	}
	// Another choice of reclaim is another turn: its lines stand beside this one.
	for i, r := range replies {
		if i > 0 && r.turn.Reclaimed != first.Reclaimed && r.turn.Reclaimed != replies[i-1].turn.Reclaimed {
			w.aside(func() {
				w.turn(p, r.turn, "")
				w.defences(same(replies, r.turn.Reclaimed))
			})
		}
	}
	if len(replies) > 0 {
		w.defences(same(replies, first.Reclaimed))
	}
}

func same(replies []reply, reclaimed board.Bits) []reply {
	var list []reply
	for _, r := range replies {
		if r.turn.Reclaimed == reclaimed {
			list = append(list, r)
		}
	}
	return list
}

// replies lists what the enemy can do, the main line, or the longest, first.
func (w *pgnAuthor) replies(t *Play) []reply {
	var list []reply
	best := 0
	for _, b := range t.Branches {
		for _, d := range b.Defences {
			if len(list) > 0 && (d.In > list[best].defence.In || d.Main) && !list[best].defence.Main {
				best = len(list)
			}
			list = append(list, reply{b.Turn, d})
		}
		for _, d := range b.Refutations {
			list = append(list, reply{b.Turn, d})
			best = len(list) - 1
		}
	}
	if best > 0 {
		head := list[best]
		copy(list[1:best+1], list[:best])
		list[0] = head
	}
	return list
}

// defences writes the first defence as the line and the others beside it.
func (w *pgnAuthor) defences(list []reply) {
	w.defence(&list[0], func() {
		for i := range list[1:] {
			w.aside(func() { w.defence(&list[1+i], func() {}) })
		}
	})
}

func (w *pgnAuthor) defence(r *reply, beside func()) {
	p, d := &r.turn.After, &r.defence
	turn := d.Turn
	if len(d.Continuations) > 0 && d.Continuations[0].After != nil {
		turn = *d.Continuations[0].After
	}
	sign := ""
	if len(d.Continuations) == 0 && d.In == 0 && w.game.Outcome(&d.Turn.After).Result == board.Ongoing {
		sign = "!"
	}
	w.turn(p, turn, sign)
	beside()
	if len(d.Continuations) == 0 {
		return
	}
	var others []variation
	for _, c := range d.Continuations[1:] {
		if c.After.Reclaimed == turn.Reclaimed {
			others = append(others, variation{play: c})
		}
	}
	w.play(&turn.After, &d.Continuations[0], "", others)
}
