package validate

import (
	"bytes"

	"turncoat/pgn/token"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/ruleset"
)

// A fastPath is the visitor that judges records of which there is nothing to tell. It plays them on package
// fast, allocates nothing a ply, and gives up at anything unusual: an error, a warning, whatever needs a second
// look. Then [pgn.Replay] and [Judge] have the word, from the record's first byte. So the fast path decides
// nothing but that there is nothing to tell, and the tests hold the two together.
type fastPath struct {
	rules     Rules
	off       bool // the records are of a kind that it does not judge
	tokenizer *token.Tokenizer
	lines     *token.Lines // of the text

	variants map[string]*fastVariant // by value of the Variant tag
	override *fastVariant

	// Of the record that is being read:
	text        []byte
	begin       int
	begun       bool // the movetext has begun
	ended       bool
	seen        uint32 // the tags, by their TagID
	variant     *fastVariant
	fen         []byte
	termination []byte
	plyCount    []byte
	oddDate     bool
	result      board.Result
	plies       int
	converted   int
	lastComment []byte // of those after the last move of the main line
	line        line
	stack       [maxNested]line
	depth       int
	now         *board.Position // as it stands: position, or that of the replay
	position    board.Position
	replay      rules.Replay
	follows     bool // the replay stands at the end of the line, its last turn being the line's
	waves       []board.Bitboard
	export      bool // it is of vchess.club's form
	words       [][]byte
}

// maxNested is how deep variations may nest for the fast path.
const maxNested = 16

// A line is a line of play, in what the fast path knows of it.
type line struct {
	moved   bool // it has a move; what follows is of the last
	pending bool // its sign and its changes have not been looked at
	chosen  bool // the record has said what is reclaimed
	sign    byte
	before  board.Position
	turn    board.Turn
	after   board.Position // set while a variation interrupts the line
}

func newFastPath(o Rules, t *token.Tokenizer, lines *token.Lines) *fastPath {
	q := &fastPath{rules: o, tokenizer: t, lines: lines, variants: map[string]*fastVariant{}}
	if o.Letters != nil && o.Letters.Name != rules.English.Name {
		q.off = true
	}
	if o.Override != nil {
		q.override = newFastVariant(o.Override.Set())
		q.off = q.off || q.override == nil
	}
	return q
}

// read judges the record at a place of the text: the verdict and the place after the record,
// or not ok, when there may be something to tell.
func (q *fastPath) read(text []byte, at int, last bool, r *Verdict) (end int, ok bool) {
	if q.off {
		return 0, false
	}
	q.text, q.begun, q.ended, q.seen, q.fen, q.termination, q.plyCount, q.oddDate, q.variant = text, false, false, 0, nil, nil, nil, false, nil
	end = q.tokenizer.Record(text, at, last, q)
	if !q.ended || !q.over() {
		return 0, false
	}
	*r = Verdict{Kind: KindGame, Rules: q.variant.name, OK: true, Plies: q.plies, Converted: q.converted,
		Result: q.result.String(), text: text, at: q.begin}
	if !q.export && q.seen&rosterSeen != rosterSeen {
		problem := missingTags(q.begin, q.has)
		r.Findings = []Finding{newFinding(q.lines, nil, &problem)}
	}
	return end, true
}

// has reports whether the record has a tag.
func (q *fastPath) has(id token.TagID) bool { return q.seen&(1<<id) != 0 }

func (q *fastPath) Begin(at int) { q.begin = at }

func (q *fastPath) Tag(t *token.Tag) bool {
	if t.ID == token.TagOther {
		return true
	}
	if q.has(t.ID) {
		return false
	}
	q.seen |= 1 << t.ID
	switch t.ID {
	case token.TagResult:
		var ok bool
		q.result, ok = token.ParseResult(t.Value)
		return ok
	case token.TagVariant:
		return q.setVariant(t.Value)
	case token.TagFEN:
		q.fen = t.Value
		return unescaped(t.Value)
	case token.TagDate:
		q.oddDate = !plausibleDate(token.Text(t.Value))
	case token.TagSetUp:
		return string(t.Value) != "0"
	case token.TagPlyCount:
		q.plyCount = t.Value
		return unescaped(t.Value)
	case token.TagTermination:
		q.termination = t.Value
		return unescaped(t.Value)
	}
	return true
}

