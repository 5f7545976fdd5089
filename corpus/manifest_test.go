package corpus

import (
	"os"
	"testing"
)

// A manifest that is read is written as it was.
func FuzzManifest(f *testing.F) {
	text, err := os.ReadFile("golden/manifest.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := ParseManifest(text)
		if err != nil {
			return
		}
		out, err := m.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseManifest(out)
		if err != nil || len(again.Files) != len(m.Files) {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
