package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What an explanation says of every kind of move, and of what becomes of the pieces on co-squares,
// worked out by hand.
func TestExplained(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"chain": "base: conversion\nchain: yes\n",
		"orthodox": "base: conversion\nconversion-check: no\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	contains := func(words string, want ...string) {
		t.Helper()
		status, out, message := call(t, "", append([]string{"explain", "--rules"},
			strings.Split(strings.ReplaceAll(words, "DIR", dir), "|")...)...)
		if status != 0 || message != "" {
			t.Errorf("%s: status %d, %s", words, status, message)
		}
		rest := out
		for _, line := range want { // in this order
			i := strings.Index(rest, "\n"+line+"\n")
			if strings.HasPrefix(out, line+"\n") {
				i = 0
			}
			if i < 0 {
				t.Errorf("%s: no %q, or not there, in\n%s", words, line, out)
				return
			}

			rest = rest[max(0, i+len(line)):]
		}
	}
	contains("chess|4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1|exd6",
		"White plays exd6 under chess: the pawn goes from e5 to d6 and captures en passant.")
	contains("chess|8/P6k/8/8/8/8/8/4K3 w - - 0 1|a8=Q",
		"White plays a8=Q under chess: the pawn goes from a7 to a8 and becomes a queen.")
	contains(
		"chess|1n5k/P7/8/8/8/8/8/4K3 w - - 0 1|axb8=R+",
		"White plays axb8=R+ under chess: the pawn goes from a7 to b8 and captures the knight there and becomes a rook.",
	)
	contains("conversion|8/6k1/8/8/8/8/8/R3K3 w Q - 0 1|O-O-O",
		"The castling makes no co-squares: no partner stands off its rank and file.", "",
		"8/6k1/8/8/8/8/8/2KR4 b - - 1 1", "*: Black to move.")
	// A king stays on a co-square where only orthodox check counts; nothing else is there.
	contains("DIR/orthodox|8/8/8/2k4N/8/8/8/1N2K3 w - - 0 1|Nc3",
		"The knight on c3 and the knight on h5 are a co-pair (CON-2):",
		"  c5  on the file of c3 and the rank of h5 (CON-3): the black king stays",
		"  h3  on the file of h5 and the rank of c3 (CON-3): empty",
		"The co-squares, in { }:",
		"5   .  . {k} .  .  .  .  N",
		"3   .  . (N) .  .  .  . { }",
		"No piece of Black stands on a co-square: none changes colour.",
		"8/8/8/2k4N/8/2N5/8/4K3 b - - 1 1", "*: Black to move.")
	// Each partner makes a pair of its own.
	contains("conversion|k7/4N3/8/7N/8/8/8/1N2K3 w - - 0 1|Nc3",
		"The knight on c3 and the knight on e7 are a co-pair (CON-2):",
		"  c7  on the file of c3 and the rank of e7 (CON-3): empty",
		"  e3  on the file of e7 and the rank of c3 (CON-3): empty",
		"The knight on c3 and the knight on h5 are a co-pair (CON-2):",
		"  c5  on the file of c3 and the rank of h5 (CON-3): empty",
		"  h3  on the file of h5 and the rank of c3 (CON-3): empty")
	// The bishop that comes over on c5 has moved in turn, and makes co-squares with that on f1.
	contains(
		"DIR/chain|7k/8/8/2b2r1N/8/8/8/1N1K1B2 w - - 0 1|Nc3",
		"  c5  on the file of c3 and the rank of h5 (CON-3): the black bishop becomes white (CON-4)",
		"1 black piece becomes white:",
		"5   .  . [B] .  .  r  .  N",
		"The bishop on c5 and the bishop on f1 are a co-pair (CON-2):",
		"  c1  on the file of c5 and the rank of f1 (CON-3): empty",
		"  f5  on the file of f1 and the rank of c5 (CON-3): the black rook becomes white (CON-4)",
		"1 black piece becomes white:",
		"5   .  .  B  .  . [R] .  N",
		"7k/8/8/2B2R1N/8/2N5/8/3K1B2 b - - 1 1",
	) // a conversion does not set the clock back
	// After castling two rooks bear on the king, one through the other, and its own rook alone
	// supports it.
	contains(
		"pacifist-number|4k1r1/6r1/8/8/8/8/8/4K2R w K - 0 1|O-O",
		"White may not play O-O under pacifist-number.",
		"Right after the move, before any conversion:",
		"1   .  .  .  . ( )(R)(K)( )",
		"On g1:",
		"      Black persuades with 2: rook g7, rook g8 through g7",
		"      White supports with 1: rook f1",
	)
	// Three of four threats are named, in the order of the squares. The pawn threatens by
	// promoting.
	contains(
		"chess|k2r4/8/8/8/1b3q2/1n6/8/4K3 w - - 0 1|Kd2",
		"The knight on b3 could capture the king on d2.",
		"The bishop on b4 could capture the king on d2.",
		"The queen on f4 could capture the king on d2.",
	)
	if _, out, _ := call(t, "", "explain", "--rules", "chess", "k2r4/8/8/8/1b3q2/1n6/8/4K3 w - - 0 1",
		"Kd2"); strings.Count(
		out,
		"could capture",
	) != 3 {
		t.Errorf("other threats: %s", out)
	}

	contains(
		"chess|7k/8/8/8/8/8/2p5/4K3 w - - 0 1|Kd1",
		"The pawn on c2 could capture the king on d1.",
	)
	// The pieces through which a slider bears are all named.
	contains("pacifist1|kn6/8/8/8/8/1R6/1R6/1R5K w - - 0 1|Kh2",
		"      White persuades with 3: rook b1 through b2 and b3, rook b2 through b3, rook b3")
}
