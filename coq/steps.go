package main

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"turncoat/internal/jsonline"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// The lines of a theorem that say what its steps are.
var (
	nameLine = regexp.MustCompile(
		`^Definition (_\w+|rights_\w+|no_rights)(?: : list right)? := (.*)\.$`)
	stepLine = regexp.MustCompile(
		`^  step_at (_\S+(?: _\S+){7}) (White|Black) (\w+) (\d+) \((.*)\)(?:;|)$`)
	theoremLine = regexp.MustCompile(`^Theorem proved : wins_by (\w+) `)
)

// writeSteps reads a theorem for Coq and writes its steps as the lines of a proof. It goes by what
// ranks and rights are defined as, not by their names.
func writeSteps(out io.Writer, in io.Reader) error {
	r := theoremReader{names: map[string]string{}}
	text := bufio.NewScanner(in)
	for number := 1; text.Scan(); number++ {
		if err := r.line(text.Text()); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	if err := text.Err(); err != nil {
		return err
	}

	variant, err := r.variant()
	if err != nil {
		return err
	}
	for _, s := range r.steps {
		p, err := proof.ParsePosition(s.At, variant)
		if err != nil {
			return err
		}
		for i := range s.Play {
			s.Play[i], err = uci(&p, s.Play[i])
			if err != nil {
				return fmt.Errorf("at %s: %w", s.At, err)
			}
		}
		if err := jsonline.Write(out, s); err != nil {
			return err
		}
	}

	return nil
}

// A theoremReader reads a theorem line by line.
type theoremReader struct {
	names map[string]string // ranks as in a FEN and rights as in a proof, by their names in Coq
	rules string            // as Rules.v names them
	steps []proof.Step      // the moves as terms of Coq
}

func (r *theoremReader) line(line string) error {
	if m := nameLine.FindStringSubmatch(line); m != nil {
		value, err := nameValue(m[2])
		r.names[m[1]] = value
		return err
	}
	if m := theoremLine.FindStringSubmatch(line); m != nil {
		r.rules = m[1]
	}
	m := stepLine.FindStringSubmatch(line)
	if m == nil {
		return nil
	}

	ranks := strings.Fields(m[1])
	for i, name := range ranks {
		ranks[i] = r.names[name]
	}
	side := strings.ToLower(m[2][:1])
	at := strings.Join(ranks, "/") + " " + side + " " + r.names[m[3]] + " -"
	turns, err := strconv.Atoi(m[4])
	if err != nil {
		return err
	}
	// A proof has one line for all turns of a position.
	if last := len(r.steps) - 1; last >= 0 && r.steps[last].At == at && r.steps[last].Win == turns {
		r.steps[last].Play = append(r.steps[last].Play, m[5])
		return nil
	}
	r.steps = append(r.steps, proof.Step{At: at, Win: turns, Play: []string{m[5]}})
	return nil
}

func (r *theoremReader) variant() (*rules.Variant, error) {
	for name, term := range ruleSets {
		if term == r.rules {
			return rules.Named(name)
		}
	}
	return nil, fmt.Errorf("no theorem about the rules of Benedict Chess")
}

var (
	content = regexp.MustCompile(`Empty|\(Piece (\w+) (\w+)\)`)
	right   = regexp.MustCompile(`Right \w+ (\w\d) (\w\d)`)
)

// nameValue writes the term that a rank or a list of rights is defined as like a FEN or a proof.
func nameValue(term string) (string, error) {
	if !strings.HasPrefix(term, "Eight ") {
		value := ""
		for _, m := range right.FindAllStringSubmatch(term, -1) {
			value += m[1] + m[2]
		}
		if value == "" {
			value = "-"
		}
		return value, nil
	}

	p, empty := "", 0
	for _, m := range content.FindAllStringSubmatch(term, -1) {
		if m[1] == "" {
			empty++
			continue
		}
		kind, err := kindNamed(m[2])
		if err != nil {
			return "", err
		}
		piece := board.Piece{Kind: kind}
		if m[1] == board.Black.Title() {
			piece.Colour = board.Black
		}
		p += digit(empty) + string(piece.Letter())
		empty = 0
	}
	return p + digit(empty), nil
}

// digit writes how many squares are empty, as a FEN does.
func digit(empty int) string {
	if empty == 0 {
		return ""
	}
	return strconv.Itoa(empty)
}

func kindNamed(term string) (board.Kind, error) {
	for k := board.Pawn; k < board.NoKind; k++ {
		if kindTerm(k) == term {
			return k, nil
		}
	}
	return board.NoKind, fmt.Errorf("no kind of piece is called %q", term)
}

// uci writes a move that [moveTerm] wrote as proofs do.
func uci(p *board.Position, term string) (string, error) {
	words := strings.Fields(term)
	if len(words) < 3 {
		return "", fmt.Errorf("%q is no move", term)
	}
	from, ok1 := board.ParseSquare(words[1])
	to, ok2 := board.ParseSquare(words[2])
	if !ok1 || !ok2 {
		return "", fmt.Errorf("%q is no move", term)
	}
	m := board.NewMove(from, to)
	if len(words) > 3 {
		kind, err := kindNamed(words[3])
		if err != nil {
			return "", err
		}
		m.Promotion = kind
	}
	return m.UCI(p), nil
}
