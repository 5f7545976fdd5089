package corpuscmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"

	"turncoat/cluster"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/corpus/generate"
	"turncoat/internal/journal"
	"turncoat/internal/workers"
	"turncoat/rules/ruleset"
)

// A corpusSearch has the steps of the search for a corpus worked out, by a cluster where there is one, and keeps
// what comes of them in a journal where there is one.
type corpusSearch struct {
	conn    *cluster.Conn
	journal *journal.Journal
	step    int // of this search
	kept    map[stepUnit]journal.Place
}

// A stepUnit is a unit of a step.
type stepUnit struct {
	step, unit int
	sum        string // of the step's arguments
}

// A stepRecord is what came of a unit, in the journal.
type stepRecord struct {
	Step   int             `json:"step"`
	Unit   int             `json:"unit"`
	Sum    string          `json:"sum"`
	Result json.RawMessage `json:"result"`
}

// open opens the journal of a search and notes what it holds.
func (s *corpusSearch) open(path string, set ruleset.Set, o generate.Options) error {
	seeds, err := json.Marshal(o.Seeds)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(seeds)
	header, err := json.Marshal(map[string]any{"format": "turncoat-corpus-search", "version": share.BuildVersion(),
		"rules": set, "seed": o.Seed,
		"search": o.Search, "size": o.Size, "only": o.Only, "pairs": o.Pairs, "seeds": hex.EncodeToString(sum[:8])})
	if err != nil {
		return err
	}
	s.kept = map[stepUnit]journal.Place{}
	s.journal, err = journal.Open(path, header, func(text []byte, at journal.Place) error {
		var r stepRecord
		err := json.Unmarshal(text, &r)
		s.kept[stepUnit{r.Step, r.Unit, r.Sum}] = at
		return err
	})
	return err
}

// share does a step, as [generate.Share] says.
func (s *corpusSearch) share(ctx context.Context, args []byte, units int, input func(int) ([]byte, error),
	keep func(int, []byte) error) error {
	s.step++
	hash := sha256.Sum256(args)
	step := stepUnit{step: s.step, sum: hex.EncodeToString(hash[:8])}
	had := map[int]bool{}
	for step.unit = range units {
		at, ok := s.kept[step]
		if !ok {
			continue
		}
		var r stepRecord
		text, err := s.journal.Read(at)
		if err == nil {
			err = json.Unmarshal(text, &r)
		}
		if err == nil {
			err = keep(r.Unit, r.Result)
		}
		if err != nil {
			return err
		}
		had[step.unit] = true
	}
	note := func(unit int, result []byte) error {
		if err := keep(unit, result); err != nil { // before it is in the journal, which would be of no use
			return fmt.Errorf("%w: %w", cluster.ErrBadResult, err)
		}
		if s.journal == nil {
			return nil
		}
		text, err := json.Marshal(stepRecord{step.step, unit, step.sum, result})
		if err == nil {
			_, err = s.journal.Append(text)
		}
		return err
	}
	if s.conn == nil {
		return s.here(ctx, args, units, input, had, note)
	}
	asker := cluster.Asker{Have: func(unit int) bool { return had[unit] }, Keep: note, Input: input}
	if s.journal != nil {
		asker.Sync = s.journal.Sync
	}
	return asker.Run(ctx, s.conn, cluster.Work{Kind: "corpus generate", Version: share.BuildVersion(), Args: args,
		Units: units, Span: min(16, 1+units/16)})
}

// here does in this process what is missing of a step.
func (s *corpusSearch) here(ctx context.Context, args []byte, units int, input func(int) ([]byte, error),
	had map[int]bool, note func(int, []byte) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var mu sync.Mutex
	err := workers.Each(ctx, runtime.GOMAXPROCS(0), units, func(_, unit int) {
		if had[unit] {
			return
		}
		var in []byte
		var err error
		if input != nil {
			in, err = input(unit)
		}
		var result []byte
		if err == nil {
			result, err = generate.Unit(ctx, args, unit, in)
		}
		if err == nil && ctx.Err() == nil {
			mu.Lock()
			defer mu.Unlock()
			err = note(unit, result)
		}
		if err != nil {
			cancel(fmt.Errorf("unit %d: %w", unit, err))
		}
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err == nil && s.journal != nil {
		err = s.journal.Sync()
	}
	return err
}
