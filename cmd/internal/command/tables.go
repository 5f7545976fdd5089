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

// TablesFor opens the tables that a command may use for a position, in the directory that --tables
// names; nil means none. Without the flag it uses the usual place, if it exists and the position
// has few enough pieces. Unusable tables there are not an error, but cause a message.
func (s *Session) TablesFor(
	dir string,
	variant *rules.Variant,
	p *board.Position,
) (*tablebase.Tables, error) {
	if dir == "" && !isThere(UsualTables()) {
		return nil, nil
	}
	return s.TablesOrBuiltin(dir, variant, p)
}

// TablesOrBuiltin is [Session.TablesFor], but uses the embedded tables if the usual place does not
// exist.
func (s *Session) TablesOrBuiltin(
	dir string,
	variant *rules.Variant,
	p *board.Position,
) (*tablebase.Tables, error) {
	if dir != "" {
		return OpenTables(dir, variant)
	}
	if p.Occupied().Count() > tablebase.MaxPieces {
		return nil, nil
	}
	t, err := OpenTables("", variant)
	switch {
	case errors.Is(err, tablebase.ErrRules):
		return nil, nil
	case err != nil:
		s.Say(fmt.Sprintf("%v; continuing without tables", err))
		return nil, nil
	}

	return t, nil
}

func isThere(dir string) bool {
	info, err := os.Stat(dir)
	return dir != "" && err == nil && info.IsDir()
}

// CloseTables closes tables, which may be nil.
func CloseTables(t *tablebase.Tables) {
	if t != nil {
		t.Close()
	}
}

// ValueIn returns the value of a position in tables, such as "win in 25 plies for White", or "" if
// it is not in them.
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

// Probed returns the value of a position in tables, which may be nil. A damaged table is reported
// once.
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

// UsualTables returns the directory of a user's tables, which need not exist, or "" if the system
// has no such place.
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

// OpenTables opens the embedded tables and those in the directory that --tables names or, without
// the flag, in the usual place if it exists.
func OpenTables(dir string, variant *rules.Variant) (*tablebase.Tables, error) {
	t, err := embedded.Open(variant.Set(), dirOfTables(dir))
	if err != nil {
		return nil, unusableTables(dir, err)
	}
	return t, nil
}

// unusableTables returns the error for unusable tables, which names the flag if it was set.
func unusableTables(dir string, err error) error {
	if dir != "" && !errors.Is(err, tablebase.ErrRules) {
		return Unusable("--tables: %s", InputError(err))
	}
	return Unusable("%w", err)
}

// dirOfTables returns the directory of tables for a call: the one that it names, or the usual place
// if it exists, or "".
func dirOfTables(dir string) string {
	if dir == "" && isThere(UsualTables()) {
		return UsualTables()
	}
	return dir
}

// TablesOfAllRules returns the tables that [OpenTables] opens, for all rule sets; each is opened
// when it is first needed. Tables in a directory that the call names must be usable.
func TablesOfAllRules(dir string) (*probing.TableSet, error) {
	place := dirOfTables(dir)
	if dir != "" {
		if err := embedded.Check(place); err != nil {
			return nil, unusableTables(dir, err)
		}
	}

	return probing.NewTableSet(embedded.Opener(place)), nil
}
