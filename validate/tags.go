package validate

import (
	"strconv"
	"strings"
	"time"

	"turncoat/internal/lazyregexp"
	"turncoat/internal/plural"
	"turncoat/pgn"
	"turncoat/rules/board"
)

// knownTags are the tags of a record that are known by name, each the first of its name.
type knownTags [pgn.TagOther]*pgn.Tag

// readTags returns the known tags of a record. It appends a finding for each one that contradicts
// an earlier one.
func readTags(g *pgn.Record, findings []pgn.Finding) (knownTags, []pgn.Finding) {
	var tags knownTags
	for i := range g.Tags {
		t := &g.Tags[i]
		id := pgn.Identify(t.Name)
		if id == pgn.TagOther {
			continue
		}
		first := tags[id]
		if first == nil {
			tags[id] = t
		} else if first.Value != t.Value {
			findings = append(findings, ofTag(t, pgn.Contradiction, "%s is %q here and %q before",
				t.Name, t.Value,
				first.Value))
		}
	}

	return tags, findings
}

// ofTag returns a finding of the value of a tag.
func ofTag(t *pgn.Tag, code pgn.Code, format string, a ...any) pgn.Finding {
	return pgn.NewFinding(code, t.ValueAt, t.ValueAt+len(t.Value), format, a...)
}

// value returns the value of a tag, empty if it is not there.
func (k *knownTags) value(id pgn.TagID) string {
	if k[id] == nil {
		return ""
	}
	return k[id].Value
}

// judge appends the findings of the tags of a PGN record that begins at a place: missing tags, tags
// that the rest of the record contradicts, and invalid dates. vchess.club's export and plain text
// follow their own customs.
func (k *knownTags) judge(at int, game *pgn.PlayedGame, findings []pgn.Finding) []pgn.Finding {
	if missing := k.missing(); missing != "" {
		findings = append(findings, pgn.NewFinding(pgn.MissingTag, at, at, "%s", missing))
	}
	findings = k.judgeStart(findings)
	if t := k[pgn.TagDate]; t != nil && !plausibleDate(t.Value) {
		findings = append(findings, ofTag(t, pgn.MissingTag,
			"%q is no date such as 2007.05.31 or ????.??.??", t.Value))
	}
	if t := k[pgn.TagPlyCount]; t != nil && game.Complete && !plyCount(t.Value, game.Plies) {
		f := ofTag(t, pgn.Contradiction, "PlyCount is %q, and the game has %s", t.Value,
			plural.Count(game.Plies, "ply"))
		f.Severity = pgn.Warning // programs count differently, and the moves say it anyway
		findings = append(findings, f)
	}

	if t := k[pgn.TagTermination]; t != nil && game.Variant != nil &&
		!mayEnd(t.Value, game.Result) {
		findings = append(findings, ofTag(t, pgn.Contradiction,
			"the termination is %q, and the result %s", t.Value,
			game.Result))
	}

	return findings
}

// missing lists which of the seven standard tags are missing.
func (k *knownTags) missing() string {
	var missing []string
	for id := pgn.TagEvent; id <= pgn.TagResult; id++ {
		if k[id] == nil {
			missing = append(missing, id.String())
		}
	}

	switch len(missing) {
	case 0:
		return ""
	case int(pgn.TagResult) + 1:
		return "all seven standard tags are missing"
	}

	return "missing: " + strings.Join(missing, ", ")
}

// judgeStart appends the findings of FEN and SetUp, which go together.
func (k *knownTags) judgeStart(findings []pgn.Finding) []pgn.Finding {
	fen, setup := k[pgn.TagFEN], k[pgn.TagSetUp]
	switch {
	case fen == nil:
	case setup == nil:
		findings = append(findings, ofTag(fen, pgn.MissingTag,
			`[SetUp "1"] is missing beside the FEN`))
	case setup.Value == "0":
		second := fen
		if setup.At > fen.At {
			second = setup
		}
		findings = append(findings, ofTag(second, pgn.Contradiction,
			"SetUp is 0, and there is a FEN"))
	}

	return findings
}

// plausibleDate reports whether a date has the form of PGN, with question marks for unknown parts.
func plausibleDate(text string) bool {
	if text == "" || text == "?" {
		return true
	}
	if len(text) != len("2006.01.02") || strings.Trim(text[:4]+text[5:7]+text[8:],
		"0123456789?") != "" {
		return false
	}
	known := func(part, stand string) string {
		if strings.Contains(part, "?") {
			return stand
		}
		return part
	}
	_, err := time.Parse("2006.01.02", known(text[:4], "2000")+text[4:5]+known(text[5:7],
		"01")+text[7:8]+
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
	whiteWon = lazyregexp.Compile(`(?i)^white (?:has )?w(?:on|ins)\b`)
	blackWon = lazyregexp.Compile(`(?i)^black (?:has )?w(?:on|ins)\b`)
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
	case whiteWon().MatchString(word):
		return result == board.WhiteWins
	case blackWon().MatchString(word):
		return result == board.BlackWins
	}

	return true
}
