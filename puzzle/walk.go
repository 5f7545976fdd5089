package puzzle

import (
	"fmt"

	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// playTurn plays a turn of a solution: the move, with the full reclaim or the one given.
func playTurn(game *rules.Variant, p *board.Position, move string, reclaimed *board.Bits) (board.Played, error) {
	m, err := board.ParseUCI(p, move)
	if err != nil {
		return board.Played{}, err
	}
	return game.TryPlay(p, m, reclaimed)
}

// playLine plays turns as they stand in a solution one after another. The reclaim of a turn stands before
// the next one; the last turn has the full one.
func playLine(game *rules.Variant, at *board.Position, line []string) ([]board.Played, error) {
	var turns []board.Played
	p := *at
	for i, text := range line {
		_, move, err := cutTurn(text)
		if err != nil {
			return nil, err
		}
		var reclaimed *board.Bits
		if i+1 < len(line) {
			if reclaimed, _, err = cutTurn(line[i+1]); err != nil {
				return nil, err
			}
		}
		t, err := playTurn(game, &p, move, reclaimed)
		if err != nil {
			return nil, err
		}
		turns = append(turns, t)
		p = t.After
	}
	return turns, nil
}

// lineSAN gives the main line in SAN.
func lineSAN(game *rules.Variant, at *board.Position, s *Solution) ([]string, error) {
	turns, err := playLine(game, at, s.Line())
	if err != nil {
		return nil, err
	}
	line := make([]string, len(turns))
	p := *at
	for i, t := range turns {
		line[i] = game.Typed(&p, t)
		p = t.After
	}
	return line, nil
}

// A visitor is shown the turns of a solution.
type visitor struct {
	game *rules.Variant
	// attack is shown each turn of the attacker's that stands in the solution once, with a reclaim that the enemy
	// may choose after it; main tells whether it is in the main line.
	attack func(before *board.Position, t board.Played, main bool) error
	// defend is shown each turn of the enemy's, with the position before the attacker's turn that it answers.
	defend func(before *board.Position, attack, t board.Played, main bool) error
}

// walk shows every turn of a solution. Each of the attacker's turns is shown after the first of the
// defences that lead to it only.
func (v *visitor) walk(p *board.Position, s *Solution, main bool) error {
	_, move, err := cutTurn(s.Play)
	if err != nil {
		return err
	}
	m, err := board.ParseUCI(p, move)
	if err != nil {
		return err
	}
	full, err := v.game.TryPlay(p, m, nil)
	if err != nil {
		return err
	}
	if len(s.Then) == 0 && v.attack != nil {
		return v.attack(p, full, main)
	}
	shown := map[board.Bits]bool{}
	for i := range s.Then {
		for j, after := range s.Then[i].After {
			chosen, reply, err := cutTurn(after)
			if err != nil {
				return err
			}
			t := full
			if chosen != nil {
				if t, err = v.game.TryPlay(p, m, chosen); err != nil {
					return err
				}
			}
			first := i == 0 && j == 0
			if !shown[t.Reclaimed] && v.attack != nil {
				shown[t.Reclaimed] = true
				if err := v.attack(p, t, main && first); err != nil {
					return err
				}
			}
			reclaimed, _, err := cutTurn(s.Then[i].Reply.Play)
			if err != nil {
				return err
			}
			d, err := playTurn(v.game, &t.After, reply, reclaimed)
			if err != nil {
				return err
			}
			if v.defend != nil {
				if err := v.defend(p, t, d, main && first); err != nil {
					return err
				}
			}
			if j > 0 {
				continue
			}
			if err := v.walk(&d.After, &s.Then[i].Reply, main && first); err != nil {
				return err
			}
		}
	}
	return nil
}

// Steps expands a solution into the statements of a proof that the key wins in In turns, for
// package proof to check. All that they rest on are the turns in the solution.
func (p *Puzzle) Steps() ([]proof.Step, error) {
	at, err := p.Position()
	if err != nil {
		return nil, err
	}
	e := expander{game: p.Game(), made: map[string]int{}}
	if err := e.expand(&at, &p.Solution); err != nil {
		return nil, fmt.Errorf("%w: the solution: %w", ErrUnsound, err)
	}
	return e.steps, nil
}

// Header gives the header of the proof of a puzzle: what its solution alone shows.
func (p *Puzzle) Header() proof.Header {
	return proof.Header{Rules: p.Rules, FEN: p.FEN, Stipulation: proof.Win, In: p.In, Keys: p.Keys[:min(1, len(p.Keys))]}
}

type expander struct {
	game  *rules.Variant
	steps []proof.Step
	made  map[string]int // by position, the turns for which a win is stated
}

func (e *expander) expand(p *board.Position, s *Solution) error {
	_, move, err := cutTurn(s.Play)
	if err != nil {
		return err
	}
	at, turns := proof.At(p), s.Turns()
	if n, ok := e.made[at]; ok && n <= turns {
		return nil
	}
	e.made[at] = turns
	e.steps = append(e.steps, proof.Step{At: at, Win: turns, Play: []string{move}})
	for i := range s.Then {
		for _, after := range s.Then[i].After {
			chosen, reply, err := cutTurn(after)
			if err != nil {
				return err
			}
			t, err := playTurn(e.game, p, move, chosen)
			if err != nil {
				return err
			}
			reclaimed, _, err := cutTurn(s.Then[i].Reply.Play)
			if err != nil {
				return err
			}
			d, err := playTurn(e.game, &t.After, reply, reclaimed)
			if err != nil {
				return err
			}
			if err := e.expand(&d.After, &s.Then[i].Reply); err != nil {
				return err
			}
		}
	}
	return nil
}
