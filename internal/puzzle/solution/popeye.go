package solution

import (
	"fmt"
	"io"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
)

// PopeyeLetters are the letters of the kinds of pieces as Popeye has them: a knight is S, since N is another
// piece there.
const PopeyeLetters = "PSBRQK"

// WritePopeye writes a solution as Popeye does, the problemists' program: long notation with [PopeyeLetters], "*"
// for a capture, "[e1=w]" for a piece that changes colour, keys with "!", tries with "?" and
// their refutations after "but". Reclaimed pieces follow those that convert,
// with the colour they regain. Of a self-win, what mates sooner than the stipulation says is left out.
func (s *Tree) WritePopeye(out io.Writer, game *rules.Variant, form PopeyeForm) error {
	a := &popeye{printer{out: out, game: game}, form, s.Goal}
	p := &s.Position
	enemy := NullMove(p)
	for i := range s.Set {
		a.defence(&enemy, &s.Set[i], 1)
	}
	if len(s.Set) > 0 {
		a.printf("\n")
	}
	for i := range s.Tries {
		t := &s.Tries[i]
		a.printf("   1.%s ?", a.long(p, t.Turn))
		a.beneath(t, 1)
		a.printf("    but\n")
		for i := range t.Refutations {
			d := &t.Refutations[i]
			a.printf("      1...%s !%s\n", a.long(&t.Choices[d.Choice].After, d.Turn), t.behind(d))
		}
		a.printf("\n")
	}
	for i := range s.Keys {
		a.printf("   1.%s !", a.long(p, s.Keys[i].Turn))
		a.beneath(&s.Keys[i], 1)
		a.printf("\n")
	}
	return a.err
}

// WritePopeyeLines writes the set play and the lines of a help-win as Popeye does, numbered as [LineText] numbers
// them: "1.Kg8-h8 Kf6-f7   2.…".
func WritePopeyeLines(out io.Writer, game *rules.Variant, at *board.Position, set, lines [][]board.Played) error {
	a := &popeye{printer: printer{out: out, game: game}}
	if enemy := NullMove(at); len(set) > 0 {
		a.lines(&enemy, set)
		a.printf("\n")
	}
	a.lines(at, lines)
	return a.err
}

func (a *popeye) lines(at *board.Position, lines [][]board.Played) {
	for _, line := range lines {
		p := at
		for i, number := range lineNumbers(at, line) {
			space := " "
			if number != "" {
				space = strings.Repeat(" ", 2+min(i, 1))
			}
			a.printf("%s%s%s", space, number, a.long(p, line[i]))
			p = &line[i].After
		}
		a.printf("\n")
	}
}

// PopeyeForm is what Popeye's options leave out.
type PopeyeForm struct {
	KeysOnly  bool // the variations
	NoThreats bool // the threats, so that the defences that do not parry them are printed, too
}

type popeye struct {
	printer
	PopeyeForm
	goal Goal
}

// beneath writes the threat and the defences of a turn that is the number-th of the attacker's, and
// ends its line.
func (a *popeye) beneath(t *Play, number int) {
	inner := strings.Repeat(" ", 8*number+2)
	switch {
	case a.KeysOnly:
		a.printf("\n")
		return
	case a.NoThreats:
		a.printf("\n")
	case len(t.Threats) > 0:
		a.printf(" threat:\n")
		from := NullMove(&t.Turn.After)
		for _, threat := range t.Threats {
			a.printf("%s%d.%s\n", inner, number+1, a.long(&from, threat))
		}
	case t.Zugzwang:
		a.printf(" zugzwang.\n")
	default:
		a.printf("\n")
	}
	for i, list := range t.byChoice(t.Defences) {
		if len(t.Choices) > 1 {
			a.printf("%s(%s)\n", inner[4:], reclaimWords(t.Choices[i].Reclaimed))
		}
		for j := range list {
			d := &list[j]
			if early := a.goal == SelfWin && t.In > 1 && len(d.Continuations) == 0; !early &&
				(!d.Delay || len(t.Threats) == 0 || a.NoThreats) {
				a.defence(&t.Choices[i].After, d, number)
			}
		}
	}
}

func (a *popeye) defence(p *board.Position, d *Defence, number int) {
	margin := strings.Repeat(" ", 8*number-2)
	a.printf("%s%d...%s\n", margin, number, a.long(p, d.Turn))
	for i := range d.Continuations {
		next := &d.Continuations[i]
		if note := d.chosenReclaim(next); note != "" {
			a.printf("%s  (%s)\n", margin, note)
		}
		a.printf("%s    %d.%s", margin, number+1, a.long(&next.After.After, next.Turn))
		a.beneath(next, number+1)
	}
}

// long returns a turn in Popeye's notation.
func (a *popeye) long(p *board.Position, t board.Played) string {
	var text strings.Builder
	if wing, ok := t.Move.Castles(p); ok {
		text.WriteString([...]string{"0-0-0", "0-0"}[wing])
	} else {
		if k := p.KindAt(t.From); k != board.Pawn {
			text.WriteByte(PopeyeLetters[k])
		}
		sign := "-"
		ep := passing(a.game, p, &t)
		if p.Occupied().Has(t.To) || ep {
			sign = "*"
		}
		fmt.Fprintf(&text, "%s%s%s", t.From, sign, t.To)
		if t.Promotion < board.NoKind {
			fmt.Fprintf(&text, "=%c", PopeyeLetters[t.Promotion])
		}
		if ep {
			text.WriteString(" ep.")
		}
	}
	for _, wave := range t.Waves {
		for _, s := range wave.Squares() {
			fmt.Fprintf(&text, "[%s=%c]", s, "wb"[p.Turn])
		}
	}
	for _, s := range t.Reclaimed.Squares() {
		fmt.Fprintf(&text, "[%s=%c]", s, "wb"[p.Turn.Other()])
	}
	if sign := a.game.Sign(&t.After); sign != 0 {
		fmt.Fprintf(&text, " %c", sign)
	} else if (Win | Stalemate).Ended(a.game, &t.After) {
		text.WriteString(" =")
	}
	return text.String()
}
