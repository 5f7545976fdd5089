package match

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strconv"

	"turncoat/internal/files"
	"turncoat/pgn"
	"turncoat/rules/board"
)

// A Journal is the PGN file of a match. Each game is appended as soon as it ends; Close sorts the
// games into the order of the schedule.
type Journal struct {
	path   string
	event  string
	file   *os.File
	games  map[int][]byte // the text of each record, by number
	Played map[int]Outcome
}

var (
	// ErrExists reports that the file of a new match is not empty.
	ErrExists = errors.New("the file exists; --resume continues its match")
	// ErrInUse reports that another match is writing the file.
	ErrInUse = errors.New("another match uses the file")
)

// OpenJournal opens the PGN file of a match, which no other may use until it is closed. To resume,
// it reads the file first: an incomplete last game is dropped, and every other must belong to this
// match.
func OpenJournal(path, event string, resume bool, m *Match) (_ *Journal, err error) {
	j := &Journal{path: path, event: event, games: map[int][]byte{}, Played: map[int]Outcome{}}
	j.file, err = openLocked(path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			j.file.Close()
		}
	}()

	old, err := io.ReadAll(j.file)
	switch {
	case err != nil:
		return nil, err
	case len(bytes.TrimSpace(old)) > 0 && !resume:
		return nil, fmt.Errorf("%s: %w", path, ErrExists)
	case resume:
		if err := j.read(old, m); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}

	return j, j.rewrite(len(j.games))
}

// openLocked opens a file to read it and to append to it. A regular file must not be in use.
func openLocked(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	opened, err := file.Stat()
	if err != nil || !opened.Mode().IsRegular() {
		return file, err
	}

	err = files.Lock(file, false)
	if err == nil {
		var there os.FileInfo
		there, err = os.Stat(path)
		if err == nil && !os.SameFile(opened, there) { // it has been replaced meanwhile
			err = ErrInUse
		}
	}

	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, ErrInUse)
	}

	return file, nil
}

// read reads the games of an earlier run.
func (j *Journal) read(old []byte, m *Match) error {
	pairs, err := pairings(m.Tournament, len(m.Players))
	if err != nil {
		return err
	}
	err = pgn.Each(bytes.NewReader(old), pgn.FormPGN, func(item pgn.Item) error {
		g := item.Game
		if len(g.Results) == 0 {
			return nil // incomplete: it is played again
		}
		round, _ := g.Tag("Round")
		number, err := strconv.Atoi(round)
		if err != nil || number < 1 || number > m.Games*len(pairs) {
			return fmt.Errorf("game %d: round %q is not in this match", item.Index, round)
		}
		at := slotOf(number, len(pairs))
		white, black := m.Players[pairs[at.pairing].first].Name,
			m.Players[pairs[at.pairing].second].Name
		if at.swapped {
			white, black = black, white
		}
		result, _ := g.Tag("Result")
		termination, _ := g.Tag("Termination")
		for _, tag := range [][2]string{{"White", white}, {"Black", black},
			{"Variant", m.Variant.Set().Name}} {
			if got, _ := g.Tag(tag[0]); got != tag[1] {
				return fmt.Errorf("game %d: round %d of this match has the %s %q, not %q",
					item.Index, number, tag[0], tag[1], got)
			}
		}
		outcome := Outcome{Termination: termination}
		played, _ := pgn.Replay(g, pgn.Options{Variant: m.Variant})
		outcome.Line = lineFrom(&played.Start)
		for _, t := range played.Main.Turns {
			outcome.Line = lineTo(outcome.Line, &t.Played.After)
		}
		for _, r := range []board.Result{board.Win(board.White), board.Win(board.Black),
			board.Draw} {
			if r.String() == result {
				outcome.Result = r
			}
		}
		if outcome.Result == board.Ongoing {
			return fmt.Errorf("game %d: the result is %q", item.Index, result)
		}
		if _, duplicate := j.games[number]; duplicate {
			return fmt.Errorf("game %d: round %d occurs twice", item.Index, number)
		}
		j.games[number] = append(bytes.TrimSpace(bytes.Clone(item.Text[g.At:g.End])), "\n\n"...)
		j.Played[number] = outcome
		return nil
	})
	return err
}

// Add appends a game to the file.
func (j *Journal) Add(g *Game) error {
	text, err := g.AppendPGN(nil, j.event)
	if err != nil {
		return err
	}
	text = append(bytes.TrimRight(text, "\n"), "\n\n"...)
	j.games[g.Number] = text
	_, err = j.file.Write(text)
	return err
}

// Close writes the first count games of the schedule in order. If count is negative, it keeps all
// games that were played, so that the match can be resumed.
func (j *Journal) Close(count int) error {
	return errors.Join(j.rewrite(count), j.file.Close())
}

// rewrite replaces the file by one with the first games of the schedule.
func (j *Journal) rewrite(count int) error {
	var numbers []int
	for n := range j.games {
		if count < 0 || n <= count || len(j.games) <= count {
			numbers = append(numbers, n)
		}
	}

	slices.Sort(numbers)

	if runtime.GOOS == "windows" { // where a file that is open cannot be replaced
		j.file.Close()
	}
	err := files.Write(j.path, func(w io.Writer) error {
		for _, n := range numbers {
			if _, err := w.Write(j.games[n]); err != nil {
				return err
			}
		}

		return nil
	})
	if err != nil {
		return err
	}
	replaced, err := openLocked(j.path)
	if err != nil {
		return err
	}
	j.file.Close()
	j.file = replaced
	return nil
}
