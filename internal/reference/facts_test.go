package reference

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// The facts in rules/testdata come from two independent implementations and from vchess.club's own
// rule classes; nothing in them was made by this package.

// perftLimit is how many turns a perft count may have to be checked. The ordinary run takes
// seconds; go test . -perft 300000 reaches depth 4 from the start in every game, in minutes.
var perftLimit = flag.Uint64("perft", 20_000, "greatest perft count to check")

func mustFEN(t testing.TB, set ruleset.Set, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen, set)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// eachLine decodes the lines of a JSON Lines file, plain or gzipped.
func eachLine[T any](t testing.TB, path string, do func(line int, fact T)) {
	t.Helper()
	var r io.Reader = bytes.NewReader(filetest.Read(t, path))
	if strings.HasSuffix(path, ".gz") {
		var err error
		r, err = gzip.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
	}

	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	n := 0
	for ; lines.Scan(); n++ {
		var fact T
		if err := json.Unmarshal(lines.Bytes(), &fact); err != nil {
			t.Fatalf("%s:%d: %v", path, n+1, err)
		}
		do(n+1, fact)
	}

	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatalf("%s holds no facts", path)
	}
}

type perftFact struct {
	Rules string
	FEN   string
	Perft []uint64
}

func TestPerftAgreesWithIndependentCounts(t *testing.T) {
	for _, file := range []string{"perft.jsonl", "perft-deep.jsonl"} {
		eachLine(t, "../../rules/testdata/"+file, func(line int, fact perftFact) {
			t.Run(fmt.Sprintf("%s:%d:%s", file, line, fact.Rules), func(t *testing.T) {
				set := rulestest.Builtin(t, fact.Rules)
				p := mustFEN(t, set, fact.FEN)
				for i, want := range fact.Perft {
					if want > *perftLimit || longtest.Short() && want > 5000 {
						break
					}
					if got := Perft(set, p, i+1); got != want {
						t.Errorf("%s: perft %d is %d, want %d", fact.FEN, i+1, got, want)
					}
				}
			})
		})
	}
}

type turnsFact struct {
	Rules, FEN, Outcome string
	Count               int
	Boards              []string
	Full                *int
}

func TestTurnsAgreeWithRecordedBoards(t *testing.T) {
	files, err := filepath.Glob("../../rules/testdata/turns/*.jsonl.gz")
	if err != nil || len(files) != 8 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			eachLine(t, file, func(line int, fact turnsFact) {
				set := rulestest.Builtin(t, fact.Rules)
				p := mustFEN(t, set, fact.FEN)
				var boards []string
				full := 0
				for turn := range Turns(set, p) {
					boards = append(boards, string(turn.After.AppendBoard(nil)))
					if turn.Reclaimed == Full(set, p, turn.Move).Reclaimed {
						full++
					}
				}

				if len(boards) != fact.Count {
					t.Errorf("line %d: %s: %d turns, want %d", line, fact.FEN, len(boards),
						fact.Count)
				}

				if fact.Full != nil && full != *fact.Full {
					t.Errorf("line %d: %s: %d full reclaims, want %d", line, fact.FEN, full,
						*fact.Full)
				}

				slices.Sort(boards)
				slices.Sort(fact.Boards)
				if !slices.Equal(slices.Compact(boards), slices.Compact(fact.Boards)) {
					t.Errorf("line %d: %s: other boards", line, fact.FEN)
				}
				if got := Outcome(set, p).Result.String(); got != fact.Outcome {
					t.Errorf("line %d: %s: outcome %s, want %s", line, fact.FEN, got, fact.Outcome)
				}
				if got := Lost(set, p); got != (fact.Outcome == board.Win(p.Turn.Other()).String()) {
					t.Errorf("line %d: %s: lost: %v, want outcome %s", line, fact.FEN, got,
						fact.Outcome)
				}
			})
		})
	}
}

// Perft counts sequences of turns; each reclaim choice is a turn of its own.
func Perft(set ruleset.Set, p board.Position, depth int) (nodes uint64) {
	if depth <= 0 {
		return 1
	}
	for turn := range Turns(set, p) {
		nodes += Perft(set, turn.After, depth-1)
	}
	return nodes
}
