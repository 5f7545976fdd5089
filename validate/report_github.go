package validate

import (
	"cmp"
	"fmt"
	"strings"

	"turncoat/internal/printable"
)

// githubReport writes workflow commands, which GitHub shows beside the lines of the files, and one line at the end.
type githubReport struct {
	printer
	limit
}

// Of what a command holds, and of its properties, these cannot stand as they are.
var (
	commandText     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	commandProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (g *githubReport) Record(r *Verdict) error {
	findings, wanted := g.admit(r)
	if !wanted {
		return g.err
	}
	for i := range findings {
		f := &findings[i]
		command := cmp.Or(map[string]string{"error": "error", "warning": "warning"}[f.Severity], "notice")
		where := "file=" + commandProperty.Replace(printable.Line(r.File))
		if f.Line > 0 {
			where += fmt.Sprintf(",line=%d,col=%d,endColumn=%d", f.Line, f.Column, f.Column+max(f.width, 1))
		}
		text := about(r, f)
		if statement := f.statement(); statement != "" && f.Severity == "error" {
			text += "\n" + statement
		}
		if see := f.command(); see != "" {
			text += "\n" + see
		}
		g.print("::%s %s,title=%s::%s\n", command, where, commandProperty.Replace(string(f.Code)),
			commandText.Replace(printable.Block(text)))
	}
	return g.err
}

func (g *githubReport) Close(s *Summary) error {
	g.print("%s\n", summaryLine(s))
	return g.err
}
