package validate

import (
	"bytes"
	"strings"

	"turncoat/pgn"
	"turncoat/rules"
	"turncoat/rules/board"
	"turncoat/rules/fast"
	"turncoat/rules/ruleset"
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
	eof         bool // the text ends where the stream does
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

// A quickGame is a built-in rule set with what the quick way needs of it.
type quickGame struct {
	rules  *rules.Game
	fast   fast.Rules
	name   string
	family ruleset.Family
	start  board.Position
	replay fast.Replay // at the start

	fen      string // the last FEN read, and its position
	position board.Position
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

func newQuickGame(set ruleset.Set) *quickGame {
	f, ok := fast.For(set)
	if !ok {
		return nil
	}
	g := rules.New(set)
	q := &quickGame{rules: g, fast: f, name: set.Name, family: set.Family, start: g.Start()}
	q.replay.Start(f, &q.start)
	return q
}

// read judges the record at a place the quick way: the verdict and the place behind the record,
// or not ok, when it must be read with care.
func (q *quick) read(text []byte, at int, eof bool, r *Record) (end int, ok bool) {
	if q.off {
		return 0, false
	}
	q.text, q.at, q.eof = text, at, eof
	for q.at < len(text) && (text[q.at] == '\n' || text[q.at] == '\r') {
		q.at++
	}
	at = q.at
	q.exported = false
	switch {
	case q.tags() && q.begin() && q.moves() && q.end():
	case q.exported:
		if q.at = at; !q.export() || !q.end() {
			return 0, false
		}
	default:
		return 0, false
	}
	*r = Record{Kind: KindGame, Rules: q.game.name, OK: true, Plies: q.plies, Converted: q.converted, Result: resultName(q.result), text: text, at: at}
	if len(q.missing) > 0 {
		problem := missingProblem(at, q.missing)
		r.Findings = []Finding{finding(text, nil, &problem)}
	}
	return q.at, true
}

// tags reads the tag section and the empty line behind it.
func (q *quick) tags() bool {
	q.result, q.fen, q.setup, q.drawTalk, q.missing = nil, nil, false, false, q.missing[:0]
	var seen [7]bool
	var first []byte
	var variant []byte
	for {
		name, value, ok := q.tag()
		if !ok {
			return false
		}
		if first == nil {
			first = name
		} else if bytes.Equal(name, first) {
			return false // a second record may begin here
		}
		switch string(name) {
		case "Event", "Site", "Date", "Round", "White", "Black", "Result":
			i := rosterIndex(name)
			if seen[i] {
				return false
			}
			seen[i] = true
			if i == 6 {
				q.result = value
			}
		case "FEN":
			if q.fen != nil {
				return false
			}
			q.fen = value
		case "SetUp":
			q.setup = true
		case "Variant":
			if variant != nil {
				return false
			}
			variant = value
		case "Termination":
			q.drawTalk = q.drawTalk || drawTalk(value)
		case "Fen":
			q.exported = true
			return false
		default:
			if unusualTag(name) {
				return false
			}
		}
		if q.at < len(q.text) && q.text[q.at] == '[' {
			continue
		}
		if q.at >= len(q.text) || q.text[q.at] != '\n' && q.text[q.at] != '\r' {
			return false
		}
		break
	}
	for i, there := range seen {
		if !there {
			q.missing = append(q.missing, roster[i])
		}
	}
	return len(q.missing) < len(roster) && q.result != nil && q.variant(variant)
}

// tag reads a tag pair that fills a line, written the plain way.
func (q *quick) tag() (name, value []byte, ok bool) {
	rest := q.text[q.at:]
	if len(rest) == 0 || rest[0] != '[' {
		return nil, nil, false
	}
	n := 1
	for n < len(rest) && inTags[rest[n]] == ofName {
		n++
	}
	if n == 1 || len(rest) < n+2 || rest[n] != ' ' || rest[n+1] != '"' {
		return nil, nil, false
	}
	name, n = rest[1:n], n+2
	start := n
	for n < len(rest) && inTags[rest[n]] <= ofValue {
		n++
	}
	value, rest = rest[start:n], rest[n:]
	if len(rest) < 3 || rest[0] != '"' || rest[1] != ']' {
		return nil, nil, false
	}
	switch {
	case rest[2] == '\n':
		n += 3
	case rest[2] == '\r' && len(rest) > 3 && rest[3] == '\n':
		n += 4
	default:
		return nil, nil, false
	}
	q.at += n
	return name, value, true
}

// What a byte can be of in a plain tag pair: of the name and the value, of the value only, of neither.
const (
	ofName = iota
	ofValue
	ofNeither
)

var inTags = func() (in [256]byte) {
	for i := range in {
		switch b := byte(i); {
		case b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_':
			in[i] = ofName
		case b == '"' || b == '\\' || b == '\n' || b == '\r':
			in[i] = ofNeither
		default:
			in[i] = ofValue
		}
	}
	return in
}()

func rosterIndex(name []byte) int {
	switch name[0] {
	case 'E':
		return 0
	case 'S':
		return 1
	case 'D':
		return 2
	case 'W':
		return 4
	case 'B':
		return 5
	}
	if name[1] == 'o' {
		return 3
	}
	return 6
}

// unusualTag tells whether a tag that is not known as it stands is one of those that matter, in other letters.
func unusualTag(name []byte) bool {
	switch len(name) {
	case 3:
		return strings.EqualFold(string(name), "FEN")
	case 4, 5, 6, 7, 11:
		for _, known := range [...]string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "Variant", "Termination"} {
			if len(known) == len(name) && strings.EqualFold(string(name), known) {
				return true
			}
		}
	}
	return false
}

// drawTalk tells whether a text may claim a draw: whether it holds, outside of commands, what every such claim does.
func drawTalk(text []byte) bool {
	for i := 0; i < len(text); i++ {
		if text[i] == '[' && i+1 < len(text) && text[i+1] == '%' {
			if n := bytes.IndexByte(text[i:], ']'); n >= 0 {
				i += n
				continue
			}
		}
		if text[i] == '5' {
			return true
		}
		if i+3 > len(text) {
			return false
		}
		switch string([]byte{text[i] | 0x20, text[i+1] | 0x20, text[i+2] | 0x20}) {
		case "old", "pet", "fty":
			return true
		}
	}
	return false
}

// variant settles the rule set.
func (q *quick) variant(value []byte) bool {
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
		if len(q.games) < 1000 { // whatever a file may name
			q.games[string(value)] = game
		}
	}
	if game == nil {
		return false
	}
	q.game, q.last, q.lastOf = game, game, string(value)
	return true
}

// begin settles the starting position.
func (q *quick) begin() bool {
	if q.fen == nil {
		if q.game.family == ruleset.Pacifist {
			q.replay = q.game.replay
			q.now, q.follows = q.replay.Position(), true
		} else {
			q.stand(&q.game.start)
		}
		return !q.setup
	}
	if !q.setup {
		return false
	}
	if q.game.fen != string(q.fen) {
		p, err := q.game.rules.ParseFEN(string(q.fen))
		if err != nil {
			return false
		}
		q.game.fen, q.game.position = string(q.fen), p
	}
	q.stand(&q.game.position)
	return true
}

// stand has the line stand at a position. The replay follows with the next move.
func (q *quick) stand(p *board.Position) {
	q.position = *p
	q.now, q.follows = &q.position, false
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
