package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/diagram"
	"turncoat/internal/limits"
)

// A Flag is a flag of a command, as a line of its help declares it:
//
//	--count, -n N   find N puzzles [1..1000 = 10]
//
// Without the word for its value it is a switch, and "--tables[=DIR]" may be one; with "…" behind the word it may be
// given several times. The brackets tell what the value must be, and its default behind "=": a number with bounds
// ("1.." ends at [Most]; "int" begins at 0), a "number" of 64 bits, a "seed", a "duration", a "size" of memory, a
// number of "jobs", a "dir" that must be named, or one of some words.
type Flag struct {
	Names    []string
	Value    string // the word for its value
	Text     string
	Kind     string
	Default  string
	Words    []string // that the value may be, where they are listed
	Repeated bool
	Optional bool // the value
}

// parseFlag reads the declaration of a flag.
func parseFlag(line string) Flag {
	var f Flag
	head, text, _ := strings.Cut(line, "  ")
	for _, word := range strings.Fields(head) {
		if name := strings.TrimLeft(word, "-"); name != word {
			if name, f.Value, f.Optional = strings.Cut(name, "[="); f.Optional {
				f.Value = "[=" + f.Value
			}
			f.Names = append(f.Names, strings.TrimSuffix(name, ","))
		} else {
			f.Value, f.Repeated = strings.CutSuffix(word, "…")
		}
	}
	f.Text = strings.Join(strings.Fields(text), " ")
	if at := strings.LastIndex(f.Text, " ["); at >= 0 && strings.HasSuffix(f.Text, "]") {
		kind, value, _ := strings.Cut(f.Text[at+2:len(f.Text)-1], "= ")
		f.Text, f.Kind, f.Default = f.Text[:at], strings.TrimSpace(kind), value
	}
	if strings.Contains(f.Kind, "|") {
		f.Words = strings.Split(f.Kind, "|")
		f.Text += ": " + orList(f.Words)
	}
	return f
}

// parsed returns the flag for package cli.
func (f *Flag) parsed() cli.Flag {
	name, aliases := f.Names[0], f.Names[1:]
	switch {
	case f.Value == "":
		return &cli.BoolFlag{Name: name, Aliases: aliases}
	case f.Repeated:
		return &cli.StringSliceFlag{Name: name, Aliases: aliases}
	case f.Words != nil:
		return &cli.GenericFlag{Name: name, Aliases: aliases, Value: &oneOf{f.Default, f.Words}}
	}
	switch f.Kind {
	case "", "dir", "size":
		return &cli.StringFlag{Name: name, Aliases: aliases, Value: f.Default}
	case "number", "seed":
		value, _ := strconv.ParseUint(f.Default, 10, 64)
		return &cli.Uint64Flag{Name: name, Aliases: aliases, Value: value}
	case "duration":
		value, _ := time.ParseDuration(f.Default)
		return &cli.DurationFlag{Name: name, Aliases: aliases, Value: value}
	}
	value, _ := strconv.Atoi(f.Default)
	return &cli.IntFlag{Name: name, Aliases: aliases, Value: value}
}

// check returns what is wrong with the value that a call gives a flag.
func (f *Flag) check(s *Session) error {
	name := f.Names[0]
	switch f.Kind {
	case "dir":
		if s.String(name) == "" {
			return s.UsageError("--%s needs a directory", name)
		}
	case "size":
		if _, err := parseSize(s.String(name)); err != nil {
			return s.UsageError("--%s %w", name, err)
		}
	case "jobs":
		if _, err := limits.Jobs(s.Int(name)); err != nil {
			return s.UsageError("--%s %w", name, err)
		}
	case "number":
		if n := s.Uint64(name); n > Most {
			return s.UsageError("--%s cannot be %d: it is at most %d", name, n, Most)
		}
	case "duration":
		if d := s.Duration(name); d <= 0 {
			return s.UsageError("--%s must be positive, not %v", name, d)
		}
	}
	low, high, bounded := strings.Cut(f.Kind, "..")
	if !bounded && f.Kind != "int" {
		return nil
	}
	least, _ := strconv.Atoi(low)
	most, err := strconv.Atoi(high)
	if err != nil {
		most = Most
	}
	if n := s.Int(name); n < least || n > most {
		return s.UsageError("--%s must be %d to %d, not %d", name, least, most, n)
	}
	return nil
}

// Most is the greatest number that a flag takes if nothing else is said: more than anyone means, and
// little enough for sums of a few of them.
const Most = 1_000_000_000

// oneOf is the value of a flag that takes one of some words.
type oneOf struct {
	value string
	words []string
}

func (o *oneOf) String() string { return o.value }

func (o *oneOf) Set(word string) error {
	i := slices.IndexFunc(o.words, func(w string) bool { return strings.EqualFold(w, word) })
	if i < 0 {
		return fmt.Errorf("want %s", orList(o.words))
	}
	o.value = o.words[i]
	return nil
}

// orList joins words as in "text, svg or png".
func orList(words []string) string {
	if n := len(words) - 1; n > 0 {
		return strings.Join(words[:n], ", ") + " or " + words[n]
	}
	return strings.Join(words, "")
}

// Format returns the form that --format asks for, or --json, which is short for --format json.
func (s *Session) Format() (string, error) {
	format := s.String("format")
	if s.Bool("json") {
		if s.IsSet("format") && format != "json" {
			return "", s.UsageError("--json and --format %s cannot be combined", format)
		}
		return "json", nil
	}
	return format, nil
}

// Style returns how a call wants pictures drawn.
func (s *Session) Style() (style diagram.Style) {
	if s.String("style") == "print" {
		style = diagram.Print
	}
	return style
}
