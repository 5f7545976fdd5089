package store

import (
	"errors"
	"strings"
	"testing"

	"turncoat/puzzle"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// Where there is no grade there is no rating, and where the key is no move its piece has no letter.
func TestFactsThatAreMissing(t *testing.T) {
	line := string(kinds(t)[1])
	from, to := strings.Index(line, `"grade"`), strings.Index(line, `"source"`)
	f, err := rowOf([]byte(line[:from] + line[to:]))
	if err != nil || f.rating.Valid {
		t.Errorf("without a grade: %+v, %v", f, err)
	}
	for name, text := range map[string]string{
		"no puzzle":   "{}",
		"no position": strings.Replace(line, "8/5K1k/R7/8/8/8/8/8 w", "8/5K1k/R7/8/8/8/8/9 w", 1),
	} {
		if f, err := rowOf([]byte(text)); f != nil || !errors.Is(err, puzzle.ErrSyntax) {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
}

// The position is the same for the images of one under the same rules. The idea is that of key and
// solution for one stipulation in one length; a solution that cannot be played has none but its
// own.
func TestSamePositionAndIdea(t *testing.T) {
	line := string(kinds(t)[1])
	read := func(pairs ...string) *row {
		t.Helper()
		f, err := rowOf([]byte(strings.NewReplacer(pairs...).Replace(line)))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := read()
	// the colours exchanged: its solution is none of this
	image := read("8/5K1k/R7/8/8/8/8/8 w", "8/8/8/8/8/r7/5k1K/8 b")
	if image.position != f.position {
		t.Error("the image of a position is another")
	}
	if image.idea == f.idea {
		t.Error("a solution that cannot be played has the idea of one that can")
	}
	if other := read(`"rules":"chess"`, `"rules":"conversion"`); other.rules == f.rules ||
		other.position == f.position || other.idea == f.idea {
		t.Error("under other rules position and idea are the same")
	}
	if moved := read("8/5K1k/R7/8", "8/5K1k/8/R7"); moved.position == f.position {
		t.Error("two positions are the same")
	}
	if named := read("chess-2-356d9eb8", "chess-2-00000000"); named.position != f.position ||
		named.idea != f.idea {
		t.Error("another name changes the position or the idea")
	}
	// What cannot be played differs by its name alone.
	if named := read("8/5K1k/R7/8/8/8/8/8 w", "8/8/8/8/8/r7/5k1K/8 b", "chess-2-356d9eb8",
		"chess-2-00000000"); named.idea == image.idea {
		t.Error("two puzzles that cannot be played have one idea")
	}
}

func positionOf(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen, ruleset.Set{Family: ruleset.Pacifist})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
