package command

import (
	"fmt"
	"strings"

	"github.com/cpuguy83/go-md2man/v2/md2man"
)

func man(s *Session) error {
	_, err := s.Out.Write(md2man.Render([]byte(s.manual())))
	return err
}

// manual returns the manual page as Markdown, as md2man reads it.
func (s *Session) manual() string {
	var b strings.Builder
	h := helpOf("")
	look, rest, _ := strings.Cut(h.about, "\nFor completion")
	_, statuses, _ := strings.Cut(rest, "Exit status: ")
	fmt.Fprintf(
		&b,
		"TURNCOAT 1 \"\" \"turncoat %s\" \"User Commands\"\n====\n\n# NAME\n\nturncoat - %s\n\n# SYNOPSIS\n\n"+
			"**turncoat** *COMMAND* [flags] [arguments]\n\n# DESCRIPTION\n\n",
		Version(),
		h.summary,
	)
	verbatim(&b, look)
	b.WriteString("# COMMANDS\n\n")
	for _, name := range s.Names() {
		fmt.Fprintf(&b, "### %s\n\n", full(name))
		verbatim(&b, s.page(name))
	}
	b.WriteString("# EXIT STATUS\n\n")
	verbatim(&b, statuses)
	b.WriteString("# ENVIRONMENT\n\n**TURNCOAT_RULES**\n: the rule set of calls without --rules\n\n" +
		"**NO_COLOR**\n: if it is not empty, boards are not coloured\n")
	return b.String()
}

// verbatim writes a text as it stands: help is laid out by hand, with columns.
func verbatim(b *strings.Builder, text string) {
	for _, line := range strings.Split(strings.Trim(text, "\n"), "\n") {
		b.WriteString(strings.TrimRight("    "+line, " ") + "\n")
	}
	b.WriteString("\n")
}
