package command

import "strings"

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
