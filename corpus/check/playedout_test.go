package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/corpus/golden"
	"turncoat/corpus/internal/probe"
	"turncoat/internal/filetest"
	"turncoat/rules"
)

// recordedAnswers holds what programs with single bugs, written apart from this package, answer to some cases of
// the standard corpus of pacifist1: "bug NAME", and below it for each case its id and the key of the answer.
// [TestBugsPlayedOutAsPrograms] writes it.
const recordedAnswers = "testdata/played/answers.txt"

// A recording is what a program with a bug of a name answers.
type recording struct {
	name  string
	cases []*corpus.Case
	keys  []probe.Key
}

func (r *recording) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "bug %s\n", r.name)
	for i, c := range r.cases {
		fmt.Fprintf(&b, "%s %016x\n", strings.TrimPrefix(c.ID, "pacifist1-"), uint64(r.keys[i]))
	}
	return b.String()
}

// playedOut reports whether a bug, played out, has these answers.
func (r *recording) playedOut(w *wrongWay) bool {
	set := r.cases[0].Rules
	g := rules.New(set)
	for i, c := range r.cases {
		got, _ := (&wrongJudge{set: set, way: w}).answer(g, &sample{result: &Result{Case: c}}, false)
		if got.Key() != r.keys[i] {
			return false
		}
	}
	return true
}

// casesToPlay returns the standard corpus of pacifist1, and cases made for bugs that show in none of it.
func casesToPlay(t *testing.T) []corpus.Case {
	t.Helper()
	cases, err := golden.Cases(corpus.Standard, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	const plain = "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1"
	g := rules.New(cases[0].Rules)
	for _, own := range []struct{ name, fen, moves string }{
		{"kings", plain, "e1e2 e8e7 e2e1 e7e8"},
		{"rooks", plain, "a1b1 h8g8 b1a1 g8h8"},
		{"other-rooks", plain, "h1g1 a8b8 g1h1 b8a8 a2a3"},
		{"castled", plain, "e1g1 a7a6 g1f2 a6a5 f2e1 a5a4"},
		{"castled-black", plain, "a2a3 e8c8 a3a4 c8d7 h2h3 d7e8 h3h4"},
		{"beside", "4k3/8/8/8/8/8/8/1NRK4 w C - 0 1", ""},
		{"rook-bears-on-way", "3k1r2/8/8/8/8/8/8/4K2R w K - 0 1", ""},
		{"piece-on-kings-way", "4k3/8/8/8/8/8/8/1K1N3R w H - 0 1", ""},
		{"quiet-for-long", "4k3/8/8/8/8/8/8/4K2R w - - 100 80", ""},
		{"quiet-again", "4k3/p7/8/8/8/8/P7/4K2R w - - 98 80", "h1h2 e8e7"},
		{"no-longer-quiet", "4k3/p7/8/8/8/8/P7/4K2R w - - 98 80", "h1h2 a7a6"},
		{"kings-of-one-rank", "8/p7/8/8/8/1K3K2/8/8 w - - 0 1", ""},
		{"kings-of-one-file", "8/p7/1K6/8/8/8/1K6/8 w - - 0 1", ""},
		{"kings-apart", "8/p7/8/2K5/8/8/K7/8 w - - 0 1", ""},
		{"kings-apart-down", "8/p7/K7/8/8/8/2K5/8 w - - 0 1", ""},
		{"second-king-castles", "8/p7/8/8/1K6/8/8/4K2R w K - 0 1", ""},
		{"first-king-castles", "8/p7/8/8/8/6K1/8/R3K3 w Q - 0 1", ""},
		{"four-against-four", "6k1/2n5/2p1pn2/3b4/8/2NQ3N/3R4/3R2K1 w - - 0 1", ""},
		{"rook-behind-two-step", "4k3/8/1b6/8/8/8/4P3/3KR3 w - - 0 1", ""},
		{"bishop-behind-pawn", "6k1/5b2/4p3/3n4/8/2N5/8/3R2K1 w - - 0 1", ""},
		{"bishop-behind-king", "8/5b2/4k3/3n4/8/2N5/8/3R2K1 w - - 0 1", ""},
		{"support-cut-off", "1r5k/1r6/8/p7/nr1r4/5NN1/8/R2B3K w - - 0 1", ""},
	} {
		c := corpus.Case{ID: "pacifist1-" + own.name, Rules: cases[0].Rules, FEN: own.fen,
			Moves: strings.Fields(own.moves), Outcome: "*"}
		p, err := c.Position()
		if err != nil {
			t.Fatal(err)
		}
		c.Turns = g.TurnsJSON(&p, false)
		cases = append(cases, c)
	}
	return cases
}

func readRecordings(t *testing.T, cases []corpus.Case) []recording {
	t.Helper()
	var list []recording
	for line := range strings.Lines(string(filetest.Read(t, recordedAnswers))) {
		word, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if word == "bug" {
			list = append(list, recording{name: value})
			continue
		}
		i := slices.IndexFunc(cases, func(c corpus.Case) bool { return c.ID == "pacifist1-"+word })
		key, err := strconv.ParseUint(value, 16, 64)
		if i < 0 || err != nil {
			t.Fatalf("%s: %q: no such case, or no key", recordedAnswers, line)
		}
		last := &list[len(list)-1]
		last.cases, last.keys = append(last.cases, &cases[i]), append(last.keys, probe.Key(key))
	}
	return list
}

// waysByName returns the bugs that can be played out, by their names.
func waysByName() map[string][]wrongWay {
	ways := map[string][]wrongWay{}
	for _, w := range slices.Concat(likelyWays(), furtherWays()) {
		ways[w.name] = append(ways[w.name], w)
	}
	return ways
}

// Bugs that are played out have the answers of programs that have them.
func TestBugsPlayedOut(t *testing.T) {
	ways := waysByName()
	for _, r := range readRecordings(t, casesToPlay(t)) {
		if !slices.ContainsFunc(ways[r.name], func(w wrongWay) bool { return r.playedOut(&w) }) {
			t.Errorf("none of %d bugs that are played out is that of a program: %s", len(ways[r.name]), r.name)
		}
	}
}
