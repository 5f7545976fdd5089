package puzzlecmd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/internal/cluster"
	"turncoat/internal/tablebase"
	"turncoat/internal/tablebase/embedded"
	"turncoat/puzzle"
	"turncoat/rules/ruleset"
)

// verifyArgs are the arguments that all units of a batch of "puzzle verify" have in common: the
// tables at whose positions the search stops.
type verifyArgs struct {
	// Rules names the rule sets that have tables. A worker has the tables that come with the
	// program.
	Rules []string `json:"rules,omitempty"`
	// Tables are the others, which a worker has to fetch.
	Tables []tableFile `json:"tables,omitempty"`
}

type tableFile struct {
	Rules string `json:"rules"`
	Class string `json:"class"`
	Sum   string `json:"sum"`
}

// carried is the greatest number of pieces in the tables that come with the program.
const carried = 3

// neededTables returns the tables that workers must fetch to verify some puzzles as this process
// would. Workers have all tables of up to have pieces. In games with captures they need every other
// table that this process has opened. In games without, pieces only change sides or promote, so
// that they need the tables that the puzzles can lead into.
func neededTables(
	puzzles []filedPuzzle,
	tables map[string]*tablebase.Tables,
	have int,
) (args verifyArgs,
	blobs []cluster.Blob, err error) {
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		if tables[name] != nil {
			args.Rules = append(args.Rules, name)
		}
	}

	for _, name := range args.Rules {
		t := tables[name]
		reached := map[tablebase.Class]bool{}
		for i := range puzzles {
			addReached(reached, &puzzles[i].Puzzle, t)
		}
		for _, c := range t.Classes() {
			path := t.Table(c).Name()
			if c.Pieces() <= have || !t.Set().Family.Captures() && !reached[c] {
				continue
			}
			sum, err := share.SumOfFile(path)
			if err != nil {
				return args, nil, err
			}
			args.Tables = append(args.Tables, tableFile{name, c.String(), sum})
			blobs = append(
				blobs,
				cluster.Blob{
					Name: sum,
					Open: func() (io.ReadCloser, error) { return os.Open(path) },
				},
			)
		}
	}

	return args, blobs, nil
}

// addReached adds the classes of pieces that a puzzle can lead into, if the tables are for its
// rules.
func addReached(reached map[tablebase.Class]bool, p *puzzle.Puzzle, t *tablebase.Tables) {
	if builtin, _ := ruleset.IsBuiltin(p.Rules); builtin.Name != t.Set().Name {
		return
	}
	at, err := p.Position()
	if err != nil {
		return
	}
	if c, small := tablebase.ClassOf(&at); small {
		for _, c := range tablebase.Closure(t.Set().Family, c) {
			reached[c] = true
		}
	}
}

// VerifyTables keeps the tables of one batch open for a worker, so that not every unit of the batch
// has to open them.
type VerifyTables struct {
	mu   sync.Mutex
	args []byte
	at   *openTableSets
}

// openTableSets are the open tables of a batch. Their files are in a directory that goes with them.
type openTableSets struct {
	byRules map[string]*tablebase.Tables
	dir     string
	users   sync.WaitGroup
}

// Unit verifies one puzzle for another machine.
func (v *VerifyTables) Unit(ctx context.Context, u cluster.Unit) ([]byte, error) {
	at, err := v.open(ctx, u)
	if err != nil {
		return nil, err
	}
	defer at.users.Done()
	return share.Unit(func(ctx context.Context, _ struct{}, text []byte) (verdict, error) {
		return verifyPuzzle(ctx, text, 1, at.byRules)
	})(ctx, u)
}

// open returns the tables of a unit's batch, which it opens if the unit before was of another
// batch. The caller calls users.Done when it needs them no longer.
func (v *VerifyTables) open(ctx context.Context, u cluster.Unit) (*openTableSets, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.at == nil || !bytes.Equal(v.args, u.Args) {
		var args verifyArgs
		if err := share.DecodeArgs(u, &args); err != nil {
			return nil, err
		}
		at, err := fetchTables(ctx, &args, u.Fetch)
		if err != nil {
			return nil, err
		}
		v.leave()
		v.args, v.at = bytes.Clone(u.Args), at
	}

	v.at.users.Add(1)
	return v.at, nil
}

// leave closes the tables of the last batch as soon as no unit uses them any more. It does not
// wait.
func (v *VerifyTables) leave() {
	if at := v.at; at != nil {
		go func() {
			at.users.Wait()
			at.close()
		}()
	}
}

// Close waits until no unit uses the tables, and closes them.
func (v *VerifyTables) Close() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.at != nil {
		v.at.users.Wait()
		v.at.close()
		v.at = nil
	}
}

func (at *openTableSets) close() {
	for _, t := range at.byRules {
		command.CloseTables(t)
	}
	os.RemoveAll(at.dir)
}

func fetchTables(ctx context.Context, args *verifyArgs, fetch func(context.Context, string,
	io.Writer) error) (_ *openTableSets, err error) {
	dir, err := os.MkdirTemp("", "turncoat-tables-")
	if err != nil {
		return nil, err
	}
	opened := &openTableSets{byRules: map[string]*tablebase.Tables{}, dir: dir}
	defer func() {
		if err != nil {
			opened.close()
		}
	}()
	for _, t := range args.Tables {
		if _, err := ruleset.Builtin(t.Rules); err != nil ||
			strings.ContainsAny(t.Rules+t.Class, `/\`) {
			return nil, errors.New("invalid rules or class of a table")
		}

		err := os.MkdirAll(filepath.Join(dir, t.Rules), 0o700)
		if err != nil {
			return nil, err
		}
		file, err := os.Create(filepath.Join(dir, t.Rules, t.Class+tablebase.Extension))
		if err != nil {
			return nil, err
		}
		if err := errors.Join(fetch(ctx, t.Sum, file), file.Close()); err != nil {
			return nil, err
		}
	}

	for _, name := range args.Rules {
		set, err := ruleset.Builtin(name)
		if err != nil {
			return nil, err
		}
		opened.byRules[name], err = embedded.Open(set, dir)
		if err != nil {
			return nil, err
		}
	}

	return opened, nil
}
