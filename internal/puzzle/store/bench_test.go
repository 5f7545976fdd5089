package store

import (
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"turncoat/internal/testing/threadtime"
)

var puzzles = flag.Int("puzzles", 100_000, "puzzles in the store of the benchmarks")

// made yields lines that a store cannot tell from so many puzzles: those of the collection with two
// more pieces on the board, another grade and other themes. They are not sound, and few of their
// solutions can be played.
func made(tb testing.TB, n int) iter.Seq2[Line, error] {
	var models []map[string]any
	themes := map[string]bool{}
	for _, l := range collection(tb, "pacifist1", "pacifist2", "pacifist-number", "pacifist-value",
		"pacifist-average") {
		var model map[string]any
		if err := json.Unmarshal(l.Text, &model); err != nil {
			tb.Fatal(err)
		}
		models = append(models, model)
		for _, theme := range model["themes"].([]any) {
			themes[theme.(string)] = true
		}
	}

	var names []string
	for name := range themes {
		names = append(names, name)
	}
	slices.Sort(names)
	r := rand.New(rand.NewPCG(1, 2))
	return func(yield func(Line, error) bool) {
		for i := range n {
			p := map[string]any{}
			for key, value := range models[r.IntN(len(models))] {
				p[key] = value
			}
			p["id"] = fmt.Sprintf("%s-%v-%08x", p["rules"], p["in"], i)
			p["fen"] = crowded(r, p["fen"].(string))
			p["themes"] = some(r, names)
			p["grade"] = map[string]any{"rating": 600 + r.IntN(2000), "deviation": 42, "level": 1,
				"plausible": 1, "lure": r.IntN(1000), "quiet": false, "waves": 2}
			text, err := json.Marshal(p)
			if !yield(Line{Text: text, Number: i + 1}, err) {
				return
			}
		}
	}
}

// crowded returns a FEN with two more pieces on empty squares.
func crowded(r *rand.Rand, fen string) string {
	board, rest, _ := strings.Cut(fen, " ")
	var squares []byte
	for _, c := range []byte(board) {
		if c >= '1' && c <= '8' {
			squares = append(squares, strings.Repeat(".", int(c-'0'))...)
		} else if c != '/' {
			squares = append(squares, c)
		}
	}

	for range 2 {
		for {
			if s := r.IntN(64); squares[s] == '.' {
				squares[s] = "NBRQnbrq"[r.IntN(8)]
				break
			}
		}
	}

	var ranks []string
	for rank := range slices.Chunk(squares, 8) {
		text := string(rank)
		for n := 8; n > 0; n-- {
			text = strings.ReplaceAll(text, strings.Repeat(".", n), fmt.Sprint(n))
		}
		ranks = append(ranks, text)
	}

	return strings.Join(ranks, "/") + " " + rest
}

// some returns a few of some names, in their order; the first ones come more often.
func some(r *rand.Rand, names []string) []string {
	few := []string{}
	for i, name := range names {
		if r.IntN(len(names)*2) < len(names)-i {
			few = append(few, name)
		}
	}

	return few
}

// BenchmarkAdd fills a store, and reports the time and the bytes a puzzle takes.
func BenchmarkAdd(b *testing.B) {
	var lines []Line
	for l := range made(b, *puzzles) {
		lines = append(lines, l)
	}
	for b.Loop() {
		path := filepath.Join(b.TempDir(), "store.db")
		fill(b, path, sequence(lines))
		if info, err := os.Stat(path); err == nil {
			b.ReportMetric(float64(info.Size())/float64(len(lines)), "bytes/puzzle")
		}
	}

	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(lines)), "µs/puzzle")
}

func fill(tb testing.TB, path string, lines iter.Seq2[Line, error]) {
	tb.Helper()
	s := opened(tb, path, Options{Create: true})
	added, err := s.Add(tb.Context(), lines, AddOptions{KeepSameIdea: true})
	if err == nil {
		err = s.Close()
	}
	// the more there are, the more come to the same position
	if err != nil || added.Unreadable > 0 || added.Stored < *puzzles*97/100 {
		tb.Fatalf("%+v, %v", added, err)
	}
}

// BenchmarkFind asks for two themes and a range of grades, each time others, and reports the
// median, on the clock and of the processor's time. With -store FILE the store is kept there and
// made only once.
func BenchmarkFind(b *testing.B) {
	path := *kept
	if path == "" {
		path = filepath.Join(b.TempDir(), "store.db")
	}
	if _, err := os.Stat(path); err != nil {
		fill(b, path, made(b, *puzzles))
	}
	s := opened(b, path, Options{ReadOnly: true})
	defer s.Close()
	stats, err := s.Stats(b.Context(), Query{})
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var times, own []time.Duration
	for b.Loop() {
		one, other := r.IntN(len(stats.Themes)), r.IntN(len(stats.Themes))
		low := 600 + r.IntN(1800)
		start, ownStart := time.Now(), threadtime.Now()
		for _, err := range s.Find(b.Context(), Query{
			Themes: [][]string{{stats.Themes[one].Theme}, {stats.Themes[other].Theme}},
			Grade:  Range{From: float64(low), To: float64(low + 200)}, Sort: ByGrade, Limit: 50,
		}) {
			if err != nil {
				b.Fatal(err)
			}
		}

		times, own = append(times, time.Since(start)), append(own, threadtime.Now()-ownStart)
	}

	slices.Sort(times)
	slices.Sort(own)
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "median-µs")
	b.ReportMetric(float64(times[len(times)*9/10].Microseconds()), "p90-µs")
	b.ReportMetric(float64(own[len(own)/2].Microseconds()), "median-cpu-µs")
}

var kept = flag.String("store", "", "file of the store that BenchmarkFind asks")
