package command

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"turncoat/internal/answer/probing"
	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/embedded"
	"turncoat/rules"
	"turncoat/rules/board"
)

// TablesFor opens the tables that a command may answer from, for a position; nil means none. Without --tables they are
// those in the usual place, if the position has few enough pieces to be in one; that they cannot be used is then no
// error but said. Where that place is not there, the tables that come with the program serve if small is set.
func (s *Session) TablesFor(g *rules.Variant, p *board.Position, small bool) (*tablebase.Tables, error) {
	if s.IsSet("tables") {
		return s.OpenTables(g)
	}
	if p.Occupied().Count() > tablebase.MaxPieces || !small && !isThere(UsualTables()) {
		return nil, nil
	}
	t, err := s.OpenTables(g)
	if errors.Is(err, tablebase.ErrRules) {
		return nil, nil
	}
	if err != nil {
		s.Say(fmt.Sprintf("%v; continuing without tables", err))
		return nil, nil
	}
	return t, nil
}

func isThere(dir string) bool {
	info, err := os.Stat(dir)
	return dir != "" && err == nil && info.IsDir()
}

// CloseTables closes tables, of which there may be none.
func CloseTables(t *tablebase.Tables) {
	if t != nil {
		t.Close()
	}
}

// ValueIn returns what tables say of a position, such as "win in 25 plies for White"; "" if they say nothing.
func (s *Session) ValueIn(t *tablebase.Tables, p *board.Position) string {
	v, ok := s.Probed(t, p)
	switch {
	case !ok:
		return ""
	case v == tablebase.Drawn:
		return "draw"
	case v.Plies() == 0:
		return p.Turn.Title() + " has lost"
	}
	return fmt.Sprintf("%s for %s", v, p.Turn.Title())
}

// Probed returns the value that tables, if there are any, have of a position. That one is damaged is said once.
func (s *Session) Probed(t *tablebase.Tables, p *board.Position) (v tablebase.Value, ok bool) {
	if t == nil {
		return v, false
	}
	v, err := t.Probe(p)
	if errors.Is(err, tablebase.ErrFile) && !s.damaged {
		s.damaged = true
		s.Report(Unusable("%w", err))
	}
	return v, err == nil
}

// UsualTables returns the place of a user's tables, which need not be there; "" where there is no such place.
func UsualTables() string {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "turncoat", "tables")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	switch runtime.GOOS {
	case "windows":
		if dir := os.Getenv("LocalAppData"); dir != "" {
			return filepath.Join(dir, "turncoat", "tables")
		}
		return ""
	case "darwin", "ios":
		return filepath.Join(home, "Library", "Application Support", "turncoat", "tables")
	}
	return filepath.Join(home, ".local", "share", "turncoat", "tables")
}

// OpenTables opens the tables that a call asks for: of the directory it names, or of the usual place if that is there,
// and those that come with the program.
func (s *Session) OpenTables(g *rules.Variant) (*tablebase.Tables, error) {
	t, err := embedded.Open(g.Set(), s.tablesDir())
	if err != nil {
		return nil, s.unusableTables(err)
	}
	return t, nil
}

// unusableTables returns the error of tables that cannot be used, which names the flag that asked for them.
func (s *Session) unusableTables(err error) error {
	if s.IsSet("tables") && !errors.Is(err, tablebase.ErrRules) {
		return Unusable("--tables: %s", InputError(err))
	}
	return Unusable("%w", err)
}

// tablesDir returns the directory of tables that a call asks for: the one it names, or the usual place if that
// is there, or "".
func (s *Session) tablesDir() string {
	dir := s.String("tables")
	if dir == "" && isThere(UsualTables()) {
		return UsualTables()
	}
	return dir
}

// TablesShelf returns the tables that a call asks for, of all rule sets. Those of a directory that the call
// names must be usable.
func (s *Session) TablesShelf() (*probing.TableSet, error) {
	dir := s.tablesDir()
	if s.IsSet("tables") {
		if err := embedded.Check(dir); err != nil {
			return nil, s.unusableTables(err)
		}
	}
	return probing.NewTableSet(embedded.Opener(dir)), nil
}
