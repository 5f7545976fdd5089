package corpuscmd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/cmd/turncoat/internal/share"
	"turncoat/corpus"
	"turncoat/internal/cluster"
	"turncoat/internal/corpus/generate"
	"turncoat/internal/files"
	"turncoat/internal/status"
	"turncoat/internal/work"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/ruleset"
)

const allSizes = "all"

type generateOptions struct {
	rules     string
	size      string
	output    string
	seed      uint64
	search    int
	sources   []string
	pairs     bool
	format    string
	depth     int
	positions int
	journal   string
	queue     share.Queue
}

// Generate returns the command that makes a corpus.
func Generate(s *command.Session) *cli.Command {
	o := generateOptions{size: "standard", format: "jsonl"}
	return &cli.Command{
		Name:  "generate",
		Usage: "make a golden corpus of a rule set",
		Flags: append([]cli.Flag{
			command.RulesFlag(&o.rules),
			command.ChoiceFlag(&o.size, "size",
				"`SIZE` of the corpora; with all, --output is a directory", "smoke", "standard",
				"full", "all"),
			command.OutputFlag(&o.output),
			command.SeedFlag(&o.seed, "random `SEED`"),
			&cli.IntFlag{
				Name:  "search",
				Usage: "search `N` positions, and more for undetected misreadings",
				Value: 12000, Destination: &o.search, Action: command.AtLeast(1),
			},
			command.ListFlag(
				&o.sources,
				"from",
				"take positions from `FILE`: game records (.pgn) or a corpus (.jsonl), compressed or not; may be repeated",
			),
			&cli.BoolFlag{
				Name:        "pairs",
				Usage:       "name also the pairs of misreadings that each case detects",
				Destination: &o.pairs,
			},
			command.ChoiceFlag(&o.format, "format", "`FORM` of the file", "jsonl", "epd"),
			&cli.IntFlag{
				Name:  "depth",
				Usage: "with epd: count up to this `DEPTH`",
				Value: 5, Destination: &o.depth, Action: command.Between(1, 255),
			},
			&cli.IntFlag{
				Name:  "positions",
				Usage: "with epd and without --from: write `N` positions",
				Value: 8, Destination: &o.positions, Action: command.AtLeast(1),
			},
			share.JournalFlag(&o.journal),
		}, o.queue.Flags()...),
		Action: command.Action(s, &o, corpusGenerate),
	}
}

func corpusGenerate(s *command.Session, o *generateOptions) error {
	variant, err := s.Variant(o.rules)
	if err != nil {
		return err
	}
	if o.output == "" {
		return s.UsageError("--output is missing: name a file, or - for standard output")
	}
	seeds, err := loadSeeds(s, o.sources, variant)
	if err != nil {
		return err
	}
	if o.format == "epd" {
		return generatePerft(s, o, variant, seeds)
	}
	return generateCases(s, o, variant, seeds)
}

// drawMaking returns a function that shows the progress of making a corpus and the remaining time
// of the current stage.
func drawMaking(s *command.Session) func(generate.Progress) {
	var began time.Time
	return func(p generate.Progress) {
		if p.Done == 0 {
			began = time.Now()
		}
		text := p.Stage
		if p.Total > 0 {
			text += fmt.Sprintf(": %d of %d positions", p.Done, p.Total)
			left := status.Left(time.Since(began), float64(p.Done), float64(p.Total))
			if left != "" {
				text += ", " + left
			}
		}

		s.Draw(text)
	}
}

func generateCases(
	s *command.Session,
	o *generateOptions,
	variant *rules.Variant,
	seeds []corpus.Seed,
) error {
	options := generate.Options{
		Seed:     o.seed,
		Search:   o.search,
		Seeds:    seeds,
		Only:     len(o.sources) > 0,
		Pairs:    o.pairs,
		Progress: drawMaking(s),
	}
	options.Size = corpus.Size(o.size)
	open := createOne
	if o.size == allSizes {
		options.Size, open = corpus.Full, createAll
	}
	outs, err := open(s, o.output, variant.Set(), options.Size)
	defer func() {
		for _, out := range outs {
			out.Discard()
		}
	}()
	if err != nil {
		return err
	}
	conn, end, err := o.queue.Connect(s)
	if err != nil {
		return err
	}
	defer end()
	text, err := json.Marshal(seeds)
	if err != nil {
		return err
	}
	if err := share.CheckJournal(o.journal, "--output", o.output); err != nil {
		return err
	}
	journal, err := share.OpenJournal(
		o.journal,
		map[string]any{"format": "turncoat-corpus-search", "rules": variant.Set(),
			"seed": options.Seed, "search": options.Search, "size": options.Size, "only": options.Only,
			"pairs": options.Pairs, "seeds": sumOf(text)},
	)
	if err != nil {
		return err
	}
	if journal != nil {
		defer journal.Close()
	}
	if conn != nil || journal != nil {
		options.Share = searchShare(s, conn, journal)
	}
	made, err := generate.Generate(s.Context, variant.Set(), options)
	s.Draw("")
	switch {
	case err != nil && journal != nil:
		return s.Ended(err, "the same command continues from there")
	case err != nil:
		return s.Ended(err, "nothing was written")
	}

	return writeCorpora(outs, made, o.seed)
}

// writeCorpora writes the corpora that have an output. Smaller sizes may have none.
func writeCorpora(outs map[corpus.Size]*listed, made []*generate.Made, seed uint64) error {
	for _, m := range made {
		out := outs[m.Size]
		if out == nil {
			continue
		}
		var content bytes.Buffer
		if err := corpus.Write(&content, m.Cases); err != nil {
			return err
		}
		text := content.Bytes()
		description := m.Describe(filepath.Base(out.file), text, seed)
		if err := out.commit(text, description); err != nil {
			return err
		}
	}

	return nil
}

