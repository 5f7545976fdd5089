package puzzle

import (
	"fmt"
	"io"
	"strings"

	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// writePGN writes each puzzle as a game from its position: the main line, and every other
// continuation as a variation. Of the enemy's turns with the same continuation the first is played
// and the others stand in a comment after it. What converts is written as NOT-4 says.
func writePGN(w io.Writer, puzzles []Puzzle) error {
	for i := range puzzles {
		text, err := puzzles[i].pgn()
		if err != nil {
			return fmt.Errorf("%s: %w", puzzles[i].ID, err)
		}
		if i > 0 {
			text = "\n" + text
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}

func (p *Puzzle) pgn() (string, error) {
	at, err := p.Position()
	if err != nil {
		return "", err
	}
	var out strings.Builder
	tag := func(name, value string) {
		fmt.Fprintf(&out, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
	}
	result := board.Win(at.Turn).String()
	tag("Event", p.Instruction())
	tag("Site", p.ID)
	tag("Date", "????.??.??")
	tag("Round", "-")
	tag("White", "?")
	tag("Black", "?")
	tag("Result", result)
	if p.Rules.Set.Name != "chess" {
		tag("Variant", p.Rules.Set.Name)
	}
	tag("SetUp", "1")
	tag("FEN", p.FEN)
	if len(p.Themes) > 0 {
		tag("Themes", strings.Join(p.Themes, " "))
	}
	if p.Grade != nil {
		tag("Grade", p.graded())
	}
	out.WriteByte('\n')
	a := author{game: p.Game()}
	if err := a.attack(&at, &p.Solution, true); err != nil {
		return "", err
	}
	a.word(result)
	out.WriteString(a.text())
	return out.String(), nil
}

// An author writes movetext word by word.
type author struct {
	game  *rules.Game
	words []string
	glue  string // stands before the next word
}

func (a *author) word(text string) {
	a.words = append(a.words, a.glue+text)
	a.glue = ""
}

// aside writes a variation.
func (a *author) aside(write func() error) error {
	a.glue += "("
	err := write()
	a.words[len(a.words)-1] += ")"
	return err
}

// text breaks the words into lines of at most 80 characters.
func (a *author) text() string {
	var out strings.Builder
	column := 0
	for _, word := range a.words {
		switch {
		case column == 0:
		case column+1+len(word) > 80:
			out.WriteByte('\n')
			column = 0
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += len(word)
	}
	out.WriteByte('\n')
	return out.String()
}

// turn writes a turn with its number, its conversions and its reclaim.
func (a *author) turn(p *board.Position, t board.Played, number bool) {
	if p.Turn == board.White {
		a.word(fmt.Sprintf("%d.", p.Number))
	} else if number {
		a.word(fmt.Sprintf("%d...", p.Number))
	}
	a.word(a.game.SAN(p, t))
	var commands []string
	if len(t.Waves) > 0 && a.game.Set().Family == ruleset.Pacifist {
		waves := make([]string, len(t.Waves))
		for i, wave := range t.Waves {
			waves[i] = strings.Join(wave.Names(), ",")
		}
		commands = append(commands, "[%conv "+strings.Join(waves, ";")+"]")
	}
	if t.Reclaimed != a.game.Full(p, t.Move).Reclaimed {
		commands = append(commands, "[%reclaim "+reclaimText(t.Reclaimed)+"]")
	}
	if commands != nil {
		a.words = append(a.words, strings.Fields("{"+strings.Join(commands, " ")+"}")...)
	}
}

// attack writes a turn of the attacker's and all that follows. Where the enemy may reclaim in several
// ways the turn stands once for each.
func (a *author) attack(p *board.Position, s *Solution, number bool) error {
	_, move, err := cutTurn(s.Play)
	if err != nil {
		return err
	}
	if len(s.Then) == 0 {
		t, err := playTurn(a.game, p, move, nil)
		if err == nil {
			a.turn(p, t, number)
		}
		return err
	}
	main, err := a.reclaimed(p, move, s.Then[0].After[0])
	if err != nil {
		return err
	}
	a.turn(p, main, number)
	// Variations stand behind the turn that they take the place of: the defence of the main line, or,
	// where the reclaim before it differs, the attacker's turn.
	beside := func() error {
		for i := 1; i < len(s.Then); i++ {
			t, err := a.reclaimed(p, move, s.Then[i].After[0])
			if err != nil {
				return err
			}
			if t.Reclaimed == main.Reclaimed {
				err = a.aside(func() error { return a.defend(&t.After, &s.Then[i], true, nil) })
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	again := false
	for i := 1; i < len(s.Then); i++ {
		t, err := a.reclaimed(p, move, s.Then[i].After[0])
		if err != nil {
			return err
		}
		if t.Reclaimed != main.Reclaimed {
			again = true
			err = a.aside(func() error {
				a.turn(p, t, true)
				return a.defend(&t.After, &s.Then[i], true, nil)
			})
		}
		if err != nil {
			return err
		}
	}
	return a.defend(&main.After, &s.Then[0], again, beside)
}

// reclaimed plays a move with the reclaim that stands before the next turn.
func (a *author) reclaimed(p *board.Position, move, next string) (board.Played, error) {
	chosen, _, err := cutTurn(next)
	if err != nil {
		return board.Played{}, err
	}
	return playTurn(a.game, p, move, chosen)
}

// defend writes the first of a branch's defences, the others as a comment, the variations beside it, and what follows.
func (a *author) defend(p *board.Position, b *Branch, number bool, beside func() error) error {
	_, move, err := cutTurn(b.After[0])
	if err != nil {
		return err
	}
	t, err := a.reclaimed(p, move, b.Reply.Play)
	if err != nil {
		return err
	}
	a.turn(p, t, number)
	if len(b.After) > 1 {
		names, err := a.others(p, b)
		if err != nil {
			return err
		}
		a.words = append(a.words, strings.Fields("{or "+strings.Join(names, " ")+"}")...)
	}
	if beside != nil {
		if err := beside(); err != nil {
			return err
		}
	}
	return a.attack(&t.After, &b.Reply, true)
}

// others names the defences of a branch but the first. Those after another reclaim have it in front.
func (a *author) others(p *board.Position, b *Branch) ([]string, error) {
	var names []string
	for _, after := range b.After[1:] {
		_, move, err := cutTurn(after)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(after, "~") {
			names = append(names, strings.ReplaceAll(after, " ", ":"))
			continue
		}
		m, err := board.ParseUCI(p, move)
		if err != nil {
			return nil, err
		}
		if !a.game.Legal(p, m) { // after the full reclaim, while this branch begins with another
			names = append(names, move)
			continue
		}
		names = append(names, a.game.SAN(p, a.game.Full(p, m)))
	}
	return names, nil
}
