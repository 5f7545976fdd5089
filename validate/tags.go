package validate

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"turncoat/internal/finding"
	"turncoat/internal/plural"
	"turncoat/internal/token"
	"turncoat/pgn"
	"turncoat/rules/board"
)

// tagContradictions returns what tags say that the rest of the record contradicts, and dates that are none.
func tagContradictions(g *pgn.Game, record *pgn.PlayedGame) []pgn.Problem {
	var problems []pgn.Problem
	find := func(t *pgn.Tag, code finding.Code, format string, a ...any) {
		problems = append(problems, pgn.Problem{Code: code, At: t.ValueAt, End: t.ValueAt + len(t.Value),
			Message: fmt.Sprintf(format, a...)})
	}
	said := map[string]string{}
	for i := range g.Tags {
		t := &g.Tags[i]
		name := strings.ToLower(t.Name)
		if before, twice := said[name]; twice {
			if before != t.Value && token.Identify([]byte(name)) != token.TagOther {
				find(t, finding.Contradiction, "%s is %q here and %q before", t.Name, t.Value, before)
			}
			continue
		}
		said[name] = t.Value
		switch {
		case g.Dialect != token.Standard:
		case name == "date" && !plausibleDate(t.Value):
			find(t, finding.MissingTag, "%q is no date such as 2007.05.31 or ????.??.??", t.Value)
		case name == "setup" && t.Value == "0" && said["fen"] != "":
			find(t, finding.Contradiction, "SetUp is 0, and there is a FEN")
		case name == "fen" && said["setup"] == "0":
			find(t, finding.Contradiction, "SetUp is 0, and there is a FEN")
		case name == "plycount" && record.Complete && !plyCount(t.Value, record.Plies):
			find(t, finding.Contradiction, "PlyCount is %q, and the game has %s", t.Value, plural.Count(record.Plies, "ply"))
		case name == "termination" && record.Rules != nil && !mayEnd(t.Value, record.Result):
			find(t, finding.Contradiction, "the termination is %q, and the result %s", t.Value, record.Result)
		}
	}
	return problems
}

// plausibleDate reports whether a date is one of PGN, with question marks for what is not known.
func plausibleDate(text string) bool {
	if text == "" || text == "?" {
		return true
	}
	if len(text) != len("2006.01.02") || strings.Trim(text[:4]+text[5:7]+text[8:], "0123456789?") != "" {
		return false
	}
	known := func(part, stand string) string {
		if strings.Contains(part, "?") {
			return stand
		}
		return part
	}
	_, err := time.Parse("2006.01.02", known(text[:4], "2000")+text[4:5]+known(text[5:7], "01")+text[7:8]+
		known(text[8:], "01"))
	return err == nil
}

func plyCount(text string, plies int) bool {
	if text == "" || text == "?" {
		return true
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	return err == nil && n == plies
}

var winner = regexp.MustCompile(`(?i)^(white|black) (?:has )?w(?:on|ins)\b`)

// mayEnd reports whether a game that ended in a way, in the words of the PGN standard or by the name of the winner, can
// have a result.
func mayEnd(termination string, result board.Result) bool {
	word := strings.ToLower(strings.TrimSpace(termination))
	switch word {
	case "unterminated":
		return result == board.Ongoing
	case "time forfeit", "rules infraction":
		return result != board.Ongoing
	}
	if m := winner.FindStringSubmatch(word); m != nil {
		return result == board.Win(map[string]board.Colour{"white": board.White, "black": board.Black}[m[1]])
	}
	return true
}