// createOne opens the output for a corpus of one size.
func createOne(
	s *command.Session,
	file string,
	_ ruleset.Set,
	size corpus.Size,
) (map[corpus.Size]*listed, error) {
	out, err := createListed(s, file)
	if err != nil {
		return nil, err
	}
	return map[corpus.Size]*listed{size: out}, nil
}

// createAll opens the outputs for corpora of all sizes in a directory.
func createAll(
	s *command.Session,
	dir string,
	set ruleset.Set,
	_ corpus.Size,
) (map[corpus.Size]*listed, error) {
	outs := map[corpus.Size]*listed{}
	for _, size := range corpus.Sizes() {
		out, err := createListed(s, filepath.Join(dir, corpus.GoldenFileName(set, size)))
		if err != nil {
			return outs, err
		}
		outs[size] = out
	}

	return outs, nil
}

func generatePerft(
	s *command.Session,
	o *generateOptions,
	variant *rules.Variant,
	seeds []corpus.Seed,
) error {
	if s.IsSet("journal") || s.IsSet("cluster") {
		return s.UsageError("--journal and --cluster need --format jsonl")
	}

	const most = 30_000_000 // depths with larger counts are left out
	if len(o.sources) == 0 {
		seeds = generate.PerftSeeds(variant.Set(), o.positions, o.seed)
	}
	out, err := createListed(s, o.output)
	if err != nil {
		return err
	}
	defer out.Discard()
	s.Draw("counting")
	list, err := generate.CountPerft(s.Context, variant.Set(), seeds,
		generate.PerftOptions{Depth: o.depth, Nodes: most, Jobs: runtime.GOMAXPROCS(0)})
	s.Draw("")
	if err != nil {
		return s.Ended(err, "nothing was written")
	}
	var content bytes.Buffer
	if err := corpus.WriteEPD(&content, list); err != nil {
		return err
	}
	return out.commit(content.Bytes(), corpus.ManifestFile{File: filepath.Base(out.file),
		SHA256: corpus.Checksum(content.Bytes()), Bytes: content.Len(),
		Rules: variant.Set(), Seed: o.seed, Positions: len(list)})
}

// A listed output is a file that is listed in the manifest of its directory.
type listed struct {
	command.Output
	file, manifest string // manifest is empty for standard output and devices
}

func createListed(s *command.Session, file string) (*listed, error) {
	out, err := s.Create("--output", file)
	if err != nil {
		return nil, err
	}
	l := &listed{Output: out, file: file}
	n, named := out.(command.Named)
	if named && !n.Direct() {
		l.manifest = filepath.Join(filepath.Dir(file), "manifest.json")
		if err := corpus.CheckManifest(l.manifest); err != nil {
			out.Discard()
			return nil, err
		}
	}

	return l, nil
}

// commit writes the file and adds it to the manifest.
func (l *listed) commit(content []byte, entry corpus.ManifestFile) error {
	packed, err := corpus.Pack(l.file, content)
	if err != nil {
		return err
	}
	if _, err := l.Write(packed); err != nil {
		return err
	}
	if l.manifest == "" {
		return l.Commit()
	}
	return corpus.UpdateManifest(l.manifest, entry, l.Commit)
}

// loadSeeds returns the positions to start from: those of --from, otherwise those of the scenarios.
// A file that cannot be read to its end is reported, and the others are still read.
func loadSeeds(s *command.Session, paths []string, variant *rules.Variant) ([]corpus.Seed, error) {
	if len(paths) == 0 {
		return generate.ScenarioSeeds(variant.Set()), nil
	}
	var seeds []corpus.Seed
	for _, file := range paths {
		var err error
		if filepath.Ext(files.Decompressed(file)) == ".jsonl" {
			var cases []corpus.Case
			cases, err = readCases(s, file)
			for _, k := range cases {
				seeds = append(seeds, corpus.Seed{FEN: k.FEN, Moves: k.Moves})
			}
		} else {
			err = s.EachGame(file, func(item *pgn.Item) error {
				seeds = append(seeds, generate.GameSeeds(variant, item.Game)...)
				return s.Context.Err()
			})
		}

		if s.Context.Err() != nil {
			return nil, command.Interrupted("nothing was written")
		}
		for _, problem := range command.Unjoined(err) {
			s.Report(command.Unreadable(problem))
		}
	}

	if len(seeds) == 0 {
		return nil, command.Unusable("--from: no positions")
	}
	return seeds, nil
}

func sumOf(text []byte) string {
	sum := sha256.Sum256(text)
	return fmt.Sprintf("%x", sum[:8])
}

// searchShare returns a function that does the steps of a search, with workers if there is a
// connection, and keeps their results in a journal if there is one.
func searchShare(s *command.Session, conn *cluster.Conn, journal *work.Journal) generate.Share {
	step := 0
	return func(ctx context.Context, args []byte, units int, input func(int) ([]byte, error),
		keep func(int, []byte) error) error {
		step++
		job := work.Job{Units: units, Jobs: runtime.GOMAXPROCS(0), Journal: journal,
			Step: fmt.Sprintf("%d %s", step, sumOf(args)),
			Do: func(ctx context.Context, _, unit int) (_ []byte, err error) {
				var in []byte
				if input != nil {
					in, err = input(unit)
					if err != nil {
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
		if conn != nil {
			job.Client = share.Client(s, conn, cluster.Coordinator{Input: input},
				cluster.Work{Kind: "corpus generate", Args: args, Span: min(16, 1+units/16)})
		}

		return job.Run(ctx)
	}
}
