package golden_test

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"flag"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"turncoat/corpus"
	"turncoat/internal/testing/rulestest"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

var add = flag.String(
	"add",
	"",
	"add the cases of a `FILE` to the committed corpora, the first of them to the smaller ones, too",
)

var addTo = flag.String("add-to", string(corpus.Smoke),
	"the smallest `SIZE` that they are added to")

// most is how many cases a corpus may have.
var most = map[corpus.Size]int{corpus.Smoke: 90, corpus.Standard: 250, corpus.Full: 600}

// No corpus has more cases than an implementation is asked for in a moment. With -add it grows as
// far as that.
func TestSizes(t *testing.T) {
	if *add != "" {
		grow(t)
	}
	for _, name := range ruleset.BuiltinNames() {
		for _, size := range corpus.Sizes() {
			cases, err := casesOf(size, name)
			if err != nil || len(cases) == 0 || len(cases) > most[size] {
				t.Errorf("%s %s has %d cases, %v", name, size, len(cases), err)
			}
		}
	}
}

// grow adds the cases of the file, answered anew by the reference rules, to each size of their rule
// sets, lets all cases of these say anew which misreadings they tell, and writes the manifest.
func grow(t *testing.T) {
	f, err := os.Open(*add)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	more, err := corpus.Read(f, *add)
	if err != nil {
		t.Fatal(err)
	}
	m, err := manifest()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ruleset.BuiltinNames() {
		set := rulestest.Builtin(t, name)
		if !slices.ContainsFunc(more, func(c corpus.Case) bool { return c.Rules == set }) {
			continue
		}
		var taken []corpus.Case // by the size before
		full, err := corpus.Golden(corpus.Full, name)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range more { // as it is already
			if at := slices.IndexFunc(full, func(o corpus.Case) bool {
				return o.ID == c.ID
			}); at >= 0 {
				more[i] = full[at]
			} else if c.Rules == set {
				more[i] = answered(t, c)
			}
		}

		smallest := slices.Index(corpus.Sizes(), corpus.Size(*addTo))
		for _, size := range corpus.Sizes()[max(0, smallest):] {
			cases, err := corpus.Golden(size, name)
			if err != nil {
				t.Fatal(err)
			}
			fresh := slices.Concat(taken, more)
			for _, c := range fresh {
				room := len(cases) < most[size] ||
					slices.ContainsFunc(taken, func(o corpus.Case) bool { return o.ID == c.ID })
				if c.Rules == set && room &&
					!slices.ContainsFunc(cases, func(o corpus.Case) bool { return o.ID == c.ID }) {
					cases, taken = append(cases, c), append(taken, c)
				}
			}

			slices.SortFunc(
				cases,
				func(a, b corpus.Case) int {
					return cmp.Or(a.Size()-b.Size(), strings.Compare(a.ID, b.ID))
				},
			)
			file := corpus.GoldenFileName(set, size)
			i := slices.IndexFunc(m.Files, func(f corpus.ManifestFile) bool {
				return f.File == file
			})
			entry := m.Files[i]
			tellAnew(t, &entry, cases)
			var text bytes.Buffer
			if err := corpus.Write(&text, cases); err != nil {
				t.Fatal(err)
			}
			entry.SHA256, entry.Bytes, entry.Cases = corpus.Checksum(text.Bytes()), text.Len(),
				len(cases)
			m.Put(entry)
			var out bytes.Buffer
			w := io.Writer(&out)
			if strings.HasSuffix(file, ".gz") {
				w, _ = gzip.NewWriterLevel(&out, gzip.BestCompression) // there is such a level
			}
			if _, err := w.Write(text.Bytes()); err != nil {
				t.Fatal(err)
			}
			if packed, ok := w.(*gzip.Writer); ok {
				packed.Close()
			}
			if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}

	text, err := m.Append(nil)
	if err == nil {
		err = os.WriteFile("manifest.json", text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// tellAnew says in each case of a rule set which single misreadings it tells, and in the manifest's
// entry what all of them tell.
func tellAnew(t *testing.T, entry *corpus.ManifestFile, cases []corpus.Case) {
	t.Helper()
	scores, err := corpus.Measure(t.Context(), cases, nil)
	if err != nil || len(scores) != 1 {
		t.Fatalf("%d scores, %v", len(scores), err)
	}
	score := scores[0]
	for i := range cases {
		cases[i].Tells = nil
	}

	entry.Misreadings, entry.Told, entry.Weakest = len(score.Readings), 0, 0
	for _, reading := range score.Readings {
		if reading.Count > 0 {
			entry.Told++
		}
		if reading.Count > 0 && (entry.Weakest == 0 || reading.Count < entry.Weakest) {
			entry.Weakest = reading.Count
		}
		for i, tells := range reading.Tells {
			if tells && reading.Single {
				cases[i].Tells = append(cases[i].Tells, reading.Name)
			}
		}
	}

	entry.Alike = nil
	for _, alike := range score.Alike {
		entry.Alike = append(entry.Alike, alike.Alike)
	}
}

// Positions in which right-looking programs were wrong are asked, and the move that they played is
// not among the turns: castling out of check with the king on its end square, with another rook in
// the way, with a right that the king of its rank has no more; a two-step is judged with the pawn
// on its square (PAC-3).
func TestNamedPositions(t *testing.T) {
	for _, test := range []struct{ set, fen, moves, uci string }{
		{"pacifist1", "4k3/8/8/8/8/1n6/P6P/R1K5 w Q - 0 1", "", "c1a1"},
		{"chess", "4k3/8/8/8/8/1n6/P6P/R1K5 w Q - 0 1", "", "c1a1"},
		{"pacifist1", "6Kr/8/8/2P5/8/8/8/RK1R4 w KQk - 0 1", "", "b1a1"},
		{"pacifist1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1d1 e8f7", "d1h1"},
		{"pacifist-value", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1d1 e8f7", "d1h1"},
		{"pacifist1", "4k3/8/8/8/8/8/8/1RR1K3 w Q - 0 1", "", "e1b1"},
	} {
		cases, err := corpus.Golden(corpus.Smoke, test.set)
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(
			cases,
			func(c corpus.Case) bool {
				return c.FEN == test.fen && strings.Join(c.Moves, " ") == test.moves
			},
		)
		if i < 0 {
			t.Errorf("%s: %s %s is not asked", test.set, test.fen, test.moves)
			continue
		}

		for _, turn := range cases[i].Turns {
			if turn.UCI == test.uci {
				t.Errorf("%s: %s is legal in %s", test.set, test.uci, test.fen)
			}
		}
	}

	cases, err := corpus.Golden(corpus.Smoke, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	lifted, long := false, false
	for _, c := range cases {
		for _, turn := range c.Turns {
			lifted = lifted || c.FEN == "k7/8/8/8/8/K7/4P3/4r3 w - - 0 1" && turn.UCI == "e2e4"
			long = long || len(turn.Waves) > 6
		}
	}

	if !lifted || !long {
		t.Errorf("a two-step before an enemy rook is asked: %t; a turn of seven waves: %t", lifted,
			long)
	}
}

// What programs got wrong without any case showing it is asked: moves with every kind of reclaim,
// lists of more than 218 turns, and in Benedict Chess pawns at the edge, castling pieces that stay,
// the enemy's rook, and the end of a side without a king.
func TestAsked(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		cases, err := casesOf(corpus.Full, name)
		if err != nil {
			t.Fatal(err)
		}
		reclaims, longest := map[string]int{}, 0
		for _, c := range cases {
			longest = max(longest, len(c.Turns))
			for _, move := range c.Moves {
				_, squares, chosen := strings.Cut(move, "~")
				switch {
				case !chosen:
				case squares == "-":
					reclaims["none"]++
				case strings.Contains(squares, ","):
					reclaims["several"]++
				default:
					reclaims["one"]++
				}
			}
		}

		set := rulestest.Builtin(t, name)
		if set.Reclaim == ruleset.OptionalReclaim && len(reclaims) < 3 {
			t.Errorf("%s: the reclaims in moves are %v", name, reclaims)
		}
		moversTurn := set.ConvertsThemselves() &&
			(set.ConvertsWhen == ruleset.OnNoCapture || set.ConvertsWhen == ruleset.Always)
		few := name == "conversion" || moversTurn // where a queen more gives check to its own king
		if longest <= 218 && !few {
			t.Errorf("%s: the longest list has %d turns", name, longest)
		}
	}

	for _, name := range []string{"benedict", "benedict-king"} {
		cases, err := casesOf(corpus.Smoke, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, fen := range []string{"4k3/8/8/8/7n/7n/P7/4K3 w - - 0 1",
			"4k3/8/8/3n4/8/8/8/3RK3 w Q - 0 1", "4k3/8/8/8/8/8/8/4K2r w K - 0 1",
			"7n/8/8/8/8/8/p7/K6K b - - 0 1"} {
			if !slices.ContainsFunc(cases, func(c corpus.Case) bool { return c.FEN == fen }) {
				t.Errorf("%s: %s is not asked", name, fen)
			}
		}
	}
}

// What programs of Andernach Chess and its kin got wrong without any case showing it is asked of each
// game: captures en passant, castling out of check, kings that came to their home squares and pieces
// of a side beyond sixteen.
func TestAskedOfAndernachChess(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		set := rulestest.Builtin(t, name)
		if set.Family != ruleset.Andernach {
			continue
		}
		cases, err := casesOf(corpus.Standard, name)
		if err != nil {
			t.Fatal(err)
		}
		variant := rules.New(set)
		asked := map[string]bool{}
		for i := range cases {
			p, err := cases[i].Seed().Position(variant)
			if err != nil {
				t.Fatal(err)
			}
			for _, what := range shown(variant, &p) {
				asked[what] = true
			}
		}

		for _, what := range []string{"en passant", "castling out of check", "a king that came home",
			"a king that captures at home", "more than sixteen pieces"} {
			twoStepsTurn := set.ConvertsThemselves() &&
				(set.ConvertsWhen == ruleset.OnNoCapture || set.ConvertsWhen == ruleset.Always)
			if !asked[what] && (what != "en passant" || !twoStepsTurn) {
				t.Errorf("%s: %s is not asked", name, what)
			}
		}
	}
}

// shown lists what a position asks of what programs forget.
func shown(variant *rules.Variant, p *board.Position) []string {
	var list []string
	side := p.Turn
	right := p.Rights[board.RightIndex(side, board.QueenSide)].Held() ||
		p.Rights[board.RightIndex(side, board.KingSide)].Held()
	if right && variant.InCheck(p) {
		list = append(list, "castling out of check")
	}
	if p.Rights.KingCame(board.White) || p.Rights.KingCame(board.Black) {
		list = append(list, "a king that came home")
	}
	if p.Colours[board.White].Count() > 16 || p.Colours[board.Black].Count() > 16 {
		list = append(list, "more than sixteen pieces")
	}
	for _, m := range variant.Moves(p) {
		after := variant.Play(p, m).After
		if p.KindAt(m.From) == board.Pawn && m.To == p.EnPassant {
			list = append(list, "en passant")
		}
		if p.KindAt(m.From) == board.King && p.Occupied().Has(m.To) && after.Rights.KingCame(side) {
			list = append(list, "a king that captures at home")
		}
	}

	return list
}

// answered returns a case with the answers of the reference rules.
func answered(t *testing.T, c corpus.Case) corpus.Case {
	t.Helper()
	out, err := corpus.AnswerByReference(c.Rules, c.Seed())
	if err != nil {
		t.Fatal(err)
	}
	out.Cite, out.Tells = c.Cite, c.Tells
	return out
}

// Every corpus asks the half-move clocks about which programs err, and one case shows that a right
// ends where its rook would be given another king, which has changed sides (PAC-15).
func TestClocks(t *testing.T) {
	for _, name := range ruleset.BuiltinNames() {
		cases, err := casesOf(corpus.Smoke, name)
		if err != nil {
			t.Fatal(err)
		}
		asked := map[string]bool{}
		for _, c := range cases {
			asked[strings.Fields(c.FEN)[4]] = true
		}
		for _, clock := range []string{"1", "99", "100", "149", "150", "65535"} {
			if !asked[clock] {
				t.Errorf("%s: no case has the clock %s", name, clock)
			}
		}
	}

	cases, err := casesOf(corpus.Smoke, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	rights := ""
	for _, c := range cases {
		if c.FEN != "n1b3rr/4N3/8/1N5n/3n4/1N2n3/8/K3R2k w K - 99 1" {
			continue
		}
		for _, turn := range c.Turns {
			if turn.UCI == "b3a5" {
				rights = strings.Fields(turn.FEN)[2]
			}
		}
	}

	if rights != "-" {
		t.Errorf("after b3a5 the rights are %q", rights)
	}
}
