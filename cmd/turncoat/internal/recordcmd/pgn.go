package recordcmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"turncoat/cmd/internal/command"
	"turncoat/internal/lines"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/story"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/validate"
)

type convertPGNOptions struct {
	to          string
	conversions bool
	rules       string
	letters     string
}

// ConvertPGN returns the command that rewrites records in another form.
func ConvertPGN(s *command.Session) *cli.Command {
	o := convertPGNOptions{to: "pgn"}
	return &cli.Command{
		Name:      "convert",
		Usage:     "rewrite records in canonical notation",
		ArgsUsage: "FILE…",
		Flags: []cli.Flag{
			command.ChoiceFlag(&o.to, "to", "`FORM` to write", "pgn", "json", "vchess"),
			&cli.BoolFlag{
				Name:        "conversions",
				Usage:       "write what each Pacifist turn converts, as {[%conv e7,g7;f8]}",
				Destination: &o.conversions,
			},
			rulesOfGamesFlag(&o.rules),
			command.LettersFlag(&o.letters),
		},
		Action: command.Action(s, &o, convertGames),
	}
}

func convertGames(s *command.Session, o *convertPGNOptions) error {
	options, err := replaying(s, o.rules, o.letters)
	if err != nil {
		return err
	}
	write := map[string]func([]byte, *pgn.PlayedGame) ([]byte, error){
		"pgn": func(text []byte, r *pgn.PlayedGame) ([]byte, error) {
			return pgn.AppendPGN(text, r, o.conversions)
		},
		"json":   pgn.AppendJSON,
		"vchess": pgn.AppendVChess,
	}[o.to]
	finished := 0
	var text []byte
	return eachGame(s, s.Args(), func(name string, item *pgn.Item) error {
		if s.Context.Err() != nil {
			return command.Interrupted(plural.Count(finished, "game") + " written")
		}
		options.Dir = rules.SetDir(name)
		record, findings := pgn.Replay(item.Game, options)
		err := pgn.Err(findings)
		if err == nil {
			text, err = write(text[:0], record)
		}
		if err != nil {
			reason := convertError(name, item, record, err)
			s.Report(command.Found("%s; the game was not written", reason))
			return nil
		}

		for i := range findings {
			if f := &findings[i]; f.Variation != "" && f.Code.Severity() == pgn.Error {
				s.Say(placed(name, item, f, cited(record, f)))
			}
		}

		finished++
		_, err = s.Out.Write(text)
		return err
	})
}

// rulesOfGamesFlag names a rule set for all games; see [replaying].
func rulesOfGamesFlag(to *string) cli.Flag {
	return &cli.StringFlag{
		Name:        "rules",
		Usage:       "the rule `SET` of every game, whatever its Variant says",
		Destination: to,
	}
}

// replaying returns how games are replayed: under a rule set if one is named, and with the piece
// letters of a language.
func replaying(s *command.Session, set, language string) (options pgn.Options, err error) {
	options.Letters = letters(language)
	if set != "" {
		options.Variant, err = s.Variant(set)
	}
	return options, err
}

// cited returns the message of a finding, which cites the rules of the game that was played.
func cited(record *pgn.PlayedGame, f *pgn.Finding) string {
	if record.Variant == nil {
		return f.Message
	}
	return story.Cite(record.Variant.Set().Family, f.Message, f.Move)
}

func convertError(name string, item *pgn.Item, record *pgn.PlayedGame, err error) string {
	var replay *pgn.ReplayError
	if errors.As(err, &replay) {
		return placed(name, item, &replay.Finding, cited(record, &replay.Finding))
	}
	return placed(name, item, &pgn.Finding{At: item.Game.At}, err.Error())
}

// A visitor takes a game of a file.
type visitor func(name string, item *pgn.Item) error

// eachGame calls visit for every game of some files, in order, and reports what cannot be read. An
// error of visit ends the work and is returned.
func eachGame(s *command.Session, paths []string, visit visitor) error {
	for _, path := range paths {
		name := path
		if path == validate.Stdin {
			name = "<stdin>"
		}
		var stop error
		err := s.EachGame(path, func(item *pgn.Item) error {
			stop = visit(name, item)
			return stop
		})
		if stop != nil {
			return stop
		}
		if err != nil {
			s.Report(err)
		}
	}

	return nil
}

// placed adds the file, the place, the game and the move, if there is one, to a message.
func placed(name string, item *pgn.Item, f *pgn.Finding, message string) string {
	line, column := item.Place(f.At)
	move := ""
	if f.Ply > 0 {
		move = ", " + f.Before.MoveNumber() + f.Move
	}
	return fmt.Sprintf("%s:%d:%d: game %d%s: %s", name, line, column, item.Index, move, message)
}

// maxFixed is the maximum length of a file to fix, which must fit into memory.
const maxFixed = 64 << 20

