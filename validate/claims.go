package validate

import (
	"fmt"
	"strings"

	"turncoat/internal/lazyregexp"
	"turncoat/pgn"
	"turncoat/rules/board"
)

// A claim of a draw is written in the Termination tag or in the last comment. PAC-16 and the Laws
// of Chess count alike: the same position three times, with the same side to move and the same
// rights; or fifty moves by each side without an irreversible one. The player who claims may also
// name, without playing it, the move that would complete the count.

var (
	claimsThreefold = lazyregexp.Compile(`(?i)repetition|three-?\s?fold|3-?\s?fold`)
	commands        = lazyregexp.Compile(`\[%[^\]]*\]`) // in comments, for programs
	claimsFifty     = lazyregexp.Compile(`(?i)\bfifty\b|\b50[ -]?moves?\b`)
)

// A claim says what is claimed.
type claim struct {
	threefold, fifty bool
	comment          bool // in a comment, not in the Termination tag
}

// claimed reads the claims of a Termination tag, or if there is none in it, of the last comment.
func claimed(termination, comment string) claim {
	c := claim{threefold: claimsThreefold().MatchString(termination),
		fifty: claimsFifty().MatchString(termination)}
	if c.threefold || c.fifty || comment == "" {
		return c
	}
	comment = commands().ReplaceAllString(strings.Join(strings.Fields(comment), " "), " ")
	return claim{claimsThreefold().MatchString(comment), claimsFifty().MatchString(comment), true}
}

// drawClaims appends a finding for each claim of a draw that is not true.
func drawClaims(g *pgn.Record, tags *knownTags, game *pgn.PlayedGame,
	findings []pgn.Finding) []pgn.Finding {
	if game.Result != board.Draw || !game.Complete || game.Variant == nil {
		return findings
	}
	last := lastComment(g)
	c := claimed(tags.value(pgn.TagTermination), last.Text)
	if !c.threefold && !c.fifty {
		return findings
	}
	at, end := g.TagPlace("Termination")
	if c.comment {
		at, end = last.At, last.At+len(last.Text)
	}
	untrue := func(format string, args ...any) {
		f := pgn.NewFinding(pgn.DrawClaim, at, end, format, args...)
		f.Rule = "PAC-16"
		findings = append(findings, f)
	}
	played := game.Game()
	if c.threefold && !played.ThreefoldRepetition() {
		untrue("a threefold repetition is claimed, and the final position has come about %s",
			timesText(played.Repetitions()))
	}

	if c.fifty && !played.FiftyMoves() {
		untrue("fifty moves are claimed, and the half-move clock stands at %d of 100",
			played.Position().Clock)
	}
	return findings
}

// lastComment returns the last comment of the main line behind its last move.
func lastComment(g *pgn.Record) (last pgn.Comment) {
	comments := g.Main.Comments
	if n := len(g.Main.Moves); n > 0 {
		comments = g.Main.Moves[n-1].Comments
	}
	if n := len(comments); n > 0 {
		last = comments[n-1]
	}
	return last
}

func timesText(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}

	return fmt.Sprintf("%d times", n)
}