// unescaped reports whether the value of a tag stands in the text as it is, and so stays where it is.
func unescaped(value []byte) bool {
	return bytes.IndexByte(value, '\\') < 0 && bytes.IndexByte(value, '"') < 0
}

// rosterSeen has the bits of the seven tags that every PGN has.
const rosterSeen = 1<<token.TagFEN - 1

func (q *fastPath) Movetext(d token.Dialect) bool {
	if q.variant == nil && !q.setVariant(nil) || !q.has(token.TagResult) {
		return false
	}
	q.begun, q.plies, q.converted, q.lastComment, q.depth = true, 0, 0, nil, 0
	q.line.moved, q.line.pending, q.line.sign = false, false, 0
	if q.export = d == token.VChess; q.export {
		q.words = q.words[:0]
		return q.variant.family == ruleset.Pacifist && q.fen != nil && q.start() && q.now.Turn == board.White
	}
	return !q.oddDate && q.has(token.TagSetUp) == (q.fen != nil) && q.start()
}

func (q *fastPath) Move(m *token.Move) bool {
	if m.Unreadable || m.After {
		return false
	}
	if q.export {
		ok := m.NAG == 0 && q.depth == 0 && (m.Number < 0 || m.Number == len(q.words)/2+1)
		q.words = append(q.words, m.Text)
		return ok
	}
	wrongSide := m.Dots >= 2 && q.now.Turn == board.White || m.Dots == 1 && q.now.Turn == board.Black
	if !q.settle() || m.Number >= 0 && (m.Number != int(q.now.Number) || wrongSide) || !q.move(m.Text) {
		return false
	}
	if q.depth == 0 {
		q.plies++
		q.lastComment = nil
	}
	return true
}

func (q *fastPath) Annotate(int) bool { return !q.export }

func (q *fastPath) Comment(text []byte, at int, commands bool) bool {
	if q.depth == 0 && len(text) > 0 && (text[len(text)-1] > ' ' || len(bytes.TrimSpace(text)) > 0) {
		q.lastComment = text
	}
	return !q.export && (!commands || q.commands(text))
}

func (q *fastPath) Open() bool {
	if q.export || q.depth == maxNested || !q.settle() {
		return false
	}
	q.line.after = *q.now
	q.stack[q.depth] = q.line
	q.depth++
	q.stand(&q.line.before)
	q.line.moved, q.line.sign = false, 0
	return true
}

func (q *fastPath) Close() bool {
	if !q.settle() || q.line.sign == '+' && !q.variant.fast.HasTurn(q.now) {
		return false
	}
	q.depth--
	q.line = q.stack[q.depth]
	q.stand(&q.line.after)
	return true
}

func (q *fastPath) Result(r token.Result) bool {
	return !r.Resigns && r.Result == q.result
}

func (q *fastPath) Fault(token.Fault) bool { return false }

func (q *fastPath) End(*token.Ending) { q.ended = q.begun }

// over judges the end of the record: the final position says nothing but the result.
func (q *fastPath) over() bool {
	if q.export && (q.plies == 0 || q.plies != len(q.words)) || !q.settle() {
		return false
	}
	if !plyCount(token.Text(q.plyCount), q.plies) || q.termination != nil && !mayEnd(token.Text(q.termination), q.result) {
		return false
	}
	if q.result == board.Draw && claimed(token.Text(q.termination), token.Text(q.lastComment)).any() {
		return false
	}
	outcome := board.Win(q.now.Turn.Other())
	if q.line.sign != '#' { // which has been verified
		if q.variant.fast.HasTurn(q.now) {
			return true
		}
		outcome = q.variant.fast.Final(q.now).Result
	}
	return q.line.sign != '+' && outcome == q.result
}
