package match

import (
	"fmt"
	"strconv"
	"strings"

	"turncoat/internal/tablebase"
	"turncoat/rules"
	"turncoat/rules/board"
)

// ReadDraw reads when a game is drawn by score. "movenumber=40,movecount=8,score=20" are the
// defaults.
func (r *Rulings) ReadDraw(text string) error {
	draw := map[string]float64{"movenumber": 40, "movecount": 8, "score": 20}
	err := readNumbers(text, draw)
	r.DrawAfter, r.DrawMoves, r.DrawScore = int(draw["movenumber"]), int(draw["movecount"]),
		int(draw["score"])
	return err
}

// ReadResign reads when a player resigns by its score. "movecount=3,score=900" are the defaults.
func (r *Rulings) ReadResign(text string) error {
	resign := map[string]float64{"movecount": 3, "score": 900}
	err := readNumbers(text, resign)
	r.ResignMoves, r.ResignScore = int(resign["movecount"]), int(resign["score"])
	return err
}

// ReadSPRT reads the test that ends the match. "elo0=0,elo1=10,alpha=0.05,beta=0.05" are the
// defaults.
func (m *Match) ReadSPRT(text string) error {
	given := map[string]float64{"elo0": 0, "elo1": 10, "alpha": 0.05, "beta": 0.05}
	err := readNumbers(text, given)
	m.SPRT = &SPRT{Elo0: given["elo0"], Elo1: given["elo1"], Alpha: given["alpha"],
		Beta: given["beta"]}
	return err
}

// readNumbers reads "key=1,other=2" into a map that holds the known keys with their defaults.
func readNumbers(text string, into map[string]float64) error {
	for word := range strings.FieldsFuncSeq(text,
		func(r rune) bool { return r == ',' || r == ' ' }) {
		key, value, _ := strings.Cut(word, "=")
		if _, known := into[key]; !known {
			return fmt.Errorf("unknown key %q", key)
		}
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || n != n || n < -1e6 || n > 1e6 {
			return fmt.Errorf("%s=%q is not a number", key, value)
		}
		into[key] = n
	}

	return nil
}

// TableResult returns a function that finds the result of a position in tables, for [Rulings].
func TableResult(tables *tablebase.Tables) func(*rules.Variant, *board.Position) (board.Result,
	bool) {
	return func(_ *rules.Variant, p *board.Position) (board.Result, bool) {
		value, err := tables.Probe(p)
		switch {
		case err != nil:
			return board.Ongoing, false
		case value.Wins():
			return board.Win(p.Turn), true
		case value.Loses():
			return board.Win(p.Turn.Other()), true
		}

		return board.Draw, true
	}
}
