package fast

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A perftRow is one line of the perft facts.
type perftRow struct {
	Rules string
	FEN   string
	Perft []uint64
}

func perftRows(t testing.TB, name string) []perftRow {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []perftRow
	for d := json.NewDecoder(f); d.More(); {
		var row perftRow
		if err := d.Decode(&row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// parse gives the rules of a name and the position of a FEN.
func parse(t testing.TB, name, fen string) (Rules, ruleset.Set, board.Position) {
	t.Helper()
	set, err := ruleset.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	r, ok := For(set)
	if !ok {
		t.Fatalf("%s is not served", name)
	}
	p, err := board.ParseFEN(fen, set)
	if err != nil {
		t.Fatal(err)
	}
	return r, set, p
}

func TestPerft(t *testing.T) {
	limit := uint64(300_000)
	for _, file := range []string{"perft.jsonl", "perft-deep.jsonl"} {
		for _, row := range perftRows(t, file) {
			r, _, p := parse(t, row.Rules, row.FEN)
			for i, want := range row.Perft {
				if want > limit {
					break
				}
				for _, resolve := range []bool{false, true} {
					if got := r.Perft(&p, i+1, resolve); got != want {
						t.Errorf("%s %s perft(%d) = %d, want %d (resolved: %v)", row.Rules, row.FEN, i+1, got, want, resolve)
					}
				}
			}
		}
	}
}

// A turnsRow is one line of the turns facts: all boards after one turn, and the outcome.
type turnsRow struct {
	Rules, FEN, Outcome string
	Count, Full         int
	Boards              []string
}

func TestTurns(t *testing.T) {
	files, err := filepath.Glob("../testdata/turns/*.jsonl.gz")
	if err != nil || len(files) == 0 {
		t.Fatal("no facts", err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		zip, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(zip)
		lines.Buffer(nil, 1<<24)
		rows := 0
		for lines.Scan() {
			var row turnsRow
			if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
				t.Fatal(err)
			}
			rows++
			checkTurns(t, row)
		}
		if err := lines.Err(); err != nil || rows < 100 {
			t.Fatalf("%s: %d rows, %v", name, rows, err)
		}
		f.Close()
	}
}

func checkTurns(t *testing.T, row turnsRow) {
	t.Helper()
	r, _, p := parse(t, row.Rules, row.FEN)
	var boards []string
	var c Choices
	var after board.Position
	moves := r.AppendMoves(nil, &p)
	for _, m := range moves {
		for c.Start(r, &p, m); c.Next(); {
			r.Apply(&p, c.Turn(), &after)
			boards = append(boards, string(after.AppendBoard(nil)))
		}
	}
	slices.Sort(boards)
	want := slices.Sorted(slices.Values(row.Boards))
	if !slices.Equal(boards, want) {
		t.Errorf("%s %s: %d boards, want %d", row.Rules, row.FEN, len(boards), len(want))
	}
	if got := r.Outcome(&p).Result.String(); got != row.Outcome {
		t.Errorf("%s %s: outcome %s, want %s", row.Rules, row.FEN, got, row.Outcome)
	}
}
