package proof

import (
	"errors"
	"strings"
	"testing"

	"turncoat/rules"
)

// Whatever a file has, it is right, or the fault is named by its class; and of a right proof of
// version 2 no part is right without the rest.
func FuzzVerify(f *testing.F) {
	f.Add(mateOfVersion2(f, nil))
	f.Add(strings.Join([]string{header,
		`{"at":"7k/8/5K2/8/8/8/8/R7 w - -","win":2,"play":["f6g6"]}`,
		`{"at":"6k1/8/6K1/8/8/8/8/R7 w - -","win":1,"play":["a1a8"]}`,
	}, "\n"))
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Verify(t.Context(), strings.NewReader(text), "p.jsonl", 1)
		named := errors.Is(err, ErrSyntax) || errors.Is(err, ErrWrong) ||
			errors.Is(err, rules.ErrLimit)
		if err != nil && !named {
			t.Fatal(err)
		}
		if err != nil || r.Version != VersionSorted {
			return
		}

		cut := strings.TrimSpace(text)
		cut = cut[:strings.LastIndexByte(cut, '\n')+1]
		if _, err := Verify(t.Context(), strings.NewReader(cut), "p.jsonl", 1); err == nil {
			t.Errorf("it is right without its last line: %q", cut)
		}
	})
}
