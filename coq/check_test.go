package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"turncoat/internal/files"
	"turncoat/puzzle/proof"
	"turncoat/rules"
	"turncoat/rules/board"
)

// kept returns the names of the proofs that the project keeps.
func kept(t *testing.T) []string {
	t.Helper()
	list, err := filepath.Glob("../puzzle/proofs/*.jsonl.gz")
	if err != nil || len(list) < 2 {
		t.Fatalf("%v, %v", list, err)
	}
	return list
}

// small returns small proofs: that White wins after 1.e3 Nf6 by 2.Qf3, and the small ones of those
// that are kept, such as that Black wins after 1.f4 by 1...e6.
func small(t *testing.T) []string {
	t.Helper()
	const steps = 50
	list := []string{"testdata/nf6-benedict.jsonl", "testdata/nf6-benedict-king.jsonl"}
	for _, name := range kept(t) {
		if bytes.Count(readAll(t, name), []byte("\n")) <= steps {
			list = append(list, name)
		}
	}
	return list
}

// readAll reads a file, compressed or not.
func readAll(t *testing.T, name string) []byte {
	t.Helper()
	in, err := files.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var text bytes.Buffer
	if _, err := text.ReadFrom(in); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// asTheorem returns a proof as Coq reads it.
func asTheorem(t *testing.T, text []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := writeTheorem(&out, bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// What is no proof that one turn wins in Benedict Chess is refused, with the line at fault.
func TestUnusableProofs(t *testing.T) {
	good := string(readAll(t, "testdata/nf6-benedict.jsonl"))
	for _, c := range []struct{ old, other, place string }{
		{`"version":2`, `"version":1`, "line 1:"},
		{`"rules":"benedict"`, `"rules":"pacifist1"`, "line 1:"},
		{`"stipulation":"win"`, `"stipulation":"claim"`, "line 1:"},
		{`"keys":["d1f3"]`, `"keys":["d1f3","b1c3"]`, "line 1:"},
		{`"keys":["d1f3"]`, `"keys":["d1"]`, "line 1:"},
		{`"in":4`, `"in":1000000000`, "line 1:"},
		{`"in":4`, `"in":0`, "line 1:"},
		{"\n{", "\n[", "line 2:"},
		{`"play"`, `"except"`, "line 2:"},
		{`{"at":"`, `{"at":"9/`, "line 2:"},
	} {
		text := strings.Replace(good, c.old, c.other, 1)
		err := writeTheorem(io.Discard, strings.NewReader(text))
		if text == good || err == nil || !strings.HasPrefix(err.Error(), c.place) {
			t.Errorf("%s for %s: %v", c.other, c.old, err)
		}
	}

	if err := writeSteps(io.Discard, strings.NewReader(good)); err == nil {
		t.Error("a proof is taken for a theorem")
	}
}

// From what Coq reads comes back the proof, to the letter: the steps have the checksum that its
// header gives.
func TestStepsComeBack(t *testing.T) {
	for _, name := range kept(t) {
		text := readAll(t, name)
		var head proof.Header
		if err := json.NewDecoder(bytes.NewReader(text)).Decode(&head); err != nil {
			t.Fatal(err)
		}
		var back bytes.Buffer
		if err := writeSteps(&back, bytes.NewReader(asTheorem(t, text))); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if sum := sha256.Sum256(back.Bytes()); hex.EncodeToString(sum[:]) != head.Sum {
			t.Errorf("%s: other steps came back", name)
		}
	}
}

// Coq accepts the small proofs, of White and of Black, under both rule sets, and rests on nothing
// but itself.
func TestSmallTheorems(t *testing.T) {
	dir := inWorkshop(t)
	for _, name := range small(t) {
		printed, err := compile(dir, "Proof.v", string(asTheorem(t, readAll(t, name))))
		if err != nil || strings.TrimSpace(printed) != "Closed under the global context" {
			t.Errorf("%s: %v\n%s", name, err, printed)
		}
	}
}

// That White wins in fewer turns than a proof shows is no theorem.
func TestClaimOfFewerTurns(t *testing.T) {
	dir := inWorkshop(t)
	claim := parse(t, readAll(t, "testdata/nf6-benedict.jsonl"))
	claim.head.In--
	if _, err := compile(dir, "Proof.v", string(asTheorem(t, claim.text(t)))); err == nil {
		t.Error("Coq accepts it")
	}
}

// check asks the checker of Check.v about a proof.
func (p *program) check(text []byte) bool {
	p.t.Helper()
	read, err := readProof(bytes.NewReader(text))
	if err != nil {
		p.t.Fatal(err)
	}
	set := "benedict"
	if read.rules == ruleSets["benedict-king"] {
		set = "benedict-king"
	}
	fields := []string{"check", set}
	for _, s := range append([]step{{read.root, read.in, read.first}}, read.steps...) {
		fields = append(fields, s.at, strconv.Itoa(s.win), s.move)
	}
	return p.ask(fields...)[0] == "true"
}

// A claim is a proof taken apart, so that it can be made false.
type claim struct {
	head  proof.Header
	steps []proof.Step
}

func parse(t *testing.T, text []byte) claim {
	t.Helper()
	lines := json.NewDecoder(bytes.NewReader(text))
	var c claim
	if err := lines.Decode(&c.head); err != nil {
		t.Fatal(err)
	}
	for lines.More() {
		var s proof.Step
		if err := lines.Decode(&s); err != nil {
			t.Fatal(err)
		}
		c.steps = append(c.steps, s)
	}
	return c
}

func (c *claim) text(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := proof.WriteSorted(&out, c.head, c.steps); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// part returns the proof of one step of a proof: the steps that it rests on, itself first. It is
// empty if there are more than a few.
func (c *claim) part(t *testing.T, known map[string]proof.Step, root proof.Step) claim {
	t.Helper()
	const few = 30
	variant := rules.New(c.head.Rules)
	part, taken := claim{head: c.head, steps: []proof.Step{root}}, map[string]bool{root.At: true}
	for i := 0; i < len(part.steps); i++ {
		for _, after := range replies(t, variant, part.steps[i]) {
			s, listed := known[after]
			if listed && !taken[after] {
				taken[after] = true
				part.steps = append(part.steps, s)
			}
		}
		if len(part.steps) > few {
			return claim{}
		}
	}

	p, err := proof.ParsePosition(root.At, variant)
	if err != nil {
		t.Fatal(err)
	}
	part.head.FEN, part.head.In, part.head.Keys = variant.FEN(&p), root.Win, root.Play
	return part
}

// replies returns the positions after the turn of a step and each reply.
func replies(t *testing.T, variant *rules.Variant, s proof.Step) []string {
	t.Helper()
	p, err := proof.ParsePosition(s.At, variant)
	if err != nil {
		t.Fatal(err)
	}
	m, err := board.ParseUCI(&p, s.Play[0])
	if err != nil {
		t.Fatal(err)
	}
	after := variant.Play(&p, m).After
	var list []string
	for reply := range variant.Turns(&after) {
		list = append(list, proof.At(&reply.After))
	}
	return list
}

// falsehoods make a proof false, or another one at least. Each is given one of its steps, not the
// first.
var falsehoods = map[string]func(t *testing.T, r *rand.Rand, c *claim, s *proof.Step){
	"a position is missing": func(_ *testing.T, _ *rand.Rand, c *claim, s *proof.Step) {
		at := s.At
		c.steps = slices.DeleteFunc(c.steps, func(s proof.Step) bool { return s.At == at })
	},
	"a bound is too low": func(_ *testing.T, _ *rand.Rand, c *claim, _ *proof.Step) {
		c.steps[0].Win--
		c.head.In--
	},
	"a bound is too high": func(_ *testing.T, _ *rand.Rand, c *claim, s *proof.Step) {
		s.Win = c.head.In
	},
	"another turn": func(t *testing.T, r *rand.Rand, c *claim, s *proof.Step) {
		variant := rules.New(c.head.Rules)
		p, err := proof.ParsePosition(s.At, variant)
		if err != nil {
			t.Fatal(err)
		}
		moves := variant.Moves(&p)
		s.Play = []string{moves[r.IntN(len(moves))].UCI(&p)}
	},
	"a turn that is not legal": func(_ *testing.T, _ *rand.Rand, _ *claim, s *proof.Step) {
		s.Play = []string{s.Play[0][2:4] + s.Play[0][:2]}
	},
	"the claim": func(_ *testing.T, _ *rand.Rand, c *claim, _ *proof.Step) { c.head.In-- },
	"rights": func(_ *testing.T, _ *rand.Rand, _ *claim, s *proof.Step) {
		fields := strings.Fields(s.At)
		fields[2] = fields[2][4:]
		if fields[2] == "" {
			fields[2] = "-"
		}
		s.At = strings.Join(fields, " ")
	},
}

// Of parts of the proofs, made false in every way, Coq refuses all that package proof refuses, and
// accepts the rest: two hundred are refused, some of each way. What was not made false is accepted.
func TestFalseProofsAreRefused(t *testing.T) {
	const ofEachWay = 15 // for each rule set
	program := extracted(t)
	r := rand.New(rand.NewPCG(65, 2))
	for _, set := range []string{"benedict", "benedict-king"} {
		whole := parse(t, readAll(t, "../puzzle/proofs/1e3-"+set+".jsonl.gz"))
		known := map[string]proof.Step{}
		for _, s := range whole.steps {
			known[s.At] = s
		}

		refused := map[string]int{}
		for !enough(refused, ofEachWay) {
			part := whole.part(t, known, whole.steps[r.IntN(len(whole.steps))])
			if len(part.steps) < 3 {
				continue
			}
			if !program.check(part.text(t)) {
				t.Fatalf("refused as it is:\n%s", part.text(t))
			}

			for way, falsify := range falsehoods {
				other := claim{part.head, slices.Clone(part.steps)}
				s := &other.steps[1+r.IntN(len(other.steps)-1)]
				if way == "rights" && strings.Contains(s.At, " - -") {
					continue
				}
				falsify(t, r, &other, s)
				text := other.text(t)
				_, err := proof.Verify(t.Context(), bytes.NewReader(text), "", 1)
				if accepted := program.check(text); accepted != (err == nil) {
					t.Errorf("%s: Coq accepts it: %t; package proof says: %v\n%s", way, accepted, err,
						text)
				}
				if err != nil {
					refused[way]++
				}
			}
		}
	}
}

func enough(refused map[string]int, count int) bool {
	for way := range falsehoods {
		if refused[way] < count {
			return false
		}
	}
	return true
}
