package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"turncoat/diagram"
)

// OneOf returns a flag that takes one of some words; value is its default, which may be empty.
func OneOf(name, usage, value string, words ...string) *cli.GenericFlag {
	return &cli.GenericFlag{Name: name, Usage: usage + ": " + orList(words), Value: &oneOf{value, words}}
}

// oneOf is the value of a flag made by [OneOf].
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

// Number returns a flag that takes a number from least to most.
func Number(name, usage string, value, least, most int) *cli.IntFlag {
	return &cli.IntFlag{Name: name, Usage: usage, Value: value, Action: func(c *cli.Context, n int) error {
		if n < least || n > most {
			return UsageError(c, "--%s must be %d to %d, not %d", name, least, most, n)
		}
		return nil
	}}
}

// Exclusive returns an error where a call sets more than one of some flags.
func Exclusive(c *cli.Context, flags ...string) error {
	set := slices.DeleteFunc(flags, func(name string) bool { return !c.IsSet(name) })
	if len(set) > 1 {
		return fmt.Errorf("--%s and --%s cannot be combined", set[0], set[1])
	}
	return nil
}

// OutputFlag is the flag that names the file of the results.
func OutputFlag() cli.Flag {
	return &cli.StringFlag{Name: "output", Aliases: []string{"o", "out"},
		Usage: "write to `FILE` instead of standard output (-)"}
}

// Format returns the form that --format asks for, or --json, which is short for --format json.
func Format(c *cli.Context) (string, error) {
	format := c.String("format")
	if c.Bool("json") {
		if c.IsSet("format") && format != "json" {
			return "", UsageError(c, "--json and --format %s cannot be combined", format)
		}
		return "json", nil
	}
	return format, nil
}

// StyleFlag is the flag that says how pictures are drawn.
func StyleFlag() cli.Flag {
	return OneOf("style", "`STYLE` of pictures, in colour or in black and white", "screen", "screen", "print")
}

// Style returns the style that a call asks for.
func Style(c *cli.Context) (style diagram.Style) {
	if c.String("style") == "print" {
		style = diagram.Print
	}
	return style
}
