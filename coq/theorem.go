package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"turncoat/internal/lines"
	"turncoat/internal/strict"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// A theorem is what Coq is to show, and the certificate that shows it.
type theorem struct {
	rules string // as Rules.v names them
	root  string // the position, as [proof.At] writes it
	in    int
	first string // the move, as [moveTerm] writes it
	steps []step
}

// A step says that the side to move wins in at most so many turns, beginning with a move.
type step struct {
	at   string // as [proof.At] writes it
	win  int
	move string // as [moveTerm] writes it
}

// ruleSets are the rule sets that Rules.v has, with their names there.
var ruleSets = map[string]string{"benedict": "Benedict", "benedict-king": "BenedictKing"}

// maxTurns is the most turns that a step may have: Coq counts them on its fingers.
const maxTurns = 1000

// stepsInDefinition is how many steps are in one list. Coq reads a long list recursively.
const stepsInDefinition = 100

// writeTheorem reads a proof of version 2 and writes a theorem for Coq. Whether the proof is right,
// Coq finds out.
func writeTheorem(out io.Writer, in io.Reader) error {
	t, err := readProof(in)
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, t.text())
	return err
}

// readProof reads a proof of version 2 that one turn wins.
func readProof(in io.Reader) (*theorem, error) {
	text := lines.NewReader(in, proof.MaxLine)
	line, err := text.Next()
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	var head proof.Header
	if err := strict.Decode(line, &head); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	variant := rules.NewReference(head.Rules)
	t, err := newTheorem(&head, variant)
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}

	for {
		line, err := text.Next()
		if err == io.EOF {
			return t, nil
		}
		if err == nil {
			err = t.add(line, variant)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", text.Number(), err)
		}
	}
}

// newTheorem returns the theorem that a header claims, without its steps.
func newTheorem(head *proof.Header, variant *rules.Variant) (*theorem, error) {
	name, known := ruleSets[head.Rules.Name]
	switch {
	case head.Version != proof.VersionSorted || head.Stipulation != proof.Win:
		return nil, errors.New("want a proof of version 2 that a turn wins")
	case !known:
		return nil, fmt.Errorf("the rules are %q, want benedict or benedict-king", head.Rules.Name)
	case len(head.Keys) != 1:
		return nil, fmt.Errorf("%d keys, want one", len(head.Keys))
	}

	root, err := variant.ParseFEN(head.FEN)
	if err != nil {
		return nil, err
	}
	claim, err := newStep(&root, head.In, head.Keys[0])
	if err != nil {
		return nil, err
	}
	return &theorem{rules: name, root: claim.at, in: head.In, first: claim.move}, nil
}

// add adds what one line of a proof says.
func (t *theorem) add(line []byte, variant *rules.Variant) error {
	var read proof.Step
	if err := strict.Decode(line, &read); err != nil {
		return err
	}
	if read.Hold > 0 || len(read.Line) > 0 || len(read.Play) == 0 {
		return errors.New("want a win with a turn to play")
	}
	p, err := proof.ParsePosition(read.At, variant)
	if err != nil {
		return err
	}
	for _, move := range read.Play {
		s, err := newStep(&p, read.Win, move)
		if err != nil {
			return err
		}
		t.steps = append(t.steps, s)
	}

	return nil
}

func newStep(p *board.Position, win int, uci string) (step, error) {
	if win < 1 || win > maxTurns {
		return step{}, fmt.Errorf("a win in %d turns, want 1 to %d", win, maxTurns)
	}
	m, err := board.ParseUCI(p, uci)
	if err != nil {
		return step{}, err
	}
	return step{proof.At(p), win, moveTerm(p, m)}, nil
}

// moveTerm writes a move as a term of Coq: "Walk e2 e3", "Promote a7 a8 Queen", "Castle e1 h1".
func moveTerm(p *board.Position, m board.Move) string {
	squares := m.From.String() + " " + m.To.String()
	if m.Promotion < board.NoKind {
		return "Promote " + squares + " " + kindTerm(m.Promotion)
	}
	if _, castles := m.Castles(p); castles {
		return "Castle " + squares
	}
	return "Walk " + squares
}

