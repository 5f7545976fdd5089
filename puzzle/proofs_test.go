package puzzle_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// proved are the rule sets that first turns are proved to win or to lose in.
var proved = []string{"benedict", "benedict-king"}

// Every proof is right. Checking every step takes minutes, so that is done on request; the steps
// that everything rests on are checked always ([TestProofsPage]).
func TestProofsVerify(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("long test")
	}
	names, err := fs.Glob(puzzle.Proofs, "proofs/*")
	if err != nil || len(names) < 2 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		name = strings.TrimSuffix(path.Base(name), ".jsonl.gz")
		if _, err := proof.Verify(context.Background(), open(t, name), name, 2); err != nil {
			t.Error(err)
		}
	}
}

func open(t *testing.T, name string) *gzip.Reader {
	t.Helper()
	file, err := puzzle.Proofs.Open("proofs/" + name + ".jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	text, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// steps returns the header of a proof, and its steps by position.
func steps(t *testing.T, name string) (h proof.Header, found map[string]proof.Step) {
	t.Helper()
	lines := json.NewDecoder(open(t, name))
	if err := lines.Decode(&h); err != nil || h.Version != proof.VersionSorted ||
		h.Stipulation != proof.Win {
		t.Fatalf("%+v, %v", h, err)
	}
	found = map[string]proof.Step{}
	for lines.More() {
		var s proof.Step
		if err := lines.Decode(&s); err != nil {
			t.Fatal(err)
		}
		found[s.At] = s
	}

	return h, found
}

// moved plays a turn as people write it, with its number or without, from a position.
func moved(t *testing.T, variant *rules.Variant, p *board.Position, text string) board.Played {
	t.Helper()
	text = text[strings.LastIndexAny(text, ".…")+1:]
	turn, err := variant.Parse(p, strings.TrimRight(text, "#"))
	if err != nil {
		t.Fatal(err)
	}
	return turn
}

var verdict = regexp.MustCompile(`(?m)^\| (1\.\S+) \| (wins|loses|open) \| (.*) \|$`)

// The table of the first turns in docs/benedict.md has each of them. Those that win or lose are
// proved to, by the reply that the line has; others are not. Each line ends with the winner's win.
func TestFirstTurnsPage(t *testing.T) {
	table := verdict.FindAllStringSubmatch(string(filetest.Read(t, "../docs/benedict.md")), -1)
	for _, name := range proved {
		variant := puzzletest.Named(t, name)
		start := variant.Start()
		kept, left := 0, len(variant.Moves(&start))
		for _, r := range table {
			left--
			first := moved(t, variant, &start, r[1])
			file := "1" + variant.SAN(&start, first) + "-" + name
			_, err := puzzle.Proofs.Open("proofs/" + file + ".jsonl.gz")
			if decided := r[2] != "open"; decided != (err == nil) {
				t.Errorf("%s: %s is said to be %s: %v", name, r[1], r[2], err)
			}
			if err != nil {
				continue
			}

			kept++
			words := strings.Fields(r[3])
			before, key, winner := start, first.Move, board.White
			if r[2] == "loses" {
				before, winner = first.After, board.Black
				key = moved(t, variant, &before, words[1]).Move
			}
			h, _ := steps(t, file)
			if h.Rules.Name != name || h.FEN != variant.FEN(&before) || len(h.Keys) != 1 ||
				h.Keys[0] != key.UCI(&before) {
				t.Errorf("%s: the proof of %s is about %s, %v", name, r[1], h.FEN, h.Keys)
			}
			at := start
			for _, word := range words {
				at = moved(t, variant, &at, word).After
			}
			if variant.Outcome(&at).Result != board.Win(winner) {
				t.Errorf("%s: %s does not end with a win", name, r[3])
			}
		}

		files, err := fs.Glob(puzzle.Proofs, "proofs/*-"+name+".jsonl.gz")
		if left != 0 || err != nil || kept != len(files) {
			t.Errorf("%s: %d first turns are missing; %d of %d proofs are in the table", name, left,
				kept, len(files))
		}
	}
}

var row = regexp.MustCompile(`(?m)^\| (1….*?) \| 2\.(\S+) \| (\d+) \|$`)

// The table of docs/benedict.md is what the proofs say, and it has each of Black's replies.
func TestProofsPage(t *testing.T) {
	table := row.FindAllStringSubmatch(string(filetest.Read(t, "../docs/benedict.md")), -1)
	for _, name := range proved {
		variant := puzzletest.Named(t, name)
		_, known := steps(t, "1e3-"+name)
		start := variant.Start()
		first, err := variant.Parse(&start, "e3")
		if err != nil {
			t.Fatal(err)
		}
		replies := len(variant.Moves(&first.After))
		for _, r := range table {
			for _, text := range strings.Split(r[1], ", ") {
				reply, err := variant.Parse(&first.After, strings.TrimPrefix(text, "1…"))
				if err != nil {
					t.Fatal(err)
				}
				answer, err := variant.Parse(&reply.After, r[2])
				if err != nil {
					t.Fatal(err)
				}
				replies--
				in, _ := strconv.Atoi(r[3])
				result := variant.Outcome(&answer.After).Result
				won := result == board.Win(reply.After.Turn)
				step, listed := known[proof.At(&reply.After)]
				switch {
				case in == 1 && (listed || !won):
					t.Errorf("%s: %s %s does not win at once", name, text, r[2])
				case in > 1 && (step.Win != in || step.Play[0] != answer.Move.UCI(&reply.After)):
					t.Errorf("%s: %s is answered by %v in %d, not by %s in %d", name, text,
						step.Play, step.Win, r[2], in)
				}
			}
		}

		if replies != 0 {
			t.Errorf("%s: the table lacks %d replies", name, replies)
		}
	}
}