type fixPGNOptions struct {
	output  string
	dryRun  bool
	rules   string
	letters string
}

// FixPGN returns the command that corrects records.
func FixPGN(s *command.Session) *cli.Command {
	var o fixPGNOptions
	return &cli.Command{
		Name:      "fix",
		Usage:     "correct tags, numbers, check signs, conversions and results",
		ArgsUsage: "FILE",
		Flags: []cli.Flag{
			command.OutputFlag(&o.output),
			&cli.BoolFlag{
				Name:        "dry-run",
				Usage:       "only list the changes",
				Destination: &o.dryRun,
			},
			rulesOfGamesFlag(&o.rules),
			command.LettersFlag(&o.letters),
		},
		Action: command.Action(s, &o, fixGames),
	}
}

func fixGames(s *command.Session, o *fixPGNOptions) error {
	options, err := replaying(s, o.rules, o.letters)
	if err != nil {
		return err
	}
	name := s.Args()[0]
	options.Dir = rules.SetDir(name)
	in := s.In
	if name != validate.Stdin {
		source, err := pgn.Open(name)
		if err != nil {
			return command.Unreadable(err)
		}
		defer source.Close()
		in = source
		if source.Form != pgn.FormPGN && source.Form != pgn.FormNone {
			return command.Unusable("%s: only PGN can be fixed", name)
		}
	}

	var out command.Output
	if !o.dryRun {
		out, err = s.Create("--output", o.output)
		if err != nil {
			return err
		}
		defer out.Discard()
	}

	text, err := io.ReadAll(io.LimitReader(lines.UTF8(in), maxFixed+1))
	switch {
	case err != nil:
		return command.Unusable("%s: %w", name, err)
	case len(text) > maxFixed:
		return command.Unusable("%s: longer than %d MiB", name, maxFixed>>20)
	}

	tell := s.Say
	if o.dryRun {
		tell = func(line string) { s.Printf("%s\n", line) }
	}
	changes, games, err := fixText(s, name, text, options, tell)
	switch {
	case err != nil:
		return err
	case games == 0:
		return command.Unusable("%s: %w", name, validate.ErrNoRecord)
	case out == nil:
		return nil
	}

	if _, err := out.Write(pgn.Apply(text, changes)); err != nil {
		return err
	}
	return out.Commit()
}

// fixText returns the changes to all games of a text, and describes each to tell. A game that
// cannot be played to its end is reported.
func fixText(s *command.Session, name string, text []byte, o pgn.Options, tell func(string)) (
	changes []pgn.Change, games int, err error,
) {
	var reader pgn.Reader
	places := lines.NewPlaces(text)
	for g := range reader.Records(&pgn.Block{Form: pgn.FormPGN, Text: text, Last: true}) {
		if s.Context.Err() != nil {
			return nil, games, command.Interrupted("nothing was written")
		}
		games++
		list := pgn.Changes(text, g, o)
		for _, change := range list {
			line, column := places.Place(change.At)
			said := fmt.Sprintf("%s:%d:%d: game %d: %s: %q", name, line, column, games, change.What,
				bytes.TrimSpace([]byte(change.Text)))
			was := text[change.At:change.End]
			if len(was) > 0 {
				said += fmt.Sprintf(", was %q", was)
			} else {
				said += " added"
			}

			tell(printable.Line(said))
		}

		changes = append(changes, list...)
		for _, f := range unfixed(text, g, list, o) {
			line, column := places.Place(f.At)
			said := fmt.Sprintf("%s:%d:%d: game %d: not fixed: %s", name, line, column, games,
				f.Message)
			if f.IsError() {
				s.Report(command.Found("%s", said))
			} else {
				s.Say(printable.Line(said))
			}
		}
	}

	return changes, games, nil
}

// unfixed returns the errors and warnings that remain in a record of a text after its changes have
// been made, at their places in the unchanged text.
func unfixed(text []byte, g *pgn.Record, changes []pgn.Change, o pgn.Options) []pgn.Finding {
	inRecord := slices.Clone(changes)
	for i := range inRecord {
		inRecord[i].At -= g.At
		inRecord[i].End -= g.At
	}
	fixed := append(pgn.Apply(text[g.At:g.End], inRecord), '\n')
	after, _ := pgn.Next(fixed, 0, true)
	if after == nil {
		return nil
	}

	judging := validate.Rules{Override: o.Variant, Letters: o.Letters, Dir: o.Dir}
	verdict := validate.Judge(fixed, after, judging)
	left := slices.DeleteFunc(verdict.Findings, func(f pgn.Finding) bool {
		return f.Severity == pgn.Note || f.Code == pgn.RulesOverridden
	})
	for i := range left {
		left[i].At = g.At + pgn.PlaceBefore(inRecord, left[i].At)
	}
	return left
}
