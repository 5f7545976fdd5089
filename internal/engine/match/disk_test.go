package match

import (
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"turncoat/internal/testing/filetest"
)

// A match on a full disk ends with the reason and keeps every game that was over; when there is
// room, it goes on from there. A disk that cannot be written to is refused at once.
func TestFullDisk(t *testing.T) {
	dir := filetest.SmallDisk(t, "4k")
	path := filepath.Join(dir, "games.pgn")
	match := func() *Match {
		return newMatch(t, "pacifist2", 16, player(t, "first", Turncoat, Limits{Nodes: 1}),
			player(t, "last", Turncoat, Limits{Nodes: 1}))
	}
	whole := runWithFile(t, match())

	play := func() (kept, over int, err error) {
		m := match()
		j, err := OpenJournal(path, "test", true, m)
		if err != nil {
			t.Fatal(err)
		}
		kept = len(j.Played)
		m.Played = j.Played
		m.Finished = func(g *Game) error {
			err := j.Add(g)
			if err == nil {
				over++
			}
			return err
		}
		_, err = m.Run(t.Context())
		return kept, over, errors.Join(err, j.Close(-1))
	}
	_, saved, err := play()
	if !errors.Is(err, syscall.ENOSPC) || saved == 0 || saved >= 16 {
		t.Fatalf("on a full disk: %d games, %v", saved, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
		t.Errorf("left are %q", left)
	}

	filetest.Resize(t, dir, "1m")
	kept, _, err := play()
	if err != nil || kept < saved {
		t.Errorf("with room: %d of %d games were kept, %v", kept, saved, err)
	}
	if got := read(t, path); got != whole {
		t.Errorf("the match has %d bytes, in one go %d", len(got), len(whole))
	}

	filetest.MakeReadOnly(t, dir)
	if _, err := OpenJournal(path, "test", true, match()); !errors.Is(err, syscall.EROFS) {
		t.Errorf("on a disk that cannot be written to: %v", err)
	}
}

// Two matches cannot write one file.
func TestFileInUse(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files are not locked here")
	}
	path := filepath.Join(t.TempDir(), "games.pgn")
	m := newMatch(t, "pacifist2", 2, player(t, "first", Turncoat, Limits{Nodes: 1}),
		player(t, "last", Turncoat, Limits{Nodes: 1}))
	j, err := OpenJournal(path, "test", false, m)
	if err != nil {
		t.Fatal(err)
	}
	m.Finished = func(g *Game) error {
		for _, resume := range []bool{false, true} {
			if _, err := OpenJournal(path, "test", resume, m); !errors.Is(err, ErrInUse) {
				t.Errorf("game %d: opened twice: %v", g.Number, err)
			}
		}

		return j.Add(g)
	}
	s, err := m.Run(t.Context())
	if err := errors.Join(err, j.Close(s.Games)); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(read(t, path), "[Round "); n != 2 {
		t.Errorf("%d games are kept", n)
	}
	j, err = OpenJournal(path, "test", true, m)
	if err != nil || len(j.Played) != 2 {
		t.Errorf("when the first is over: %v", err)
	}
}
