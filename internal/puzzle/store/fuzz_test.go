package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"turncoat/internal/testing/filetest"
)

// mostFuzzed is how many bytes of a store's file are changed at most in fuzzing.
const mostFuzzed = 1 << 20

// A damaged store is opened with an error, or answers with puzzles, faults and errors, all in
// bounded time. Each four bytes of the input are a place in the file of a sound store, and what
// stands there.
func FuzzDamagedStore(f *testing.F) {
	s, path := created(f)
	lines := collection(f, "chess")[:3]
	all := func(yield func(Line, error) bool) {
		for _, line := range lines {
			if !yield(line, nil) {
				return
			}
		}
	}
	if _, err := s.Add(f.Context(), all, AddOptions{}); err != nil {
		f.Fatal(err)
	}
	if err := s.Close(); err != nil {
		f.Fatal(err)
	}
	sound := filetest.Read(f, path)
	f.Add([]byte{0, 0, 16, 0xff})                         // the size of a page
	f.Add([]byte{0, 0, 100, 5, 0, 0, 103, 0xff})          // the page of the schema
	f.Add(bytes.Repeat([]byte{0, 0x10, 0, 0xff}, 3))      // the second page
	f.Add([]byte{0, 0, 0, 'x', 0, 0, 1, 'y', 0, 0, 2, 0}) // another kind of file

	f.Fuzz(func(t *testing.T, damage []byte) {
		text := slices.Clone(sound)
		for ; len(damage) >= 4; damage = damage[4:] {
			place := int(binary.BigEndian.Uint32(damage) >> 8)
			text[place%min(len(text), mostFuzzed)] = damage[3]
		}
		damaged := filepath.Join(t.TempDir(), "damaged.db")
		filetest.Write(t, damaged, text)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		s, err := Open(ctx, damaged, Options{})
		if err != nil {
			return
		}
		defer s.Close()
		s.Check(ctx, func(string) {})
		for _, err := range s.Find(ctx, Query{}) {
			if err != nil {
				break
			}
		}
		s.Stats(ctx, Query{})
		s.Add(ctx, all, AddOptions{})
		if ctx.Err() != nil {
			t.Error("it takes more than a minute")
		}
	})
}
