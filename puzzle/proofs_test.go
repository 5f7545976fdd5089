package puzzle_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"turncoat/internal/testing/filetest"
	"turncoat/internal/testing/longtest"
	"turncoat/internal/testing/puzzletest"
	"turncoat/puzzle"
	"turncoat/puzzle/proof"
	"turncoat/rules/board"
)

// proved are the rule sets that 1.e3 is proved to win in.
var proved = []string{"benedict", "benedict-king"}

// Each proof proves what docs/benedict.md says of it. Checking every step takes a minute, so that
// is done on request; the steps that everything rests on are checked always ([TestProofsPage]).
func TestProofsVerify(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("long test")
	}
	for _, name := range proved {
		r, err := proof.Verify(context.Background(), open(t, name), name, 2)
		if err != nil || r.In != 15 || len(r.Keys) != 1 || r.Keys[0] != "e2e3" ||
			r.Rules.Name != name {
			t.Errorf("%+v, %v", r.Header, err)
		}
	}
}

func open(t *testing.T, name string) *gzip.Reader {
	t.Helper()
	file, err := puzzle.Proofs.Open("proofs/1e3-" + name + ".jsonl.gz")
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

// steps returns the steps of a proof by position.
func steps(t *testing.T, name string) map[string]proof.Step {
	t.Helper()
	lines := json.NewDecoder(open(t, name))
	var h proof.Header
	if err := lines.Decode(&h); err != nil || h.Version != proof.VersionSorted ||
		h.Stipulation != proof.Win {
		t.Fatalf("%+v, %v", h, err)
	}
	found := map[string]proof.Step{}
	for lines.More() {
		var s proof.Step
		if err := lines.Decode(&s); err != nil {
			t.Fatal(err)
		}
		found[s.At] = s
	}

	return found
}

var row = regexp.MustCompile(`(?m)^\| (1….*?) \| 2\.(\S+) \| (\d+) \|$`)

// The table of docs/benedict.md is what the proofs say, and it has each of Black's replies.
func TestProofsPage(t *testing.T) {
	table := row.FindAllStringSubmatch(string(filetest.Read(t, "../docs/benedict.md")), -1)
	for _, name := range proved {
		variant, known := puzzletest.Named(t, name), steps(t, name)
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
