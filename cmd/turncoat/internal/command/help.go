package command

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// The help of the program itself.
const (
	appTemplate = `turncoat - {{.Usage}}

Usage: turncoat COMMAND [flags] [arguments]

Commands:
{{range .VisibleCommands}}  {{printf "%-10s" .Name}} {{.Usage}}
{{end}}
` + firstLook + `
For completion in the shell: turncoat completion --help; for a manual page: turncoat man --help

Exit status: ` + exitStatuses + "\n"

	firstLook = `A first look:
  $ turncoat rules list
  $ turncoat turns --rules pacifist1 start
  $ turncoat explain --rules pacifist1 'rkqn1rb1/ppppppbp/P7/1n4p1/8/4N3/1PPPPPPP/RNK1BBQR' Nf5

"turncoat COMMAND --help" says more, with a worked example. Flags may stand before or after the
arguments; "--" ends them. A FEN is quoted; "start" is the standard starting position, a board alone
is enough, and moves may follow it as people write them ('1.e4 e5 2.Nf3'). --rules takes the name of
a rule set or a YAML file; the variable TURNCOAT_RULES names the one of calls without it. --json prints JSON.`

	exitStatuses = `0 all is well; 1 something wrong was found; 2 the call or an input could not be used;
3 a limit ended the work before an answer; 130 interrupted.`
)

// helpTexts has the help of each command: what it does, and a worked example, which is a line "$ turncoat …" and what it
// prints; "…" alone on a line is lines left out. A test runs the examples.
//
//go:embed help
var helpTexts embed.FS

// helpText returns what a command does and its worked example.
func helpText(command string) (about, example string) {
	name := strings.ReplaceAll(strings.TrimPrefix(command, "turncoat "), " ", "-")
	text, err := helpTexts.ReadFile("help/" + name + ".txt")
	if err != nil {
		return "", ""
	}
	about, example, _ = strings.Cut("\n\n"+string(text), "\n\nExample:\n")
	return strings.TrimSpace(about), strings.TrimSpace(example)
}

// addPages gives the commands, and those below them, their pages of help. That takes a fifth of the
// time in which a command starts, so it is left to calls that ask for one.
func addPages(parent string, commands []*cli.Command) {
	for _, c := range commands {
		name := parent + " " + c.Name
		c.CustomHelpTemplate = strings.ReplaceAll(page(name, c), "{{", `{{"{{"}}`)
		addPages(name, c.Subcommands)
	}
}

// page writes the help of a command: of a group its commands, of any other what it does and its
// flags, and of both the worked example.
func page(name string, c *cli.Command) string {
	var b strings.Builder
	usage := " [flags] " + c.ArgsUsage
	if len(c.Subcommands) > 0 {
		usage = " COMMAND [flags] [arguments]"
	}
	fmt.Fprintf(&b, "%s - %s\n\nUsage: %s\n", name, c.Usage, strings.TrimSpace(name+usage))
	about, example := helpText(name)
	if about != "" {
		fmt.Fprintf(&b, "\n%s\n", about)
	}
	if len(c.Subcommands) > 0 {
		b.WriteString("\nCommands:\n")
		for _, sub := range c.Subcommands {
			fmt.Fprintf(&b, "  %-10s %s\n", sub.Name, sub.Usage)
		}
	} else {
		b.WriteString("\nFlags:\n")
		flagLines(&b, c.VisibleFlags())
	}
	if example != "" {
		fmt.Fprintf(&b, "\nExample:\n  %s\n", strings.ReplaceAll(example, "\n", "\n  "))
	}
	return b.String()
}

// flagColumn is how much room a flag has before the text that says what it does.
const flagColumn = 24

// flagLines writes flags, one or more lines each: "--rules SET  the rule set …". The word in
// backquotes in a flag's usage is the name of its value.
func flagLines(b *strings.Builder, flags []cli.Flag) {
	for _, f := range flags {
		doc, ok := f.(cli.DocGenerationFlag)
		if !ok {
			continue
		}
		var names []string
		for _, name := range f.Names() {
			names = append(names, dashed(name))
		}
		before, rest, quoted := strings.Cut(doc.GetUsage(), "`")
		value, after, _ := strings.Cut(rest, "`")
		lead := "  " + strings.Join(names, ", ")
		if quoted {
			lead += " " + value
		}
		text := before + value + after
		if d := doc.GetDefaultText(); doc.TakesValue() && !slices.Contains([]string{"", "0", `""`, `" "`, "none", " "}, d) {
			text += " (default: " + strings.Trim(d, `"`) + ")"
		}
		if len(lead)+2 > flagColumn {
			fmt.Fprintf(b, "%s\n", lead)
			lead = ""
		}
		fmt.Fprintf(b, "%s\n", Wrap(fmt.Sprintf("%-*s", flagColumn, lead), text))
	}
}

// dashed writes a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// Wrap breaks a text into lines, the first after a lead, the others indented as deep.
func Wrap(lead, text string) string {
	indent := fmt.Sprintf("\n%*s", len(lead), "")
	out, column := lead, len(lead)
	for i, word := range strings.Fields(text) {
		if i > 0 && column+1+len(word) > width {
			out, column = out+indent, len(lead)
		} else if i > 0 {
			out, column = out+" ", column+1
		}
		out, column = out+word, column+len(word)
	}
	return out
}

// width is how many columns a line of text may take.
const width = 92
