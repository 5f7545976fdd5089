package randomgame

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"turncoat/pgn"
)

// between lists the texts of whole numbers.
func between(format string, from, to int) map[string]bool {
	texts := map[string]bool{}
	for i := from; i <= to; i++ {
		texts[fmt.Sprintf(format, i)] = true
	}
	return texts
}

// The tags are those of a record, of the years 1970 to 1999; annotated ones have odd tags beside, each in three
// of ten games.
func TestTags(t *testing.T) {
	seen := map[string]map[string]bool{}
	note := func(name, value string) {
		if seen[name] == nil {
			seen[name] = map[string]bool{}
		}
		seen[name][value] = true
	}
	plain := makerOf(t, "chess", Options{})
	for range draws {
		var names []string
		for _, tag := range plain.tags() {
			names = append(names, tag.Name)
			note(tag.Name, tag.Value)
			if tag.Name == "Date" {
				date := strings.Split(tag.Value, ".")
				note("year", date[0])
				note("month", date[1])
				note("day", date[2])
			}
		}
		if got := strings.Join(names, " "); got != "Event Site Date Round White Black" {
			t.Fatal(got)
		}
	}
	for name, want := range map[string]map[string]bool{
		"year": between("%d", 1970, 1999), "month": between("%02d", 1, 12), "day": between("%02d", 1, 28),
		"Round": between("%d", 1, 9), "Site": {"Torino ITA": true},
	} {
		if !maps.Equal(seen[name], want) {
			t.Errorf("%s: %v, want %v", name, seen[name], want)
		}
	}
	if len(seen["Event"]) != 3 || len(seen["White"]) != 3 || len(seen["Black"]) != 3 {
		t.Errorf("%v, %v, %v", seen["Event"], seen["White"], seen["Black"])
	}
	counts, values := map[string]int{}, map[string]bool{}
	annotated := makerOf(t, "chess", Options{Annotated: true})
	for range draws {
		for _, tag := range annotated.tags()[6:] {
			counts[tag.Name]++
			values[tag.Value] = true
		}
	}
	if len(counts) != 5 || len(values) != 8 {
		t.Errorf("%v, %v", counts, values)
	}
	for name, count := range counts {
		about(t, name, count, draws, 0.3)
	}
}

// A walk tells of every turn below a line, with how many variations it lies in.
func walk(v *pgn.Variation, depth int, each func(turn *pgn.Turn, depth int)) {
	for _, turn := range v.Turns {
		each(turn, depth)
		for _, below := range turn.Variations {
			walk(below, depth+1, each)
		}
	}
}

// Of a hundred turns ten have an annotation, fifteen comments and about six variations, up to three deep, of one
// to four plies each that begin where their turn does.
func TestAnnotations(t *testing.T) {
	m := makerOf(t, "chess", Options{Annotated: true})
	start := m.g.Start()
	nags, remarked := map[int]bool{}, 0
	counts := [3]int{} // turns with an annotation, with comments, and with variations
	lengths, deepest, commented, lines := map[int]bool{}, 0, 0, 0
	played, _ := m.turn(&start)
	for range draws {
		turn := &pgn.Turn{Before: start, Played: played}
		m.annotate(turn, 0)
		if len(turn.NAGs) > 0 {
			counts[0]++
			nags[turn.NAGs[0]] = true
		}
		if len(turn.NAGs) > 1 {
			t.Fatal(turn.NAGs)
		}
		if len(turn.Comments) > 0 {
			counts[1]++
		}
		if len(turn.Variations) > 0 {
			counts[2]++
		}
		for _, v := range turn.Variations {
			lines++
			if lengths[len(v.Turns)] = true; len(v.Comments) > 0 {
				commented++
			}
			if v.Turns[0].Before != start {
				t.Fatal("a variation begins elsewhere")
			}
			walk(v, 1, func(turn *pgn.Turn, depth int) {
				deepest = max(deepest, depth)
				if len(turn.NAGs) > 0 {
					remarked++
				}
			})
		}
	}
	about(t, "annotations", counts[0], draws, 0.10)
	about(t, "comments", counts[1], draws, 0.15)
	about(t, "variations", counts[2], draws, 0.06)
	about(t, "comments before variations", commented, lines, 0.10)
	if !maps.Equal(lengths, map[int]bool{1: true, 2: true, 3: true, 4: true}) || deepest != 3 || remarked == 0 {
		t.Errorf("variations of %v plies, %d deep, %d annotations in them", lengths, deepest, remarked)
	}
	want := map[int]bool{}
	for nag := 1; nag <= 139; nag++ {
		want[nag] = true
	}
	if !maps.Equal(nags, want) {
		t.Errorf("annotations %v", nags)
	}
	turn := &pgn.Turn{Before: start, Played: played}
	for range 1000 {
		m.annotate(turn, 3)
	}
	if len(turn.Variations) > 0 || len(turn.NAGs) == 0 {
		t.Errorf("in the third variation: %d variations, %d annotations", len(turn.Variations), len(turn.NAGs))
	}
}

// A comment is one remark, and after three of ten comes another, of two.
func TestComments(t *testing.T) {
	m := makerOf(t, "chess", Options{Annotated: true})
	known := map[string]bool{}
	for _, r := range remarks {
		known[r] = true
	}
	lengths, seen := map[int]int{}, map[string]bool{}
	for range draws {
		list := m.comments()
		lengths[len(list)]++
		seen[list[0]] = true
		for _, text := range list[1:] {
			two := false
			for r := range known {
				rest, ok := strings.CutPrefix(text, r+" ")
				two = two || ok && known[rest]
			}
			if !two {
				t.Fatalf("%q", text)
			}
		}
	}
	about(t, "one", lengths[1], draws, 0.7)
	about(t, "two", lengths[2], draws, 0.21)
	if !maps.Equal(seen, known) {
		t.Errorf("%v", seen)
	}
	commented := 0
	for range draws {
		if v := m.line(m.g.Start(), 0, 0); len(v.Comments) > 0 {
			commented++
		}
	}
	about(t, "comments before lines", commented, draws, 0.10)
	line := m.line(m.g.Start(), 40, 0)
	annotated := 0
	walk(&line, 0, func(turn *pgn.Turn, _ int) { annotated += len(turn.Comments) + len(turn.NAGs) })
	if annotated == 0 {
		t.Error("forty turns without a word")
	}
}
