package rules_test

import (
	"errors"
	"strings"
	"testing"

	"turncoat/rules"
	"turncoat/rules/board"
)

// Numbers that the tables of Chess960 publish, and what the rules of the game say of all starts:
// bishops on squares of both colours, the king between the rooks, no two alike.
func TestStart960(t *testing.T) {
	variant, err := rules.Named("benedict")
	if err != nil {
		t.Fatal(err)
	}
	for number, want := range map[int]string{0: "BBQNNRKR", 1: "BQNBNRKR", 518: "RNBQKBNR",
		534: "RNBKQBNR", 959: "RKRNNQBB"} {
		p, err := variant.Start960(number)
		if err != nil || !strings.HasSuffix(strings.Fields(variant.FEN(&p))[0], want) {
			t.Errorf("%d: %s, %v; want %s", number, variant.FEN(&p), err, want)
		}
	}

	seen := map[string]bool{}
	for number := range rules.Starts960 {
		p, err := variant.Start960(number)
		if err != nil {
			t.Fatal(err)
		}
		board, _, _ := strings.Cut(variant.FEN(&p), " ")
		rank := board[strings.LastIndex(board, "/")+1:]
		king, rook := strings.Index(rank, "K"), strings.Index(rank, "R")
		bishops := strings.Index(rank, "B") + strings.LastIndex(rank, "B")
		if seen[rank] || king < rook || king > strings.LastIndex(rank, "R") || bishops%2 == 0 {
			t.Errorf("%d: %s", number, rank)
		}
		seen[rank] = true
	}

	for _, number := range []int{-1, 960} {
		if _, err := variant.Start960(number); !errors.Is(err, board.ErrInvalid) {
			t.Errorf("%d: %v", number, err)
		}
	}
}
