//go:build unix

package check

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"turncoat/corpus"
	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/rules"
	"turncoat/rules/board"
)

const adapters = "../../../examples/adapters/"

func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip(program + " is not here")
	}
}

// The skeleton filled in is right, which also tells the rules a third time: these programs were
// written from their text alone.
func TestFilledInSkeletons(t *testing.T) {
	needs(t, "python3")
	size, step := corpus.Standard, 1
	if longtest.Short() {
		size, step = corpus.Smoke, 4
	}
	for program, sets := range map[string][]string{
		"pacifist1.py":  {"pacifist1"},
		"inventor.py":   {"pacifist-number", "pacifist-value", "pacifist-average"},
		"conversion.py": {"conversion"},
	} {
		for _, set := range sets {
			t.Run(set, func(t *testing.T) {
				t.Parallel()
				cases, err := corpus.Golden(size, set)
				if err != nil {
					t.Fatal(err)
				}
				cases = every(step, cases)
				if r := check(t, &Program{Args: []string{"python3", adapters + program},
					Timeout: time.Minute},
					cases); !r.OK() {
					t.Error(textOf(t, r, 3))
				}
			})
		}
	}
}

// Boards that are none end no program: each question has its answer.
func TestInvalidPositions(t *testing.T) {
	needs(t, "python3")
	fens := []string{"", "w", "8/8", "8/8/8/8/8/8/8/8 w - - 0 1", "8/8/8/8/8/8/8/K6k",
		"kk6/8/8/8/8/8/8/8 w - - 0 1", "kk6/8/8/8/8/8/8/8 b - - 0 1",
		"kKk5/8/8/8/8/8/8/8 b - - 0 1", "k7/8/8/8/8/8/8/K6R w Q - 0 1",
		"P6k/8/8/8/8/8/8/K6p w - - 0 1", "k7/8/8/8/8/8/8/K7 b - - 0 1 1",
		"k7/8/8/8/8/8/8/K7 w - x - -"}
	for program, set := range map[string]string{"pacifist1.py": "pacifist1",
		"inventor.py":   "pacifist-average",
		"conversion.py": "conversion"} {
		var questions strings.Builder
		for _, fen := range fens {
			fmt.Fprintf(&questions, `{"id":1,"ask":"turns","rules":%q,"fen":%q}`+"\n", set, fen)
		}
		cmd := exec.Command("python3", adapters+program)
		cmd.Stdin = strings.NewReader(questions.String())
		if out, err := cmd.Output(); err != nil || strings.Count(string(out), "\n") != len(fens) {
			t.Errorf("%s: %v\n%s", program, err, out)
		}
	}
}

// every returns every so manyth case.
func every(step int, cases []corpus.Case) []corpus.Case {
	var list []corpus.Case
	for i := 0; i < len(cases); i += step {
		list = append(list, cases[i])
	}
	return list
}

// A reclaim that is not the full one is played from its squares.
func TestReclaimsPlayed(t *testing.T) {
	needs(t, "python3")
	// After Rb1 the bishop on e4 takes the rook back, and then the rook the king on e1: both, the
	// first alone, or none.
	const fen = "8/8/8/8/4b3/8/N5k1/R3K3 w - - 0 2"
	for move, blacks := range map[string][2]bool{"a1b1": {true, true}, "a1b1~b1": {true, false},
		"a1b1~-": {false, false}} {
		cmd := exec.Command("python3", adapters+"inventor.py")
		cmd.Stdin = strings.NewReader(
			fmt.Sprintf(`{"id":1,"ask":"turns","rules":"pacifist-number","fen":"%s","moves":["%s"]}`, fen, move),
		)
		out, err := cmd.Output()
		if err != nil || strings.Contains(string(out), `"uci": "b1`) != blacks[0] ||
			strings.Contains(string(out), `"uci": "e1`) != blacks[1] ||
			!strings.Contains(string(out), "g2f3") {
			t.Errorf("%s: %v, %s", move, err, out)
		}
	}
}

// What the README of the corpora shows to those who read the files themselves works: it finds
// nothing in a right implementation, and something in one that converts on a tie.
func TestREADMESnippet(t *testing.T) {
	needs(t, "python3")
	_, snippet, _ := strings.Cut(string(filetest.Read(t, "../../../corpus/golden/README.md")),
		"```python\n")
	snippet, _, found := strings.Cut(snippet, "```")
	if !found || strings.Count(snippet, "\n") > 20 {
		t.Fatalf("no snippet, or more than twenty lines of one: %s", snippet)
	}
	const around = `import sys; sys.path.insert(0, "../../examples/adapters"); import pacifist1
my_position, my_play, my_turns = pacifist1.Position, lambda position, move: dict(position.turns()).get(move, position), lambda position: position.turns()
my_uci, my_board_and_side, my_outcome = lambda turn: turn[0], lambda turn: turn[1].fen(), lambda position: position.outcome()
`
	const misread = `pacifist1.over_persuaded = lambda b, s, o: pacifist1.weight(b, s, pacifist1.other(o)) >= max(1, pacifist1.weight(b, s, o))
`
	for _, test := range []struct {
		program string
		wrong   bool
	}{{around + snippet, false}, {around + misread + snippet, true}} {
		cmd := exec.Command("python3", "-c", test.program)
		cmd.Dir = "../../../corpus/golden"
		out, err := cmd.CombinedOutput()
		if err != nil || (len(out) > 0) != test.wrong {
			t.Errorf("%v: %.300s", err, out)
		}
	}
}

