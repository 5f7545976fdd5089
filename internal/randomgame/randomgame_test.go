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

// In a shuffled start the pieces are those of the usual one, each side's in an order of its own, the king
// between the rooks.
func TestShuffled(t *testing.T) {
	for rank, want := range map[string]bool{"RKR": true, "NRBKQR": true, "KRR": false, "RRK": false, "RNBQKBNR": true,
		"BRNKNRQB": true} {
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
			if strings.Join(letters, "") != "BBKNNQRR" || !strings.Contains(rank[:king], "R") ||
				!strings.Contains(rank[king:], "R") {
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

// A game is legal turn by turn, as long as it is said or until it ends, with the result of its end or one at
// random; the same seed makes the same.
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
				if turn.Before != at || !g.Legal(&at, turn.Played.Move) ||
					g.Full(&at, turn.Played.Move).After != turn.Played.After {
					t.Fatalf("%s, seed %d: turn %d", name, seed, i)
				}
				if len(turn.NAGs)+len(turn.Comments)+len(turn.Variations) > 0 {
					t.Fatalf("%s, seed %d: turn %d is annotated", name, seed, i)
				}
				at = turn.Played.After
			}
			result := g.Outcome(&at).Result
			if n := len(record.Main.Turns); n != record.Plies || n > o.Plies || n < o.Plies &&
				len(g.Moves(&at)) > 0 || !record.Complete || record.Rules != g || len(record.Tags) != 6 {
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
			p, err := m.g.ParseFEN(map[string]string{"pacifist1": "4k3/8/3n4/8/2B1R3/8/8/4K3 w - - 0 1",
				"chess": "4k3/8/8/2p1n3/3R4/8/8/4K3 w - - 0 1"}[name])
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
			if want := share + (1-share)*lucky; want == 1 && count != n || want < 1 &&
				math.Abs(float64(count)/n-want) > 4*math.Sqrt(want*(1-want)/n) {
				t.Errorf("%s, %d of a hundred: %d of %d turns are of the %d best of %d, want about %.2f", name,
					percent, count, n, len(best), all, want)
			}
			if percent == 100 && !maps.Equal(seen, best) || percent < 100 && len(seen) != all {
				t.Errorf("%s, %d of a hundred: %d different turns, of %d, %d the best", name, percent, len(seen), all,
					len(best))
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
	partial, full := makerOf(t, "pacifist-number", Options{PartialReclaims: true}), makerOf(t, "pacifist-number",
		Options{})
	few, many := 0, 0
	for seed := uint64(0); seed < 60 && (few < 3 || many < 1); seed++ {
		record := New(rand.New(rand.NewPCG(seed, 5)), full.g, Options{Plies: 120})
		for _, turn := range record.Main.Turns {
			p, move := turn.Before, turn.Played.Move
			whole := full.g.Full(&p, move)
			if whole.Reclaimed == 0 {
				continue
			}
			var choices []board.Bitboard
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
			want, got := map[board.Bitboard]bool{}, map[board.Bitboard]bool{}
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
