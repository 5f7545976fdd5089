package validate

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"turncoat/internal/plural"
	"turncoat/internal/token"
	"turncoat/pgn"
	"turncoat/rules/board"
)

// knownTags are the tags of a record that are known by name, each the first of its name.
type knownTags [token.TagOther]*pgn.Tag

// readTags returns the known tags of a record. It appends a problem for each one that contradicts
// an earlier one.
func readTags(g *pgn.Record, problems []pgn.Problem) (knownTags, []pgn.Problem) {
	var tags knownTags
	for i := range g.Tags {
		t := &g.Tags[i]
		id := token.Identify(t.Name)
		if id == token.TagOther {
			continue
		}
		first := tags[id]
		if first == nil {
			tags[id] = t
		} else if first.Value != t.Value {
			problems = append(problems, ofTag(t, pgn.Contradiction, "%s is %q here and %q before", t.Name, t.Value,
				first.Value))
		}
	}

	return tags, problems
}

// ofTag returns a problem of the value of a tag.
func ofTag(t *pgn.Tag, code pgn.Code, format string, a ...any) pgn.Problem {
	return pgn.Problem{Code: code, At: t.ValueAt, End: t.ValueAt + len(t.Value), Message: fmt.Sprintf(format, a...)}
}

// value returns the value of a tag, empty if it is not there.
func (k *knownTags) value(id token.TagID) string {
	if k[id] == nil {
		return ""
	}
	return k[id].Value
}

// judge appends the problems of the tags of a PGN record that begins at a place: missing tags, tags
// that the rest of the record contradicts, and invalid dates. vchess.club's export and plain text
// follow their own customs.
func (k *knownTags) judge(at int, game *pgn.PlayedGame, problems []pgn.Problem) []pgn.Problem {
	if missing := k.missing(); missing != "" {
		problems = append(problems, pgn.Problem{Code: pgn.MissingTag, At: at, End: at, Message: missing})
	}
	problems = k.judgeStart(problems)
	if t := k[token.TagDate]; t != nil && !plausibleDate(t.Value) {
		problems = append(problems, ofTag(t, pgn.MissingTag, "%q is no date such as 2007.05.31 or ????.??.??", t.Value))
	}
	if t := k[token.TagPlyCount]; t != nil && game.Complete && !plyCount(t.Value, game.Plies) {
		problems = append(problems, ofTag(t, pgn.Contradiction, "PlyCount is %q, and the game has %s", t.Value,
			plural.Count(game.Plies, "ply")))
	}

	if t := k[token.TagTermination]; t != nil && game.Rules != nil && !mayEnd(t.Value, game.Result) {
		problems = append(problems, ofTag(t, pgn.Contradiction, "the termination is %q, and the result %s", t.Value,
			game.Result))
	}

	return problems
}

// missing lists which of the seven standard tags are missing.
func (k *knownTags) missing() string {
	var missing []string
	for id := token.TagEvent; id <= token.TagResult; id++ {
		if k[id] == nil {
			missing = append(missing, id.String())
		}
	}

	switch len(missing) {
	case 0:
		return ""
	case int(token.TagResult) + 1:
		return "all seven standard tags are missing"
	}

	return "missing: " + strings.Join(missing, ", ")
}

// judgeStart appends the problems of FEN and SetUp, which go together.
func (k *knownTags) judgeStart(problems []pgn.Problem) []pgn.Problem {
	fen, setup := k[token.TagFEN], k[token.TagSetUp]
	switch {
	case fen == nil:
	case setup == nil:
		problems = append(problems, ofTag(fen, pgn.MissingTag, `[SetUp "1"] is missing beside the FEN`))
	case setup.Value == "0":
		second := fen
		if setup.At > fen.At {
			second = setup
		}
		problems = append(problems, ofTag(second, pgn.Contradiction, "SetUp is 0, and there is a FEN"))
	}

	return problems
}

// plausibleDate reports whether a date has the form of PGN, with question marks for unknown parts.
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

// plyCount reports whether the value of a PlyCount tag is right.
func plyCount(text string, plies int) bool {
	if text == "" || text == "?" {
		return true
	}
	n, err := strconv.Atoi(strings.TrimSpace(text))
	return err == nil && n == plies
}

var (
	whiteWon = regexp.MustCompile(`(?i)^white (?:has )?w(?:on|ins)\b`)
	blackWon = regexp.MustCompile(`(?i)^black (?:has )?w(?:on|ins)\b`)
)

// mayEnd reports whether a game that ended in a way, in the words of the PGN standard or by the
// name of the winner, can have a result.
func mayEnd(termination string, result board.Result) bool {
	word := strings.ToLower(strings.TrimSpace(termination))
	switch {
	case word == "normal":
		return true
	case word == "unterminated":
		return result == board.Ongoing
	case word == "time forfeit", word == "rules infraction":
		return result != board.Ongoing
	case whiteWon.MatchString(word):
		return result == board.WhiteWins
	case blackWon.MatchString(word):
		return result == board.BlackWins
	}

	return true
}
