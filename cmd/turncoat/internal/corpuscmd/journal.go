package corpuscmd

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"runtime"

	"turncoat/cluster"
	"turncoat/cmd/turncoat/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/corpus/generate"
	"turncoat/internal/work"
	"turncoat/rules/ruleset"
)

// A corpusSearch does the steps of the search for a corpus, by workers where there is a connection, and keeps their
// results in a journal where there is one.
type corpusSearch struct {
	session *command.Session
	conn    *cluster.Conn
	journal *work.Journal
	step    int
}

// open opens the journal of a search.
func (s *corpusSearch) open(set ruleset.Set, o generate.Options) error {
	seeds, err := json.Marshal(o.Seeds)
	if err != nil {
		return err
	}
	s.journal, err = share.OpenJournal(
		s.session,
		map[string]any{"format": "turncoat-corpus-search", "rules": set, "seed": o.Seed,
			"search": o.Search, "size": o.Size, "only": o.Only, "pairs": o.Pairs, "seeds": sumOf(seeds)},
	)
	return err
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return fmt.Sprintf("%x", sum[:8])
}

// share does a step, as [generate.Share] says.
func (s *corpusSearch) share(ctx context.Context, args []byte, units int, input func(int) ([]byte, error),
	keep func(int, []byte) error) error {
	s.step++
	job := work.Job{Units: units, Jobs: runtime.GOMAXPROCS(0), Journal: s.journal,
		Step: fmt.Sprintf("%d %s", s.step, sumOf(args)),
		Do: func(ctx context.Context, _, unit int) (_ []byte, err error) {
			var in []byte
			if input != nil {
				if in, err = input(unit); err != nil {
					return nil, err
				}
			}
			return generate.Unit(ctx, args, unit, in)
		},
		Check: keep,
		Take: func(unit int, result []byte, failed error) error {
			if failed != nil {
				return fmt.Errorf("unit %d: %w", unit, failed)
			}
			return keep(unit, result)
		}}
	if s.conn != nil {
		job.Client = share.Client(s.session, s.conn, cluster.Coordinator{Input: input},
			cluster.Work{Kind: "corpus generate", Args: args, Span: min(16, 1+units/16)})
	}
	return job.Run(ctx)
}