// The skeletons speak the protocol as they are, and say that they know nothing.
func TestBareSkeletons(t *testing.T) {
	for _, args := range [][]string{{"python3", adapters + "skeleton.py"},
		{"node", adapters + "skeleton.js"}} {
		t.Run(args[0], func(t *testing.T) {
			needs(t, args[0])
			r := check(t, &Program{Args: args}, few(t, 5))
			said := textOf(t, r, 0)
			if len(r.Findings) > 0 || r.Count(Unsupported) != 5 ||
				!strings.Contains(said, `it says "turns is still to be written"`) {
				t.Errorf("%+v\n%s", r.JSON(), said)
			}

			text, err := os.ReadFile(args[1])
			if lines := strings.Count(string(text), "\n"); err != nil || lines > 60 {
				t.Errorf("%d lines (%v)", lines, err)
			}
		})
	}
}

// The adapter for vchess.club's rule classes, around classes of their outer form: the FEN that they
// are given, the spelling of castling and promotion, moves played first, and scores.
func TestVChessAdapter(t *testing.T) {
	needs(t, "node")
	cmd := exec.Command("node", adapters+"vchess.mjs", "--path", "testdata/like-vchess")
	cmd.Stdin = strings.NewReader(strings.Join([]string{
		`{"id":1,"ask":"turns","rules":"pacifist1","fen":"r3k3/8/8/8/8/8/8/1R2K2R w KBq - 0 3"}`,
		`{"id":2,"ask":"turns","rules":"pacifist1","fen":"4k3/8/8/8/8/8/8/4K3 b - - 0 1","moves":["e1g1"]}`,
		`{"id":3,"ask":"turns","rules":"pacifist1","fen":"4k3/8/8/8/8/8/8/4K3 b - - 0 1","moves":["e1e5"]}`,
		`{"id":4,"ask":"turns","rules":"conversion","fen":"4k3/8/8/8/8/8/8/4K3 b - - 0 1"}`,
		`{"id":5,"ask":"perft","rules":"pacifist1","fen":"4k3/8/8/8/8/8/8/4K3 b - - 0 1","depth":2}`,
		// The right's king may have been converted.
		`{"id":6,"ask":"turns","rules":"pacifist1","fen":"4k3/8/8/8/8/8/8/R3k2R w KQ - 0 1"}`,
		// Where a king is lost, whether before the game began or since, there are no turns.
		`{"id":7,"ask":"turns","rules":"benedict","fen":"4K3/8/8/8/8/8/8/4K3 b - - 0 1"}`,
		`{"id":8,"ask":"turns","rules":"benedict","fen":"4k3/8/8/8/8/8/8/4k3 w - - 0 1"}`,
		`x`,
	}, "\n"))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	turns := func(fen, outcome string, last string) string {
		var list []string
		for _, uci := range []string{"e1h1", "a7a8n", "e1e2"} {
			list = append(list, fmt.Sprintf(`{"uci":"%s","fen":"%s","outcome":"%s"}`, uci, fen,
				outcome))
		}

		return `"turns":[` + strings.Join(list, ",") + `],"outcome":"` + last + `"}`
	}
	want := []string{
		`{"id":1,` + turns("r3k3/8/8/8/8/8/8/1R2K2R w 4 bhai after 1", "*", "*"),
		`{"id":2,` + turns("4k3/8/8/8/8/8/8/4K3 b 1 iiii after 2", "1/2-1/2", "*"),
		`{"id":3,"error":{"code":"illegal-move","message":"e1e5"}}`,
		`{"id":4,"error":{"code":"unknown-rules","message":"known here: pacifist1, pacifist2, benedict"}}`,
		`{"id":5,"error":{"code":"unsupported","message":"ask turns or best"}}`,
		`{"id":6,` + turns("4k3/8/8/8/8/8/8/R3k2R w 0 ahii after 1", "*", "*"),
		`{"id":7,"turns":[],"outcome":"1-0"}`,
		`{"id":8,"turns":[],"outcome":"0-1"}`,
		`{"id":null,"error":{"code":"malformed",`,
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(want) {
		t.Fatalf("%d answers: %s", len(lines), out)
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, want[i]) {
			t.Errorf("answer %d is\n%s, want\n%s", i+1, line, want[i])
		}
	}
}

// The adapter for UCI engines, around an engine that this test binary plays.
func TestUCIAdapter(t *testing.T) {
	needs(t, "python3")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cases, err := corpus.Golden(corpus.Smoke, "chess")
	if err != nil {
		t.Fatal(err)
	}
	p := &Program{Args: []string{"python3", adapters + "uci.py", "--engine", "'" + self + "'",
		"--option", "Hash=1"}, Env: append(os.Environ(), behaviour+"=uci")}
	if r := check(t, p, every(3, cases)); !r.OK() {
		t.Error(textOf(t, r, 3))
	}
}

