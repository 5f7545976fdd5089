package puzzlecmd

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"time"

	"turncoat/internal/jsonline"
	"turncoat/internal/plural"
	"turncoat/internal/printable"
	"turncoat/internal/puzzle/store"
	"turncoat/internal/status"
)

// solvers lists who has solved puzzles of the store.
func (c *storeCall) solvers() error {
	solvers, err := c.Solvers(c.Context)
	if err != nil {
		return c.failed(err)
	}
	for _, solver := range solvers {
		if c.AsJSON {
			if err := c.JSON(solver); err != nil {
				return err
			}
			continue
		}

		c.Printf(
			"%4.0f ± %-3.0f  %s, %d solved  %s\n",
			solver.Rating,
			solver.Deviation,
			plural.Count(solver.Attempts,
				"attempt"),
			solver.Solved,
			printable.Line(solver.Name),
		)
	}

	if len(solvers) == 0 {
		c.Say("no solvers yet")
	}
	return nil
}

// history writes what somebody has tried.
func (c *storeCall) history() error {
	write := historyText
	switch {
	case c.o.to != "" && c.o.to != "csv":
		return c.UsageError("--to must be csv for history, not %q", c.o.to)
	case c.AsJSON:
		write = historyJSON
	case c.o.to == "csv":
		write = historyCSV
	}

	return c.Write("--output", c.o.output, func(w io.Writer) error {
		var list []store.Attempt
		for a, err := range c.History(c.Context, c.words[0]) {
			if err != nil {
				return c.failed(err)
			}
			list = append(list, a)
		}

		return write(w, list)
	})
}

func historyText(w io.Writer, list []store.Attempt) error {
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
		rows = append(
			rows,
			[]string{
				a.Puzzle,
				a.At.UTC().Format(time.RFC3339),
				strconv.FormatFloat(a.Took.Seconds(),
					'f', -1, 64),
				strconv.Itoa(a.Tries),
				strconv.FormatBool(a.Solved),
				strconv.FormatFloat(a.Rating, 'f', 1, 64),
				strconv.FormatBool(a.Counted),
			},
		)
	}

	return out.WriteAll(rows)
}
