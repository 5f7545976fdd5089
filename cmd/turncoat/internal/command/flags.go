package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"turncoat/diagram"
	"turncoat/internal/limits"
	"turncoat/rules/ruleset"
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

// parse reads a value of the flag, which the call names in one of its ways. A value that it cannot be is returned with
// an error all the same: a default may be one.
func (f *Flag) parse(named, text string) (value any, err error) {
	want := "a number"
	switch {
	case f.Value == "":
		want = "true or false"
		value, err = strconv.ParseBool(text)
	case f.Words != nil:
		i := slices.IndexFunc(f.Words, func(w string) bool { return strings.EqualFold(w, text) })
		if i < 0 {
			return text, fmt.Errorf("invalid value %q for --%s: want %s", text, named, orList(f.Words))
		}
		return f.Words[i], nil
	case f.Kind == "number", f.Kind == "seed":
		value, err = strconv.ParseUint(text, 0, 64)
	case f.Kind == "duration":
		want = "a time such as 30s or 2h"
		value, err = time.ParseDuration(text)
	case f.Repeated, slices.Contains([]string{"", "dir", "size"}, f.Kind):
		value = text
	default:
		var n int64
		n, err = strconv.ParseInt(text, 0, strconv.IntSize)
		value = int(n)
	}
	switch {
	case err == nil:
		return value, f.check(value)
	case errors.Is(err, strconv.ErrRange):
		return value, fmt.Errorf("invalid value %q for --%s: %w", text, named, strconv.ErrRange)
	}
	return value, fmt.Errorf("invalid value %q for --%s: want %s", text, named, want)
}

// check reports an error if the value does not fit the flag.
func (f *Flag) check(value any) (err error) {
	name := f.Names[0]
	switch v := value.(type) {
	case string:
		if f.Kind == "dir" && v == "" {
			return fmt.Errorf("--%s needs a directory", name)
		}
		if f.Kind == "size" {
			_, err = parseSize(v)
		}
	case uint64:
		if f.Kind == "number" && v > Most {
			return fmt.Errorf("--%s cannot be %d: it is at most %d", name, v, Most)
		}
	case time.Duration:
		if v <= 0 {
			return fmt.Errorf("--%s must be positive, not %v", name, v)
		}
	case int:
		if f.Kind == "jobs" {
			_, err = limits.Jobs(v)
			break
		}
		low, high, _ := strings.Cut(f.Kind, "..")
		least, _ := strconv.Atoi(low)
		most, unbounded := strconv.Atoi(high)
		if unbounded != nil {
			most = Most
		}
		if v < least || v > most {
			return fmt.Errorf("--%s must be %d to %d, not %d", name, least, most, v)
		}
	}
	if err != nil {
		err = fmt.Errorf("--%s %w", name, err)
	}
	return err
}

// take stores the defaults of the flags and the values given in the call.
func (s *Session) take(known []Flag, words []string) error {
	s.values, s.given = map[string]any{}, map[string]bool{}
	set := func(f *Flag, value any) {
		for _, name := range f.Names {
			s.values[name] = value
		}
	}
	for i := range known {
		if f := &known[i]; !f.Repeated {
			value, _ := f.parse("", f.Default)
			set(f, value)
		}
	}
	for _, word := range words {
		name, f := findFlag(known, word)
		_, text, valued := strings.Cut(word, "=")
		if !valued { // a switch
			text = "true"
		}
		value, err := f.parse(name, text)
		if err != nil {
			return s.UsageError("%w", err)
		}
		if f.Repeated {
			value = append(s.StringSlice(name), text)
		}
		set(f, value)
		for _, name := range f.Names {
			s.given[name] = true
		}
	}
	return nil
}

// valueOf returns the value of a flag; the zero value where the command has no such flag.
func valueOf[T any](s *Session, name string) T {
	value, _ := s.values[name].(T)
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
func (s *Session) IsSet(name string) bool { return s.given[name] }

// Refuse returns an error with the first of some flags that the call gives.
func (s *Session) Refuse(format string, flags ...string) error {
	for _, flag := range flags {
		if s.IsSet(flag) {
			return fmt.Errorf(format, flag)
		}
	}
	return nil
}

// Most is the greatest number that a flag takes if nothing else is said: more than anyone means, and
// little enough for sums of a few of them.
const Most = 1_000_000_000

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

// Overrides returns the settings that a call changes by --set.
func (s *Session) Overrides() (all []ruleset.Override, err error) {
	for _, text := range s.StringSlice("set") {
		some, err := ruleset.ParseOverrides(text)
		if err != nil {
			return nil, s.UsageError("%w", err)
		}
		all = append(all, some...)
	}
	return all, nil
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
