package command

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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

func (f *Flag) define(set *flag.FlagSet) {
	name := f.Names[0]
	switch {
	case f.Value == "":
		set.Bool(name, false, "")
	case f.Repeated:
		set.Var(&list{}, name, "")
	case f.Words != nil:
		set.Var(&oneOf{f.Default, f.Words}, name, "")
	case slices.Contains([]string{"", "dir", "size"}, f.Kind):
		set.String(name, f.Default, "")
	case f.Kind == "number", f.Kind == "seed":
		value, _ := strconv.ParseUint(f.Default, 10, 64)
		set.Uint64(name, value, "")
	case f.Kind == "duration":
		value, _ := time.ParseDuration(f.Default)
		set.Duration(name, value, "")
	default:
		value, _ := strconv.Atoi(f.Default)
		set.Int(name, value, "")
	}
	for _, alias := range f.Names[1:] {
		set.Var(set.Lookup(name).Value, alias, "")
	}
}

// valueOf returns the value of a flag; the zero value where the command has no such flag.
func valueOf[T any](s *Session, name string) (value T) {
	if f := s.flags.Lookup(name); f != nil {
		value, _ = f.Value.(flag.Getter).Get().(T)
	}
	return value
}

// Bool returns the value of a switch.
func (s *Session) Bool(name string) bool { return valueOf[bool](s, name) }

// Int returns the value of a flag that takes a number.
func (s *Session) Int(name string) int { return valueOf[int](s, name) }

// Uint64 returns the value of a flag that takes a number of 64 bits.
func (s *Session) Uint64(name string) uint64 { return valueOf[uint64](s, name) }

// Duration returns the value of a flag that takes a duration.
func (s *Session) Duration(name string) time.Duration { return valueOf[time.Duration](s, name) }

// String returns the value of a flag that takes a word.
func (s *Session) String(name string) string { return valueOf[string](s, name) }

// StringSlice returns the values of a flag that may be given several times.
func (s *Session) StringSlice(name string) []string { return valueOf[[]string](s, name) }

// IsSet reports whether the call gives a flag.
func (s *Session) IsSet(name string) (set bool) {
	known := s.flags.Lookup(name)
	s.flags.Visit(func(f *flag.Flag) { set = set || known != nil && f.Value == known.Value })
	return set
}

// Refuse returns an error with the first of some flags that the call gives.
func (s *Session) Refuse(format string, flags ...string) error {
	for _, flag := range flags {
		if s.IsSet(flag) {
			return fmt.Errorf(format, flag)
		}
	}
	return nil
}

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

type list []string

func (l *list) String() string { return "" }
func (l *list) Get() any       { return []string(*l) }

func (l *list) Set(word string) error {
	*l = append(*l, word)
	return nil
}

// oneOf is the value of a flag that takes one of some words.
type oneOf struct {
	value string
	words []string
}

func (o *oneOf) String() string { return o.value }
func (o *oneOf) Get() any       { return o.value }

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

// Jobs returns how much is to be done at once, at least 1.
func (s *Session) Jobs() int {
	n, _ := limits.Jobs(s.Int("jobs")) // the flag was checked
	return n
}

// Memory returns the bytes that a call allows a table.
func (s *Session) Memory() int64 {
	n, _ := parseSize(s.String("memory")) // the flag was checked
	return n
}

var errSize = errors.New("must be a size such as 512M")

// parseSize reads a size in bytes such as 65536, 64K, 512M, 512MiB or 2G.
func parseSize(text string) (int64, error) {
	digits := strings.TrimRight(text, "KMGkmgiB")
	unit, ok := map[string]int64{"": 1, "K": 1 << 10, "M": 1 << 20,
		"G": 1 << 30}[strings.ToUpper(strings.TrimRight(text[len(digits):], "iB"))]
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil || !ok || n <= 0 {
		return 0, fmt.Errorf("%w, not %q", errSize, text)
	}
	return n * unit, limits.Memory(uint64(n * unit))
}

// ParseRange reads "3" or "2..4".
func ParseRange(text string) (least, most int, err error) {
	low, high, ok := strings.Cut(text, "..")
	if !ok {
		high = low
	}
	least, err1 := strconv.Atoi(low)
	most, err2 := strconv.Atoi(high)
	if err1 != nil || err2 != nil || least < 1 || most < least {
		return 0, 0, fmt.Errorf("%q is not a number of turns or a range such as 2..4", text)
	}
	return least, most, nil
}
