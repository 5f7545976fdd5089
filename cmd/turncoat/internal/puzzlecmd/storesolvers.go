package puzzlecmd

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"

	"turncoat/cmd/turncoat/internal/command"
	"turncoat/internal/jsonline"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/status"
	"turncoat/puzzle/store"
)

// storeSolvers lists who has solved puzzles of the store.
func storeSolvers(s *command.Session, path string, words []string) error {
	if len(words) > 0 {
		return s.UsageError("unexpected argument %q", words[0])
	}
	st, err := OpenStore(s, path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer st.Close()
	solvers, err := st.Solvers(s.Context)
	if err != nil {
		return storeFailed(path, err)
	}
	for _, solver := range solvers {
		if s.Bool("json") {
			if err := s.JSON(solver); err != nil {
				return err
			}
			continue
		}
		s.Printf("%4.0f ± %-3.0f  %s, %d solved  %s\n", solver.Rating, solver.Deviation, plural.Count(solver.Attempts,
			"attempt"), solver.Solved, printable.Line(solver.Name))
	}
	if len(solvers) == 0 {
		s.Say("no solvers yet")
	}
	return nil
}

// storeHistory writes what somebody has tried.
func storeHistory(s *command.Session, path string, words []string) error {
	if len(words) != 1 {
		return s.UsageError("history needs the name of a solver")
	}
	format := s.String("to")
	if format != "" && format != "csv" {
		return s.UsageError("--to must be csv for history, not %q", format)
	}
	st, err := OpenStore(s, path, store.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	defer st.Close()
	write := func(w io.Writer, list []store.Attempt) error { return historyText(s, w, list) }
	switch {
	case s.Bool("json"):
		write = historyJSON
	case format == "csv":
		write = historyCSV
	}
	return s.Write("--output", s.String("output"), func(w io.Writer) error {
		var list []store.Attempt
		for a, err := range st.History(s.Context, words[0]) {
			if err != nil {
				return storeFailed(path, err)
			}
			list = append(list, a)
		}
		return write(w, list)
	})
}

func historyText(s *command.Session, w io.Writer, list []store.Attempt) error {
	for _, a := range list {
		how := "not solved"
		switch {
		case a.Solved && a.Counted:
			how = "solved"
		case !a.Counted:
			how = "again"
		}
		if _, err := fmt.Fprintf(w, "%s  %-10s %s in %s  %4.0f  %s\n", a.At.UTC().Format("2006-01-02 15:04"), how,
			plural.Count(a.Tries, "first move"),
			status.Duration(a.Took), a.Rating, printable.Line(a.Puzzle)); err != nil {
			return err
		}
	}
	return nil
}

func historyJSON(w io.Writer, list []store.Attempt) error {
	for i := range list {
		if err := jsonline.Write(w, list[i]); err != nil {
			return err
		}
	}
	return nil
}

func historyCSV(w io.Writer, list []store.Attempt) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"puzzle", "at", "seconds", "tries", "solved", "rating", "counted"}}
	for _, a := range list {
		rows = append(rows, []string{a.Puzzle, a.At.UTC().Format(time.RFC3339), strconv.FormatFloat(a.Took.Seconds(),
			'f', -1, 64), strconv.Itoa(a.Tries), strconv.FormatBool(a.Solved),
			strconv.FormatFloat(a.Rating, 'f', 1, 64), strconv.FormatBool(a.Counted)})
	}
	return out.WriteAll(rows)
}
