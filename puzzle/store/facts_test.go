package store

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"turncoat/internal/filetest"
	"turncoat/puzzle"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// kinds returns the lines of four puzzles that differ in all that a store tells apart.
func kinds(t *testing.T) [][]byte {
	t.Helper()
	lines := bytes.Split(bytes.TrimSpace(filetest.Read(t, "../testdata/kinds.jsonl")), []byte("\n"))
	if len(lines) != 4 {
		t.Fatalf("%d puzzles, want 4", len(lines))
	}
	return lines
}

// filledWithKinds returns a store of the four puzzles, and its path.
func filledWithKinds(t *testing.T) (*Store, string) {
	t.Helper()
	path := t.TempDir() + "/kinds.db"
	s := opened(t, path, Options{Create: true})
	t.Cleanup(func() { s.Close() })
	added, err := s.Add(t.Context(), Lines(bytes.NewReader(bytes.Join(kinds(t), []byte("\n"))), "kinds"), AddOptions{})
	if err != nil || added != (Added{Stored: 4}) {
		t.Fatalf("%+v, %v", added, err)
	}
	return s, path
}

// The facts of a help-win in one and a half with two solutions, a win with seven keys, a strict one, and a
// self-win, as they can be read in their lines.
func TestFacts(t *testing.T) {
	number := func(n int) *int { return &n }
	want := []facts{
		{id: "chess-help-win-1.5-dc0c4671", rules: "chess", stipulation: "help-win", length: 1.5,
			rating: number(1453), pieces: 3, keyPiece: "K",
			strict: true, fen: "7k/8/5K2/8/8/8/8/R7 w - - 0 1", material: "KKR", words: words{Title: "Half"}},
		{id: "chess-2-356d9eb8", rules: "chess", stipulation: "win", length: 2, rating: number(1096), pieces: 3,
			keyPiece: "R",
			strict:   false, fen: "8/5K1k/R7/8/8/8/8/8 w - - 0 1", material: "KKR"},
		{id: "pacifist1-2-be9fe1d5", rules: "pacifist1", stipulation: "win", length: 2, rating: number(731),
			pieces: 7, keyPiece: "P",
			strict: true, fen: "8/P7/8/6P1/N4K2/5P2/7n/7k w - - 0 1", material: "KKNNPPP"},
		{id: "conversion-self-win-2-259230b2", rules: "conversion", stipulation: "self-win", length: 2,
			rating: number(2320), pieces: 13, keyPiece: "Q",
			strict: true, fen: "r5k1/6pp/8/1R2Q3/8/8/P1P2R2/RKR2q2 w - - 0 1", material: "KKQQRRRRRPPPP"},
	}
	for i, line := range kinds(t) {
		f, err := factsOf(line)
		if err != nil {
			t.Fatal(err)
		}
		if f.position == 0 || f.idea == 0 {
			t.Errorf("%s: no hash", f.id)
		}
		p, err := puzzle.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		want[i].themes, want[i].position, want[i].idea = p.Themes, f.position, f.idea
		if !reflect.DeepEqual(*f, want[i]) {
			t.Errorf("%+v\nwant %+v", *f, want[i])
		}
	}
}

// Where there is no grade there is no rating, and where the key is no move its piece has no letter.
func TestFactsThatAreMissing(t *testing.T) {
	line := string(kinds(t)[1])
	from, to := strings.Index(line, `"grade"`), strings.Index(line, `"source"`)
	f, err := factsOf([]byte(line[:from] + line[to:]))
	if err != nil || f.rating != nil {
		t.Errorf("without a grade: %+v, %v", f, err)
	}
	for name, text := range map[string]string{
		"no puzzle":   "{}",
		"no position": strings.Replace(line, "8/5K1k/R7/8/8/8/8/8 w", "8/5K1k/R7/8/8/8/8/9 w", 1),
	} {
		if f, err := factsOf([]byte(text)); f != nil || !errors.Is(err, puzzle.ErrSyntax) {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
}

// The position is the same for the images of one under the same rules. The idea is that of key and solution for one
// stipulation in one length; a solution that cannot be played has none but its own.
func TestSamePositionAndIdea(t *testing.T) {
	line := string(kinds(t)[1])
	read := func(pairs ...string) *facts {
		t.Helper()
		f, err := factsOf([]byte(strings.NewReplacer(pairs...).Replace(line)))
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
	if other := read(`"rules":"chess"`, `"rules":"conversion"`); other.rules == f.rules || other.position == f.position || other.idea == f.idea {
		t.Error("under other rules position and idea are the same")
	}
	if moved := read("8/5K1k/R7/8", "8/5K1k/8/R7"); moved.position == f.position {
		t.Error("two positions are the same")
	}
	if named := read("chess-2-356d9eb8", "chess-2-00000000"); named.position != f.position || named.idea != f.idea {
		t.Error("another name changes the position or the idea")
	}
	// What cannot be played differs by its name alone.
	if named := read("8/5K1k/R7/8/8/8/8/8 w", "8/8/8/8/8/r7/5k1K/8 b", "chess-2-356d9eb8",
		"chess-2-00000000"); named.idea == image.idea {
		t.Error("two puzzles that cannot be played have one idea")
	}
}

// The first 48 bits of SHA-256 of "abc" and of "abc" NUL "abc", by FIPS 180-4 and by sha256sum.
func TestHash(t *testing.T) {
	if got := hash("abc"); got != 0xba7816bf8f01 {
		t.Errorf("%#x", got)
	}
	if hash("a", "bc") == hash("ab", "c") || hash("a") < 0 {
		t.Error("texts run together")
	}
}

func parsed(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen, ruleset.Set{Family: ruleset.Pacifist})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// How many pieces of one kind stand on the same squares, of whatever colour, as they stand or mirrored.
func TestLikeness(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"k7/8/8/8/8/8/8/K6R w", "k7/8/8/8/8/8/8/K6R w", 3},
		{"k7/8/8/8/8/8/8/K6R w", "K7/8/8/8/8/8/8/k6r w", 3},  // colours exchanged
		{"k7/8/8/8/8/8/8/K6R w", "7k/8/8/8/8/8/8/R6K w", 3},  // mirrored
		{"k7/8/8/8/8/8/8/K6R w", "k7/8/8/8/8/8/8/R6K w", 2},  // as it is one king; mirrored a king and the rook
		{"k7/8/8/8/8/8/8/K5R1 w", "7k/8/8/8/8/8/8/RK6 w", 1}, // the king that stands
		{"k7/8/8/8/8/8/8/K6R w", "8/k7/8/8/8/8/K7/7N w", 0},
		{"8/8/3kK3/8/8/8/8/8 w", "8/8/3Kk3/8/8/8/8/8 w", 2},
		{"8/k7/8/8/8/8/7K/4Q3 w", "8/7k/8/8/8/8/K7/3Q4 w", 3},
	} {
		a, b := parsed(t, test.a), parsed(t, test.b)
		here := placements(&a)
		if got := likeness(&here, &b); got != test.want {
			t.Errorf("%s and %s: %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