// actUCI plays an engine that knows chess, as far as the adapter asks.
func actUCI() {
	variant, err := rules.Named("chess")
	if err != nil {
		panic(err)
	}
	shuffled := false
	var p board.Position
	spelt := func(m board.Move) string {
		if _, castles := m.Castles(&p); castles && shuffled {
			return m.From.String() + m.To.String()
		}
		return m.UCI(&p)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		words := strings.Fields(in.Text())
		switch words[0] {
		case "uci":
			fmt.Println("id name test\nuciok")
		case "isready":
			fmt.Println("readyok")
		case "setoption":
			if words[2] == "UCI_Chess960" {
				shuffled = words[4] == "true"
			}
		case "position":
			p, err = variant.ParseFEN(strings.Join(words[2:8], " "))
			if err != nil {
				panic(err)
			}
			for _, text := range words[min(9, len(words)):] {
				for _, m := range variant.Moves(&p) {
					if spelt(m) == text {
						p = variant.Play(&p, m).After
						break
					}
				}
			}
		case "go":
			for _, m := range variant.Moves(&p) {
				fmt.Printf("%s: 1\n", spelt(m))
			}
			fmt.Printf("\nNodes searched: %d\n", len(variant.Moves(&p)))
		case "d":
			checkers := ""
			if variant.InCheck(&p) {
				checkers = "e1"
			}
			fmt.Printf("\nFen: %s\nKey: 0\nCheckers: %s\n", variant.FEN(&p), checkers)
		}
	}
}

// Faults that no setting stands for are found as well: each line of the filled-in skeleton that is
// spoilt here makes some case of the smallest corpus wrong.
func TestOrdinaryFaults(t *testing.T) {
	if testing.Short() {
		t.Skip("starts many processes")
	}
	needs(t, "python3")
	cases, err := corpus.Golden(corpus.Smoke, "pacifist1")
	if err != nil {
		t.Fatal(err)
	}
	text := filetest.Read(t, adapters+"pacifist1.py")
	skeleton := filetest.Read(t, adapters+"skeleton.py")
	for i, fault := range [][2]string{
		{"KNIGHT_STEPS = [(1, 2), ", "KNIGHT_STEPS = ["}, // neither moves nor bears so
		{"in KNIGHT_STEPS:\n        if board", "in KNIGHT_STEPS[:-1]:\n        if board"},
		{"in ROOK_LINES + BISHOP_LINES:\n        if board",
			"in ROOK_LINES + BISHOP_LINES[1:]:\n        if board"},
		{"for step in (-1, 1):\n        if board", "for step in (1,):\n        if board"},
		{"for line in SLIDERS[piece.lower()]:", "for line in SLIDERS[piece.lower()][1:]:"},
		// the king of a right is the one that must move
		{" and not (piece.lower() == \"k\" and r[0] == self.side)]", "]"},
		{"if square not in r[1:] and not", "if not"}, // a rook may move and castle all the same
		{"        king_end, rook_end =",
			"        if rook < king:\n            return\n        king_end, rook_end ="},
		// the b-file may be occupied
		{"in (king, rook, king_end, rook_end)]", "in (king, king_end)]"},
		// nor may the end be attacked
		{"(way != king_end or way == king) and", ""},
		{`"qrbn"`, `"qrb"`},
		// no third slider
		{"            count += 1\n    return",
			"            count += 1\n            break\n    return"},
		{"colour(piece) != side or line not in SLIDERS.get(piece.lower(), [])",
			"colour(piece) != side or piece.lower() not in SLIDERS"},
		{"colour(piece) != side or line not in SLIDERS.get(piece.lower(), [])",
			"line not in SLIDERS.get(piece.lower(), [])"},
		// a pawn steps onto other pieces
		{"        if to in self.board:\n            return\n", ""},
		{" and second not in self.board", ""},
		{"    while True:\n        enemy", "    for _ in range(3):\n        enemy"},
		{"first_rank = 1 if self.side == \"w\" else 6", "first_rank = 1"},
		{`return "0-1" if self.side == "w" else "1-0"`, `return "0-1"`},
	} {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			if longtest.Short() && i%16 != 0 {
				t.Skip("long: set TURNCOAT_LONG=1 to run it")
			}
			t.Parallel()
			spoilt := strings.Replace(string(text), fault[0], fault[1], 1)
			if spoilt == string(text) {
				t.Fatalf("%q is not there", fault[0])
			}
			dir := t.TempDir()
			for name, content := range map[string]string{"pacifist1.py": spoilt,
				"skeleton.py": string(skeleton)} {
				filetest.Write(t, filepath.Join(dir, name), []byte(content))
			}

			r, err := Check(t.Context(), &Program{Args: []string{"python3", "pacifist1.py"},
				Dir: dir, Timeout: time.Minute}, cases, Options{})
			if err != nil || len(r.Findings) > 0 || r.Count(Wrong) == 0 {
				t.Errorf("%v; with %q every case is right: %+v", err, fault[1], r.Findings)
			}
		})
	}
}
