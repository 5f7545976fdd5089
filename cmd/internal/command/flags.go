package command

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"turncoat/diagram"
	"turncoat/internal/limits"
	"turncoat/rules/ruleset"
)

// Flags that several commands share. Each takes the variable for its value.

// RulesFlag names a rule set; see [Session.Game].
func RulesFlag(to *string) cli.Flag {
	return &cli.StringFlag{
		Name: "rules",
		Usage: "the rule `SET`: a built-in name (see: turncoat rules list) or a YAML file; " +
			"by default that of $" + rulesVariable,
		Destination: to,
	}
}

// JSONFlag makes the session print results as JSON.
func (s *Session) JSONFlag() cli.Flag {
	return &cli.BoolFlag{
		Name:        "json",
		Usage:       "print JSON, one object a line",
		Destination: &s.AsJSON,
	}
}

// ColourFlag selects when boards are coloured; see [Session.Colour].
func (s *Session) ColourFlag() cli.Flag {
	s.colour = "auto"
	flag := ChoiceFlag(&s.colour, "colour",
		"`WHEN` to colour boards (auto: on a terminal, unless NO_COLOR is set)", "auto", "always",
		"never")
	flag.Aliases = []string{"color"}
	return flag
}

// TablesFlag names a directory of tables; see [Session.OpenTables].
func TablesFlag(to *string) cli.Flag {
	return &cli.StringFlag{
		Name:        "tables",
		Usage:       "read tables from `DIR` as well (default: the usual place, if it is there)",
		Destination: to,
		Action: func(_ *cli.Context, dir string) error {
			if dir == "" {
				return errors.New("needs a directory")
			}
			return nil
		},
	}
}

// OutputFlag names the file for results; see [Session.Create].
func OutputFlag(to *string) cli.Flag {
	return OutputFlagFor(to, "write to `FILE` instead of standard output (-)")
}

// OutputFlagFor is [OutputFlag] with another usage text.
func OutputFlagFor(to *string, usage string) cli.Flag {
	return &cli.StringFlag{
		Name:        "output",
		Aliases:     []string{"o", "out"},
		Usage:       usage,
		Destination: to,
	}
}

// JobsFlag sets how much is done at a time; [Jobs] reads it.
func JobsFlag(to *int, usual int, usage string) cli.Flag {
	return &cli.IntFlag{
		Name: "jobs", Aliases: []string{"j"}, Usage: usage + " at a time; 0 is one for each processor",
		Value: usual, Destination: to,
		Action: func(_ *cli.Context, n int) error {
			_, err := limits.Jobs(n)
			return err
		},
	}
}

// Jobs returns the number of jobs for a checked value of the flag, where 0 means one for each
// processor.
func Jobs(n int) int {
	n, _ = limits.Jobs(n)
	return n
}

// SeedFlag sets the seed of random choices.
func SeedFlag(to *uint64, usage string) cli.Flag {
	return &cli.Uint64Flag{
		Name: "seed", Usage: usage, Value: 1, Destination: to,
		Action: func(*cli.Context, uint64) error { return nil }, // any number is valid
	}
}

// LettersFlag names a language of piece letters.
func LettersFlag(to *string) cli.Flag {
	return ChoiceFlag(to, "letters",
		"piece letters of this `LANGUAGE` (English and unambiguous letters need no flag)", "en",
		"it", "de", "fr", "es", "nl")
}

// StyleFlag selects how pictures are drawn; [Style] reads it.
func StyleFlag(to *string) cli.Flag {
	*to = "screen"
	return ChoiceFlag(to, "style", "`STYLE` of pictures, in colour or in black and white", "screen",
		"print")
}

// Style returns the style of pictures with a name.
func Style(name string) (style diagram.Style) {
	if name == "print" {
		style = diagram.Print
	}
	return style
}

// Overrides returns the settings that a call changes, given as KEY=VALUE.
func (s *Session) Overrides(settings []string) (all []ruleset.Override, err error) {
	for _, text := range settings {
		some, err := ruleset.ParseOverrides(text)
		if err != nil {
			return nil, s.UsageError("%w", err)
		}
		all = append(all, some...)
	}

	return all, nil
}

// Format returns the form of a report: the value of --format, or JSON if there is --json.
func (s *Session) Format(format string) (string, error) {
	switch {
	case !s.AsJSON:
		return format, nil
	case s.IsSet("format") && format != "json":
		return "", s.UsageError("--json and --format %s cannot be combined", format)
	}

	return "json", nil
}

// ChoiceFlag takes one of some words in any case. The default is the word in the variable.
func ChoiceFlag(to *string, name, usage string, words ...string) *cli.GenericFlag {
	return &cli.GenericFlag{
		Name:  name,
		Usage: usage + ": " + orList(words),
		Value: &choiceValue{to, words},
	}
}

type choiceValue struct {
	to    *string
	words []string
}

func (v *choiceValue) String() string {
	if v.to == nil {
		return ""
	}
	return *v.to
}

func (v *choiceValue) Set(text string) error {
	i := slices.IndexFunc(v.words, func(word string) bool { return strings.EqualFold(word, text) })
	if i < 0 {
		return fmt.Errorf("want %s", orList(v.words))
	}
	*v.to = v.words[i]
	return nil
}

