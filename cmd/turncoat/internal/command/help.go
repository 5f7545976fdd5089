package command

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"turncoat/internal/story"
)

// helpTexts has the help of each command in a file: a line that says what it does; "Usage:" with its arguments if it
// takes any; more about it; "Flags:" with a declaration of each (see [Flag]), those of flags.txt by their names alone;
// and "Example:", a worked example, which is a line "$ turncoat …" and what it prints; "…" alone on a line is lines
// left out. A test runs the examples.
//
//go:embed help
var helpTexts embed.FS

type help struct{ summary, usage, about, flags, example string }

func helpOf(name string) (h help) {
	if name == "" {
		name = "turncoat"
	}
	text, _ := helpTexts.ReadFile("help/" + strings.ReplaceAll(name, " ", "-") + ".txt")
	h.summary, h.about, _ = strings.Cut(string(text), "\n")
	if usage, ok := strings.CutPrefix(h.about, "Usage: "); ok {
		h.usage, h.about, _ = strings.Cut(usage, "\n")
	}
	h.about, h.example, _ = strings.Cut(h.about, "\nExample:\n")
	h.about, h.flags, _ = strings.Cut(h.about, "\nFlags:\n")
	return h
}

// sharedFlags has the flags of several commands.
var sharedFlags = sync.OnceValue(func() map[string]Flag {
	text, _ := helpTexts.ReadFile("help/flags.txt")
	shared := map[string]Flag{}
	for _, line := range declarations(string(text)) {
		f := parseFlag(line)
		shared["--"+f.Names[0]] = f
	}
	return shared
})

// declarations returns the lines of a text, each with the indented lines after it.
func declarations(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if n := len(lines) - 1; n >= 0 && strings.HasPrefix(line, " ") {
			lines[n] += line
		} else if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// Flags returns the flags of a command.
func (s *Session) Flags(name string) []Flag {
	var flags []Flag
	for _, line := range declarations(helpOf(name).flags) {
		f, ok := sharedFlags()[line]
		if !ok {
			f = parseFlag(line)
		}
		flags = append(flags, f)
	}
	if name == "" {
		flags = append(flags, Flag{Names: []string{"version"}, Text: "print the version"})
	}
	return append(flags, Flag{Names: []string{"help", "h"}, Text: "print this help"})
}

// page returns the help of a command: of a group its commands, of any other what it does and its
// flags, and of both the worked example.
func (s *Session) page(name string) string {
	var b strings.Builder
	h, group := helpOf(name), s.under(name)
	if name == "" {
		fmt.Fprintf(&b, "turncoat - %s\n\nUsage: turncoat COMMAND [flags] [arguments]\n", h.summary)
		s.list(&b, name)
		b.WriteString("\n" + h.about)
		return b.String()
	}
	usage := " [flags] " + h.usage
	if group != nil {
		usage = " COMMAND [flags] [arguments]"
	}
	fmt.Fprintf(&b, "%s - %s\n\nUsage: %s\n%s", full(name), h.summary, strings.TrimSpace(full(name)+usage), h.about)
	if group != nil {
		s.list(&b, name)
	} else {
		b.WriteString("\nFlags:\n")
		for _, f := range s.Flags(name) {
			f.write(&b)
		}
	}
	if h.example != "" {
		fmt.Fprintf(&b, "\nExample:\n  %s\n", strings.ReplaceAll(strings.TrimSpace(h.example), "\n", "\n  "))
	}
	return b.String()
}

func (s *Session) list(b *strings.Builder, group string) {
	b.WriteString("\nCommands:\n")
	for _, word := range s.under(group) {
		fmt.Fprintf(b, "  %-10s %s\n", word, helpOf(strings.TrimSpace(group+" "+word)).summary)
	}
}

// flagColumn is how much room a flag has before the text that says what it does.
const flagColumn = 24

// write writes a flag, one or more lines: "--rules SET  the rule set …".
func (f *Flag) write(b *strings.Builder) {
	var names []string
	for _, name := range f.Names {
		names = append(names, dashed(name))
	}
	lead := strings.ReplaceAll(strings.TrimSuffix("  "+strings.Join(names, ", ")+" "+f.Value, " "), " [=", "[=")
	text := f.Text
	if !slices.Contains([]string{"", "0"}, f.Default) {
		text += " (default: " + f.Default + ")"
	}
	if len(lead)+2 > flagColumn {
		fmt.Fprintf(b, "%s\n", lead)
		lead = ""
	}
	fmt.Fprintf(b, "%s\n", story.Wrap(fmt.Sprintf("%-*s", flagColumn, lead), text))
}

// dashed returns a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// man prints the manual page in troff's macros of man(7).
func man(s *Session) error {
	h := helpOf("")
	look, rest, _ := strings.Cut(h.about, "\nFor completion")
	_, statuses, _ := strings.Cut(rest, "Exit status: ")
	s.Printf(".nh\n.TH TURNCOAT 1 \"\" \"turncoat %s\" \"User Commands\"\n.SH NAME\nturncoat \\- %s\n"+
		".SH SYNOPSIS\n\\fBturncoat\\fP \\fICOMMAND\\fP [flags] [arguments]\n.SH DESCRIPTION\n%s.SH COMMANDS\n",
		Version(), h.summary, verbatim(look))
	for _, name := range s.Names() {
		s.Printf(".SS %s\n%s", full(name), verbatim(s.page(name)))
	}
	s.Printf(".SH EXIT STATUS\n%s.SH ENVIRONMENT\n"+
		".TP\n\\fBTURNCOAT_RULES\\fP\nthe rule set of calls without --rules\n"+
		".TP\n\\fBNO_COLOR\\fP\nif it is not empty, boards are not coloured\n", verbatim(statuses))
	return nil
}

// verbatim returns a text that is printed line by line as it is: help is laid out by hand, with columns.
func verbatim(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "\n.", "\n\\&.", "\n'", "\n\\&'").Replace("\n" + strings.Trim(text, "\n"))
	return ".EX" + text + "\n.EE\n"
}
