package randomgame

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
)

func named(t *testing.T, name string) *rules.Variant {
	t.Helper()
	g, err := rules.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func makerOf(t *testing.T, name string, o Options) *maker {
	t.Helper()
	return &maker{rand.New(rand.NewPCG(3, 4)), named(t, name), o}
}

// about holds a share of n draws to what it should be, within four times what chance makes of it.
func about(t *testing.T, what string, count, n int, want float64) {
	t.Helper()
	share := float64(count) / float64(n)
	if math.Abs(share-want) > 4*math.Sqrt(want*(1-want)/float64(n)) {
		t.Errorf("%s: %.4f of %d, want about %.4f", what, share, n, want)
	}
}

// between lists the texts of whole numbers.
func between(format string, from, to int) map[string]bool {
	texts := map[string]bool{}
	for i := from; i <= to; i++ {
		texts[fmt.Sprintf(format, i)] = true
	}
	return texts
}

const draws = 20_000

func TestChance(t *testing.T) {
	m := makerOf(t, "chess", Options{})
	for _, percent := range []int{1, 30, 99} {
		count := 0
		for range draws {
			if m.chance(percent) {
				count++
			}
		}
		about(t, fmt.Sprint(percent), count, draws, float64(percent)/100)
	}
	if m.chance(0) || !m.chance(100) {
		t.Error("what is impossible happens, or what is certain does not")
	}
	seen := map[string]int{}
	for range draws {
		seen[pick(m, []string{"a", "b", "c"})]++
	}
	for _, letter := range []string{"a", "b", "c"} {
		about(t, letter, seen[letter], draws, 1.0/3)
	}
}

// The tags are those of a record, of the years 1970 to 1999; annotated ones have odd tags beside, each in three of ten games.
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
		"year": between("%d", 1970, 1999), "month": between("%02d", 1, 12), "day": between("%02d", 1, 28), "Round": between("%d", 1, 9), "Site": {"Torino ITA": true},
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

// In a shuffled start the pieces are those of the usual one, each side's in an order of its own, the king between the rooks.
func TestShuffled(t *testing.T) {
	for rank, want := range map[string]bool{"RKR": true, "NRBKQR": true, "KRR": false, "RRK": false, "RNBQKBNR": true, "BRNKNRQB": true} {
		if castles(rank) != want {
			t.Errorf("%s: %t", rank, !want)
		}
	}
	m := makerOf(t, "chess", Options{})
	ranks, same := map[string]bool{}, 0
	for range 500 {
		p := m.shuffled()
		rows := strings.Split(strings.Fields(m.g.FEN(&p))[0], "/")
		white, black := rows[7], strings.ToUpper(rows[0])
		for _, rank := range []string{white, black} {
			letters := strings.Split(rank, "")
			slices.Sort(letters)
			king := strings.IndexByte(rank, 'K')
			if strings.Join(letters, "") != "BBKNNQRR" || !strings.Contains(rank[:king], "R") || !strings.Contains(rank[king:], "R") {
				t.Fatal(rank)
			}
			ranks[rank] = true
		}
		if white == black {
			same++
		}
		if p.Turn != board.White || rows[1] != "pppppppp" || rows[6] != "PPPPPPPP" {
			t.Fatal(m.g.FEN(&p))
		}
		for _, right := range p.Rights {
			if !right.Held() {
				t.Fatalf("%s: a right is missing", m.g.FEN(&p))
			}
		}
	}
	if len(ranks) < 400 || same > 20 {
		t.Errorf("%d different ranks; in %d starts both are the same", len(ranks), same)
	}
}

// valueOf is what a side has more than the other, kings ten times.
func valueOf(p *board.Position, side board.Colour) int {
	value := 0
	for s := range board.Square(64) {
		piece := p.PieceAt(s)
		if piece.Kind == board.NoKind {
			continue
		}
		worth := 1
		if piece.Kind == board.King {
			worth += 10
		}
		if piece.Colour != side {
			worth = -worth
		}
		value += worth
	}
	return value
}

// A game is legal turn by turn, as long as it is said or until it ends, with the result of its end or one at random; the
// same seed makes the same.
func TestNew(t *testing.T) {
	results, ended := map[board.Result]int{}, 0
	for _, name := range []string{"chess", "pacifist1", "pacifist-average", "conversion"} {
		g := named(t, name)
		for seed := range uint64(60) {
			o := Options{Plies: int(seed % 7), Shuffled: seed%2 == 0}
			if seed >= 50 {
				o = Options{Plies: 250, Greedy: 100}
			}
			record := New(rand.New(rand.NewPCG(seed, 1)), g, o)
			if again := New(rand.New(rand.NewPCG(seed, 1)), g, o); !reflect.DeepEqual(again, record) {
				t.Fatalf("%s, seed %d: another game", name, seed)
			}
			at := record.Start
			if usual := g.Start(); (at == usual) == o.Shuffled {
				t.Errorf("%s, seed %d: shuffled %t, and it begins at %s", name, seed, o.Shuffled, g.FEN(&at))
			}
			for i, turn := range record.Main.Turns {
				if turn.Before != at || !g.Legal(&at, turn.Played.Move) || g.Full(&at, turn.Played.Move).After != turn.Played.After {
					t.Fatalf("%s, seed %d: turn %d", name, seed, i)
				}
				if len(turn.NAGs)+len(turn.Comments)+len(turn.Variations) > 0 {
					t.Fatalf("%s, seed %d: turn %d is annotated", name, seed, i)
				}
				at = turn.Played.After
			}
			result := g.Outcome(&at).Result
			if n := len(record.Main.Turns); n != record.Plies || n > o.Plies || n < o.Plies && len(g.Moves(&at)) > 0 || !record.Whole || record.Rules != g || len(record.Tags) != 6 {
				t.Errorf("%s, seed %d: %d of %d plies, %+v", name, seed, n, o.Plies, record.Tags)
			}
			if result != board.Ongoing {
				ended++
				if record.Result != result {
					t.Errorf("%s, seed %d: it ends %v, and says %v", name, seed, result, record.Result)
				}
			} else {
				results[record.Result]++
			}
		}
	}
	if len(results) != 4 || ended < 5 {
		t.Errorf("results %v, %d games that ended", results, ended)
	}
}

// Every turn can come; greedy ones are those that leave the mover the most, and each of these can come.
func TestGreedy(t *testing.T) {
	for _, name := range []string{"pacifist1", "chess"} {
		for percent, share := range map[int]float64{0: 0, 100: 1, 40: 0.4} {
			m := makerOf(t, name, Options{Greedy: percent})
			p, err := m.g.ParseFEN(map[string]string{"pacifist1": "4k3/8/3n4/8/2B1R3/8/8/4K3 w - - 0 1", "chess": "4k3/8/8/2p1n3/3R4/8/8/4K3 w - - 0 1"}[name])
			if err != nil {
				t.Fatal(err)
			}
			best, most := map[board.Move]bool{}, math.MinInt
			for _, move := range m.g.Moves(&p) {
				after := m.g.Full(&p, move).After
				switch value := valueOf(&after, p.Turn); {
				case value > most:
					best, most = map[board.Move]bool{move: true}, value
				case value == most:
					best[move] = true
				}
			}
			all := len(m.g.Moves(&p))
			count, seen := 0, map[board.Move]bool{}
			const n = 4000
			for range n {
				played, ok := m.turn(&p)
				if !ok {
					t.Fatal("no turn")
				}
				if best[played.Move] {
					count++
				}
				seen[played.Move] = true
			}
			// One that is not greedy may be one of the best by chance.
			lucky := float64(len(best)) / float64(all)
			if want := share + (1-share)*lucky; want == 1 && count != n || want < 1 && math.Abs(float64(count)/n-want) > 4*math.Sqrt(want*(1-want)/n) {
				t.Errorf("%s, %d of a hundred: %d of %d turns are of the %d best of %d, want about %.2f", name, percent, count, n, len(best), all, want)
			}
			if percent == 100 && !maps.Equal(seen, best) || percent < 100 && len(seen) != all {
				t.Errorf("%s, %d of a hundred: %d different turns, of %d, %d the best", name, percent, len(seen), all, len(best))
			}
			if len(best) < 2 && name == "pacifist1" {
				t.Error("there is one best turn: the test says little")
			}
		}
	}
	m := makerOf(t, "chess", Options{})
	over, err := m.g.ParseFEN("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	if played, ok := m.turn(&over); ok || !reflect.DeepEqual(played, board.Played{}) {
		t.Errorf("a turn where there is none: %+v", played)
	}
}

// Where the enemy chooses what it takes back, any of its first eight choices may be made, if that is wanted.
func TestReclaims(t *testing.T) {
	partial, full := makerOf(t, "pacifist-number", Options{PartialReclaims: true}), makerOf(t, "pacifist-number", Options{})
	few, many := 0, 0
	for seed := uint64(0); seed < 60 && (few < 3 || many < 1); seed++ {
		record := New(rand.New(rand.NewPCG(seed, 5)), full.g, Options{Plies: 120})
		for _, turn := range record.Main.Turns {
			p, move := turn.Before, turn.Played.Move
			whole := full.g.Full(&p, move)
			if whole.Reclaimed == 0 {
				continue
			}
			var choices []board.Bits
			for choice := range full.g.TurnsOf(&p, move) {
				if choices = append(choices, choice.Reclaimed); len(choices) > 20 {
					break
				}
			}
			switch {
			case len(choices) < 8 && few < 3:
				few++
			case len(choices) > 8 && many < 1:
				many++
			default:
				continue
			}
			want, got := map[board.Bits]bool{}, map[board.Bits]bool{}
			for _, choice := range choices[:min(8, len(choices))] {
				want[choice] = true
			}
			for range 40_000 { // the move is one of many
				played, _ := partial.turn(&p)
				if played.Move == move {
					got[played.Reclaimed] = true
				}
				if len(got) > len(want) {
					break
				}
			}
			if !maps.Equal(got, want) {
				t.Errorf("%s, %s: %v of %d, want %v", full.g.FEN(&p), move.UCI(&p), got, len(choices), want)
			}
		}
	}
	if few < 3 || many < 1 {
		t.Errorf("%d positions with few choices, %d with many: the test says little", few, many)
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

// Of a hundred turns ten have an annotation, fifteen comments and about six variations, up to three deep, of one to four
// plies each that begin where their turn does.
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
