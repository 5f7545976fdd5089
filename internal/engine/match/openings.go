package match

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"turncoat/engine"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

// maxOpenings is the maximum number of openings in a file.
const maxOpenings = 1_000_000

// A Book says which openings a match has.
type Book struct {
	// Source is empty for the start position, "random:PLIES" for random turns, otherwise the name
	// of a file of games (.pgn) or positions, which are taken over and over.
	Source string
	Random bool   // take the openings of a file in random order
	Seed   uint64 // of whatever is random
}

// Openings returns the opening of each round.
func (b *Book) Openings(variant *rules.Variant) (func(round int) Opening, error) {
	if b.Source == "" {
		return func(int) Opening { return Opening{Start: variant.Start()} }, nil
	}
	if plies, ok := strings.CutPrefix(b.Source, "random:"); ok {
		n, err := strconv.Atoi(plies)
		if err != nil || n < 1 || n > 200 {
			return nil, fmt.Errorf("%s: want random:PLIES with 1 to 200 plies", b.Source)
		}
		return func(round int) Opening {
			return RandomOpening(variant, n, b.Seed, uint64(round))
		}, nil
	}

	file, err := os.Open(b.Source)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	form := pgn.FormNone
	if strings.EqualFold(filepath.Ext(b.Source), ".pgn") {
		form = pgn.FormPGN
	}
	list, err := ReadOpenings(variant, file, form)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.Source, err)
	}

	if b.Random {
		random := rand.New(rand.NewPCG(b.Seed, 0))
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}

	return func(round int) Opening { return list[round%len(list)] }, nil
}

// ReadOpenings reads openings: games in PGN, whose main lines are played, or positions as FEN or
// EPD, one on each line. Empty lines and those that begin with # are skipped. Errors name the line
// or the game.
func ReadOpenings(variant *rules.Variant, r io.Reader, form pgn.Form) ([]Opening, error) {
	if form != pgn.FormPGN {
		return readPositions(variant, r)
	}
	var openings []Opening
	err := pgn.Each(r, form, func(item pgn.Item) error {
		played, problems := pgn.Replay(item.Game, pgn.Options{Variant: variant})
		if err := pgn.Err(problems); err != nil {
			return fmt.Errorf("game %d: %w", item.Index, err)
		}
		o := Opening{Start: played.Start}
		for _, t := range played.Main.Turns {
			o.Turns = append(o.Turns, t.Played)
		}
		if end := played.End(); variant.Outcome(&end).Result != board.Ongoing {
			return fmt.Errorf("game %d: the game is over after its last move", item.Index)
		}
		openings = append(openings, o)
		if len(openings) > maxOpenings {
			return fmt.Errorf("more than %d openings", maxOpenings)
		}
		return nil
	})
	if err == nil && len(openings) == 0 {
		err = errors.New("no opening in the file")
	}
	return openings, err
}

func readPositions(variant *rules.Variant, r io.Reader) ([]Opening, error) {
	var openings []Opening
	lines := bufio.NewScanner(r)
	n := 1
	for ; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		p, err := variant.ParseFEN(string(line))
		if fields := strings.Fields(string(line)); err != nil && len(fields) > 4 {
			if short, bad := variant.ParseFEN(strings.Join(fields[:4], " ")); bad == nil { // EPD
				p, err = short, nil
			}
		}

		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if variant.Outcome(&p).Result != board.Ongoing {
			return nil, fmt.Errorf("line %d: the game is over in this position", n)
		}
		openings = append(openings, Opening{Start: p})
		if len(openings) > maxOpenings {
			return nil, fmt.Errorf("more than %d openings", maxOpenings)
		}
	}

	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d is longer than any position", n)
	} else if err != nil {
		return nil, err
	}
	if len(openings) == 0 {
		return nil, errors.New("no position in the file")
	}
	return openings, nil
}

// RandomOpening plays random legal moves from the start position; the same seed and index give the
// same opening. Reclaims are full. Games that end too early or have a forced win are skipped.
func RandomOpening(variant *rules.Variant, plies int, seed, index uint64) Opening {
	random := rand.New(rand.NewPCG(seed, index))
	for range 1000 {
		o := Opening{Start: variant.Start()}
		at := o.Start
		for len(o.Turns) < plies {
			moves := variant.Moves(&at)
			if len(moves) == 0 {
				break
			}
			t := variant.Play(&at, moves[random.IntN(len(moves))])
			o.Turns = append(o.Turns, t)
			at = t.After
		}

		if len(o.Turns) == plies && variant.Outcome(&at).Result == board.Ongoing &&
			!decided(variant, at) {
			return o
		}
	}

	return Opening{Start: variant.Start()} // games of these rules do not stay open for so long
}

// decided reports whether a short search finds a forced win, so that a game from the position would
// say nothing about the players.
func decided(v *rules.Variant, p board.Position) bool {
	e := engine.New(v, engine.Options{Memory: 1})
	r, _ := e.Search(context.Background(), engine.At(p), engine.Limits{Nodes: 2000})
	_, known := r.Lines[0].Score.Mate()
	return known
}
