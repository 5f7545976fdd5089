package corpus

import "testing"

// A manifest that is read is written as it was.
func FuzzManifest(f *testing.F) {
	f.Add(
		[]byte(
			`{"rulesVersion":"1","files":[{"file":"chess-full.jsonl.gz","sha256":"037a","bytes":5,"rules":"chess","size":"full","seed":1,"cases":3,"searched":27,"misreadings":3,"told":3,"weakest":13},` +
				`{"file":"chess-perft.epd","sha256":"1c37","bytes":815,"rules":"chess","seed":1,"positions":8}]}`,
		),
	)
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