func kindTerm(k board.Kind) string {
	return [...]string{"Pawn", "Knight", "Bishop", "Rook", "Queen", "King"}[k]
}

// text writes a theorem as a file for Coq.
func (t *theorem) text() string {
	var text strings.Builder
	text.WriteString(`(** Written by "go run ./coq": a certificate, and what it shows. *)

From Coq Require Import List.
From Turncoat Require Import Rules Start Check.
Import ListNotations.

`)
	positions := append([]step{{at: t.root}}, t.steps...)
	writeNames(&text, positions)

	text.WriteString(`
Definition step_at r8 r7 r6 r5 r4 r3 r2 r1 mover rights bound first :=
  Step (Position (ranks r8 r7 r6 r5 r4 r3 r2 r1) mover rights) bound first.
`)
	var lists []string
	for from := 0; from < len(t.steps); from += stepsInDefinition {
		list := t.steps[from:min(from+stepsInDefinition, len(t.steps))]
		name := fmt.Sprintf("steps_%d", len(lists)+1)
		lists = append(lists, name)
		fmt.Fprintf(&text, "\nDefinition %s := [\n", name)
		for i, s := range list {
			end := ";"
			if i+1 == len(list) {
				end = "\n]."
			}
			fmt.Fprintf(&text, "  step_at %s %d (%s)%s\n", positionTerm(s.at), s.win, s.move, end)
		}
	}

	fmt.Fprintf(&text, "\nDefinition steps : list step := concat [%s].\n", strings.Join(lists, "; "))
	fmt.Fprintf(&text, `
Definition claim := step_at %[1]s %[2]d (%[3]s).

Theorem proved : wins_by %[4]s %[2]d (%[3]s) (at_position claim).
Proof. apply (check_sound %[4]s steps claim). vm_cast_no_check (eq_refl true). Qed.

Print Assumptions proved.
`, positionTerm(t.root), t.in, t.first, t.rules)
	return text.String()
}

// writeNames defines the ranks and the rights that positions have. The name of a rank is what a FEN
// writes, behind a line.
func writeNames(text *strings.Builder, positions []step) {
	written := map[string]bool{}
	for _, s := range positions {
		fields := strings.Fields(s.at)
		for _, rank := range strings.Split(fields[0], "/") {
			if !written["_"+rank] {
				written["_"+rank] = true
				fmt.Fprintf(text, "Definition _%s := Eight%s.\n", rank, rankTerm(rank))
			}
		}

		name := rightsName(fields[2])
		if !written[name] {
			written[name] = true
			fmt.Fprintf(text, "Definition %s : list right := [%s].\n", name, rightsTerm(fields[2]))
		}
	}
}

func rankTerm(rank string) string {
	var term strings.Builder
	for _, letter := range []byte(rank) {
		piece, ok := board.PieceOf(letter)
		if !ok {
			term.WriteString(strings.Repeat(" Empty", int(letter-'0')))
			continue
		}
		fmt.Fprintf(&term, " (Piece %s %s)", piece.Colour.Title(), kindTerm(piece.Kind))
	}

	return term.String()
}

func rightsName(rights string) string {
	if rights == "-" {
		return "no_rights"
	}
	return "rights_" + rights
}

func rightsTerm(rights string) string {
	var terms []string
	for rest := strings.TrimPrefix(rights, "-"); rest != ""; rest = rest[4:] {
		side := board.White
		if rest[1] == '8' {
			side = board.Black
		}
		terms = append(terms, fmt.Sprintf("Right %s %s %s", side.Title(), rest[:2], rest[2:4]))
	}
	return strings.Join(terms, "; ")
}

// positionTerm writes a position as the first arguments of step_at.
func positionTerm(at string) string {
	fields := strings.Fields(at)
	side := "White"
	if fields[1] == "b" {
		side = "Black"
	}
	return "_" + strings.ReplaceAll(fields[0], "/", " _") + " " + side + " " + rightsName(fields[2])
}