// orList joins words as in "text, svg or png".
func orList(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// ListFlag may be given several times.
func ListFlag(to *[]string, name, usage string) cli.Flag {
	return &cli.GenericFlag{Name: name, Usage: usage, Value: (*listValue)(to)}
}

type listValue []string

func (v *listValue) String() string { return strings.Join(*v, ", ") }

func (v *listValue) Set(text string) error {
	*v = append(*v, text)
	return nil
}

// InputsFlag names a file of inputs, which replaces the arguments.
func InputsFlag(to *string, name, usage string) cli.Flag {
	return &cli.GenericFlag{Name: name, Usage: usage, Value: (*inputsValue)(to)}
}

type inputsValue string

func (v *inputsValue) String() string { return string(*v) }

func (v *inputsValue) Set(text string) error {
	*v = inputsValue(text)
	return nil
}

// OptionalFlag may be given without a value; a value is joined to it with "=".
func OptionalFlag(to *string, name, usage string) cli.Flag {
	return &cli.GenericFlag{Name: name, Usage: usage, Value: (*optionalValue)(to)}
}

type optionalValue string

func (v *optionalValue) String() string { return string(*v) }

// IsBoolFlag tells package flag that the value may be missing.
func (v *optionalValue) IsBoolFlag() bool { return true }

func (v *optionalValue) Set(text string) error {
	if text != "true" { // package flag sets "true" if there is no value
		*v = optionalValue(text)
	}
	return nil
}

// SizeFlag takes a size of memory in bytes. The default is the size in the variable.
func SizeFlag(to *Size, name, usage string) cli.Flag {
	return &cli.GenericFlag{Name: name, Usage: usage, Value: to}
}

// A Size is a number of bytes. Its text is a number with a unit.
type Size int64

// The units of a size.
const (
	KB Size = 1 << 10
	MB Size = 1 << 20
	GB Size = 1 << 30
)

func (v *Size) String() string {
	switch {
	case *v > 0 && *v%GB == 0:
		return fmt.Sprintf("%dG", *v/GB)
	case *v > 0 && *v%MB == 0:
		return fmt.Sprintf("%dM", *v/MB)
	}

	return strconv.FormatInt(int64(*v), 10)
}

// Set reads a size such as 65536, 64K, 512M, 512MiB or 2G, which must not exceed the machine's
// memory.
func (v *Size) Set(text string) error {
	digits := strings.TrimRight(text, "KMGkmgiB")
	unit, ok := map[string]Size{"": 1, "K": KB, "M": MB, "G": GB}[strings.ToUpper(
		strings.TrimRight(text[len(digits):], "iB"))]
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil || !ok || n <= 0 {
		return errors.New("want a size such as 512M")
	}
	*v = Size(n) * unit
	return limits.Memory(uint64(*v))
}

// Most is the default maximum of a flag. It is larger than any sensible value, but sums of a few of
// them do not overflow.
const Most = 1_000_000_000

// AtLeast returns a check that a number has a minimum.
func AtLeast(least int) func(*cli.Context, int) error { return Between(least, Most) }

// Between returns a check that a number is in a range.
func Between(least, most int) func(*cli.Context, int) error {
	return func(_ *cli.Context, n int) error {
		if n < least || n > most {
			return fmt.Errorf("must be %d to %d, not %d", least, most, n)
		}
		return nil
	}
}

func atMost(_ *cli.Context, n uint64) error {
	if n > Most {
		return fmt.Errorf("cannot be %d: it is at most %d", n, Most)
	}
	return nil
}

func positive(_ *cli.Context, d time.Duration) error {
	if d <= 0 {
		return fmt.Errorf("must be positive, not %v", d)
	}
	return nil
}

// bound adds a check of a flag's value. Without a check of their own, numbers must be 0 to [Most],
// and times must be positive.
func (s *Session) bound(flag cli.Flag) {
	switch f := flag.(type) {
	case *cli.IntFlag:
		if f.Action == nil {
			f.Action = Between(0, Most)
		}
		f.Action = named(s, f.Name, f.Action)
	case *cli.Uint64Flag:
		if f.Action == nil {
			f.Action = atMost
		}
		f.Action = named(s, f.Name, f.Action)
	case *cli.DurationFlag:
		if f.Action == nil {
			f.Action = positive
		}
		f.Action = named(s, f.Name, f.Action)
	case *cli.StringFlag:
		if f.Action != nil {
			f.Action = named(s, f.Name, f.Action)
		}
	}
}

// NotNegative checks that the time of a flag is not below 0.
func NotNegative(_ *cli.Context, d time.Duration) error {
	if d < 0 {
		return fmt.Errorf("must be 0 or more, not %v", d)
	}
	return nil
}

// named adds the name of a flag to the error of its check.
func named[T any](
	s *Session,
	name string,
	check func(*cli.Context, T) error,
) func(*cli.Context, T) error {
	return func(c *cli.Context, value T) error {
		if err := check(c, value); err != nil {
			return s.UsageError("%s %w", dashed(name), err)
		}
		return nil
	}
}

// IsSet reports whether the call sets a flag, which the command must have.
func (s *Session) IsSet(name string) bool {
	if findFlag(s.call.Command.Flags, name) == nil {
		panic(s.name + " has no flag --" + name)
	}
	return s.call.IsSet(name)
}

// Refuse returns an error if the call sets one of some flags.
func (s *Session) Refuse(format string, flags ...string) error {
	for _, flag := range flags {
		if s.IsSet(flag) {
			return fmt.Errorf(format, flag)
		}
	}

	return nil
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
