package validate

import (
	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/fast"
)

// The quick way through a record that is all right. It reads the bytes as they stand, plays on
// package fast, allocates nothing a ply, and gives up at anything unusual: an error, a warning, and
// whatever needs a second look. Then the careful way, [pgn.Next] and [Game], begins again at the
// record's first byte, and its word holds. So the quick way decides nothing but that there is
// nothing to tell, and the tests hold the two together.

// A quick reads records the quick way. It is not shared.
type quick struct {
	rules Rules
	off   bool // the records are of a kind that the quick way does not read

	games  map[string]*quickGame // by value of the Variant tag
	lastOf string                // the last value looked up, and its game
	last   *quickGame

	// Of the record that is being read:
	exported    bool // it is of vchess.club's form
	game        *quickGame
	text        []byte
	at          int
	result      []byte
	fen         []byte
	setup       bool
	drawTalk    bool // the Termination tag may claim a draw
	missing     []string
	plies       int
	converted   int
	now         *board.Position // as it stands: position, or that of the replay
	position    board.Position
	before      board.Position // before the last move of the line
	turn        board.Turn     // the last move of the line
	replay      fast.Replay
	follows     bool // the replay stands at the end of the line, its last turn being the line's
	number      int  // read and not yet followed by a move, -1 if there is none
	moved       bool // the line has a move
	sign        byte // of the last move of the line
	lastComment []byte
	stack       [maxNested]nested
	depth       int
	waves       []board.Bits
}

// maxNested is how deep variations may nest for the quick way.
const maxNested = 16

// nested is a line of play that a variation has interrupted.
type nested struct {
	position, before board.Position
	turn             board.Turn
	sign             byte
}

func newQuick(o Rules) *quick {
	q := &quick{rules: o, games: map[string]*quickGame{}}
	if o.Letters != nil && o.Letters.Name != rules.English.Name {
		q.off = true
	}
	if o.Override != nil {
		q.last = newQuickGame(o.Override.Set())
		q.off = q.off || q.last == nil
	}
	return q
}

// read judges the record at a place the quick way: the verdict and the place behind the record,
// or not ok, when it must be read with care.
func (q *quick) read(text []byte, at int, r *Verdict) (end int, ok bool) {
	if q.off {
		return 0, false
	}
	q.text, q.at = text, at
	for q.at < len(text) && (text[q.at] == '\n' || text[q.at] == '\r') {
		q.at++
	}
	at = q.at
	if at > 0 && text[at-1] != '\n' || !q.record() { // of two that are glued together, care knows where the second ends
		return 0, false
	}
	*r = Verdict{Kind: KindGame, Rules: q.game.name, OK: true, Plies: q.plies, Converted: q.converted, Result: resultName(q.result), text: text, at: at}
	if len(q.missing) > 0 {
		problem := missingProblem(at, q.missing)
		r.Findings = []Finding{finding(text, nil, &problem)}
	}
	return q.at, true
}

// record judges the record that begins here, in either form. An export seldom comes alone, so that behind one another is expected.
func (q *quick) record() bool {
	at, expected := q.at, q.exported
	if expected && q.export() && q.end() {
		return true
	}
	q.at, q.exported = at, false
	if q.tags() && q.begin() && q.moves() && q.end() {
		return true
	}
	q.at = at
	return q.exported && !expected && q.export() && q.end()
}

// variant settles the rule set.
func (q *quick) variant(value []byte) bool {
	if len(value) > maxValue {
		return false
	}
	if q.rules.Override != nil {
		q.game = q.last
		if value == nil {
			return true
		}
		set, err := pgn.VariantSet(string(value))
		return err == nil && set == q.rules.Override.Set()
	}
	if q.last != nil && string(value) == q.lastOf {
		q.game = q.last
		return true
	}
	game, ok := q.games[string(value)]
	if !ok {
		if set, err := pgn.VariantSet(string(value)); err == nil {
			game = newQuickGame(set)
		}
		if len(q.games) < maxStarts {
			q.games[string(value)] = game
		}
	}
	if game == nil {
		return false
	}
	q.game, q.last, q.lastOf = game, game, string(value)
	return true
}

// end judges what is left when the movetext has been read: the final position says nothing but the result.
func (q *quick) end() bool {
	if string(q.result) == "1/2-1/2" && (q.drawTalk || drawTalk(q.lastComment)) {
		return false
	}
	outcome := board.Win(q.now.Turn.Other())
	if q.sign != '#' { // which has been verified
		if q.hasTurn() {
			return true
		}
		outcome = q.game.fast.Final(q.now).Result
	}
	return q.sign != '+' && outcome.String() == string(q.result)
}

// resultName gives a result without allocating.
func resultName(text []byte) string {
	switch string(text) {
	case "1-0":
		return "1-0"
	case "0-1":
		return "0-1"
	case "1/2-1/2":
		return "1/2-1/2"
	}
	return "*"
}
