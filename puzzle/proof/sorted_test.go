package proof

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"turncoat/rules/ruleset"
)

// King and rook against king: Kg6 mates in two, since after Kg8, the only reply, Ra8 mates. The
// statement about the mate in one is left out.
func mateOfVersion2(t testing.TB, change func(h *Header, steps []Step) []Step) string {
	t.Helper()
	chess, err := ruleset.Builtin("chess")
	if err != nil {
		t.Fatal(err)
	}
	h := Header{Rules: chess, FEN: "7k/8/5K2/8/8/8/8/R7 w - - 0 1", Stipulation: Win, In: 2,
		Keys: []string{"f6g6"}}
	steps := []Step{
		{At: "7k/8/5K2/8/8/8/8/R7 w - -", Win: 2, Play: []string{"f6g6"}},
		{At: "6k1/8/6K1/8/8/8/8/R7 w - -", Win: 1, Play: []string{"a1a8"}},
	}
	if change != nil {
		steps = change(&h, steps)
	}
	var out bytes.Buffer
	if err := WriteSorted(&out, h, steps); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestSortedProof(t *testing.T) {
	text := mateOfVersion2(t, nil)
	if n := strings.Count(text, "\n"); n != 2 {
		t.Errorf("%d lines, want a header and one step:\n%s", n, text)
	}
	r, err := Verify(t.Context(), strings.NewReader(text), "p.jsonl", 1)
	if err != nil || r.Wins != 1 || r.In != 2 {
		t.Errorf("%+v, %v", r, err)
	}
}

// What is not so is refused, even with a checksum that is right.
func TestWrongSortedProofs(t *testing.T) {
	second := Step{At: "7k/8/4K3/8/8/8/8/R7 w - -", Win: 3, Play: []string{"e6f6"}}
	for name, change := range map[string]func(h *Header, steps []Step) []Step{
		"another turn": func(_ *Header, steps []Step) []Step {
			steps[0].Play = []string{"a1a2"}
			return steps
		},
		"a key that is not shown": func(h *Header, steps []Step) []Step {
			h.Keys = []string{"f6f7", "f6g6"}
			return steps
		},
		"too few turns": func(h *Header, steps []Step) []Step {
			h.In = 1
			return steps
		},
		// Of the replies to Kf6, Kh7 and Kg8, none lets White win at once.
		"a position that has no step": func(_ *Header, steps []Step) []Step {
			return append(steps, second)
		},
	} {
		_, err := Verify(t.Context(), strings.NewReader(mateOfVersion2(t, change)), "p.jsonl", 1)
		if !errors.Is(err, ErrWrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMalformedSortedProofs(t *testing.T) {
	text := mateOfVersion2(t, nil)
	header, step, _ := strings.Cut(text, "\n")
	for name, bad := range map[string]string{
		"without sum":  strings.Replace(header, `,"sum":"`, `,"keys":["`, 1) + step,
		"a win in one": header + "\n" + strings.Replace(step, `"win":2`, `"win":1`, 1),
		"twice":        header + "\n" + step + step,
		"a hold": header + "\n" + step +
			`{"at":"7k/8/5K2/8/8/8/8/R7 w - -","hold":1,"except":["f6g6"]}` + "\n",
		"complete": strings.Replace(header, `"sum"`, `"complete":true,"sum"`, 1) +
			"\n" + step,
		"sum in version": strings.Replace(header, `"version":2`, `"version":1`, 1) + "\n" + step,
		"another sum":    strings.Replace(header, `"sum":"`, `"sum":"0`, 1) + "\n" + step,
		"a lost step":    header + "\n",
	} {
		if _, err := Verify(t.Context(), strings.NewReader(bad), "p.jsonl", 1); err == nil {
			t.Errorf("%s: it is right", name)
		}
	}
}
