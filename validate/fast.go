package validate

import (
	"turncoat/internal/token"
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A fastPath judges games of which there is nothing to tell. It plays them on package fast, allocates nothing a ply,
// and gives up at anything unusual: an error, a warning, whatever needs a second look. Then [pgn.Replay] and [Judge]
// have the word. So the fast path decides nothing but that there is nothing to tell, and the tests hold the two
// together.
type fastPath struct {
	rules    Rules
	off      bool                    // the games are of a kind that it does not judge
	lines    *token.Lines            // of the text
	variants map[string]*fastVariant // by value of the Variant tag
	override *fastVariant

	// Of the game that is being judged:
	variant   *fastVariant
	plies     int
	converted int
	now       *board.Position // as it stands: position, or that of the replay
	position  board.Position
	replay    rules.Replay
	follows   bool           // the replay stands at the end of the line, its last turn being the line's
	before    board.Position // the last move, where it has comments or variations
	turn      board.Turn     // the last
	chosen    bool           // the record has said what it reclaims
	text      []byte
}

func newFastPath(o Rules, lines *token.Lines) *fastPath {
	q := &fastPath{rules: o, lines: lines, variants: map[string]*fastVariant{}}
	if o.Letters != nil && o.Letters.Name != rules.English.Name {
		q.off = true
	}
	if o.Override != nil {
		q.override = newFastVariant(o.Override.Set())
		q.off = q.off || q.override == nil
	}
	return q
}

// judge gives the verdict on a game, or not ok when there may be something to tell.
func (q *fastPath) judge(g *pgn.Game, r *Verdict) (ok bool) {
	if q.off || len(g.Faults)+len(g.After) > 0 {
		return false
	}
	var tags [token.TagOther]*pgn.Tag
	for i := range g.Tags {
		if t := &g.Tags[i]; t.ID != token.TagOther {
			if tags[t.ID] != nil {
				return false
			}
			tags[t.ID] = t
		}
	}
	has := func(id token.TagID) bool { return tags[id] != nil }
	value := func(id token.TagID) string {
		if tags[id] == nil {
			return ""
		}
		return tags[id].Value
	}
	result, ok := token.ParseResult(value(token.TagResult))
	if !ok || !q.setVariant(tags[token.TagVariant]) || !q.start(tags[token.TagFEN]) || value(token.TagSetUp) == "0" {
		return false
	}
	q.plies, q.converted = 0, 0
	sign, export := byte(0), g.Dialect == token.VChess
	if export {
		ok = has(token.TagFEN) && q.export(g)
	} else if ok = has(token.TagSetUp) == has(token.TagFEN) && plausibleDate(value(token.TagDate)); ok {
		sign, ok = q.line(&g.Main, true)
	}
	if !ok || !q.over(g, result, sign) || !plyCount(value(token.TagPlyCount), q.plies) ||
		has(token.TagTermination) && !mayEnd(value(token.TagTermination), result) ||
		result == board.Draw && claimed(value(token.TagTermination), lastComment(g).Text).any() {
		return false
	}
	*r = Verdict{Kind: KindGame, Rules: q.variant.name, OK: true, Plies: q.plies, Converted: q.converted,
		Result: result.String(), title: title{value(token.TagWhite), value(token.TagBlack), value(token.TagEvent)}}
	if !export {
		if problem := missingTags(g.At, has); problem.Message != "" {
			r.Findings = []Finding{newFinding(q.lines, nil, &problem)}
		}
	}
	return true
}

// over reports whether the results of a game, whose last move has a sign, are the one that its tag and the final
// position say.
func (q *fastPath) over(g *pgn.Game, result board.Result, sign byte) bool {
	for _, said := range g.Results {
		if said.Resigns || said.Result != result {
			return false
		}
	}
	outcome := board.Win(q.now.Turn.Other())
	if sign != '#' { // which has been verified
		if q.variant.fast.HasTurn(q.now) {
			return true
		}
		outcome = q.variant.fast.Final(q.now).Result
	}
	return sign != '+' && outcome == result
}

// export plays the lines of the second section of vchess.club's export, which with the words of the movetext are as
// the site writes the turns that the rules make of them (NOT-5).
func (q *fastPath) export(g *pgn.Game) bool {
	if q.variant.family != ruleset.Pacifist || q.now.Turn != board.White || len(g.Main.Comments) > 0 ||
		len(g.Machine) == 0 || len(g.Machine) != len(g.Main.Moves) {
		return false
	}
	for i, m := range g.Main.Moves {
		t := &g.Machine[i]
		if t.Code != "" || m.Number >= 0 && m.Number != i/2+1 || len(m.NAGs)+len(m.Comments)+len(m.Variations) > 0 {
			return false
		}
		q.before = *q.now
		move, own := t.Move()
		played := false
		if own == 2 {
			wing := board.KingSide
			if move.To < move.From {
				wing = board.QueenSide
			}
			played = q.playCastling(wing)
		} else {
			played = q.playTo(q.before.KindAt(move.From), move.From.Bit(), move.To, move.Promotion)
		}
		if !played || q.turn.Reclaimed != 0 {
			return false
		}
		q.converted += q.turn.Converted.Count()
		var word int
		q.text, word = pgn.AppendVChessTurn(q.text[:0], i, &q.before, q.now, q.turn)
		if string(q.text[:word]) != m.Text || string(q.text[word:]) != t.Text {
			return false
		}
	}
	q.plies = len(g.Machine)
	return true
}
